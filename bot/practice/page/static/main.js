// The page: who one is, where one is, and what changes.
import { listen, post, Refused } from "./api.js";
import { refreshCommands, resetComposer } from "./composer.js";
import { $, avatar, debounced, h } from "./dom.js";
import { drawGuide, refreshGuide, waitedFor } from "./guide.js";
import { tick } from "./markdown.js";
import { drop, put, showChannel, toMarked } from "./messages.js";
import { openSettings, promptFor } from "./settings.js";
import { addressOf, channel, channels, displayOf, everybody, guild, refresh, self, store } from "./store.js";

let stopListening = () => {};
const unread = new Set();

// ------------------------------------------------------------------ going somewhere
/** Be somebody, somewhere. */
export async function go({ person = store.me, where = store.channelId } = {}) {
  const changed = person !== store.me;
  store.me = person;
  store.channelId = where;
  await refresh();
  unread.delete(store.channelId);
  history.replaceState(null, "", addressOf());
  draw();
  resetComposer();
  if (changed) connect();
  await refreshGuide();
  await Promise.all([showChannel(), refreshCommands()]);
  toMarked({ focus: false });
}

window.addEventListener("go", (event) => go(event.detail));

// ------------------------------------------------------------------ what changes
function connect() {
  stopListening();
  stopListening = listen(store.me, told, connected);
}

let lost = false;
async function connected(open) {
  if (!open) {
    lost = true;
    $("#connection").textContent = "The practice table is closed. Waiting for it to come back …";
  } else if (lost) {
    lost = false;
    await go();
  }
}

function told(name, data) {
  if (name === "message" || name === "edit") {
    if (data.channel_id === store.channelId) put(data, { announce: name === "message" });
    else if (data.pinged && name === "message") unread.add(data.channel_id), drawPlaces();
  } else if (name === "delete") drop(data.id);
  else if (name === "bot") store.online = data.online;
  else if (name === "commands") refreshCommands();
  if (name === "outcome") for (const one of [data.message, ...(data.followups ?? [])]) one && put(one);
  if (["state", "channel"].includes(name)) reread();
  if (name === "bot") drawConnection();
  changed();
}

const reread = debounced(async () => {
  await refresh();
  draw();
}, 60);

const changed = debounced(async () => {
  await refreshGuide();
  drawPeople();
}, 120);
window.addEventListener("table-changed", changed);
window.addEventListener("waited-for", () => drawPeople());

// ------------------------------------------------------------------ drawing
function draw() {
  drawPeople();
  drawPlaces();
  drawConnection();
  const here = channel();
  $("#channel-name").textContent = here ? `${here.type === 0 ? "#" : "↳"} ${here.name}` : "No channel";
  document.title = here ? `${self() ? displayOf(self()) : ""} in #${here.name} · Skirmish practice table` : "Skirmish practice table";
  $("#second").href = addressOf();
}

function drawConnection() {
  const line = $("#connection");
  line.textContent = store.online ? "The bot is here" : "The bot is away";
  line.className = store.online ? "online" : "offline";
}

function drawPeople() {
  const awaited = waitedFor();
  const focused = document.activeElement?.closest?.("#people a")?.dataset.person;
  $("#people").replaceChildren(
    ...everybody().map((one) => {
      const current = one.name === store.me;
      const name = displayOf(one);
      const link = h("a", { class: awaited === one.name ? "person awaited" : "person", href: addressOf(one.name), "aria-current": current ? "true" : null, dataset: { person: one.name } },
        avatar(name), h("span", {}, name), awaited === one.name && h("span", { class: "badge" }, h("span", { class: "hidden" }, " has to act")));
      link.addEventListener("click", (event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        go({ person: one.name });
      });
      return h("li", {}, link);
    }),
  );
  if (focused) $(`#people a[data-person="${CSS.escape(focused)}"]`)?.focus();
}

function drawPlaces() {
  $("#places").replaceChildren(
    ...store.mine.guilds.map((one) =>
      h("section", { class: "server" },
        h("div", { class: "server-head" }, h("h2", {}, one.name),
          h("button", { type: "button", class: "plain", "aria-label": `Settings of ${one.name}`, title: "Server settings", onclick: () => openSettings(one.id) }, "⚙")),
        h("ul", {}, channels(one).map((each) => h("li", {}, place(each)))),
        h("button", { type: "button", class: "textual", onclick: () => addChannel(one) }, "+ Add a channel")),
    ),
  );
}

function place(one) {
  const here = one.id === store.channelId;
  const thread = one.type !== 0;
  const link = h("a", { class: thread ? "place thread" : "place", href: addressOf(store.me, one.id), "aria-current": here ? "page" : null },
    h("span", { "aria-hidden": "true" }, thread ? "↳ " : "# "), one.name, unread.has(one.id) && h("span", { class: "badge" }, h("span", { class: "hidden" }, " mentions you")));
  link.addEventListener("click", (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    drawer("places", false);
    go({ where: one.id });
  });
  return link;
}

async function addChannel(one) {
  const name = await promptFor("A new channel", "Name of the channel");
  if (!name) return;
  try {
    const made = await post("api/channels", { guild: one.id, name });
    await go({ where: made.id });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await promptFor("That did not work", error.message, { only: true });
  }
}

$("#add-person").addEventListener("click", async () => {
  const name = await promptFor("Another person", "What they are called");
  if (!name) return;
  try {
    const made = await post("api/people", { guild: guild().id, name });
    await go({ person: made.name });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await promptFor("That did not work", error.message, { only: true });
  }
});

// ------------------------------------------------------------------ narrow screens, colours
function drawer(name, open) {
  $(`#${name}`).classList.toggle("open", open);
  $(`#show-${name}`).setAttribute("aria-expanded", String(open));
}

for (const name of ["places", "guide"]) {
  $(`#show-${name}`).addEventListener("click", () => {
    const open = !$(`#${name}`).classList.contains("open");
    for (const each of ["places", "guide"]) drawer(each, each === name && open);
  });
}
window.addEventListener("close-guide", () => drawer("guide", false));
window.addEventListener("keydown", (event) => {
  if (event.key === "Escape") for (const each of ["places", "guide"]) drawer(each, false);
});

const theme = $("#theme");
const preferred = () => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
function dress(name) {
  document.documentElement.dataset.theme = name;
  theme.textContent = name === "dark" ? "Light" : "Dark";
  theme.setAttribute("aria-label", `Show it ${name === "dark" ? "light" : "dark"}`);
}
let chosen = null;
try {
  chosen = localStorage.getItem("skirmish-theme");
} catch {
  chosen = null;
}
dress(chosen ?? preferred());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => chosen ?? dress(preferred()));
theme.addEventListener("click", () => {
  chosen = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  dress(chosen);
  try {
    localStorage.setItem("skirmish-theme", chosen);
  } catch {
    /* a browser that keeps nothing */
  }
});

// ------------------------------------------------------------------ begin
setInterval(tick, 1000);
drawGuide();
await refresh();
connect();
await go();
document.documentElement.dataset.ready = "true";
