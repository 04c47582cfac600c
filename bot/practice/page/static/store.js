// What this window knows: who one is, where, and the world as that person sees it.
import { get, withToken } from "./api.js";

const MANAGE_GUILD = 1n << 5n;
const query = new URLSearchParams(location.search);

export const store = {
  me: query.get("as") ?? "",
  channelId: query.get("channel") ?? "",
  all: { people: [], guilds: [], bot: {} },
  mine: { guilds: [] },
  online: false,
};

/** Read the world anew; put oneself somewhere that exists. */
export async function refresh() {
  store.all = await get("api/state");
  store.online = store.all.bot.online;
  const people = everybody();
  if (!people.some((one) => one.name === store.me)) store.me = people[0]?.name ?? "";
  store.mine = await get("api/state", { person: store.me });
  if (!channel()) store.channelId = channels(store.mine.guilds[0])[0]?.id ?? "";
}

/** The people of the table, without the servers' owners, who only exist on paper. */
export function everybody() {
  const owners = new Set(store.all.guilds.map((guild) => guild.owner_id));
  return store.all.people.filter((one) => one.guilds.length && !owners.has(one.id));
}

export const self = () => store.all.people.find((one) => one.name === store.me);
export const personNamed = (name) => store.all.people.find((one) => one.name === name);

export function channel() {
  for (const guild of store.mine.guilds) {
    const found = guild.channels.find((one) => one.id === store.channelId);
    if (found) return found;
  }
  return null;
}

export const guild = () => store.mine.guilds.find((one) => one.channels.some((each) => each.id === store.channelId));

/** The channels of a server, each with its threads behind it. */
export function channels(one) {
  if (!one) return [];
  const tops = one.channels.filter((each) => each.type === 0).sort((a, b) => a.position - b.position);
  return tops.flatMap((top) => [top, ...one.channels.filter((each) => each.parent_id === top.id && !each.archived)]);
}

export function displayOf(person, where = guild()) {
  return person.guilds.find((one) => one.id === where?.id)?.display ?? person.display;
}

export const isManager = (person, where) =>
  Boolean(BigInt(person.guilds.find((one) => one.id === where.id)?.permissions ?? 0) & MANAGE_GUILD);

export const grantsManaging = (role) => Boolean(BigInt(role.permissions) & MANAGE_GUILD);

/** What mentions are called, for Markdown. */
export const names = {
  user: (id) => {
    if (id === store.all.bot.id) return store.all.bot.username;
    const person = store.all.people.find((one) => one.id === id);
    return person ? displayOf(person) : "unknown-user";
  },
  role: (id) => guild()?.roles.find((one) => one.id === id)?.name ?? "unknown-role",
  channel: (id) => store.all.guilds.flatMap((one) => one.channels).find((one) => one.id === id)?.name ?? "unknown",
  me: (id) => self()?.id === id,
  myRole: (id) => Boolean(self()?.guilds.some((one) => one.roles.includes(id))),
};

/** What selects and options of people, roles and channels offer here. */
export const world = {
  people: () => {
    const here = guild();
    return everybody()
      .filter((one) => one.guilds.some((each) => each.id === here?.id))
      .map((one) => ({ label: displayOf(one), description: `@${one.name}`, value: one.id }));
  },
  roles: () => (guild()?.roles ?? []).map((one) => ({ label: one.name.startsWith("@") ? one.name : `@${one.name}`, value: one.id })),
  channels: (types) =>
    channels(guild())
      .filter((one) => !types?.length || types.includes(one.type))
      .map((one) => ({ label: `#${one.name}`, value: one.id })),
};

/** The address of this page as somebody, somewhere. */
export const addressOf = (person = store.me, where = store.channelId) =>
  `/practice/?${withToken({ as: person, ...(where ? { channel: where } : {}) })}`;
