// The channel: its messages as one person sees them, edited in place.
import { get, post, Refused } from "./api.js";
import { attachment, components, embed } from "./components.js";
import { $, append, avatar, h } from "./dom.js";
import { markdown } from "./markdown.js";
import { openModal } from "./modal.js";
import { names, store, world } from "./store.js";

const list = $("#messages");
const scroller = $("#scroller");
const announcer = $("#announcer");
const newer = $("#newer");
const shown = new Map();
const NEAR = 120;
const GROUPED = 7 * 60 * 1000;
let marked = { message: "", components: [] };

/** Show a channel from its beginning. */
export async function showChannel() {
  const { channelId, me } = store;
  list.setAttribute("aria-busy", "true");
  const { messages } = channelId ? await get("api/messages", { person: me, channel: channelId }) : { messages: [] };
  if (channelId !== store.channelId || me !== store.me) return;
  shown.clear();
  const rows = messages.map(row);
  list.replaceChildren(...(rows.length ? rows : [beginning()]));
  rows.forEach(group);
  remark();
  list.removeAttribute("aria-busy");
  toEnd();
}

function beginning() {
  const games = h("ul", { class: "games" });
  window.dispatchEvent(new CustomEvent("offer-games", { detail: games }));
  return h("li", { class: "beginning" }, h("p", { class: "beginning-title" }, "A fight in a minute"),
    h("p", {}, "Choose a game. Two characters and two foes will stand ready, and the guide says what to press."), games,
    h("p", { class: "quiet" }, "Or do it yourself: type / for the bot’s commands."));
}

/** A message is new or has changed. */
export function put(one, { announce = false } = {}) {
  if (one.channel_id !== store.channelId) return;
  $(".beginning", list)?.remove();
  const stay = nearEnd();
  const known = shown.get(one.id);
  if (known?.frozen === JSON.stringify(one)) return;
  const focused = known && known.element.contains(document.activeElement) ? document.activeElement.dataset.customId : null;
  const element = row(one);
  if (known) known.element.replaceWith(element);
  else place(one, element);
  group(element);
  if (element.nextElementSibling) group(element.nextElementSibling);
  remark();
  if (focused) $(`[data-custom-id="${CSS.escape(focused)}"]`, element)?.focus();
  if (announce) say(one);
  if (stay || (one.ephemeral && !known)) toEnd();
  else if (!known) newer.hidden = false;
}

/** Draw a message, and remember it. */
function row(one) {
  const element = draw(one);
  shown.set(one.id, { one, element, frozen: JSON.stringify(one) });
  return element;
}

export function drop(id) {
  const known = shown.get(id);
  if (!known) return;
  shown.delete(id);
  const next = known.element.nextElementSibling;
  known.element.remove();
  if (next) group(next);
}

/** By age; what only this window says stays where it was said. */
function place(one, element) {
  let after = list.lastElementChild;
  while (after?.dataset.id && BigInt(after.dataset.id) > BigInt(one.id)) after = after.previousElementSibling;
  if (after) after.after(element);
  else list.prepend(element);
}

/** A message right after another of the same person does without its head. */
function group(element) {
  const one = shown.get(element.dataset.id)?.one;
  const before = shown.get(element.previousElementSibling?.dataset.id)?.one;
  const joined = one && before && before.author.id === one.author.id && before.ephemeral === one.ephemeral && !one.interaction
    && !one.message_reference && new Date(one.timestamp) - new Date(before.timestamp) < GROUPED;
  element.classList.toggle("joined", Boolean(joined));
}

function draw(one) {
  const name = one.author.display ?? one.author.username;
  const when = new Date(one.timestamp);
  const time = when.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const classes = ["message", one.ephemeral && "ephemeral", one.pinged && "pinged"].filter(Boolean).join(" ");
  const failure = h("p", { class: "failure", role: "alert", hidden: true });
  const element = h("li", { class: classes, dataset: { id: one.id } });
  const at = {
    names,
    world,
    press: (part, button) => act(element, button, () => post("api/press", { person: store.me, message: one.id, component: part.custom_id })),
    select: (part, values, menu) => act(element, menu, () => post("api/select", { person: store.me, message: one.id, component: part.custom_id, values })),
  };
  const head = h("p", { class: "head" }, h("span", { class: "author" }, name), one.author.bot && h("span", { class: "app" }, "APP"), h("time", { class: "time", datetime: one.timestamp, title: when.toLocaleString() }, time),
    one.edited_timestamp && h("span", { class: "edited", title: new Date(one.edited_timestamp).toLocaleString() }, "(edited)"));
  return append(element, [
    origin(one),
    h("div", { class: "gutter" }, avatar(name, one.author.bot), h("time", { class: "small-time", "aria-hidden": "true" }, time)),
    h("div", { class: "body" }, head, content(one, at), failure, one.ephemeral && privately(one)),
  ]);
}

/** “Ana used /attack”. */
function origin(one) {
  if (one.interaction) {
    const who = names.user(one.interaction.user.id);
    return h("p", { class: "origin" }, h("span", { class: "origin-who" }, who), " used ", h("span", { class: "origin-what" }, `/${one.interaction.name}`));
  }
  const answered = one.message_reference && shown.get(one.message_reference.message_id)?.one;
  return answered ? h("p", { class: "origin" }, `↱ ${plain({ text: answered.text.split("\n").slice(0, 2).join("\n") }).slice(0, 60)}`) : null;
}

function content(one, at) {
  if (one.loading) return h("p", { class: "thinking" }, h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")), `${one.author.username} is thinking…`);
  const v2 = Boolean(one.flags & (1 << 15));
  return h("div", { class: v2 ? "content v2" : "content" },
    one.content && h("div", { class: "text" }, markdown(one.content, names)),
    one.embeds.map((each) => embed(each, names)),
    v2 ? null : one.attachments.filter((file) => !one.embeds.some((each) => file.url === (each.image ?? each.thumbnail)?.url)).map(attachment),
    components(one.components, at));
}

function privately(one) {
  const dismiss = h("button", { type: "button", class: "textual" }, "Dismiss message");
  dismiss.addEventListener("click", async () => {
    await post("api/dismiss", { person: store.me, message: one.id }).catch(() => {});
    drop(one.id);
    window.dispatchEvent(new Event("table-changed"));
  });
  return h("p", { class: "only-you" }, "Only you can see this · ", dismiss);
}

/** Do something with a control of a message, and show what comes of it. */
async function act(element, control, doing) {
  if (element.dataset.busy) return;
  const failure = $(".failure", element);
  failure.hidden = true;
  element.dataset.busy = "1";
  control.classList.add("busy");
  control.setAttribute("aria-busy", "true");
  let wrong = "";
  try {
    const outcome = await doing();
    wrong = outcome.error ?? "";
    taken(outcome);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    wrong = error.message;
  } finally {
    delete element.dataset.busy;
    control.classList.remove("busy");
    control.removeAttribute("aria-busy");
  }
  const now = shown.get(element.dataset.id)?.element ?? element;
  const place = $(".failure", now);
  place.textContent = wrong;
  place.hidden = !wrong;
  window.dispatchEvent(new Event("table-changed"));
}

/** What an act came to: messages to show, a form to fill in. */
export function taken(outcome) {
  if (outcome.message && outcome.kind !== "update_deferred") put(outcome.message, { announce: true });
  for (const one of outcome.followups ?? []) put(one, { announce: true });
  if (outcome.modal) openModal(outcome.modal, taken);
}

/** Something that only this window says, such as that the bot did not answer. */
export function note(text, about) {
  const element = h("li", { class: "message local", role: "alert" }, h("div", { class: "gutter" }, avatar("!", true)), h("div", { class: "body" },
    about && h("p", { class: "origin-line" }, about), h("p", { class: "failure" }, text),
    h("p", { class: "only-you" }, "Only you can see this · ", h("button", { type: "button", class: "textual", onclick: () => element.remove() }, "Dismiss message"))));
  list.append(element);
  toEnd();
}

// What the guide points at
export function point(at) {
  marked = at ?? { message: "", components: [] };
  remark();
}

function remark() {
  for (const one of list.querySelectorAll(".hinted")) one.classList.remove("hinted");
  const element = shown.get(marked.message)?.element;
  if (!element) return;
  for (const id of marked.components) $(`[data-custom-id="${CSS.escape(id)}"]`, element)?.classList.add("hinted");
}

/** Bring what the guide points at into sight. */
export function toMarked({ focus = true } = {}) {
  const target = $(".hinted", list);
  if (!target) return;
  const { top, bottom } = target.getBoundingClientRect();
  const frame = scroller.getBoundingClientRect();
  if (top < frame.top || bottom > frame.bottom) target.scrollIntoView({ block: "center" });
  if (focus) target.focus();
}

const nearEnd = () => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR;

export function toEnd() {
  scroller.scrollTop = scroller.scrollHeight;
  newer.hidden = true;
}

newer.addEventListener("click", toEnd);
scroller.addEventListener("scroll", () => nearEnd() && (newer.hidden = true), { passive: true });
list.addEventListener("load", (event) => event.target.tagName === "IMG" && nearEnd() && toEnd(), true);

/** A message as one line without markup. */
const plain = (one) => one.text.split("\n").slice(1).join(" ").replace(/-#|[│─#*~`\\]/g, "").replace(/\s+/g, " ").trim();

function say(one) {
  const words = plain(one);
  if (words) announcer.textContent = `${one.author.display ?? one.author.username}: ${words.slice(0, 240)}`;
}
