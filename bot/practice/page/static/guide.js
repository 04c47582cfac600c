// The guide: a first fight in a minute, scripts step by step, and the bot's process.
import { get, post, Refused } from "./api.js";
import { $, h } from "./dom.js";
import { inline } from "./markdown.js";
import { point, toMarked } from "./messages.js";
import { guild, names, personNamed, displayOf, store } from "./store.js";

const root = $("#guide");
let table = { games: [], scripts: [], script: null, bot: {} };
let hint = null;
let done = [];
let wrong = "";
let busy = "";
/** Channels in which somebody has gone on after the first attack. */
const furtherOn = new Set();

export const waitedFor = () => hint?.person ?? "";
const goTo = (detail) => window.dispatchEvent(new CustomEvent("go", { detail }));

/** Read what the table says, and draw it where it changed. */
export async function refreshGuide() {
  const before = JSON.stringify([table, hint]);
  const here = store.channelId;
  try {
    const [state, told] = await Promise.all([get("table/state"), here ? get("table/hint", { channel: here }) : { hint: null }]);
    if (here !== store.channelId) return;
    table = state;
    hint = told.hint;
    if (hint?.attacked && hint.stage === "panel") furtherOn.add(here);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
  point(hint && hint.person === store.me ? hint : null);
  if (JSON.stringify([table, hint]) !== before || root.dataset.me !== store.me) drawGuide();
  window.dispatchEvent(new Event("waited-for"));
}

export function drawGuide() {
  root.dataset.me = store.me;
  root.dataset.hint = JSON.stringify(hint);
  const focused = focusedKey();
  root.replaceChildren(next(), fights(), scripts(), process());
  drawStrip();
  const line = $(".current", root);
  if (line) line.parentElement.scrollTop = line.offsetTop - line.parentElement.offsetTop - 60;
  focusOn(focused);
  announce();
}

const focusedKey = () => (root.contains(document.activeElement) ? document.activeElement.dataset.key : null);

/** Back to what had the focus before it was drawn anew; to what comes next where that is gone. */
function focusOn(key) {
  if (key) ($(`[data-key="${CSS.escape(key)}"]`, root) ?? $("button", root))?.focus();
}

/** What comes next, for those who cannot see it. */
function announce() {
  const parts = [...$(".next", root).children].filter((each) => each.tagName !== "DETAILS");
  const words = parts.map((each) => each.textContent).join(" ");
  if ($("#next-said").textContent !== words) $("#next-said").textContent = words;
}

/** The same in one line, where the guide is a drawer. */
function drawStrip() {
  const strip = $("#strip");
  strip.hidden = !(hint || busy || away());
  if (busy) strip.replaceChildren(busy);
  else if (away()) strip.replaceChildren(h("span", {}, "The bot does not run."), starter("start-strip"));
  else if (hint && hint.person === store.me) strip.replaceChildren(h("span", {}, firstAttack() && "Your first attack is done. ", inline(hint.words, names)), button("show-strip", "Show", () => toMarked()));
  else if (hint) strip.replaceChildren(h("span", {}, hint.words.split(".")[0].replaceAll("**", "") + "."), button("be-strip", `Be ${theName()}`, () => goTo({ person: hint.person }), "primary"));
}

async function doing(what, work) {
  const focused = focusedKey();
  busy = what;
  wrong = "";
  drawGuide();
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    wrong = error.message;
  } finally {
    busy = "";
    await refreshGuide();
    drawGuide();
    if (document.activeElement === document.body) focusOn(focused);
  }
}

function button(key, label, click, style = "secondary") {
  return h("button", { type: "button", class: `button ${style}`, onclick: click, disabled: Boolean(busy), dataset: { key } }, label);
}

// ------------------------------------------------------------------ what comes next
const away = () => table.bot.running === false;
const starter = (key) => button(key, "Start it", () => doing("Starting the bot …", () => post("table/bot", { do: "start" })), "success");

function next() {
  const box = h("section", { class: "card next" }, h("h2", {}, "What comes next"));
  if (busy) box.append(h("p", { class: "working" }, busy));
  else if (away()) box.append(h("p", { class: "do" }, "The bot does not run. Nothing is lost: start it, and go on."), starter("start"));
  else if (hint) box.append(...step());
  else box.append(h("p", {}, inline("No fight is open in this channel. Choose a game under **First fight**.", names)));
  if (wrong) box.append(h("p", { class: "failure", role: "alert" }, wrong));
  return box;
}

function step() {
  const out = [];
  if (firstAttack()) out.push(h("p", { class: "well-done" }, "That was your first attack, by the book."), further());
  const mine = hint.person === store.me;
  if (!mine) {
    out.push(h("p", { class: "do" }, `Be ${theName()}: `, "press the name above, or here."));
    out.push(button("be", `Be ${theName()}`, () => goTo({ person: hint.person }), "primary"));
    out.push(h("p", { class: "quiet" }, inline(hint.words, names)));
  } else {
    out.push(h("p", { class: "do" }, inline(hint.words, names)));
    out.push(button("show", "Show me where", () => (window.dispatchEvent(new Event("close-guide")), toMarked())));
  }
  if (done.length && !hint.attacked) out.push(setUp());
  if (furtherOn.has(store.channelId)) out.push(h("details", {}, h("summary", {}, "What else to try"), further()));
  return out;
}

/** Whether the channel's first attack has just been resolved: played by oneself, and nothing since. */
const firstAttack = () => hint.attacked && hint.stage === "resolved" && !furtherOn.has(store.channelId) && table.script?.channel !== store.channelId;

const theName = () => (hint.person === "gm" ? `the ${hint.display}` : hint.display);

function setUp() {
  return h("details", {}, h("summary", {}, "How the table was set"), h("ol", { class: "typed" }, done.map((one) => h("li", {}, h("b", {}, nameOf(one.person)), " ", h("code", {}, one.command)))));
}

function further() {
  return h("ul", { class: "further" },
    h("li", {}, "Press somebody else’s button as the ", h("b", {}, "Outsider"), ": the bot refuses, privately."),
    h("li", {}, "Restart the bot in the middle of an attack: nothing is lost."),
    h("li", {}, "Type ", h("code", {}, "/encounter undo"), " as the GM, then attack again: the dice are the same."));
}

const nameOf = (handle) => {
  const person = personNamed(handle);
  return person ? displayOf(person) : handle;
};

// ------------------------------------------------------------------ first fights
function fights() {
  const games = h("ul", { class: "games" }, table.games.map((one) => h("li", {}, game(one, `game-${one.id}`))));
  return section("First fight", null, h("p", { class: "quiet" }, "Two characters, two foes, a channel of their own."), games);
}

function game(one, key) {
  const begin = h("button", { type: "button", class: "game", disabled: Boolean(busy), dataset: { key } }, h("b", {}, one.name), one.about && h("span", {}, one.about));
  begin.addEventListener("click", () => doing(`Setting the table for ${one.name} …`, async () => {
    const told = await post("table/fight", { guild: guild().id, game: one.id });
    done = told.lines;
    goTo({ where: told.channel });
  }));
  return begin;
}

window.addEventListener("offer-games", (event) => {
  event.detail.replaceChildren(...table.games.map((one) => h("li", {}, game(one, `begin-${one.id}`))));
});

// ------------------------------------------------------------------ scripts
function scripts() {
  const playing = table.script;
  const inside = [h("p", { class: "quiet" }, "Fights that are written down, line by line."),
    h("ul", { class: "scripts" }, table.scripts.map((name) => h("li", {}, button(`script-${name}`, name, () => load(name)))))];
  if (playing) inside.push(h("p", { class: "script-name" }, playing.name, ` · ${playing.at} of ${playing.lines.length}`), playButton(playing), lines(playing));
  return section("Scripts", playing && playing.channel === store.channelId ? "open" : null, ...inside);
}

const load = (name) => doing(`Opening the script ${name} …`, async () => {
  const told = await post("table/script", { name, guild: guild().id });
  goTo({ where: told.channel });
});

function playButton(playing) {
  if (playing.at >= playing.lines.length) return h("p", { class: "quiet" }, "That was the last line.");
  return button("step", "Play the next line", () => doing("Playing the next line …", async () => {
    const line = playing.lines[playing.at];
    if (line.person && line.person !== store.me && personNamed(line.person)) goTo({ person: line.person, where: playing.channel });
    await post("table/step");
  }), "primary");
}

function lines(playing) {
  return h("ol", { class: "typed", tabindex: "0", "aria-label": "The lines of the script" }, playing.lines.map((one, n) => h("li", { class: n < playing.at ? "played" : n === playing.at ? "current" : "", "aria-current": n === playing.at ? "step" : null },
    one.person ? [h("b", {}, nameOf(one.person)), " ", h("code", {}, one.text)] : h("em", {}, one.text))));
}

// ------------------------------------------------------------------ the bot
function process() {
  const does = (what, label, words, style) => button(`bot-${what}`, label, () => doing(words, () => post("table/bot", { do: what })), style);
  const running = table.bot.running;
  return section("The bot", null,
    h("p", { class: "quiet" }, "It is the real bot, a process of its own. Stop it in the middle of a fight: the fight goes on where it was."),
    h("p", { class: running ? "online" : "offline" }, running ? "It runs." : "It does not run: buttons and commands fail, as they would at Discord."),
    h("div", { class: "row" },
      running ? does("restart", "Restart it", "Stopping the bot and starting it again …") : starter("bot-start"),
      running && does("kill", "Pull the plug", "Killing the bot …", "danger")));
}

const opened = new Map();
function section(title, open, ...inside) {
  const wanted = opened.get(title) ?? Boolean(open);
  const box = h("details", { class: "card", open: wanted }, h("summary", { dataset: { key: `section-${title}` } }, h("h2", {}, title)), ...inside);
  box.querySelector("summary").addEventListener("click", () => opened.set(title, !box.open));
  return box;
}
