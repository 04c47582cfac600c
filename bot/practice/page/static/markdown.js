// Discord's Markdown as DOM nodes. Everything else stays text.
import { h } from "./dom.js";

const INLINE = [
  [/^\\([\\*_~|`<>[\](){}#+\-.!:@/])/, (m) => m[1]],
  [/^\\(\d)/, (m) => m[1]],
  [/^(`+)([\s\S]*?[^`])\1(?!`)/, (m) => h("code", {}, m[2].replace(/^ (.*) $/, "$1"))],
  [/^\|\|([\s\S]+?)\|\|/, (m, names) => spoiler(inline(m[1], names))],
  [/^\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/, (m, names) => h("strong", {}, inline(m[1], names))],
  [/^__((?:\\[\s\S]|[^\\])+?)__(?!_)/, (m, names) => h("u", {}, inline(m[1], names))],
  [/^~~((?:\\[\s\S]|[^\\])+?)~~/, (m, names) => h("s", {}, inline(m[1], names))],
  [/^\*(?=\S)((?:\\[\s\S]|\*\*(?:\\[\s\S]|[^*\\])+?\*\*|[^*\\])+?)\*(?!\*)/, (m, names) => h("em", {}, inline(m[1], names))],
  [/^_((?:\\[\s\S]|__(?:\\[\s\S]|[^_\\])+?__|[^_\\])+?)_(?![\p{L}\p{N}_])/u, (m, names) => h("em", {}, inline(m[1], names))],
  [/^<@!?(\d{1,20})>/, (m, names) => mention(`@${names.user(m[1])}`, names.me(m[1]))],
  [/^<@&(\d{1,20})>/, (m, names) => mention(`@${names.role(m[1])}`, names.myRole(m[1]))],
  [/^<#(\d{1,20})>/, (m, names) => mention(`#${names.channel(m[1])}`, false)],
  [/^<\/([\w -]{1,100}):\d{1,20}>/, (m) => mention(`/${m[1]}`, false)],
  [/^<t:(-?\d{1,13})(?::([tTdDfFR]))?>/, (m) => moment(Number(m[1]), m[2] ?? "f")],
  [/^<a?:(\w{2,32}):\d{1,20}>/, (m) => `:${m[1]}:`],
  [/^@(everyone|here)\b/, (m) => mention(m[0], false)],
  [/^\[((?:\\.|[^\]\\])+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/, (m, names) => link(m[2], inline(m[1], names))],
  [/^<(https?:\/\/[^\s>]+)>/, (m) => link(m[1], m[1])],
  [/^https?:\/\/[^\s<>]+[^\s<>.,:;"')\]]/, (m) => link(m[0], m[0])],
];
const SPECIAL = /[\\`|*_~<@[h]/;

/** Inline Markdown as nodes and texts. names: what mentions are called. */
export function inline(text, names) {
  const out = [];
  let plain = "";
  let at = 0;
  while (at < text.length) {
    const found = SPECIAL.test(text[at]) && match(text, at);
    if (!found) {
      plain += text[at++];
      continue;
    }
    const [one, make] = found;
    if (plain) out.push(plain);
    plain = "";
    out.push(make(one, names));
    at += one[0].length;
  }
  if (plain) out.push(plain);
  return out;
}

function match(text, at) {
  const rest = text.slice(at);
  if (rest[0] === "_" && /[\p{L}\p{N}]/u.test(text[at - 1] ?? "")) return null;
  if (rest[0] === "h" && /[\p{L}\p{N}]/u.test(text[at - 1] ?? "")) return null;
  for (const [pattern, make] of INLINE) {
    const one = pattern.exec(rest);
    if (one) return [one, make];
  }
  return null;
}

const LIST = /^(\s*)(?:[-*+]|(\d{1,9})[.)])\s+(.*)$/;

/** A whole text as block nodes. */
export function markdown(text, names) {
  const lines = text.split("\n");
  const out = [];
  let plain = [];
  const flush = () => {
    if (plain.length) out.push(h("p", {}, inline(plain.join("\n"), names)));
    plain = [];
  };
  while (lines.length) {
    const block = fence(lines) ?? quote(lines, names) ?? heading(lines, names) ?? list(lines, names);
    if (block) {
      flush();
      out.push(block);
    } else plain.push(lines.shift());
  }
  flush();
  return out;
}

function fence(lines) {
  if (!lines[0].startsWith("```")) return null;
  const whole = lines.join("\n");
  const found = /^```(?:[\w+-]*\n)?([\s\S]*?)\n?```/.exec(whole);
  if (!found) return null;
  const rest = whole.slice(found[0].length).replace(/^\n/, "");
  lines.splice(0, lines.length, ...(rest ? rest.split("\n") : []));
  return h("pre", { tabindex: "0" }, h("code", {}, found[1]));
}

function quote(lines, names) {
  if (lines[0].startsWith(">>> ")) {
    const rest = lines.splice(0).join("\n").slice(4);
    return h("blockquote", {}, markdown(rest, names));
  }
  const quoted = [];
  while (lines.length && lines[0].startsWith("> ")) quoted.push(lines.shift().slice(2));
  return quoted.length ? h("blockquote", {}, markdown(quoted.join("\n"), names)) : null;
}

function heading(lines, names) {
  const found = /^(#{1,3}|-#)\s+(\S.*)$/.exec(lines[0]);
  if (!found) return null;
  lines.shift();
  if (found[1] === "-#") return h("p", { class: "subtext" }, inline(found[2], names));
  return h(`h${found[1].length + 2}`, {}, inline(found[2], names));
}

function list(lines, names) {
  const first = LIST.exec(lines[0]);
  if (!first || lines[0].startsWith("-#")) return null;
  const root = h(first[2] ? "ol" : "ul", first[2] ? { start: first[2] } : {});
  const depth = first[1].length;
  while (lines.length) {
    const found = LIST.exec(lines[0]);
    if (!found || found[1].length < depth || (found[1].length === depth && !found[2] !== !first[2])) break;
    if (found[1].length > depth && root.lastElementChild) root.lastElementChild.append(list(lines, names));
    else {
      lines.shift();
      root.append(h("li", {}, inline(found[3], names)));
    }
  }
  return root;
}

function mention(text, mine) {
  return h("span", { class: mine ? "mention mine" : "mention" }, text);
}

function link(address, shown) {
  return h("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, shown);
}

function spoiler(inside) {
  const box = h("button", { type: "button", class: "spoiler", "aria-label": "Spoiler: press to show" }, inside);
  box.addEventListener("click", () => box.replaceWith(h("span", { class: "spoiler shown" }, [...box.childNodes])));
  return box;
}

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

function moment(seconds, style) {
  const when = new Date(seconds * 1000);
  const full = when.toLocaleString([], STYLES.F);
  const shown = style === "R" ? relative(seconds) : when.toLocaleString([], STYLES[style]);
  const props = { class: "moment", datetime: Number.isNaN(when.getTime()) ? null : when.toISOString(), title: full };
  if (style === "R") props.dataset = { seconds: String(seconds) };
  return h("time", props, shown);
}

const UNITS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

/** “in 5 minutes”, “2 hours ago”. */
export function relative(seconds) {
  const off = seconds - Date.now() / 1000;
  const [unit, length] = UNITS.find(([, size]) => Math.abs(off) >= size) ?? UNITS[5];
  return new Intl.RelativeTimeFormat([], { numeric: "auto" }).format(Math.trunc(off / length), unit);
}

/** Lets relative times on the page go on. */
export function tick() {
  for (const one of document.querySelectorAll("time[data-seconds]")) {
    const shown = relative(Number(one.dataset.seconds));
    if (one.textContent !== shown) one.textContent = shown;
  }
}
