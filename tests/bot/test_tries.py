"""*Try again*: play a turn of a reviewed game again on a turn panel, with hidden things drawn at random."""

import asyncio
import random
import re
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from simcord.components import walk_components

from bot.channel.reviews import ReviewedTable
from bot.computers import AiClient
from bot.panels import tries
from bot.ui.message import MAX_ID, Id, read_id
from computer_players import review as reviewing
from computer_players.review import Judgement, Way, WaysRequest, compare_ways, positions_of, requests_for, stretches
from games import GAMES
from rules.chance import Chance
from rules.game import sample_position
from rules.plan import follow, going_on
from rules.table import Table
from rules_service import Snapshot
from rules_service.errors import damaged_game
from tests.bot.forge import press
from tests.bot.players import certain_seed, game, seat_all, selects
from tests.bot.sim import Anybody, Anything, Sim, alts, buttons, components, message, pictures, text
from tests.bot.test_accounts import foreign_server
from tests.bot.test_review_texts import reviewed as recorded
from wording import words
from workers.worker import WorkerUnavailable

BOTH = pytest.mark.parametrize("name", ["rattus", "messina"])
JUDGED: dict[tuple[str, int], list[Judgement]] = {}  # by game and table: most tests play the same game


@pytest.fixture(autouse=True)
def asked(monkeypatch: pytest.MonkeyPatch) -> list[WaysRequest]:
    """Compare ways to play in a thread, in few positions. Return a list to which the requests are added."""
    found = list[WaysRequest]()

    async def compare(_: AiClient, request: WaysRequest, user_id: int) -> list[Way]:
        found.append(request)
        return await asyncio.to_thread(compare_ways, request)

    monkeypatch.setattr(AiClient, "compare", compare)
    monkeypatch.setattr(AiClient, "judge_ahead", lambda *asked: None)
    monkeypatch.setattr(reviewing, "COMPARISONS", 3)
    return found


def some_way(start: Table, seat: int, lot: random.Random) -> list[str]:
    """Return random moves up to the end of the turn or a reveal, or [] if there is nothing to decide."""
    while not (course := follow(start, seat, [])).ended:
        moves = list[str]()
        while not course.ended and len(moves) < tries.MOST_MOVES:
            moves.append(lot.choice(course.table.legal(seat)).text)
            course = follow(start, seat, moves)
        if course.ended:
            return moves
    return []


def judged(table: Table, table_id: int) -> list[Judgement]:
    """Return judgements in which some turns, chosen at random, could have been played better."""
    if (table.digest, table_id) in JUDGED:
        return JUDGED[table.digest, table_id]
    lot, found = random.Random("judged"), list[Judgement]()
    for number, request in enumerate(requests_for(table, str(table_id))):
        start = going_on(table.game, positions_of(request)[0])
        other = some_way(start, request.seat, lot) if number % 3 == 2 else []
        played, *better = compare_ways(WaysRequest(request, [request.moves, *([other] if other else [])]))
        best = next((one for one in better if one.expected[request.seat] > played.expected[request.seat]), played)
        found.append(Judgement(best.expected, played.expected, other if best is not played else []))
    JUDGED[table.digest, table_id] = found
    return found


async def play_and_review(sim: Sim, name: str) -> int:
    """Play a random game of Alice and Bob, and review it: some turns could have been better. Return the table's id."""
    with pytest.MonkeyPatch.context() as dealt:
        certain_seed(dealt, "tried")
        table = await seat_all(sim, [sim.alice, sim.bob], game=name, seating="joined")
    await play_out(sim, table, name)
    return table


async def play_out(sim: Sim, table: int, name: str) -> None:
    """Play a game at random to its end and review it."""
    lot, service = random.Random(name), sim.bot.app.service
    while due := (await game(sim, table)).due():
        info = await service.read.info(table)
        await service.play.move(table, info.seats[due[0].seat].user_id or 0, lot.choice(due[0].moves))
    await sim.bot.app.announcer.until_shown(table)
    await store_review(sim, table, judged(await game(sim, table), table))


async def store_review(sim: Sim, table: int, found: Sequence[Judgement]) -> None:
    """Store a review, and wait for its post."""
    reviews, now = sim.bot.app.storage.reviews, sim.bot.app.clock.now()
    await reviews.begin(table, sim.alice.id, now)
    await reviews.keep(table, msgspec.json.encode(found).decode())
    await reviews.finish(table, now, [])
    sim.bot.app.reviewer._show_ends()
    await asyncio.wait([task for task in asyncio.all_tasks() if task.get_name() == "ends of reviews"])
    await sim.env.settle()


def presses(panel: Anything, action: str) -> dict[str, str]:
    """Return the buttons of a panel for this action, by label."""
    return {label: one for label, one in buttons(panel).items() if f":{action}:" in one}


async def answer(sim: Sim, who: Anybody, panel: Anything, lot: random.Random) -> Anything:
    """Answer the panel's question at random. Return the panel with the next question."""
    menus = [menu for menu in selects(panel) if ":tpick:" in menu["custom_id"]]
    labels = [*presses(panel, "tpick"), *(option["label"] for menu in menus for option in menu["options"])]
    await sim.answer(who, panel, lot.choice(labels))
    return sim.again(panel)


async def finished(sim: Sim, who: Anybody, panel: Anything, lot: random.Random) -> Anything:
    """Answer questions at random until the try ends. Return the panel."""
    while "Your try" not in text(panel):
        panel = await answer(sim, who, panel, lot)
    return panel


@pytest.mark.deep(one_in=2)
@BOTH
async def test_a_turn_can_be_tried_many_times_and_is_compared(sim: Sim, name: str, asked: list[WaysRequest]) -> None:
    table = await play_and_review(sim, name)
    post, before, lot = sim.latest(), (await game(sim, table)).log(), random.Random(1)
    assert set(presses(post, "try")) == {"Try 1", "Try 2", "Try 3"}
    assert buttons(await sim.click(sim.bob, post, "Watch 2"))["Try it"] == presses(post, "try")["Try 2"]
    panel = message(await sim.click(sim.bob, post, "Try 2"))
    assert panel.flags.ephemeral
    assert "tried again.** In the game: " in text(panel)
    played = re.search(r"In the game: (\d+%)", text(panel))
    first = text(panel)
    for number in (1, 2, 3):
        panel = await answer(sim, sim.bob, panel, lot)
        if "Undo" in buttons(panel):
            await sim.click(sim.bob, panel, "Undo")
            assert text(sim.again(panel)) == first
        panel = await finished(sim, sim.bob, sim.again(panel), lot)
        tried, was, best = re.findall(r"(\d+)%", text(panel))[:3]
        assert played is not None
        assert f"{was}%" == played[1]
        request = asked[-1]
        values = [way.expected[request.request.seat] for way in compare_ways(request)]
        assert [round(100 * one) for one in values] == [int(was), int(tried), int(best)]
        if number == 2:
            await sim.click(sim.bob, panel, "Show the best turn")
            assert f"Best found: {max(int(best), int(tried))}%" in text(sim.again(panel))
            await sim.click(sim.bob, sim.again(panel), "↩ Back")
        await sim.click(sim.bob, sim.again(panel), "Try again")
        panel = sim.again(panel)
        assert text(panel) == first
    assert (await game(sim, table)).log() == before
    assert sim.latest().id == post.id, "nobody else sees any of it"


@pytest.mark.deep(one_in=4)
async def test_a_better_try_becomes_the_best_for_all_and_a_later_one_counts_against_it(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the same moment, two people find a better way to play the turn."""
    table = await play_and_review(sim, "rattus")
    worth = {"now": 0.9}

    async def compare(_: AiClient, asked: WaysRequest, user: int) -> list[Way]:
        values = [0.2, worth["now"], 0.5 if asked.ways[2] != tried else 0.9]
        return [Way([one, one], [one, one]) for one in values]

    tried = list[str]()
    monkeypatch.setattr(AiClient, "compare", compare)
    ends = []
    for who in (sim.bob, sim.alice):
        panel = message(await sim.click(who, sim.latest(), "Try 1"))
        while not presses(panel, "tpick") or not any(one.endswith(" end") for one in presses(panel, "tpick").values()):
            panel = await answer(sim, who, panel, random.Random(len(text(panel)) + 3))
            assert "Your try" not in text(panel), "that turn ends with *end*"
        ends.append((who, panel, next(label for label, one in presses(panel, "tpick").items() if one.endswith(" end"))))
    await sim.race(ends)
    said = [text(sim.again(panel)) for _, panel, _ in ends]
    assert all("and replaces it" in one for one in said)
    row = await sim.bot.app.storage.reviews.of_table(table)
    assert row is not None
    [best] = [one for one in msgspec.json.decode(row.judged, type=list[Judgement]) if one.tried]
    tried += best.tried
    await sim.click(sim.alice, sim.again(ends[1][1]), "Show the best turn")
    assert "Best found: 90%" in text(sim.again(ends[1][1]))
    assert best.plan != tried, "what games to the end have confirmed stays in the review"
    worth["now"] = 0.7
    await sim.click(sim.alice, sim.again(ends[1][1]), "↩ Back")
    assert "and replaces it" not in text(sim.again(ends[1][1]))
    assert row.judged == (await sim.bot.app.storage.reviews.of_table(table)).judged  # type: ignore[union-attr]


async def test_the_known_ways_are_judged_while_the_person_still_tries(
    sim: Sim, asked: list[WaysRequest], monkeypatch: pytest.MonkeyPatch
) -> None:
    ahead = list[tuple[WaysRequest, int]]()
    monkeypatch.setattr(AiClient, "judge_ahead", lambda _, *known: ahead.append(known))
    await play_and_review(sim, "rattus")
    panel = message(await sim.click(sim.bob, sim.latest(), "Try 1"))
    panel = await finished(sim, sim.bob, panel, random.Random(3))
    [(known, person)] = ahead
    [compared] = asked[-1:]
    assert (known.request, known.ways, person) == (compared.request, compared.ways[::2], sim.bob.id)
    await sim.click(sim.bob, panel, "Try again")
    assert ahead == [(known, person)] * 2, "somebody else may have tried another turn"


async def test_a_try_is_shared_without_its_moves(sim: Sim) -> None:
    """A try can be shared even by a person who only watched the game."""
    await play_and_review(sim, "rattus")
    posted = sim.latest()
    panel = message(await sim.click(sim.dora, posted, "Try 1"))
    first = text(panel)
    assert "You play as" in first
    lot = random.Random(3)
    await sim.click(sim.dora, await finished(sim, sim.dora, panel, lot), "Try again")
    panel = await finished(sim, sim.dora, sim.again(panel), lot)
    tried, was, best = re.findall(r"(\d+)%", text(panel))[:3]
    assert "Posted" in text(await sim.click(sim.dora, panel, "Share"))
    said = text(sim.latest())
    assert re.fullmatch(
        rf"🎯 \*\*Rattus · Turn \d+, tried again:\*\* Dora played as \S+ \*\*\w+\*\* and reached {tried}% on try 2\. "
        rf"In the game: {was}%\. Best found: {best}%\.",
        said,
    )
    assert "early-rattus" not in await sim.bot.app.storage.people.preferences(sim.dora.id), "she has played no game"
    assert not buttons(sim.latest())
    assert not pictures(sim.env, sim.latest())
    sim.env.backend.subscribers.insert(1, lambda event, sent: foreign_server(sent) if "INTERACTION" in event else None)
    panel = message(await sim.click(sim.bob, posted, "Try 1"))
    assert "Share" not in buttons(await finished(sim, sim.bob, panel, lot)), "the bot could not post there"


async def test_solo_tries_in_a_dm_are_for_points_and_not_shared(sim: Sim) -> None:
    """If the bot is only on the person's account, everything happens in the DM."""

    def on_account(event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE":
            payload["authorizing_integration_owners"] = {"1": payload["user"]["id"]}

    sim.env.backend.subscribers.insert(1, on_account)
    alone, here = sim.alice.user, sim.alice.user.dm_channel
    await sim.command(alone, "play", game="messina", opponent="alone")
    [info] = await sim.open_tables()
    await play_out(sim, info.id, "alone")
    panel = message(await sim.click(alone, sim.latest(here), "Try 1"))
    assert re.search(r"tried again\.\*\* In the game: −?\d+ points?\.", text(panel))
    panel = await finished(sim, alone, panel, random.Random(1))
    assert re.search(
        r"Your try: −?\d+ points?\.\*\* In the game: −?\d+ points?\. Best found: −?\d+ points?\.", text(panel)
    )
    assert [*buttons(panel)] == ["Try again", "Undo", "Show the best turn"]


async def test_a_restart_in_the_middle_of_a_try_loses_nothing(sim: Sim) -> None:
    await play_and_review(sim, "rattus")
    panel, lot = message(await sim.click(sim.bob, sim.latest(), "Try 1")), random.Random(5)
    panel = await answer(sim, sim.bob, panel, lot)
    there = text(panel), buttons(panel)
    await sim.restart()
    await press(sim, sim.bob, panel, next(iter(presses(panel, "tundo").values())).replace("tundo", "task"))
    assert (text(sim.again(panel)), buttons(sim.again(panel))) == there
    panel = await finished(sim, sim.bob, sim.again(panel), lot)
    await sim.restart()
    await sim.click(sim.bob, panel, "Show the best turn")
    assert "Best found" in text(sim.again(panel))


async def test_a_try_under_other_rules_starts_over(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    """A try is stored as indexes of legal moves, which another version may list in a different order."""
    await play_and_review(sim, "rattus")
    panel = message(await sim.click(sim.bob, sim.latest(), "Try 1"))
    first = text(panel)
    panel = await answer(sim, sim.bob, panel, random.Random(5))
    legal = Table.legal
    monkeypatch.setattr(Table, "legal", lambda table, seat: legal(table, seat)[::-1])
    await sim.click(sim.bob, panel, "Undo")
    assert "I’ve been updated since you began this try, so it starts over." in text(sim.again(panel))
    monkeypatch.setattr(Table, "legal", legal)
    await sim.click(sim.bob, sim.again(panel), next(iter(presses(sim.again(panel), "tpick"))))
    assert "starts over" in text(sim.again(panel))
    assert text(sim.again(panel)).splitlines()[0] == first.splitlines()[0]


async def test_impossible_presses_on_a_try_are_refused_with_a_reason(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await play_and_review(sim, "rattus")
    post = sim.latest()
    panel = message(await sim.click(sim.bob, post, "Try 1"))
    first = read_id(next(iter(presses(panel, "tpick").values())))
    assert first is not None
    for number, typed in ((first.number, "zz 1"), (first.number, "0000zz -5 x y"), (first.number, "é٣zz ٣")):
        answered = await press(sim, sim.bob, post, f"m1:{table}:-:{number}:tpick:{typed}")
        assert "starts over" in text(answered)
    assert "no longer has that turn" in text(await press(sim, sim.bob, post, f"m1:{table}:-:999999:try:"))
    panel = await finished(sim, sim.bob, panel, random.Random(1))
    with monkeypatch.context() as patch:

        async def fails(*_: object) -> list[Way]:
            raise WorkerUnavailable("a test")

        patch.setattr(AiClient, "compare", fails)
        assert "no answer in time" in text(await sim.click(sim.bob, panel, "Share"))
    with monkeypatch.context() as patch:

        async def older(*_: object) -> Snapshot:
            raise damaged_game()

        patch.setattr(type(sim.bot.app.service.read), "snapshot", older)
        assert "no longer leads to the stored position" in text(await sim.click(sim.bob, panel, "Share"))
    await sim.restart()
    await sim.bot.app.storage.reviews._run("DELETE FROM reviews")
    assert "is no longer stored" in text(await sim.click(sim.bob, panel, "Try again"))
    running = await seat_all(sim, [sim.alice, sim.bob], sim.world.channels[1], game="rattus")
    there = sim.latest(sim.world.channels[1])
    assert "once the game is over" in text(await press(sim, sim.bob, there, f"m1:{running}:-:0:try:"))


@pytest.mark.usefixtures("undrawn")
async def test_a_try_that_is_too_long_says_so(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    await play_and_review(sim, "rattus")
    monkeypatch.setattr(tries, "MOST_MOVES", 1)
    panel, lot = message(await sim.click(sim.bob, sim.latest(), "Try 1")), random.Random(2)
    for _ in range(20):
        if "no room for more moves" in text(panel):
            break
        ends = [one for one in presses(panel, "tpick").values() if one.endswith(" end")]
        assert not ends
        panel = await answer(sim, sim.bob, panel, lot)
    assert "Undo" in buttons(panel)


@BOTH
def test_the_longest_id_of_the_longest_try_is_short_enough(name: str) -> None:
    """The ids have the longest moves, and table numbers that take years to reach."""
    lot, longest = random.Random(1), 0
    for seats in GAMES[name].rules.seats:
        table = Table(GAMES[name].rules, seats, "ids")
        while due := table.due():
            longest = max(longest, *(len(move) for move in due[0].moves))
            assert len(due[0].moves) < len(tries.DIGITS) ** tries.PER_MOVE
            table.play(due[0].seat, lot.choice(due[0].moves))
    said = " ".join(["z" * (tries.MARK + tries.PER_MOVE * tries.MOST_MOVES), "99", "x" * longest])
    assert len(str(Id(10**9, "tdetails", number=9999, words=said))) <= MAX_ID


@pytest.mark.deep(one_in=2)
@BOTH
async def test_nothing_of_a_try_depends_on_what_was_hidden(
    sim: Sim, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If two positions look alike to the player, every panel and picture of a try has the same bytes in both."""
    table_id = await play_and_review(sim, name)
    info = await sim.bot.app.service.read.info(table_id)
    table, lot = Table(GAMES[name].rules, 2, "hidden"), random.Random("hidden")
    while len(stretches(table)) < 12:
        [due, *_] = table.due()
        table.play(due.seat, lot.choice(due.moves))
    moments = table.moments()
    begins = stretches(table)[-1]
    for _ in range(begins.first + 1):
        now = next(moments)
    seat = begins.seat
    truths = [sample_position(table.game, now.state, seat, Chance(luck)) for luck in ("one", "other")]
    worlds = [going_on(table.game, truth) for truth in truths]
    assert worlds[0].digest != worlds[1].digest
    moves = some_way(worlds[0], seat, lot)
    seen = list[list[object]]()
    for world in worlds:
        for move in moves:
            world.play(seat, move)
        snapshot = Snapshot(info, world, len(moves) + 1, 1, tuple(range(2, len(moves) + 2)), unseen=())
        best = Judgement([0.6, 0.4], [0.4, 0.6], some_way(going_on(table.game, truths[0]), seat, random.Random(4)))
        if seat:
            best = replace_sides(best)
        reviewed = ReviewedTable(snapshot, [best], words("en"))

        async def stored(_: object, one: ReviewedTable = reviewed) -> ReviewedTable:
            return one

        monkeypatch.setattr(tries, "stored_review", stored)
        seen.append(await all_of_it(sim, table_id))
    assert len(seen[0]) >= 6
    assert seen[0] == seen[1]


def replace_sides(judgement: Judgement) -> Judgement:
    """Return the judgement with the two seats exchanged."""
    return Judgement(judgement.best[::-1], judgement.played[::-1], judgement.plan)


async def all_of_it(sim: Sim, table: int) -> list[object]:
    """Return everything that a person sees during two tries: texts, picture descriptions, buttons and pictures."""
    lot, found = random.Random("tries"), list[object]()

    def see(panel: Anything) -> None:
        items = [item for item in walk_components(components(panel)) if "custom_id" in item]
        urls = re.compile(r"https?://\S+|\d{15,}")
        found.append([text(panel), alts(panel), urls.sub("", str(items)), pictures(sim.env, panel)])

    for _ in range(2):
        panel: Anything = message(await press(sim, sim.bob, sim.latest(), f"m1:{table}:-:0:try:"))
        see(panel)
        while "Your try" not in text(panel):
            panel = await answer(sim, sim.bob, panel, lot)
            see(panel)
        await sim.click(sim.bob, panel, "Show the best turn")
        see(sim.again(panel))
    return found


@pytest.mark.parametrize(
    ("expected", "points", "said"),
    [
        ((0.5, 0.7, 0.6), (0, 0, 0), tries.NEW_BEST),
        ((0.5, 0.603, 0.602), (0, 0, 0), tries.BETTER_AND_AS_BEST),  # The rounded numbers would show no lead.
        ((0.5, 0.59, 0.6), (0, 0, 0), tries.BETTER_AND_AS_BEST),
        ((0.5, 0.52, 0.54), (0, 0, 0), tries.AS_BEST),
        ((0.5, 0.55, 0.6), (0, 0, 0), tries.BETTER_THAN_PLAYED),
        ((0.5, 0.51, 0.6), (0, 0, 0), tries.AS_PLAYED),
        ((0.5, 0.49, 0.6), (0, 0, 0), tries.AS_PLAYED),
        ((0.5, 0.4, 0.6), (0, 0, 0), tries.WORSE),
        ((0.95, 0.96, 0.97), (0, 3, 8), tries.BETTER_THAN_PLAYED),  # In a decided game, points are compared.
        ((0.95, 0.96, 0.97), (0, 3, 4), tries.BETTER_AND_AS_BEST),
    ],
)
def test_the_verdict_on_a_try_follows_its_value(expected: Sequence[float], points: Sequence[float], said: str) -> None:
    review = recorded("2_players_cubes_plain", "en")
    attempt, _, _ = tries.read_try(review, review.review.mistakes[0], ())
    same, played = (tries.scene_of(attempt, attempt.best, way) for way in (attempt.best, attempt.request.moves))
    assert (tries.has_signs(same), tries.has_signs(played)) == (False, True)
    ways = [Way([one] * 2, [more] * 2) for one, more in zip(expected, points, strict=True)]
    assert tries.verdict(attempt, *ways) == said
    told = tries.values_text(attempt, tries.YOUR_TRY, ways, attempt.words)
    assert all(f"(+{more} point" in told for more in points if more)
