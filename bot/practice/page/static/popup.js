// A list to choose from, opened by a combobox: arrow keys, Home, End, Enter, Tab, Escape, or the mouse.
import { h, freshId } from "./dom.js";

/**
 * owner: the element with role combobox that keeps the focus. entries: {label, description, value, chosen}.
 * picked: called with an entry.
 */
export class Popup {
  constructor(owner, box, picked) {
    this.owner = owner;
    this.box = box;
    this.picked = picked;
    this.entries = [];
    this.at = -1;
    this.open = false;
    this.multiple = false;
    box.classList.add("popup");
    box.id ||= freshId("popup");
    box.hidden = true;
  }

  show(entries, { heading = "", at = -1, empty = "", multiple = false, footer = null, name = "" } = {}) {
    this.entries = entries;
    this.multiple = multiple;
    this.open = true;
    this.options = entries.map((entry, index) => this.option(entry, index));
    const list = h(
      "div",
      {
        role: "listbox",
        id: `${this.box.id}-list`,
        "aria-label": name || heading || "Choices",
        "aria-multiselectable": multiple ? "true" : null,
      },
      this.options,
    );
    this.box.replaceChildren(
      ...(heading ? [h("p", { class: "popup-head" }, heading)] : []),
      ...(entries.length ? [list] : [h("p", { class: "popup-empty", role: "status" }, empty)]),
      ...(footer ? [footer] : []),
    );
    this.box.hidden = false;
    this.owner.setAttribute("aria-expanded", "true");
    if (entries.length) this.owner.setAttribute("aria-controls", list.id);
    this.move(at);
  }

  option(entry, index) {
    const row = h(
      "div",
      {
        role: "option",
        id: `${this.box.id}-${index}`,
        "aria-selected": entry.chosen ? "true" : "false",
        dataset: { value: String(entry.value ?? "") },
      },
      this.multiple && h("span", { class: "tick", "aria-hidden": "true" }),
      h("span", { class: "option-text" }, h("span", { class: "option-label" }, entry.emoji ? `${entry.emoji} ` : "", entry.label),
        entry.description && h("span", { class: "option-note" }, entry.description)),
    );
    row.addEventListener("pointerdown", (event) => event.preventDefault());
    row.addEventListener("pointermove", () => this.at !== index && this.move(index));
    row.addEventListener("click", () => this.picked(entry, index));
    return row;
  }

  move(to) {
    this.options?.[this.at]?.classList.remove("active");
    this.at = this.entries.length ? Math.max(-1, Math.min(to, this.entries.length - 1)) : -1;
    const row = this.options?.[this.at];
    if (row) {
      row.classList.add("active");
      row.scrollIntoView({ block: "nearest" });
      this.owner.setAttribute("aria-activedescendant", row.id);
    } else this.owner.removeAttribute("aria-activedescendant");
  }

  mark(index, chosen) {
    this.entries[index].chosen = chosen;
    this.options[index].setAttribute("aria-selected", String(chosen));
  }

  hide() {
    if (!this.open) return;
    this.open = false;
    this.box.hidden = true;
    this.box.replaceChildren();
    this.owner.setAttribute("aria-expanded", "false");
    this.owner.removeAttribute("aria-activedescendant");
    this.owner.removeAttribute("aria-controls");
  }

  /** Whether the key was for the list. */
  key(event) {
    if (!this.open) return false;
    const last = this.entries.length - 1;
    const to = { ArrowDown: this.at >= last ? 0 : this.at + 1, ArrowUp: this.at <= 0 ? last : this.at - 1 }[event.key];
    if (to !== undefined) this.move(to);
    else if ((event.key === "Enter" || event.key === "Tab") && !event.shiftKey && this.at >= 0) {
      this.picked(this.entries[this.at], this.at);
    } else if (event.key === "Escape") this.hide();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
}
