// A select menu as Discord draws it: labels with descriptions, one or several, at once or in a form.
import { h, freshId } from "./dom.js";
import { Popup } from "./popup.js";

/**
 * part: the component. offered: its entries. done: called with the values when a choice is made; in a form the
 * element's `values` tells them.
 */
export function selectMenu(part, offered, done, { label = "", labelledby = "" } = {}) {
  const least = part.min_values ?? 1;
  const most = part.max_values ?? 1;
  const multiple = most > 1;
  const entries = offered.map((entry) => ({ ...entry }));
  const shown = h("span", { class: "select-shown" });
  const placeholder = part.placeholder ?? "Make a selection";
  const button = h(
    "button",
    {
      type: "button",
      class: "select-button",
      role: "combobox",
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "aria-label": labelledby ? null : label || placeholder,
      "aria-labelledby": labelledby || null,
      disabled: Boolean(part.disabled),
      dataset: { customId: part.custom_id },
    },
    shown,
    h("span", { class: "arrow", "aria-hidden": "true" }, "⌄"),
  );
  const box = h("div", {});
  const root = h("div", { class: "select" }, button, box);
  const popup = new Popup(button, box, pick);
  let before = values();

  function values() {
    return entries.filter((entry) => entry.chosen).map((entry) => entry.value);
  }

  function draw() {
    const chosen = entries.filter((entry) => entry.chosen);
    shown.replaceChildren(...(chosen.length ? chosen.map((e) => h("span", { class: multiple ? "pill" : "" }, e.label)) : [placeholder]));
    shown.classList.toggle("placeholder", !chosen.length);
    button.setAttribute("aria-description", chosen.map((e) => e.label).join(", "));
  }

  function open() {
    before = values();
    const footer = multiple && done ? h("button", { type: "button", class: "small primary", onclick: finish }, "Choose") : null;
    const at = Math.max(0, entries.findIndex((entry) => entry.chosen));
    popup.show(entries, { at, empty: "There is nothing to choose.", multiple, footer, name: label || placeholder });
    box.classList.toggle("upwards", button.getBoundingClientRect().bottom > innerHeight - 260);
  }

  function pick(entry, index) {
    if (multiple) {
      if (!entry.chosen && values().length >= most) return;
      popup.mark(index, !entry.chosen);
      popup.move(index);
      draw();
      return;
    }
    const again = entry.chosen;
    entries.forEach((one) => (one.chosen = false));
    entry.chosen = !(again && least === 0);
    draw();
    popup.hide();
    button.focus();
    done?.(values());
  }

  function finish() {
    popup.hide();
    button.focus();
    const now = values();
    if (!multiple || !done || now.join("\n") === before.join("\n")) return;
    if (now.length >= least) done(now);
    else {
      entries.forEach((entry) => (entry.chosen = before.includes(entry.value)));
      draw();
    }
  }

  button.addEventListener("click", () => (popup.open ? finish() : open()));
  button.addEventListener("keydown", (event) => {
    if (popup.open) {
      if (event.key === "Escape" || (event.key === "Tab" && multiple)) {
        event.preventDefault();
        event.stopPropagation();
        finish();
      } else if (event.key === " ") {
        event.preventDefault();
        if (popup.at >= 0) pick(entries[popup.at], popup.at);
      } else if (!popup.key(event) && event.key.length === 1) jump(event.key);
    } else if (["ArrowDown", "ArrowUp"].includes(event.key)) {
      event.preventDefault();
      open();
    }
  });
  button.addEventListener("blur", () => setTimeout(() => root.contains(document.activeElement) || finishQuietly(), 0));

  function finishQuietly() {
    if (!popup.open) return;
    const focused = document.activeElement;
    finish();
    if (focused && focused !== document.body) focused.focus();
  }

  function jump(letter) {
    const lower = letter.toLowerCase();
    const order = entries.map((_, n) => (popup.at + 1 + n) % entries.length);
    const found = order.find((n) => entries[n].label.toLowerCase().startsWith(lower));
    if (found !== undefined) popup.move(found);
  }

  Object.defineProperty(root, "values", { get: values });
  button.id ||= freshId("select");
  draw();
  return root;
}

/** What a select of any kind offers: its own options, or people, roles, channels of the server. */
export function offers(part, world) {
  const defaults = new Set((part.default_values ?? []).map((one) => one.id));
  const all = {
    3: () => (part.options ?? []).map((o) => ({ label: o.label, description: o.description, value: o.value, chosen: o.default, emoji: o.emoji?.name })),
    5: () => world.people(),
    6: () => world.roles(),
    7: () => [...world.people(), ...world.roles()],
    8: () => world.channels(part.channel_types),
  }[part.type];
  return all().map((entry) => ({ ...entry, chosen: Boolean(entry.chosen || defaults.has(entry.value)) }));
}
