"""Everything shown stays far below Discord's limits of 40 components and 25 options."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from msgspec.structs import replace
from simcord.components import walk_components

from bot.context import Press
from bot.panels import turn, turn_parts
from bot.panels.turn_parts import Question, Turn
from bot.preferences import PictureStyle
from bot.ui.message import Id, Picture
from games import GAMES as BOT_GAMES
from games.bot_game import MAX_BESIDE
from games.move_picker import next_answers
from rules import GAMES
from rules.table import Table
from rules_service import Snapshot
from tests.bot.infos import NOON, running, seat
from tests.bot.players import selects
from tests.bot.sim import Sim, message
from tests.bot.strict import COMPONENTS

LONG = "Maximiliane Wilhelmina-Constanze"  # as long as names can be


def count(view: discord.ui.LayoutView) -> int:
    """Return the number of components in a message."""
    return len(list(walk_components(view.to_components())))


@pytest.fixture
def panels(monkeypatch: pytest.MonkeyPatch) -> list[discord.ui.LayoutView]:
    """Return a list to which panels are added instead of being shown. Each has the longest advice and all details."""
    shown: list[discord.ui.LayoutView] = []

    async def show(interaction: object, view: discord.ui.LayoutView, pictures: Sequence[Picture] = ()) -> bool:
        shown.append(view)
        return True

    async def picture_style(*_: object) -> PictureStyle:
        return PictureStyle("tall")

    async def advice(*_: object) -> str:
        return max((text for one in BOT_GAMES.values() for text in one.words.advice.values()), key=len)

    async def wanted_details(app: object, user: int, info: object, found: Question) -> list[str]:
        return found.details

    monkeypatch.setattr(Press, "show", show)
    monkeypatch.setattr(turn, "advice_text", advice)
    monkeypatch.setattr(turn, "wanted_details", wanted_details)
    monkeypatch.setattr(turn, "picture_style", picture_style)
    return shown


class Pictures:
    """Draws nothing. It returns two pictures, the most that a panel can have."""

    async def choices(self, *_: object, **__: object) -> list[Picture]:
        return [Picture(b"", "alt", f"{number}.png") for number in range(2)]


APP = SimpleNamespace(pictures=Pictures(), storage=None, service=None)
INTERACTION: Any = SimpleNamespace(
    id=1, user=SimpleNamespace(id=101, display_name="Alice"), client=SimpleNamespace(app=APP)
)
REQUEST = Press(INTERACTION, Id(1, "pick"))


async def test_a_panel_with_more_answers_than_any_select_takes_has_several_and_room_to_spare(panels, monkeypatch):
    table = Table(GAMES["messina"], 4, "1", {})
    [due] = table.due()[:1]
    info = running("messina", *(seat(number, name=LONG, due_since=NOON) for number in range(4)), id=10**15, number=9999)
    now = Turn(Snapshot(info, table, 0, 0, (), unseen=()), due.seat, "en")
    monkeypatch.setattr(Table, "undoable", lambda *_: 99)
    monkeypatch.setattr(turn, "so_far", lambda *_: "-# Something was done.")
    some = next_answers(now.legal, (), BOT_GAMES["messina"].hints(table.view(due.seat)))
    rest = [replace(one, beside=False) for one in some if one.kind == "go"]
    beside = (some * MAX_BESIDE)[: MAX_BESIDE - 1]
    monkeypatch.setattr(turn_parts, "next_answers", lambda *_: [*beside, *rest, *rest, *rest])
    await turn.show_panel(REQUEST, now, some[0].said, note="Undone.")
    await turn.show_panel(REQUEST, now, some[0].said, note="Undone.", extras=turn.Extras(others=True))
    selects = [len([row for row in walk_components(one.to_components()) if row.get("options")]) for one in panels]
    assert selects == [0, 3], "behind a button if there are many buttons"
    assert max(map(count, panels)) <= COMPONENTS


async def test_no_choice_is_lost_where_two_options_are_changed_at_once(sim: Sim) -> None:
    await sim.command(sim.alice, "table open", game="messina")
    panel = message(await sim.click(sim.alice, sim.latest(), "Options"))
    variant, _pace, picture, _language = [menu["custom_id"] for menu in selects(panel)]
    await sim.alice.select(panel, ["advanced"], custom_id=variant)
    assert picture in [menu["custom_id"] for menu in selects(sim.again(panel))], "a select that is open stays so"
    await sim.alice.select(sim.again(panel), ["wide"], custom_id=picture)
    options = (await sim.bot.app.service.read.info(1)).options
    assert (options["variant"], options["picture"]) == ("advanced", "wide")
    shown = [entry["value"] for menu in selects(sim.again(panel)) for entry in menu["options"] if entry.get("default")]
    assert shown == ["advanced", "relaxed", "wide", "en"]
