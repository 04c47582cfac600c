// A form that the bot opened.
import { post, Refused, upload } from "./api.js";
import { h, freshId } from "./dom.js";
import { markdown } from "./markdown.js";
import { offers, selectMenu } from "./select.js";
import { names, store, world } from "./store.js";

/** taken: gets what came of it. */
export function openModal(modal, taken) {
  const fields = [];
  const wrong = h("p", { class: "failure", role: "alert", hidden: true });
  const title = freshId("modal");
  const send = h("button", { type: "submit", class: "button primary" }, "Submit");
  const form = h("form", { novalidate: true },
    h("h2", { id: title }, modal.title),
    modal.components.flatMap((part) => draw(part, fields)),
    wrong,
    h("div", { class: "dialog-buttons" }, h("button", { type: "button", class: "button secondary", onclick: () => dialog.close() }, "Cancel"), send));
  const dialog = h("dialog", { class: "modal", "aria-labelledby": title }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    send.disabled = true;
    try {
      const values = {};
      for (const [id, read] of fields) values[id] = await read();
      const outcome = await post("api/submit", { person: store.me, modal: modal.id, values });
      if (outcome.error) return fail(outcome.error);
      dialog.close();
      taken(outcome);
      window.dispatchEvent(new Event("table-changed"));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      fail(error.message);
    } finally {
      send.disabled = false;
    }
  });
  const fail = (text) => {
    wrong.textContent = text;
    wrong.hidden = false;
  };
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function draw(part, fields) {
  if (part.type === 10) return [h("div", { class: "text" }, markdown(part.content, names))];
  if (part.type === 1) return part.components.map((child) => field(child, child.label ?? "", "", fields));
  if (part.type === 18) return [field(part.component, part.label, part.description, fields)];
  return [];
}

function field(part, label, description, fields) {
  const id = freshId("field");
  const optional = part.required === false;
  const [element, read] = (MAKE[part.type] ?? MAKE[3])(part, id, label);
  fields.push([part.custom_id, read]);
  const note = description ? h("p", { class: "subtext", id: `${id}-note` }, description) : null;
  if (note) (element.querySelector("button") ?? element).setAttribute("aria-describedby", note.id);
  const grouped = [21, 22].includes(part.type);
  if (part.type === 23) return h("div", { class: "field" }, h("label", { class: "check" }, element, ` ${label}`), note);
  const caption = h(grouped ? "legend" : "label", grouped ? {} : { for: id, id: `${id}-label` }, label, optional ? "" : h("span", { class: "required", "aria-hidden": "true" }, " *"));
  return h(grouped ? "fieldset" : "div", { class: "field" }, caption, note, element);
}

const MAKE = {
  4: (part, id) => {
    const props = { id, placeholder: part.placeholder, maxlength: String(part.max_length ?? 4000), dataset: { customId: part.custom_id } };
    const element = part.style === 2 ? h("textarea", { ...props, rows: "6" }) : h("input", { ...props, type: "text" });
    element.value = part.value ?? "";
    if (part.required !== false) element.setAttribute("aria-required", "true");
    return [element, () => element.value];
  },
  3: (part, id, label) => {
    const element = selectMenu(part, offers(part, world), null, { label });
    element.querySelector("button").id = id;
    return [element, () => element.values];
  },
  19: (part, id) => {
    const element = h("input", { type: "file", id, multiple: (part.max_values ?? 1) > 1, dataset: { customId: part.custom_id } });
    return [element, async () => (element.files.length ? upload(element.files) : [])];
  },
  21: (part, id) => choices(part, id, "radio"),
  22: (part, id) => choices(part, id, "checkbox"),
  23: (part, id) => {
    const element = h("input", { type: "checkbox", id, checked: Boolean(part.default), dataset: { customId: part.custom_id } });
    return [element, () => element.checked];
  },
};

function choices(part, id, type) {
  const inputs = part.options.map((one) => h("input", { type, name: id, value: one.value, checked: Boolean(one.default) }));
  const rows = part.options.map((one, n) => h("label", { class: "check" }, inputs[n], h("span", {}, one.label, one.description && h("span", { class: "option-note" }, one.description))));
  const picked = () => inputs.filter((one) => one.checked).map((one) => one.value);
  return [h("div", {}, rows), () => (type === "radio" ? picked()[0] ?? null : picked())];
}
