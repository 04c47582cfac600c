// Components of messages: Discord's rows, buttons and selects, and Components V2.
import { h } from "./dom.js";
import { markdown } from "./markdown.js";
import { offers, selectMenu } from "./select.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "primary" };

/** parts as nodes. at: {names, world, press(part, element), select(part, values, element)}. */
export function components(parts, at) {
  return parts.map((part) => (DRAW[part.type] ?? unknown)(part, at));
}

const DRAW = {
  1: (part, at) => h("div", { class: "row" }, components(part.components, at)),
  2: button,
  3: select, 5: select, 6: select, 7: select, 8: select,
  9: (part, at) => h("div", { class: "section" }, h("div", { class: "section-text" }, components(part.components, at)), components([part.accessory], at)),
  10: (part, at) => h("div", { class: "text" }, markdown(part.content, at.names)),
  11: (part) => media(part, "thumbnail"),
  12: (part) => h("div", { class: "gallery" }, part.items.map((item) => media(item, "media"))),
  13: (part) => file(part.file?.url, part.name ?? part.file?.name ?? fileName(part.file?.url), part.size, part.spoiler),
  14: (part) => h("hr", { class: `${part.divider === false ? "bare" : ""} ${part.spacing === 2 ? "wide" : ""}` }),
  17: container,
};

function unknown(part) {
  return h("p", { class: "subtext" }, `(A component of type ${part.type}, which the practice table cannot draw.)`);
}

function container(part, at) {
  const colour = part.accent_color ?? part.accent_colour;
  const accent = typeof colour === "number" ? `#${colour.toString(16).padStart(6, "0")}` : null;
  const box = h("div", { class: accent ? "container accented" : "container", style: accent ? { "--accent": accent } : {} }, components(part.components, at));
  return part.spoiler ? hidden(box) : box;
}

function button(part, at) {
  const inside = [part.emoji?.name && h("span", { class: "emoji" }, part.emoji.name), part.label];
  const style = STYLES[part.style] ?? "secondary";
  if (part.url) return h("a", { class: `button ${style}`, href: /^https?:/.test(part.url) ? part.url : "#", target: "_blank", rel: "noopener noreferrer" }, inside, " ↗");
  const element = h(
    "button",
    { type: "button", class: `button ${style}`, disabled: Boolean(part.disabled), dataset: { customId: part.custom_id ?? "" } },
    inside,
  );
  element.addEventListener("click", () => at.press(part, element));
  return element;
}

function select(part, at) {
  const element = selectMenu(part, offers(part, at.world), (values) => at.select(part, values, element));
  return element;
}

function media(item, kind) {
  const inside = item.media ?? {};
  const description = item.description ?? "";
  const what = inside.content_type ?? "";
  const isVideo = what.startsWith("video/");
  const shown = isVideo
    ? h("video", { src: inside.url, controls: true })
    : h("img", { src: inside.url, alt: description || "Picture without a description", width: inside.width, height: inside.height, loading: "lazy" });
  const box = h("figure", { class: kind }, kind === "thumbnail" || isVideo ? shown : opened(inside.url, shown));
  return item.spoiler ? hidden(box) : box;
}

function opened(url, picture) {
  return h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, picture);
}

function hidden(box) {
  const cover = h("button", { type: "button", class: "cover" }, "Spoiler: press to show");
  cover.addEventListener("click", () => cover.replaceWith(box));
  return cover;
}

function fileName(url) {
  return decodeURIComponent((url ?? "file").split("/").pop());
}

function file(url, name, size, spoiler) {
  const kind = /\.(\w{1,6})$/.exec(name ?? "")?.[1] ?? "file";
  const box = h("div", { class: "file" }, h("span", { class: "file-kind", "aria-hidden": "true" }, kind), h("span", {},
    h("a", { href: url, download: name, target: "_blank", rel: "noopener" }, name), size ? h("span", { class: "subtext" }, ` ${bytes(size)}`) : null));
  return spoiler ? hidden(box) : box;
}

export function bytes(size) {
  return size < 1000 ? `${size} bytes` : size < 1e6 ? `${(size / 1000).toFixed(1)} KB` : `${(size / 1e6).toFixed(1)} MB`;
}

/** Files at a message that is not made of Components V2. */
export function attachment(one) {
  const spoiler = one.filename.startsWith("SPOILER_");
  if (/^image\/(png|jpeg|gif|webp)/.test(one.content_type ?? "")) {
    return media({ media: { url: one.url, content_type: one.content_type, width: one.width, height: one.height }, description: one.description ?? one.filename, spoiler }, "media");
  }
  return file(one.url, one.filename, one.size, spoiler);
}

export function embed(one, names) {
  const colour = typeof one.color === "number" ? `#${one.color.toString(16).padStart(6, "0")}` : null;
  return h(
    "div",
    { class: "container accented embed", style: colour ? { "--accent": colour } : {} },
    one.author && h("p", { class: "embed-author" }, one.author.name),
    one.title && h("h4", {}, one.url ? h("a", { href: one.url, target: "_blank", rel: "noopener noreferrer" }, one.title) : one.title),
    one.description && markdown(one.description, names),
    one.fields?.length && h("div", { class: "fields" }, one.fields.map((f) => h("div", { class: f.inline ? "inline" : "" }, h("strong", {}, f.name), markdown(f.value, names)))),
    one.image && media({ media: one.image, description: one.title ?? "" }, "media"),
    one.thumbnail && media({ media: one.thumbnail, description: "" }, "thumbnail"),
    (one.footer || one.timestamp) && h("p", { class: "subtext" }, [one.footer?.text, one.timestamp && new Date(one.timestamp).toLocaleString()].filter(Boolean).join(" · ")),
  );
}
