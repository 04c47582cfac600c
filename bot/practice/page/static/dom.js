// Small helpers around the DOM. Text only ever becomes text nodes: no markup is read from what people typed.

/** An element: h("p", {class: "quiet", onclick: f}, "text", child, …). null and false are left out. */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "dataset") Object.assign(element.dataset, value);
    else if (name === "style") for (const [key, one] of Object.entries(value)) element.style.setProperty(key, one);
    else if (name in element && !["list", "form", "role"].includes(name) && typeof value !== "string") element[name] = value;
    else element.setAttribute(name === "className" ? "class" : name, value === true ? "" : value);
  }
  append(element, children);
  return element;
}

export function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

export const $ = (selector, inside = document) => inside.querySelector(selector);

let counter = 0;
/** An id that no other element has. */
export const freshId = (stem) => `${stem}-${++counter}`;

/** Calls f once, `wait` milliseconds after the last call. */
export function debounced(f, wait) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => f(...values), wait);
  };
}

/** A colour for a name: always the same one, dark enough for white letters. */
export function colourOf(name) {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)) % 360;
  return `hsl(${sum} 45% 36%)`;
}

export function avatar(name, bot = false) {
  const letter = bot ? "⚔" : [...name][0]?.toUpperCase() ?? "?";
  const colour = bot ? "#8f2f2f" : colourOf(name);
  return h("span", { class: "avatar", "aria-hidden": "true", style: { "--colour": colour } }, letter);
}
