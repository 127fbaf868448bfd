import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from simcord.components import walk_components

from bot.context import Press
from bot.metrics import METRICS
from bot.panels import manage, personal
from bot.panels.dispatch import ACTIONS
from bot.panels.manage import MANAGE
from bot.panels.possible_acts import ACT_TITLES, PUBLIC_ACTS, Trials, must_be_here, try_all
from bot.ui.message import Id, read_id
from bot.ui.reply import REPLY_KEY
from rules import GAMES
from rules.errors import RulesError
from rules_service import NoTable, Person, Place, RulesService, TableInfo, acts
from storage import Storage, TableStatus
from tests.bot.message_limits import BUTTON, COMPONENTS, STRING_SELECT, TEXTS
from tests.bot.players import certain_seed
from tests.bot.test_request import asking
from tests.kept import kept
from tests.rules_service.house import House, StillClock

GUILD, CHANNEL, OTHER = 3, 10, 90
PEOPLE = [Person(number, name) for number, name in enumerate(("Anna", "Ben", "Cara", "Dave"), 1)]
FREE_ANSWERS = ("turn", "options", "lookback")  # These presses only show something, partly as pictures.


@dataclass
class Reply:
    """Records the answer that a person gets to an interaction."""

    shown: list[Any] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    async def show(self, view: discord.ui.LayoutView, pictures: object = ()) -> bool:
        self.shown.append(view.to_components())
        return True

    async def send(self, view: discord.ui.LayoutView) -> None:
        self.shown.append(view.to_components())

    async def send_form(self, form: discord.ui.Modal, _: discord.ui.Item[Any]) -> None:
        self.said.append(form.title)

    async def say(self, text: str) -> None:
        self.said.append(text)


class World:
    """A rules service with the real games, and people who press buttons."""

    def __init__(self, storage: Storage, luck: random.Random) -> None:
        clock = StillClock()
        self.service = RulesService(storage, clock, GAMES)
        self.house = House(storage, self.service, clock)
        self.luck, self.ids = luck, count(1000)
        self.app = SimpleNamespace(
            service=self.service, storage=storage, clock=clock, announcer=SimpleNamespace(until_shown=self.until_shown),
            client=SimpleNamespace(get_channel=lambda number: None),
        )  # fmt: skip

    async def until_shown(self, table_id: int) -> None:
        """Do nothing instead of waiting for posts."""

    def press(self, who: Person, where: Place, custom_id: Id, values: list[str] | None = None) -> Press:
        interaction = asking(guild_id=where.guild_id, channel_id=where.channel_id)
        interaction.id, interaction.channel = next(self.ids), None
        interaction.user = SimpleNamespace(id=who.id, display_name=who.name)
        interaction.client.app, interaction.locale = self.app, discord.Locale.british_english
        interaction.extras[REPLY_KEY] = Reply()
        return Press(interaction, custom_id, values or [])


@pytest.fixture
async def storage(tmp_path: Path) -> AsyncIterator[Storage]:
    async with await Storage.open(tmp_path / "games.sqlite") as storage:
        yield storage


def answer(press: Press) -> Reply:
    found: Reply = press.interaction.extras[REPLY_KEY]
    return found


def parts(view: Any, kind: int) -> list[dict[str, Any]]:
    return [part for part in walk_components(view) if part["type"] == kind]


def words_of(view: Any) -> str:
    return "\n".join(part["content"] for part in walk_components(view) if "content" in part)


async def panel(world: World, who: Person, where: Place, table: int) -> tuple[Any, Trials, TableInfo]:
    press = world.press(who, where, Id(table, MANAGE))
    await manage.handle_press(press)
    [view] = answer(press).shown
    info = await press.info()
    assert sum(1 for _ in walk_components(view)) <= COMPONENTS
    assert len(words_of(view)) <= TEXTS
    labels = Counter(button["label"] for button in parts(view, BUTTON))
    assert {label for label, times in labels.items() if times > 1} <= {"Yes", "No", "Withdraw", "What would be undone"}
    return view, await try_all(press, info), info


async def refusal(world: World, act: str, who: Person, where: Place, table: int) -> RulesError | None:
    """Do what a button of the panel or its confirmation does. Return the refusal, if any."""
    press = world.press(who, where, Id(table, MANAGE, words=act))
    info = await press.info()
    stranger = Person(77, "Eve")
    questions = {
        "invite": lambda: press.act(acts.invite([stranger])),
        "computers": lambda: press.act(acts.add_computer("steady")),
        "colour": lambda: press.act(acts.choose_colour(None)),
        "back": lambda: world.service.read.undo_request(table, who),
        "note": lambda: personal.write_note(press, "text"),
    }
    try:
        if act in questions:
            must_be_here(act, press, info)
            await questions[act]()
        else:
            words = {"pace": "pace daily", "rest": "rest 2", "remove": f"remove {len(info.seats) - 1}"}
            await manage.do_or_ask(world.press(who, where, Id(table, MANAGE)), words.get(act, act))
    except RulesError as error:
        return error
    return None


async def check_reasons(world: World, who: Person, where: Place, table: int, seen: Counter[str]) -> None:
    """If the panel gives a reason against an act, check that the act is refused with this reason."""
    view, trials, info = await panel(world, who, where, table)
    text, offered = words_of(view), {str(button["custom_id"]) for button in parts(view, BUTTON)}
    for act in ACT_TITLES:
        trial = trials[act]
        if trial.refusal is None or not manage.makes_sense(act, info, trials, who.id):
            continue
        assert not any(read_id(one) == Id(table, MANAGE, words=act) for one in offered)
        if act in manage.SEAT_LABELS and manage.seat_ways(act, trials):
            continue
        assert manage.refusal_at(info, trial.refusal, world.press(who, where, Id(0, "")).words) in text
        error = await refusal(world, act, who, where, table)
        assert error is not None, (act, trial)
        assert (type(error), str(error)) == (type(trial.refusal), str(trial.refusal)), act
        seen[f"not {act}"] += 1
    assert await world.service.read.info(table) == info


def name_of(custom_id: Id) -> str:
    """Return the act of a button of the panel, or the action of any other button."""
    return custom_id.words.partition(" ")[0] if custom_id.action == MANAGE else custom_id.action


async def press_one(world: World, who: Person, where: Place, table: int, seen: Counter[str]) -> None:
    """Press the panel's button that was pressed least often so far. Check that it isn't refused."""
    view, _, _ = await panel(world, who, where, table)
    found = [read_id(button["custom_id"]) for button in parts(view, BUTTON)]
    presses = [one for one in found if one is not None and one.action not in FREE_ANSWERS]
    if not presses:
        return
    world.luck.shuffle(presses)
    chosen = min(presses, key=lambda one: seen[name_of(one)])  # the press that was made least often so far
    before = METRICS.refusals.total()
    press = world.press(who, where, chosen)
    await ACTIONS[chosen.action].handler(press)
    reply = answer(press)
    assert reply.shown or reply.said, chosen
    seen[name_of(chosen)] += 1
    asked = [part for view in reply.shown for part in walk_components(view)] if chosen.action == MANAGE else []
    for menu in [part for part in asked if part["type"] == STRING_SELECT]:
        menu_id, value = read_id(menu["custom_id"]), world.luck.choice(menu["options"])["value"]
        assert menu_id is not None
        await manage.handle_press(world.press(who, where, menu_id, [value]))
        seen[f"set {chosen.words}"] += 1
    if chosen.words in ("leave", "close") and world.luck.random() < 0.3:
        for button in [part for part in asked if part["type"] == BUTTON]:
            if (again := read_id(button["custom_id"])) and again.words.endswith(manage.NOW):
                await manage.handle_press(world.press(who, where, again))
                seen[again.words] += 1
    assert METRICS.refusals.total() == before, (chosen, reply)


async def live_on(world: World, table: int) -> None:
    """Change the table without the panel: by a move, a silence of some days, an invitation, or a moderator's act."""
    info, luck = await world.service.read.info(table), world.luck
    if info.started and luck.random() < 0.25:
        await world.house.silence(luck.choice([1, 3, 9]))
    with suppress(RulesError):  # The act may not be possible just now.
        if info.status == TableStatus.LOBBY:
            await world.service.act(acts.invite([luck.choice(PEOPLE)]), table, PEOPLE[0])
        elif luck.random() < 0.1:
            await world.service.act(acts.sleep_as_moderator(), table, Person(50, "Mo"))
        elif info.due and luck.random() < 0.6:
            seat = info.seats[info.due[0]]
            snapshot = await world.service.read.snapshot(table)
            moves = next(one.moves for one in snapshot.table.due() if one.seat == seat.seat)
            await world.service.play.move(table, seat.user_id or 0, luck.choice(moves))


@pytest.mark.deep(one_in=2)
@pytest.mark.parametrize("game", ["rattus", "messina"])
async def test_P140_the_panel_never_disagrees_with_the_acts(storage, monkeypatch, game):
    """P140: panel and acts agree at random tables, for random people in random places."""
    certain_seed(monkeypatch, game)
    world, seen = World(storage, random.Random(game)), Counter[str]()
    for number in range(4):
        here = Place(CHANNEL + number, GUILD)
        places = [*[here] * 6, Place(OTHER, GUILD), Place(OTHER, 4), Place(OTHER, None)]
        table = (await world.service.opening.open(here, PEOPLE[0], game, {"pace": "daily"})).id
        for step in range(22):
            if step == 6:
                with suppress(RulesError):
                    await world.service.act(acts.join(), table, PEOPLE[1])
                    await world.service.act(acts.start(), table, PEOPLE[0])
            who, where = world.luck.choice(PEOPLE), world.luck.choice(places)
            try:
                await world.press(who, where, Id(table, MANAGE)).accessible_table(table)
            except NoTable:
                continue
            await check_reasons(world, who, where, table, seen)
            await press_one(world, who, where, table, seen)
            await live_on(world, table)
    assert len([act for act in seen if act.startswith("not ")]) > 14, seen
    assert len([act for act in seen if not act.startswith("not ")]) > 18, seen


HERE, DM, ABROAD = Place(CHANNEL, GUILD), Place(OTHER, None), Place(OTHER, 4)
ANNA, BEN, CARA, DAVE = PEOPLE


async def running(world: World, monkeypatch: pytest.MonkeyPatch) -> int:
    """Start a game of three, seated in the order of their names. Anna begins."""
    certain_seed(monkeypatch, "three")
    options = {"seating": "joined", "start": "0", "pace": "daily"}
    table = (await world.service.opening.open(HERE, ANNA, "rattus", options)).id
    for who in (BEN, CARA):
        await world.service.act(acts.join(), table, who)
    await world.service.act(acts.start(), table, ANNA)
    return table


async def shown(world: World, who: Person, table: int, words: str = "", where: Place = HERE) -> Any:
    """Return the view that a person gets after a press with these words."""
    press = world.press(who, where, Id(table, MANAGE, words=words))
    await manage.handle_press(press)
    return answer(press).shown[-1]


def labels(view: Any) -> dict[str, str]:
    """Return the labels of the panel's buttons by act."""
    return {name: part["label"] for part in parts(view, BUTTON) if (name := part["custom_id"].split(":", 4)[4])}


async def situations(world: World, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[str, int]]:
    """Yield a name for each kind of state and the id of a table in it. Anna opened all tables."""
    service, places = world.service, count(CHANNEL + 1)

    async def opened(game: str = "rattus", *others: Person, pace: str = "daily") -> int:
        options = {"pace": pace, "seating": "joined"} | ({"start": "0"} if game == "rattus" else {})
        place = Place(next(places), next(places))  # each on a separate server, because tables per server are limited
        table = (await service.opening.open(place, ANNA, game, options)).id
        for who in others:
            await service.act(acts.join(), table, who)
        return table

    async def begun(*others: Person, computer: bool = False, game: str = "rattus", pace: str = "daily") -> int:
        table = await opened(game, *others, pace=pace)
        if computer:
            await service.act(acts.add_computer("steady"), table, ANNA)
        await service.act(acts.start(), table, ANNA)
        return table

    certain_seed(monkeypatch, "situations")
    yield "a lobby", await opened()
    table = await opened("rattus", BEN)
    await service.act(acts.invite([CARA]), table, ANNA)
    yield "a lobby with Ben, Cara invited", table
    alone = await service.opening.open(Place(next(places), None), ANNA, "rattus")
    await service.act(acts.add_computer("steady"), alone.id, ANNA)
    yield "a lobby in a DM", alone.id
    full = await opened("rattus", BEN, CARA)
    await service.act(acts.add_computer("steady"), full, ANNA)
    yield "a full lobby with a computer", full
    await service.act(acts.start(), alone.id, ANNA)
    yield "a game in a DM", alone.id
    with monkeypatch.context() as without:
        without.setattr(manage, "can_play", lambda game: False)
        yield "a lobby of a game without computers", await opened("rattus", BEN)
    yield "a game with Ben", (table := await begun(BEN))
    await service.act(acts.leave(), table, BEN)
    yield "Ben's seat is free", table
    await service.act(acts.propose_pause(2), table, ANNA)
    yield "paused", table
    await service.act(acts.join(), table, CARA)
    yield "Cara has Ben's seat", table
    await service.act(acts.ask_for_seat(), table, BEN)
    yield "Ben has asked for it", table
    yield "a live game with Ben", await begun(BEN, pace="live")
    yield "alone against a computer", await begun(computer=True)
    yield "solo", await begun(game="messina")
    table = await begun(BEN, computer=True)
    lobby = await opened("rattus", BEN)
    await world.house.silence(30)
    yield "a lobby whose host is away", lobby
    yield "Anna is late", table
    now = world.house.clock.now()
    await service.people.go_away(ANNA, now, now + timedelta(days=1), computer=True)
    yield "a computer plays for Anna", table
    await service.act(acts.sleep_as_moderator(), table, Person(50, "Mo"))
    yield "asleep", table
    table = await begun(BEN)
    for who in (ANNA, BEN):
        await service.act(acts.close(), table, who)
    yield "ended", table


@pytest.mark.kept
async def test_P140_reasons_are_given_only_where_an_act_makes_sense(storage, monkeypatch):
    """P140: a lobby's acts are not explained in a game, nor the reverse. The kept text has refused acts in brackets."""
    world, told = World(storage, random.Random(1)), list[str]()
    async for name, table in situations(world, monkeypatch):
        info = await world.service.read.info(table)
        told.append(f"=== {name}: {info.status}")
        for who in (ANNA, BEN, CARA, DAVE):
            trials = await try_all(world.press(who, info.place, Id(table, MANAGE)), info)
            sensible = [act for act in ACT_TITLES if manage.makes_sense(act, info, trials, who.id)]
            shown = [act if trials[act].refusal is None else f"({act})" for act in sensible]
            told.append(f"{who.name}: {' '.join(shown)}")
    now = "\n".join([*told, ""])
    assert now == kept(Path(__file__).with_name("kept") / "acts.txt", now)


async def test_P140_nothing_public_can_be_changed_from_another_server(storage, monkeypatch):
    world = World(storage, random.Random(1))
    table = await running(world, monkeypatch)
    for act in PUBLIC_ACTS:
        press = world.press(BEN, ABROAD, Id(table, MANAGE))
        with pytest.raises(NoTable, match="only works in the table’s channel"):
            must_be_here(act, press, await press.info())
    with pytest.raises(NoTable):
        await shown(world, BEN, table, "close", ABROAD)
    assert {"manage:close", "manage:leave"}.isdisjoint(labels(await shown(world, BEN, table, where=ABROAD)))
    assert (await world.service.read.info(table)).votes == ()


async def test_buttons_of_older_posts_do_what_they_said(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Older posts have buttons for leaving and closing whose actions new posts no longer use."""
    world = World(storage, random.Random(1))
    table = await running(world, monkeypatch)
    for who, action in ((BEN, "quit"), (ANNA, "end")):
        press = world.press(who, HERE, Id(table, action))
        await ACTIONS[action].handler(press)
        assert answer(press).shown or answer(press).said
    info = await world.service.read.info(table)
    assert (info.vacant, [vote.kind for vote in info.votes]) == ((1,), ["close"])
