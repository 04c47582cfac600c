"""Every cell of `docs/permissions.md`, walked at the running bot.

What somebody may do is done; what they may not is answered by a private sentence and leaves everything as it
is.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.practice.discord import ClientRefusal, Outcome
from bot.practice.discord.message import Message
from bot.practice.discord.people import options
from tests.e2e.cases import (
    CASES,
    LOG,
    SHEET,
    Case,
    Kept,
    board,
    sheet_of,
)
from tests.e2e.company import PATIENCE, Company, company
from tests.e2e.scenes import (
    CONTROLLER,
    DM,
    ELSEWHERE,
    GM,
    MANAGER,
    OTHER,
    OUTSIDER,
    People,
    Scene,
)

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "permissions.md"
COLUMNS = (GM, CONTROLLER, OTHER, OUTSIDER, MANAGER, ELSEWHERE, DM)
DONE, REFUSED, ABSENT = ("yes", "own"), ("no", "none"), "absent"
WHEN = ("empty", "gathering", "turn", "asked", "offered", "ended", "any")

pytestmark = pytest.mark.asyncio(loop_scope="module")


@dataclass(frozen=True)
class Row:
    """A row of the table: what it is about, when, and the cells by column."""

    subject: str
    when: str
    cells: Mapping[str, str]


def rows() -> list[Row]:
    """The table as it stands in the document."""
    found: list[Row] = []
    for line in DOCUMENT.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip().replace("`", "") for cell in line.strip("| ").split("|")]
        if len(cells) == len(COLUMNS) + 2 and cells[1] in WHEN:
            found.append(Row(cells[0], cells[1], dict(zip(COLUMNS, cells[2:], strict=True))))
    return found


ROWS = rows()


# ------------------------------------------------------------------ the table
@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def people(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[People]:
    """One bot for all rows."""
    async with company(tmp_path_factory.mktemp("permissions")) as here:
        cast = People(here)
        await files(cast)
        yield cast
        cast.engine.dispose()


async def files(cast: People) -> None:
    """A sheet and a log as files, as the bot gives them."""
    scene = Scene(cast)
    await scene.new_sheet(cast.mara, "Rurik")
    out = await scene.company.say(cast.mara, "character export", at=scene.channel)
    sheet = out.reply.attachments[0].data
    await scene.turn()
    await scene.company.say(cast.gm, "encounter end", at=scene.channel)
    out = await scene.company.say(cast.gm, "encounter log form:json", at=scene.channel)
    log = next(a.data for a in out.reply.attachments if "players" in a.filename)
    object.__setattr__(SHEET, "data", sheet)
    object.__setattr__(LOG, "data", log)
    out = await scene.company.say(cast.mara, "character delete", at=scene.channel)
    await scene.company.press(cast.mara, out.reply, "Delete")
    scene.close()


async def test_every_command_has_its_row_and_every_row_its_command(people: People) -> None:
    known: set[str] = set()
    for command in people.company.world.command_store.usable_in(people.company.guild):
        subs = [one["name"] for one in command["options"] if one["type"] in (options.SUB, options.GROUP)]
        known |= {f"/{command['name']} {sub}" for sub in subs} or {f"/{command['name']}"}
    subjects = {row.subject for row in ROWS if row.subject.startswith("/")}
    assert known - subjects == set(), "commands without a row"
    assert {s.removesuffix(" for_server") for s in subjects} - known == set(), "rows without a command"
    assert {row.subject for row in ROWS} - set(CASES) == set(), "rows that this test does not know"
    assert set(CASES) - {row.subject for row in ROWS} == set(), "cases without a row"
    known_cells = {*DONE, *REFUSED, ABSENT}
    assert [row for row in ROWS if set(row.cells.values()) - known_cells] == []


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.subject)
async def test_every_cell(people: People, row: Row) -> None:
    case, walk = CASES[row.subject], Walk(people, row)
    refused = [c for c in COLUMNS if row.cells[c] not in DONE]
    scene = await walk.scene(case)
    for column in refused:
        await walk.refused(scene, case, column)
    if case.aimed is not None:
        for column in (OTHER, OUTSIDER, MANAGER):
            await walk.aimed(scene, case, column)
    fresh = True
    for column in (c for c in COLUMNS if c not in refused):
        if not fresh:
            scene.close()
            scene = await walk.scene(case)
        await walk.done(scene, case, column)
        fresh = False
    scene.close()
    walk.restored()


async def test_buttons_of_private_panels_serve_nobody_else(people: People) -> None:
    """Ana's drafts, sheets and what is stored about her, should a press by somebody else ever arrive."""
    scene, ana = Scene(people), people.ana
    await scene.turn()
    at = scene.channel
    panels = [(await scene.company.say(ana, f"character new name:{sheet_of(scene, 'draft')}", at=at)).reply]
    await scene.new_sheet(ana, sheet_of(scene, "kept"))
    kept = {"sheet": sheet_of(scene, "kept")}
    panels += [
        (await scene.company.say(ana, line, kept, at=at)).reply
        for line in ("character show", "character delete")
    ]
    panels.append((await scene.company.press(ana, board(scene) or panels[0], "My turn")).reply)
    before = scene.kept()
    for panel in panels:
        for one in panel.buttons:
            for column in (OTHER, OUTSIDER, MANAGER):
                out = await scene.pressed_from(column, panel, str(one["custom_id"]))
                what = f"{one['label']}, {column}: {out.text}"
                after = scene.kept()
                drafts = after.pop("drafts")
                assert after == {kind: rows for kind, rows in before.items() if kind != "drafts"}, what
                assert [row for row in before["drafts"] if row not in drafts] == [], what
    scene.close()


async def test_what_is_deleted_about_somebody_is_theirs_alone(people: People) -> None:
    scene = Scene(people)
    for person in (people.ana, people.ben):
        await scene.new_sheet(person, sheet_of(scene, person.name))
    before = scene.kept()["sheets"]
    out = await scene.company.say(people.ana, "privacy delete", at=scene.channel)
    yes = next(str(b["custom_id"]) for b in out.reply.buttons if "s1:forget" in str(b["custom_id"]))
    assert scene.kept()["sheets"] == before, "it is asked first"
    await scene.company.press(people.ana, out.reply, yes)
    assert [row for row in before if people.ana.id not in row] == scene.kept()["sheets"]
    assert any(people.ben.id in row for row in scene.kept()["sheets"])
    scene.close()


class Walk:
    """Walks the cells of one row."""

    def __init__(self, people: People, row: Row) -> None:
        self.people = people
        self.row = row

    async def scene(self, case: Case) -> Scene:
        """The situation that the row is about."""
        scene = Scene(self.people, case.game)
        match self.row.when:
            case "gathering":
                await scene.gathering(case.character)
            case "turn":
                await scene.turn(case.character)
            case "asked":
                await scene.asked(case.asks)
            case "offered":
                await scene.offered()
            case "ended":
                await scene.ended()
            case _:
                pass
        await case.prepare(scene)
        if self.row.subject == "/play":
            await scene.looked_at_cards()
        return scene

    def values(self, scene: Scene, case: Case, column: str) -> dict[str, Any]:
        """What somebody of this column fills in."""
        values = {**case.values, **case.own.get(column, {})}
        subject = self.row.subject
        if subject == "/encounter gm":
            values["person"] = self.people.fritz if column == ELSEWHERE else self.people.olga
        elif subject == "/encounter hand":
            values["to"] = self.people.fritz if column == ELSEWHERE else self.people.ben
        elif subject == "/play":
            values |= scene.cards
        elif subject in ("/config gm-role", "/config start-role"):
            guild = self.people.hall if column == ELSEWHERE else self.people.company.guild
            values["role"] = next(r for r in guild.roles.values() if r.id != guild.id)
        elif re.fullmatch("/character (show|edit|export|delete)", subject):
            values["sheet"] = sheet_of(scene, CONTROLLER if column == ELSEWHERE else column)
        elif re.fullmatch("/character (show|edit|export|delete) for_server", subject):
            values["sheet"] = sheet_of(scene, "server")
        return values

    async def act(self, scene: Scene, case: Case, column: str) -> Outcome:
        """Somebody of this column tries it."""
        if case.on is None:
            return await scene.command(column, case.line, self.values(scene, case, column))
        message, custom_id = await self.button(scene, case)
        return await scene.company.press(self.people.all()[column], message, custom_id)

    async def button(self, scene: Scene, case: Case) -> tuple[Message, str]:
        """The message with the button, and its custom id."""
        find, begins = case.on, case.button
        assert find is not None

        def there() -> bool:
            message = find(scene)
            return message is not None and any(_begins(b, begins) for b in message.buttons)

        await scene.company.world.until(there, timeout=PATIENCE, what=self.row.subject)
        message = find(scene)
        assert message is not None
        return message, next(str(b["custom_id"]) for b in message.buttons if _begins(b, begins))

    async def refused(self, scene: Scene, case: Case, column: str) -> None:
        """A private sentence, and everything is as it was."""
        before, cell = scene.kept(), self.row.cells[column]
        if cell == ABSENT:
            out = await self.absent(scene, case, column)
        else:
            out = await self.act(scene, case, column)
        self.is_refusal(scene, column, out, before)

    async def absent(self, scene: Scene, case: Case, column: str) -> Outcome:
        """Discord does not offer it there; it arrives all the same."""
        if case.on is None:
            with pytest.raises(ClientRefusal):
                await scene.command(column, case.line, self.values(scene, case, column))
            return await scene.smuggled(column, case.line, self.values(scene, case, column))
        message, custom_id = await self.button(scene, case)
        if column == ELSEWHERE:
            with pytest.raises(ClientRefusal):
                await scene.company.press(self.people.fritz, message, custom_id)
        return await scene.pressed_from(column, message, custom_id)

    async def aimed(self, scene: Scene, case: Case, column: str) -> None:
        """Somebody aims at what is Ana's."""
        before = scene.kept()
        aimed = {**(case.aimed or {})}
        if "sheet" in aimed:
            aimed["sheet"] = sheet_of(scene, CONTROLLER)
        out = await scene.command(column, case.line, aimed)
        self.is_refusal(scene, f"{column}, aiming at Ana's", out, before)

    def is_refusal(self, scene: Scene, who: str, out: Outcome, before: Kept) -> None:
        """It was a private sentence, and everything is as it was."""
        what = f"{self.row.subject}: {who}"
        assert out.ephemeral, f"{what}: everybody reads {out.text!r}"
        assert out.text.strip(), f"{what}: no word is said"
        assert len(out.text) < 400, f"{what}: {out.text!r} is no sentence"
        assert not any(m.buttons or m.selects for m in (out.reply, *out.followups)), f"{what}: {out.text!r}"
        assert scene.kept() == before, f"{what}: something has changed: {out.text!r}"

    async def done(self, scene: Scene, case: Case, column: str) -> None:
        """It is done."""
        if case.before is not None:
            await case.before(scene, column)
        before = scene.kept()
        out = await self.act(scene, case, column)
        what = f"{self.row.subject}: {column}"
        assert case.shows(scene, out, before, scene.kept()), f"{what}: {out.text!r}"

    def restored(self) -> None:
        """The servers' settings are as they were, for the next row."""
        with self.people.engine.begin() as connection:
            connection.exec_driver_sql("delete from servers")


def _begins(button: Mapping[str, Any], label: str) -> bool:
    return str(button.get("label", "")).startswith(label) and not button.get("disabled")


async def test_the_bot_is_well_after_all_that(people: People) -> None:
    """Nothing of all that was an error to the bot."""
    here: Company = people.company
    here.well()
