"""Headroom in everything shown: Discord takes 40 components and 25 options, and no message comes near that."""

import random
from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from simcord.components import walk_components

from bot.context import Press
from bot.panels import lobby_panel, turn, turn_parts
from bot.panels.turn_parts import Turn
from bot.preferences import PictureStyle
from bot.ui.message import Id, Picture
from games import GAMES as BOT_GAMES
from games.move_picker import MAX_BESIDE, Said, next_answers
from rules import GAMES
from rules.table import Table
from rules_service import Snapshot, TableInfo
from rules_service.options import table_options
from tests.bot.infos import NOON, lobby, running, seat
from tests.bot.players import selects
from tests.bot.sim import Sim, buttons, message, text
from tests.bot.strict import COMPONENTS
from tests.rules.games import KNOWN_GAMES
from wording import words

OF_A_SELECT = 25
LONG = "Maximiliane Wilhelmina-Constanze"  # as long as names can be


def table_info(game: str, people: int, *, started: bool, **options: str) -> TableInfo:
    """Return a table of this many people with long names; the first is the host."""
    assert len(LONG) == 32
    seats = [seat(number, name=LONG, due_since=NOON) for number in range(people)]
    made = running if started else lobby
    return made(game, *seats, options=options, id=10**15, number=9999, fingerprint="0" * 64)


def count(view: discord.ui.LayoutView) -> int:
    """Return how many components a message has."""
    return len(list(walk_components(view.to_components())))


@pytest.fixture
def panels(monkeypatch: pytest.MonkeyPatch) -> list[discord.ui.LayoutView]:
    """Return the panels that would be shown, instead of showing them. Each has the maximum of pictures, and advice."""
    shown: list[discord.ui.LayoutView] = []

    async def show(interaction: object, view: discord.ui.LayoutView, pictures: Sequence[Picture] = ()) -> bool:
        shown.append(view)
        return True

    async def picture_style(*_: object) -> PictureStyle:
        return PictureStyle("tall")

    async def advice(*_: object) -> str:
        return max((text for one in BOT_GAMES.values() for text in one.words.advice.values()), key=len)

    async def wants_details(*_: object) -> bool:
        return True

    monkeypatch.setattr(Press, "show", show)
    monkeypatch.setattr(turn, "advice_text", advice)
    monkeypatch.setattr(turn, "wants_details", wants_details)
    monkeypatch.setattr(turn, "picture_style", picture_style)
    return shown


class Pictures:
    """Draws nothing; two pictures are the maximum of a panel."""

    async def choices(self, *_: object, **__: object) -> list[Picture]:
        return [Picture(b"", "alt", f"{number}.png") for number in range(2)]


APP = SimpleNamespace(pictures=Pictures(), storage=None, service=None)
INTERACTION: Any = SimpleNamespace(
    id=1, user=SimpleNamespace(id=101, display_name="Alice"), client=SimpleNamespace(app=APP)
)
REQUEST = Press(INTERACTION, Id(1, "pick"))


@pytest.mark.deep(one_in=7)
@pytest.mark.parametrize(("game", "seats"), [(game, seats) for game in KNOWN_GAMES for seats in GAMES[game].seats])
async def test_a_panel_has_room_to_spare_whatever_is_asked(
    panels: list[discord.ui.LayoutView], game: str, seats: int
) -> None:
    chance = random.Random(seats)
    options = {option.id: chance.choice(option.values) for option in GAMES[game].options(seats)}
    table = Table(GAMES[game], seats, str(seats), {**options, "confirm": "on"})
    info = table_info(game, seats, started=True)
    while not table.over:
        seat = chance.choice(table.due()).seat
        now = Turn(Snapshot(info, table, table.number, 0, tuple(range(1, table.number + 1)), unseen=()), seat, "en")
        prefixes: list[Said] = [()]
        for prefix in prefixes:
            choices = next_answers(now.legal, prefix, BOT_GAMES[game].hints(table.view(seat)))
            prefixes += [one.said for one in choices if not one.move and one.said not in prefixes]
            if len(choices) > 10:
                await turn.show_panel(REQUEST, now, prefix, note="Undone.")
        table.play(seat, chance.choice(table.legal(seat)).text)
    assert 15 < max(map(count, panels)) <= COMPONENTS
    options_of = [menu for view in panels for menu in walk_components(view.to_components()) if menu.get("options")]
    assert all(len(menu["options"]) <= OF_A_SELECT for menu in options_of)


async def test_a_panel_with_more_answers_than_any_select_takes_has_several_and_room_to_spare(
    panels: list[discord.ui.LayoutView], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(GAMES["messina"], 4, "1", {})
    [due] = table.due()[:1]
    now = Turn(Snapshot(table_info("messina", 4, started=True), table, 0, 0, (), unseen=()), due.seat, "en")
    monkeypatch.setattr(Table, "undoable", lambda *_: 99)
    monkeypatch.setattr(turn, "so_far", lambda *_: "-# Something was done.")
    some = next_answers(now.legal, (), BOT_GAMES["messina"].hints(table.view(due.seat)))
    rest = [replace(one, beside=False) for one in some if one.kind == "go"]
    beside = (some * MAX_BESIDE)[: MAX_BESIDE - 1]
    monkeypatch.setattr(turn_parts, "next_answers", lambda *_: [*beside, *rest, *rest, *rest])
    await turn.show_panel(REQUEST, now, some[0].said, note="Undone.")
    assert len([row for row in walk_components(panels[0].to_components()) if row.get("options")]) == 3
    assert count(panels[0]) <= COMPONENTS


@pytest.mark.parametrize("game", KNOWN_GAMES)
def test_pages_of_options_have_room_to_spare(game: str) -> None:
    for people in range(1, max(GAMES[game].seats) + 1):
        for variant in range(3):
            chance = random.Random(variant)
            chosen = {option.id: chance.choice(option.values) for option in GAMES[game].options(people)}
            info = table_info(game, people, started=False, **chosen)
            for page in range(9):
                assert count(lobby_panel.options_panel(info, words("en"), page)) <= 34


async def test_what_matters_most_comes_first_and_the_rest_on_pages_of_rulings(sim: Sim) -> None:
    """P90; each option says what it decides."""
    await sim.command(sim.alice, "table open", game="messina")
    panel = message(await sim.click(sim.alice, sim.latest(), "Options"))
    titles = [menu["placeholder"] for menu in selects(panel)]
    assert titles == ["Variant", "Pace", "Picture of the board", "Language"]
    said = text(panel)
    await sim.click(sim.alice, panel, "Pictures")
    said += text(sim.again(panel))
    titles += [menu["placeholder"] for menu in selects(sim.again(panel))]
    await sim.click(sim.alice, sim.again(panel), "Back")
    await sim.click(sim.alice, sim.again(panel), "Rulings")
    while True:
        page = sim.again(panel)
        said += text(page)
        titles += [menu["placeholder"] for menu in selects(page)]
        assert len(selects(page)) <= lobby_panel.MAX_ON_PAGE
        if "More rulings ▶" not in buttons(page):
            break
        await sim.click(sim.alice, page, "More rulings")
    assert len(titles) == len(set(titles)) == len(table_options(BOT_GAMES["messina"].rules)) + 1  # plus the language
    for option in table_options(BOT_GAMES["messina"].rules):
        words = BOT_GAMES["messina"].words.option(option.id)
        assert words.about
        assert words.about in said
    head = text(page).split("\n")[0]
    chosen = selects(page)[-1]["options"][-1]
    await sim.choose(sim.alice, page, chosen["label"])
    assert text(sim.again(panel)).split("\n")[0] == head, "whoever chooses stays on the page"
    assert chosen["value"] in (await sim.bot.app.service.read.info(1)).options.values()


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
