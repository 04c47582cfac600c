// The line at the bottom: messages, and slash commands with a picker.
import { get, post, Refused, upload } from "./api.js";
import { $, debounced, h, freshId } from "./dom.js";
import { note, put, taken } from "./messages.js";
import { Popup } from "./popup.js";
import { channel, store, world } from "./store.js";

const bar = $("#composer");
const slot = $("#fields");
const line = $("#line");
const send = $("#send");
const wrong = $("#composer-error");
const popup = new Popup(line, $("#composer-popup"), (entry) => pick(entry));

let commands = [];
/** {name, description, options, fields: [field]} while a command is being filled in. */
let current = null;
let focused = null;
let asked = 0;

// ------------------------------------------------------------------ what there is
/** Read the commands that this person may use here. */
export async function refreshCommands() {
  const { me, channelId } = store;
  if (!channelId) return;
  const told = await get("api/commands", { person: me, channel: channelId }).catch(() => ({ commands: [] }));
  if (me !== store.me || channelId !== store.channelId) return;
  commands = told.commands.filter((one) => one.type === 1).flatMap((one) => leaves(one, one.name));
}

function leaves(part, name) {
  const below = (part.options ?? []).filter((one) => one.type <= 2);
  if (below.length) return below.flatMap((one) => leaves(one, `${name} ${one.name}`));
  return [{ name, description: part.description, options: part.options ?? [] }];
}

/** The line for another person or channel. */
export function resetComposer() {
  leave();
  const here = channel();
  const label = here ? `Message #${here.name}` : "No channel";
  line.placeholder = `${label}, or / for commands`;
  line.setAttribute("aria-label", `${label}, or type / for commands`);
}

function fail(text) {
  wrong.textContent = text;
  wrong.hidden = !text;
}

// ------------------------------------------------------------------ a command is chosen
function enter(command, rest = "") {
  leave();
  current = { ...command, fields: [] };
  slot.replaceChildren(h("span", { class: "chip" }, `/${command.name}`));
  slot.hidden = false;
  line.value = "";
  line.placeholder = "";
  line.setAttribute("aria-label", `Further options of /${command.name}`);
  const given = split(command, rest);
  const at = command.options.filter((one) => one.required || one.name in given).map((one) => addField(one, given[one.name] ?? ""));
  tail();
  const first = at.find((one) => !one.text()) ?? null;
  if (first) first.input.focus();
  else {
    line.focus();
    offerOptions();
  }
}

/** name:value name:value, as pasted whole. */
function split(command, text) {
  const found = [...text.matchAll(/(?:^|\s)([\w-]+):\s?/g)].filter((one) => command.options.some((o) => o.name === one[1]));
  return Object.fromEntries(found.map((one, n) => [one[1], text.slice(one.index + one[0].length, found[n + 1]?.index ?? text.length).trim()]));
}

function leave() {
  current = null;
  focused = null;
  slot.replaceChildren();
  slot.hidden = true;
  popup.hide();
  popup.owner = line;
  line.value = "";
  line.hidden = false;
  fail("");
}

/** What stands behind the fields: how many options are left. */
function tail() {
  const left = unused().length;
  line.placeholder = left ? `+${left} optional` : "";
}

const unused = () => current.options.filter((one) => !current.fields.some((field) => field.option === one));

function addField(option, text = "") {
  const id = freshId("option");
  const file = option.type === 11;
  const input = h("input", {
    type: file ? "file" : "text",
    id,
    autocomplete: "off",
    ...(file ? {} : { role: "combobox", "aria-expanded": "false", "aria-autocomplete": "list", "aria-haspopup": "listbox" }),
    "aria-required": option.required ? "true" : null,
    "aria-description": option.description,
    inputmode: option.type === 4 ? "numeric" : null,
    dataset: { option: option.name },
  });
  const element = h("span", { class: option.required ? "option-field needed" : "option-field" }, h("label", { for: id }, option.name), input);
  const field = {
    option,
    input,
    element,
    picked: null,
    text: () => (file ? input.files.length ? "file" : "" : input.value.trim()),
  };
  if (!file) input.value = text;
  const fit = () => (input.style.width = file ? "" : `${Math.max(4, input.value.length + 2)}ch`);
  fit();
  input.addEventListener("input", () => {
    field.picked = null;
    element.classList.remove("invalid");
    fail("");
    fit();
    if (file && field.text()) next();
    else suggest(field);
  });
  field.fit = fit;
  input.addEventListener("focus", () => {
    focused = field;
    suggest(field);
  });
  input.addEventListener("blur", () => hideSoon(input));
  input.addEventListener("keydown", (event) => keyInField(event, field));
  current.fields.push(field);
  slot.append(element);
  tail();
  return field;
}

function hideSoon(owner) {
  if (popup.owner === owner) popup.hide();
}

function removeField(field) {
  current.fields = current.fields.filter((one) => one !== field);
  field.element.remove();
  tail();
  line.focus();
}

function keyInField(event, field) {
  if (popup.owner === field.input && popup.key(event)) return;
  if (event.key === "Enter" && field.option.type === 11 && !field.text()) return; // opens the browser's choice of files
  if (event.key === "Enter") {
    event.preventDefault();
    submit();
  } else if (event.key === "Escape") leave(), line.focus();
  else if (event.key === "Backspace" && !field.text()) {
    event.preventDefault();
    if (field.option.required) back(field);
    else removeField(field);
  }
}

function back(field) {
  const at = current.fields.indexOf(field);
  if (at > 0) return current.fields[at - 1].input.focus();
  const name = current.name;
  leave();
  line.value = `/${name}`;
  line.focus();
  offerCommands();
}

// ------------------------------------------------------------------ suggestions
function own(owner) {
  if (popup.owner !== owner) popup.hide();
  popup.owner = owner;
}

function suggest(field) {
  const { option, input } = field;
  own(input);
  const heading = `${option.name} — ${option.description}`;
  const entries = listed(option);
  if (entries) {
    const typed = field.picked ? "" : input.value.trim().toLowerCase();
    const fitting = entries.filter((one) => one.label.toLowerCase().includes(typed));
    popup.show(fitting, { heading, at: fitting.length ? 0 : -1, empty: "No options match your search" });
  } else if (option.autocomplete) {
    if (!popup.open) popup.show([], { heading, empty: "Loading options…" });
    complete(field, heading);
  } else popup.show([], { heading, empty: KINDS[option.type] ?? "" });
}

const KINDS = { 3: "Type a text.", 4: "Type a whole number.", 10: "Type a number.", 11: "Choose a file from this machine." };

function listed(option) {
  if (option.choices?.length) return option.choices.map((one) => ({ label: one.name, value: one.value }));
  if (option.type === 5) return [{ label: "True", value: true }, { label: "False", value: false }];
  if (option.type === 6) return world.people();
  if (option.type === 7) return world.channels(option.channel_types);
  if (option.type === 8) return world.roles();
  if (option.type === 9) return [...world.people(), ...world.roles()];
  return null;
}

const complete = debounced(async (field, heading) => {
  const number = ++asked;
  const command = current;
  const body = { person: store.me, channel: store.channelId, command: command?.name, option: field.option.name, typed: field.picked ? "" : field.input.value };
  const stale = () => number !== asked || current !== command || popup.owner !== field.input || document.activeElement !== field.input;
  if (!command) return;
  try {
    body.options = await values(command.fields.filter((one) => one !== field && one.text() && one.option.type !== 11));
    const told = await post("api/autocomplete", body);
    if (stale()) return;
    const entries = (told.choices ?? []).map((one) => ({ label: one.name, value: one.value }));
    popup.show(entries, { heading, at: entries.length ? 0 : -1, empty: told.error ?? "No options match your search" });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (!stale()) popup.show([], { heading, empty: error.message });
  }
}, 90);

function offerCommands() {
  own(line);
  const typed = line.value.slice(1).trim().toLowerCase();
  const fitting = [
    ...commands.filter((one) => one.name.startsWith(typed)),
    ...commands.filter((one) => !one.name.startsWith(typed) && one.name.includes(typed)),
  ];
  const entries = fitting.map((one) => ({ label: `/${one.name}`, description: one.description, value: one.name }));
  popup.show(entries, { heading: "Commands", at: entries.length ? 0 : -1, empty: store.online ? "There is no such command here." : "The bot is not running." });
}

function offerOptions() {
  own(line);
  const typed = line.value.trim().toLowerCase();
  const entries = unused().filter((one) => one.name.startsWith(typed)).map((one) => ({ label: one.name, description: one.description, value: one.name }));
  if (entries.length) popup.show(entries, { heading: "Options, if you like; Enter sends", at: typed ? 0 : -1 });
  else popup.hide();
}

function pick(entry) {
  if (!current) return enter(commands.find((one) => one.name === entry.value));
  if (popup.owner === line) {
    line.value = "";
    const field = addField(current.options.find((one) => one.name === entry.value));
    return field.input.focus();
  }
  const field = focused;
  field.picked = entry;
  field.input.value = entry.label;
  field.fit();
  field.element.classList.remove("invalid");
  popup.hide();
  next();
}

/** On to what is required and missing, else to the end. */
function next() {
  const missing = current.fields.find((one) => one.option.required && !one.text());
  if (missing) return missing.input.focus();
  line.focus();
  offerOptions();
}

// ------------------------------------------------------------------ the line
line.addEventListener("input", () => {
  fail("");
  if (current) {
    const named = /^([\w-]+):(.*)$/.exec(line.value);
    const option = named && unused().find((one) => one.name === named[1]);
    if (!option) return offerOptions();
    line.value = "";
    addField(option, named[2].trim()).input.focus();
  } else if (line.value.startsWith("/")) {
    const typed = line.value.slice(1);
    const whole = commands.filter((one) => typed.startsWith(`${one.name} `)).sort((a, b) => b.name.length - a.name.length)[0];
    if (whole) enter(whole, typed.slice(whole.name.length + 1));
    else offerCommands();
  } else popup.hide();
});
line.addEventListener("focus", () => {
  focused = null;
  if (current) offerOptions();
});
line.addEventListener("blur", () => hideSoon(line));
line.addEventListener("keydown", (event) => {
  if (popup.owner === line && popup.key(event)) return;
  if (event.key === "Escape" && current) leave();
  else if (event.key === "Backspace" && current && !line.value) {
    event.preventDefault();
    const last = current.fields.at(-1);
    if (last) last.input.focus();
    else back(null);
  }
});
bar.addEventListener("submit", (event) => {
  event.preventDefault();
  submit();
});
bar.addEventListener("click", (event) => {
  if (event.target === bar || event.target === slot) line.focus();
});

/** The values of fields as they are sent. */
async function values(fields) {
  const out = {};
  for (const one of fields) out[one.option.name] = await valueOf(one);
  return out;
}

async function valueOf(field) {
  if (field.option.type === 11) return (await upload(field.input.files))[0];
  return field.picked ? field.picked.value : field.text();
}

async function submit() {
  popup.hide();
  if (!current) return say();
  if (line.value.trim()) return fail(`/${current.name} has no option “${line.value.trim()}”.`);
  const missing = current.fields.filter((one) => one.option.required && !one.text());
  for (const one of missing) one.element.classList.add("invalid");
  if (missing.length) {
    fail(`${missing[0].option.name}: This option is required. Specify a value`);
    return missing[0].input.focus();
  }
  const { name, fields } = current;
  const filled = fields.filter((one) => one.text());
  send.setAttribute("aria-busy", "true");
  bar.classList.add("sending");
  try {
    const options = await values(filled);
    const outcome = await post("api/slash", { person: store.me, channel: store.channelId, command: name, options });
    leave();
    resetComposer();
    line.focus();
    if (outcome.error) note(outcome.error, `/${name}`);
    taken(outcome);
    window.dispatchEvent(new Event("table-changed"));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    fail(error.message);
  } finally {
    bar.classList.remove("sending");
    send.removeAttribute("aria-busy");
  }
}

/** A command's name alone: sent at once where nothing is required. */
function bare(name) {
  const command = commands.find((one) => one.name === name);
  if (!command) return fail("There is no such command here.");
  enter(command);
  if (!command.options.some((one) => one.required)) submit();
}

async function say() {
  const text = line.value.trim();
  if (!text) return;
  if (text.startsWith("/")) return bare(text.slice(1));
  line.value = "";
  try {
    put(await post("api/say", { person: store.me, channel: store.channelId, content: text }));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    line.value = text;
    fail(error.message);
  }
}
