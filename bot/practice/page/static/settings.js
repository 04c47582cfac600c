// Server settings, as Manage Server sees them, and small questions.
import { post, Refused } from "./api.js";
import { avatar, freshId, h } from "./dom.js";
import { displayOf, everybody, grantsManaging, isManager, refresh, self, store } from "./store.js";

function dialog(title, ...inside) {
  const id = freshId("dialog");
  const close = h("button", { type: "button", class: "plain close", "aria-label": "Close" }, "✕");
  const box = h("dialog", { class: "modal", "aria-labelledby": id }, h("div", { class: "dialog-head" }, h("h2", { id }, title), close), ...inside);
  close.addEventListener("click", () => box.close());
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
  return box;
}

/** Ask for one line; null where it was left. only: nothing is asked, it is only said. */
export function promptFor(title, label, { only = false } = {}) {
  return new Promise((resolve) => {
    const id = freshId("asked");
    const input = h("input", { type: "text", id, maxlength: "32" });
    const form = h("form", {}, only ? h("p", {}, label) : h("div", { class: "field" }, h("label", { for: id }, label), input),
      h("div", { class: "dialog-buttons" }, h("button", { type: "submit", class: "button primary" }, only ? "Close" : "Add")));
    let value = null;
    const box = dialog(title, form);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      value = input.value.trim() || null;
      box.close();
    });
    box.addEventListener("close", () => resolve(value));
    if (!only) input.focus();
  });
}

/** Who has which role; who may Manage Server. */
export function openSettings(guildId) {
  const inside = h("div", {});
  const box = dialog("Server settings", inside);
  box.classList.add("settings");
  const draw = () => {
    const one = store.all.guilds.find((each) => each.id === guildId);
    const roles = one.roles.filter((role) => role.id !== one.id && !role.managed);
    const people = everybody().filter((each) => each.guilds.some((at) => at.id === guildId));
    inside.replaceChildren(
      h("p", {}, `${one.name}: the bot’s /config is for those who may Manage Server. `, self() && isManager(self(), one) ? `You, ${displayOf(self(), one)}, may.` : "You may not; here you can change that, since it is practice."),
      wrong,
      h("div", { class: "table-wrap", tabindex: "0", role: "region", "aria-label": "Roles of the people" }, h("table", {},
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Person"), roles.map((role) => h("th", { scope: "col" }, role.name, grantsManaging(role) && h("span", { class: "subtext" }, " Manage Server"))))),
        h("tbody", {}, people.map((person) => h("tr", {}, h("th", { scope: "row" }, avatar(displayOf(person, one)), " ", displayOf(person, one)),
          roles.map((role) => h("td", {}, toggle(person, role)))))))),
      adding(one));
  };
  const wrong = h("p", { class: "failure", role: "alert", hidden: true });
  const change = async (path, body) => {
    wrong.hidden = true;
    try {
      await post(path, { guild: guildId, ...body });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      wrong.textContent = error.message;
      wrong.hidden = false;
    }
    await refresh();
    draw();
  };
  const toggle = (person, role) => {
    const at = person.guilds.find((each) => each.id === guildId);
    const input = h("input", { type: "checkbox", checked: at.roles.includes(role.id), "aria-label": `${displayOf(person)} is ${role.name}` });
    input.addEventListener("change", () => change("api/roles", { person: person.name, role: role.id, has: input.checked }));
    return input;
  };
  const adding = (one) => {
    const name = h("input", { type: "text", id: freshId("role"), maxlength: "32" });
    const manage = h("input", { type: "checkbox", id: freshId("manage") });
    const form = h("form", { class: "inline-form" }, h("label", { for: name.id }, "A new role"), name, h("label", { class: "check", for: manage.id }, manage, " may Manage Server"), h("button", { type: "submit", class: "button secondary" }, "Add"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (name.value.trim()) change("api/role", { name: name.value, manage: manage.checked });
    });
    const missing = everybody().filter((each) => !each.guilds.some((at) => at.id === one.id));
    const joining = missing.length ? h("p", {}, "Not here yet: ", missing.map((each) => h("button", { type: "button", class: "button secondary", onclick: () => change("api/people", { name: each.display, handle: each.name }) }, `Let ${each.display} join`))) : null;
    const threads = one.channels.filter((each) => each.type === 0);
    const thread = h("form", { class: "inline-form" });
    const threadName = h("input", { type: "text", id: freshId("thread"), maxlength: "32" });
    const where = h("select", { id: freshId("where") }, threads.map((each) => h("option", { value: each.id }, `#${each.name}`)));
    thread.append(h("label", { for: threadName.id }, "A new thread"), threadName, h("label", { for: where.id }, "on"), where, h("button", { type: "submit", class: "button secondary" }, "Add"));
    thread.addEventListener("submit", (event) => {
      event.preventDefault();
      if (threadName.value.trim()) change("api/threads", { person: store.me, channel: where.value, name: threadName.value });
    });
    return h("div", {}, form, thread, joining);
  };
  draw();
}
