// The way to the practice Discord: requests with the token, and the stream of what changes.

const token = new URLSearchParams(location.search).get("token") ?? "";
export const withToken = (query = {}) => new URLSearchParams({ token, ...query }).toString();

/** What Discord's own app, or the table, would not do: its reason is for the person to read. */
export class Refused extends Error {}

async function answered(response) {
  const value = await response.json().catch(() => ({}));
  if (response.ok) return value;
  throw new Refused(value.refused ?? value.error ?? `The practice table answered ${response.status}.`);
}

async function asked(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Refused("The practice table is closed. Start it with “make play”.");
  }
  return answered(response);
}

const headers = { Authorization: `Bearer ${token}` };
export const get = (path, query = {}) => asked(`/practice/${path}?${new URLSearchParams(query)}`, { headers });
export const post = (path, body = {}) =>
  asked(`/practice/${path}`, { method: "POST", headers, body: JSON.stringify(body) });

/** Files on their way: their ids, as values of options and fields. */
export async function upload(files) {
  const form = new FormData();
  for (const file of files) form.append("file", file, file.name);
  const kept = await asked("/practice/api/files", { method: "POST", headers, body: form });
  return kept.files.map((file) => ({ file: file.id }));
}

const NAMES = ["message", "edit", "delete", "outcome", "channel", "commands", "state", "bot"];

/** Everything that changes, as one person sees it. opened: called at every (re)connection. */
export function listen(person, told, opened) {
  const source = new EventSource(`/practice/api/events?${withToken({ person })}`);
  for (const name of NAMES) source.addEventListener(name, (event) => told(name, JSON.parse(event.data)));
  source.addEventListener("open", () => opened(true));
  source.addEventListener("error", () => opened(false));
  return () => source.close();
}
