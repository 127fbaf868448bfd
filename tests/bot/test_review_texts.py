"""Everything shown by a review is as kept: the post, a player's turns, the chart, the text. Judgements are made up."""

import asyncio
import random
from pathlib import Path

import msgspec
import pytest

from bot.channel.plan_words import move_text
from bot.channel.reviews import ReviewedTable
from bot.channel.table_words import speaker_of
from bot.ui.message import Id, Picture
from computer_players.advantage import Advantage
from computer_players.review import Judgement, Mistake, stretches
from games import GAMES
from rules.plan import END, PlannedMove
from rules.table import Table
from rules_service import Snapshot
from storage import TableStatus
from tests.bot.infos import rows_in, running, seat, texts
from tests.computer_players.test_review import without_overseer
from tests.kept import kept
from tests.test_recorded import FILES, read
from wording import words

pytestmark = pytest.mark.kept
KEPT = Path(__file__).with_name("kept")
GAMES_REVIEWED = (
    ("2_players_cubes_plain", "en"),
    ("3_players_supply_cards_peasant_queen", "de"),
    ("1_player_plain", "en"),
)


def reviewed(stem: str, lang: str, every: int = 4) -> ReviewedTable:
    """Return a recorded game with a review in which one in ``every`` stretches could have ended better."""
    log = read(next(path for path in FILES if path.stem == stem)).log
    table = Table.load(GAMES[log.game].rules, log, trusted=True)
    lot = random.Random(stem)

    def values() -> list[float]:
        some = [lot.random() for _ in range(table.seats)]
        return [100 * one for one in some] if table.seats == 1 else [one / sum(some) for one in some]

    ends, legal = {one.last: one.seat for one in stretches(table)}, dict[int, list[str]]()
    for at, now in enumerate(table.moments()):  # A moment shares its state with the next one.
        if at in ends:
            options = now.state.pending[ends[at]][-1].options(now.state, ends[at])
            legal[at] = [move.text for move in options]
    judged = []
    advantage = Advantage("cubes" if log.game == "rattus" else "citizens", 3, 2)
    for number, stretch in enumerate(stretches(table)):
        best, worse = sorted((values(), values()), key=lambda one: -one[stretch.seat])
        *moves, last = [step.move for step in table.steps[stretch.first : stretch.last + 1]]
        other = next((one for one in legal[stretch.last] if one != last), last)
        better = number % every == 1
        judged.append(
            Judgement(best, worse if better else best, [*moves, other] if better else [], advantage if better else None)
        )
    info = running(log.game, *(seat(at) for at in range(log.seats)), options=log.options, status=TableStatus.OVER)
    number = len(table.entries) + 1
    snapshot = Snapshot(info, table, number, 1, tuple(range(2, number + 1)), unseen=())
    return ReviewedTable(snapshot, judged, words(lang))


def lines_of(stem: str, lang: str) -> list[str]:
    """Return all texts and charts of a review."""
    review = reviewed(stem, lang)
    chart = review.chart()
    picture = [Picture(b"", review.alt())]
    views = [asyncio.run(review.view(picture)), asyncio.run(review.view([]))]
    views += [asyncio.run(review.own_view(one)) for one in range(review.snapshot.table.seats)]
    found: list[str] = []
    for view in views:
        found += [*"\n".join(texts(view)).split("\n"), *(str(row) for row in rows_in(view))]
    found += [f"alt: {review.alt()}", f"ticks: {chart.ticks}", f"points: {chart.points}"]
    found += [f"{chart.title} {chart.names} {chart.colours} {chart.percent}"]
    found += [" ".join(f"{value:.3f}" for value in line) for line in chart.lines]
    for page in review.pages():
        found += ["page", *page.split("\n")]
    return [line.rstrip() for line in found]


@pytest.mark.parametrize(("stem", "lang"), GAMES_REVIEWED)
def test_a_review_says_and_shows_what_it_did(stem: str, lang: str) -> None:
    now = "".join(f"{line}\n" for line in lines_of(stem, lang))
    assert now == kept(KEPT / f"review-{stem}-{lang}.txt", now)


@pytest.mark.parametrize("lang", ["en", "de", "pl", "hu"])
def test_the_review_names_the_omitted_moves(lang: str) -> None:
    table = without_overseer()
    every = [Judgement([0.5, 0.5], [0.5, 0.5], [])] * (len(stretches(table)) - 1)
    near = ["go home h6", "rescue aristocrat al1", "act 1", "advance nun on"]
    fault = Judgement([0.5, 0.6], [0.6, 0.4], ["go home h14", "fight 1 1 0 -"], Advantage("overseers", 1, 0))
    fault = msgspec.structs.replace(fault, near=near, near_expected=[0.5, 0.5], points=4.0)
    info = running("messina", seat(0), seat(1), status=TableStatus.OVER)
    snapshot = Snapshot(info, table, 1, 1, (), unseen=())
    said = ReviewedTable(snapshot, [*every, fault], words(lang))
    [mistake] = said.review.turning_points
    assert said.sentence(1, mistake) == kept(KEPT / f"review-left-out-{lang}.txt", said.sentence(1, mistake))


@pytest.mark.parametrize(("at", "lang"), [*enumerate(["en", "de", "pl", "hu"])])
def test_a_better_turn_never_has_the_text_of_the_played_one(at: int, lang: str) -> None:
    alike = 0
    for path in FILES[at::4]:
        review = reviewed(path.stem, lang, every=3)
        low, high = ([50.0] * 4, [51.0] * 4) if review.alone else ([0.96] * 4, [0.964] * 4)
        for one in review.review.mistakes[:9]:
            fault = msgspec.structs.replace(one.judgement, best=high, played=low, points=2.0, advantage=None)
            first, better = review.sentence(1, msgspec.structs.replace(one, judgement=fault)).split("\n-# ")
            assert [told.count(f"**{seat(one.seat).name}**") for told in (first, better)] == [1, 1], (first, better)
            assert better.count(review.value(low[0])) == 1
            both = {review._headline(one, some, len(fault.plan) - 1)[0] for some in (review.played(one), fault.plan)}
            if review.played(one) != fault.plan and len(both) == 1:
                alike += 1
                assert not better.endswith(both.pop() or " ")
    assert alike > 2


def test_the_sentence_names_the_moves_if_only_a_few_differ() -> None:
    review = reviewed("2_players_cubes_plain", "en", every=1)
    stretch = next(one for one in stretches(review.snapshot.table) if one.first == 4)
    played = ["take peasant", "place scandia 2", "plague italia", "spread germania"]
    other_rat = "Place a new rat in Gallia. Played: Place a new rat in Germania."
    for better, said in (
        (played[1:], ": 🔷 **Ben**: the same turn, but without “Take the Peasant from the table”."),
        ([*played[:3], "spread gallia"], f", after the same start: 🔷 **Ben**: {other_rat}"),
    ):
        judgement = Judgement([0.6, 0.6], [0.5, 0.5], better)
        line = review.sentence(1, Mistake(stretch.turn, stretch.seat, 0.1, stretch, judgement)).split("\n-# ")[1]
        assert line == f"Better (60% instead of 50%){said}"


def test_a_game_without_mistakes_says_so() -> None:
    review = reviewed("2_players_cubes_plain", "en", every=1)
    post, own = asyncio.run(review.view([Picture(b"", "")])), asyncio.run(review.own_view(0))
    assert texts(post)[:2] == ["## Review: Rattus", "No single turn decided this game."]
    none = "I found no turn in which the strong computer player would have done clearly better than you."
    assert texts(own)[1:3] == [none, "On average a turn cost you 0% of a win."]
    assert [len(rows_in(view)) for view in (post, own)] == [1, 0]


@pytest.mark.parametrize(("stem", "lang"), GAMES_REVIEWED)
def test_better_turns_are_described_whole_and_drawn(stem: str, lang: str) -> None:
    review = reviewed(stem, lang)
    for mistake in review.review.turning_points:
        assert "…" not in review.sentence(1, mistake)
        scene = review.scene(mistake)
        assert {mark.target for mark in scene.marks if mark.letter == "+"} == set(scene.advised)
        assert scene.view.seat == mistake.seat, "nothing that its player did not know"
    signs = {mark.letter for one in review.review.mistakes for mark in review.scene(one).marks}
    assert signs == {"", "+", "×"}


def test_each_button_of_a_review_names_one_turn_of_one_player() -> None:
    """Discord refuses a message with two identical custom ids. Several players can decide in the same turn."""
    shared = 0
    for path in FILES[::5]:
        review = reviewed(path.stem, "en", every=2)
        mistakes = review.review.mistakes
        shared += len(mistakes) - len({one.turn for one in mistakes})
        ids = [item.custom_id for row in review.turn_buttons(mistakes) for item in row]
        assert len({*ids}) == len(ids) == 2 * len(mistakes)
        assert [review.watched(review.watch_id(one)) for one in mistakes] == mistakes
        earlier = [review.watched(Id(review.info.id, "watch", words=f"{one.turn}")) for one in mistakes]
        assert [one.turn for one in earlier if one] == [one.turn for one in mistakes]
    assert shared


@pytest.mark.parametrize(("at", "lang"), [*enumerate(["en", "de", "pl", "hu"])])
def test_lines_with_moves_are_whole_and_name_each_price_once(at: int, lang: str) -> None:
    """The lines of tries and plans have more room than a button, whose label names the price."""
    prices = 0
    for path in [path for path in FILES if path.parent.name == "messina"][at::4]:
        log, review = read(path).log, reviewed(path.stem, lang)
        table, info = Table(GAMES[log.game].rules, log.seats, log.seed, log.options), review.info
        for step in review.snapshot.table.steps:
            speaks = speaker_of(info, table.view(step.seat), lang, step.seat)
            for text in {step.move, *(move.text for move in table.legal(step.seat)[:5])} - {END}:
                line = move_text(info, step.seat, PlannedMove(text, table, False, (), ()), words(lang))
                parsed = speaks.game.notation.parse(text)
                assert parsed is not None
                price = speaks.facts(parsed.words).price
                assert "…" not in line
                assert not price or f"({price}" not in line
                prices += bool(price)
            table.play(step.seat, step.move)
    assert prices > 100
