"""Names as people type them: a hundred at once, each found and hit alone; none ever pings or formats.

And whatever else may be typed into any option of any command: it is answered with a sentence.
"""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.features.kit import escape
from bot.practice.discord import ClientRefusal, Outcome, Person, Upload
from bot.practice.discord.interactions import Kind
from bot.practice.discord.people import options
from bot.practice.discord.people.resolving import Resolver
from bot.practice.discord.text import walk
from tests.e2e.at_random import Fight
from tests.e2e.company import PATIENCE, Company, company

STEMS = (
    "O'Brien",
    "D’Arcy the “Blade”",
    "`rm -rf`",
    "```json",
    "**Bold** _Ilse_",
    "~~Struck~~ ||Spoiler||",
    "@everyone",
    "@here",
    "<@1> <@&2> <#3>",
    "# Heading",
    "- item",
    "> quote",
    "1. first",
    "[link](https://example.org)",
    "https://example.org/x",
    "a\\b\\",
    "🐉 Dragon 🏳️‍🌈",
    "דוד המלך",
    "محمد (الأول)",
    "Zoë Ångström",
    "Z\u0336a\u0337l\u0338g\u0335o",
    "{0} %s ${x}",
    "x:y=z,w",
    "null",
    "-5",
)
"""Twenty-five; each comes as typed, in capitals, in small letters, and once more."""


def names() -> list[str]:
    """A hundred less one, for Ana is there too; of each stem four that differ by case or not at all."""
    variants = [(stem, stem.upper(), stem.lower(), stem) for stem in STEMS]
    return list(itertools.chain.from_iterable(variants))[:99]


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Company]:
    """The bot in a hurry."""
    async with company(tmp_path) as here:
        yield here


async def hundred(here: Company) -> Fight:
    """Ana and ninety-nine others, in round 1 of the fight and Ana's turn."""
    fight = Fight(here, here.channel, here.person("gunnar"), 1, here.bot.database_url)
    ana = here.person("ana")
    fight.people[ana.id] = ana
    await here.say(fight.gm, "encounter start", {"ruleset": "openquest", "name": "**@everyone** `x`"})
    await here.say(ana, "encounter join character:Sellsword name:Ana")
    for name in names():
        out = await here.say(fight.gm, "encounter add", {"creature": "Goblin", "name": name}, pick=True)
        assert "joins" in out.text, out.text
    await here.say(fight.gm, "encounter begin")
    fight.follower.read()
    for _ in range(100):
        if fight.state.actor == "ana":
            break
        await here.say(fight.gm, "encounter next")
        fight.follower.read()
    return fight


async def test_a_hundred_names_are_found_and_each_is_hit_alone(table: Company) -> None:
    fight = await hundred(table)
    gm, ana, at = fight.gm, fight.people[table.person("ana").id], table.channel
    present = list(fight.state.present())
    assert len(present) == 100
    assert len({c.name.casefold() for c in present}) == 100, "no two can be taken for each other"
    full = await table.say(gm, "encounter add creature:Goblin")
    assert "at most 100" in full.text
    for number, c in enumerate(present):
        offered = await gm.autocomplete(at, "encounter set", "combatant", c.name)
        assert offered.choices, c.name
        assert len(offered.choices) <= 25
        mine = [choice for choice in offered.choices if choice.value == c.id]
        assert len(mine) == 1, f"{c.name!r} is not among {[x.name for x in offered.choices]}"
        assert len({choice.name for choice in offered.choices}) == len(offered.choices)
        before = fight.follower.read()
        values = {"combatant": mine[0], "value": "hp", "to": str(100 + number)}
        out = await table.say(gm, "encounter set", values, pick=False)
        after = fight.follower.read()
        changed = [d.id for d in present if after[d.id] != before[d.id]]
        assert changed == [c.id], f"{c.name!r}: {out.text}"
        assert after[c.id].stats.hp == 100 + number
    for typed in ("o'br", "`", "דו", "🐉", "z"):
        offered = await ana.autocomplete(at, "attack", "target", typed)
        assert len(offered.choices) <= 25
        plain = [c.name.casefold() for c in present if c.id in [x.value for x in offered.choices]]
        assert plain, typed
        assert all(typed.casefold() in name for name in plain), (typed, plain)
    assert len((await ana.autocomplete(at, "attack", "target", "")).choices) == 25
    assert (await ana.autocomplete(at, "attack", "target", "nobody of that name")).choices == []
    # typed in full and never chosen from the list, each is the one that is meant
    for c in random.Random(4).sample(present, 25):
        values = {"combatant": c.name, "value": "hp", "to": "77"}
        await table.say(gm, "encounter set", values, pick=False)
        fight.follower.read()
        assert [d.name for d in fight.state.present() if d.stats.hp == 77] == [c.name]
        await table.say(gm, "encounter set", {**values, "to": "9"}, pick=False)
    fight.follower.close()


async def test_no_name_ever_pings_or_formats(table: Company) -> None:
    fight = await hundred(table)
    gm, ana, at = fight.gm, table.person("ana"), table.channel
    shown = [c.name for c in fight.state.present()]
    for n, c in enumerate(list(fight.state.present())[1:26]):
        await table.say(gm, "encounter note", {"text": c.name, "about": c.id}, pick=False)
        await table.say(gm, "encounter effect", {"label": c.name[:60], "combatant": c.id, "rounds": 1})
        if n % 5 == 0:
            await table.say(ana, "attack", {"target": c.id}, pick=False)
            fight.follower.read()
            await fight.answered()
    fight.follower.read()
    await fight.settled()
    panel = await table.press(ana, fight.board() or at.messages[-1], "My turn")
    told = [m for m in at.messages if not m.ephemeral]
    for message in (*told, panel.reply):
        assert not message.mentions_everyone, message.text
        assert not message.mention_roles, message.text
        assert set(message.pings) <= {ana.id, gm.id}, message.text
    texts = "\n".join(m.text for m in told)
    for name in shown:
        assert escape(name) in texts, name
    assert "@everyone" not in texts
    assert "```" not in texts.replace("\\`", "")
    # the log, as words for people and as data
    files = (await table.say(ana, "encounter log")).reply.attachments
    markdown = files[0].data.decode()
    assert "@everyone" not in markdown
    assert "\n# Heading" not in markdown
    data = (await table.say(gm, "encounter log form:json")).reply.attachments
    said = json.dumps(json.loads(data[0].data), ensure_ascii=False)
    for name in shown:
        assert json.dumps(name, ensure_ascii=False) in said, name
    await table.say(gm, "encounter end")
    fight.follower.read()
    fight.follower.close()


# ------------------------------------------------------------------ whatever may be typed
HOSTILE = (
    "@everyone <@1> **x** `y`",
    "x" * 200,
    "nul\x00nul",
    "\x00",
    "half \ud83d",
    "\udc00",
    "\u200b\u200d\ufeff",
    "\u202eabc\u2066",
    "   ",
    "\n\n- a\n# b",
    "9" * 400,
    "-1",
    "1e999",
    "%s{0}{x}'\";--",
    "ready:nothing",
    "sheet:99999999999999999999",
    "sheet:-1",
    "s1:do:1",
    "~abc",
    "é" * 6000,
)
NEVER = {"encounter end", "privacy delete"}


@pytest.mark.parametrize(
    ("database_url", "game", "character", "foe"),
    [("sqlite", "24-system", "Guard", "Bandit"), ("postgresql", "openquest", "Sellsword", "Goblin")],
    indirect=["database_url"],
)
async def test_nothing_that_can_be_typed_is_more_than_refused(
    database_url: str, game: str, character: str, foe: str, tmp_path: Path
) -> None:
    dice = random.Random(database_url.partition(":")[0])
    async with company(tmp_path, url=database_url) as here:
        gm, ana = here.person("gunnar"), here.person("ana")
        mara = here.manager("mara")
        await here.say(gm, f"encounter start ruleset:{game} name:The ford")
        await here.say(ana, f"encounter join character:{character} name:Ana")
        await here.say(gm, f"encounter add creature:{foe}")
        await here.say(gm, "encounter begin")
        for _ in range(4):
            await panel(here, ana, dice)
            await here.say(gm, "encounter next")
        for named in commands(here):
            if named.full_name in NEVER:
                continue
            by = mara if named.command["name"] in ("config", "character") else gm
            texts = [o["name"] for o in named.options if o["type"] == 3 and not o.get("choices")]
            for value in dice.sample(HOSTILE, 4):
                await typed(here, by, named, dict.fromkeys(texts, value))
            for name in texts:
                for value in dice.sample(HOSTILE, 1):
                    await typed(here, by, named, {name: value})
        await forms(here, ana, f"ruleset:{game} from:{character}", dice)
        out = await here.say(gm, "encounter end")
        assert "The encounter ends" in out.text


def commands(here: Company) -> list[options.Named]:
    """Every command there is."""
    found: list[options.Named] = []
    for command in here.world.command_store.usable_in(here.guild):
        subs = [one for one in command["options"] if one["type"] in (options.SUB, options.GROUP)]
        if subs:
            found += [options.Named(command, (s,), tuple(s.get("options") or ())) for s in subs]
        else:
            found.append(options.Named(command, (), tuple(command["options"])))
    return found


async def typed(here: Company, by: Person, named: options.Named, texts: dict[str, str]) -> Outcome | None:
    """A command with these texts, and with what is needed besides."""
    resolver = Resolver(by.user, here.channel)
    given: dict[str, Any] = {}
    for option in named.options:
        name, kind = option["name"], option["type"]
        if name in texts:
            given[name] = texts[name][: option.get("max_length") or 6000]
        elif option.get("required"):
            given[name] = await needed(here, by, named, option)
        elif kind == 3 and option.get("autocomplete") and texts:
            offered = (await by.autocomplete(here.channel, named.full_name, name, "")).choices
            given[name] = offered[0] if offered else None
    try:
        sent = options.filled(named, given, resolver)
    except ClientRefusal:
        return None
    command = {"id": named.command["id"], "name": named.command["name"], "type": 1}
    data = {**command, "options": named.wrap(sent), **resolver.told()}
    act = by._act(Kind.COMMAND, here.channel, data, command_name=named.full_name)
    return await here.answered(f"{named.full_name} {texts!r}"[:300], await act)


async def needed(here: Company, by: Person, named: options.Named, option: dict[str, Any]) -> Any:
    """Something that fits a required option."""
    if option.get("choices"):
        return option["choices"][0]["value"]
    if option.get("autocomplete"):
        offered = (await by.autocomplete(here.channel, named.full_name, option["name"], "")).choices
        return offered[0] if offered else "x"
    fitting: dict[int, Any] = {3: "1d6", 4: 1, 5: False, 6: by, 11: Upload("x.json", b'{"a":"\\u0000"}')}
    return fitting.get(option["type"], "x")


async def forms(here: Company, ana: Person, what: str, dice: random.Random) -> None:
    """Every form of a sheet's draft."""
    draft = (await here.say(ana, f"character new name:Rurik {what}")).reply
    for button in list(draft.buttons):
        custom_id = str(button["custom_id"])
        for value in dice.sample(HOSTILE, 5):
            opened = await here.press(ana, draft, custom_id)
            if opened.kind != "modal":
                break
            await submitted(here, ana, opened, value)
            if draft.deleted or custom_id not in [b.get("custom_id") for b in draft.buttons]:
                return


async def panel(here: Company, ana: Person, dice: random.Random) -> None:
    """What is typed on the panel, for every action that takes words or numbers."""
    await here.world.until(lambda: here.button(ana, "My turn") is not None, timeout=PATIENCE)
    opened = (await here.press_newest(ana, "My turn")).reply
    menus = [one for one in opened.selects if one["placeholder"] == "What do you do?"]
    for menu in menus:
        for option in menu["options"]:
            shown = (await here.select(ana, opened, menu["custom_id"], [option["value"]])).reply
            for button in [b for b in shown.buttons if str(b["label"]).endswith("type …")]:
                form = await here.press(ana, shown, str(button["custom_id"]))
                await submitted(here, ana, form, dice.choice(HOSTILE))
            do = [b for b in shown.buttons if b["label"] == "Do it" and not b.get("disabled")]
            if do and dice.random() < 0.3:
                await here.press(ana, shown, str(do[0]["custom_id"]))
                return


async def submitted(here: Company, by: Person, opened: Outcome, value: str) -> None:
    """A form with this in every text that takes it."""
    fields = {part["custom_id"]: value for part in inputs(opened) if fits(part, value)}
    await here.answered(f"form {value!r}"[:200], await by.submit(opened.form, fields))


def inputs(opened: Outcome) -> list[dict[str, Any]]:
    """The text inputs of a form."""
    return [part for part in walk(opened.form.components) if part["type"] == 4]


def fits(part: dict[str, Any], value: str) -> bool:
    """Whether Discord's app lets this be typed."""
    one_line = part.get("style") == 1 and "\n" in value
    return not one_line and (part.get("min_length") or 0) <= len(value) <= (part.get("max_length") or 4000)
