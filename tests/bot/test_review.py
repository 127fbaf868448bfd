import asyncio
import re
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

import computer_players.review as reviewing
from bot.channel import reviewer
from bot.computers import AiClient
from bot.ui.reply import Refusal
from computer_players.review import CheckRequest, Judgement, JudgeRequest, judge_stretch, requests_for, review_of
from computer_players.search import Effort
from rules.notation import End
from rules_service import Person
from tests.bot import forge
from tests.bot.cores import BUSY
from tests.bot.players import DAY
from tests.bot.sim import Sim, alts, buttons, message, text
from tests.bot.test_stats import play_out
from tests.computer_players.test_review import judge_at_once
from wording import words
from workers.worker import WorkerUnavailable

pytestmark = pytest.mark.usefixtures("undrawn")  # These tests need no boards.
LITTLE = Effort(beam_width=3, samples=2)
PROGRESS = "I’m reviewing this game of Rattus"


class Judging:
    """Replaces the AI workers: judges each part of a game once, with little effort. It can block or fail."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, seconds_between_edits: float) -> None:
        self.asked: list[JudgeRequest] = []
        self.known: dict[str, Judgement] = {}
        self.most, self.waits, self.fails = 1000, False, False
        self.held = asyncio.Event()
        monkeypatch.setattr(AiClient, "judge", lambda _, *asked: self.judge(*asked))
        monkeypatch.setattr(reviewer, "SECONDS_BETWEEN_EDITS", seconds_between_edits)
        for name, value in (("STRONG", LITTLE), ("SCREENING", LITTLE), ("COMPARISONS", 1)):
            monkeypatch.setattr(reviewing, name, value)
        judge_at_once(monkeypatch)

    async def judge(self, question: JudgeRequest | CheckRequest, limit: float, table: int) -> Judgement:
        if self.fails:
            raise WorkerUnavailable("a test")
        if self.waits or len(self.asked) >= self.most:
            self.held.set()
            await asyncio.sleep(10**6)
        if isinstance(question, CheckRequest):
            return msgspec.structs.replace(question.judgement, checked=True)
        self.asked.append(question)
        if question.seed not in self.known:
            self.known[question.seed] = await asyncio.to_thread(judge_stretch, question)
        return self.known[question.seed]


@pytest.fixture
def judging(monkeypatch: pytest.MonkeyPatch) -> Judging:
    return Judging(monkeypatch, 0.0)


async def reviewed(sim: Sim) -> None:
    """Wait until no review is in progress."""
    for _ in range(2):
        running = [task for task in asyncio.all_tasks() if task.get_name() in ("reviews", "ends of reviews")]
        if running:
            await asyncio.wait(running, timeout=BUSY)
    await sim.env.settle()


async def row_of(sim: Sim, table: int) -> tuple[int, bool] | None:
    """Return how many parts of a game are judged and whether its review is finished, or None without a review."""
    row = await sim.bot.app.storage.reviews.of_table(table)
    return row and (len(msgspec.json.decode(row.judged)), row.done is not None)


@pytest.mark.deep(one_in=10)
async def test_a_review_posts_a_chart_the_turning_points_and_decisions_and_luck(sim: Sim, judging: Judging) -> None:
    table = await play_out(sim)
    before = len(sim.posts())
    answer = await sim.click(sim.alice, sim.latest(), "Review")
    assert message(answer).flags.ephemeral
    assert "takes about 1 minute;" in text(answer)
    await reviewed(sim)
    assert len(sim.posts()) == before + 1, "the progress became the review"
    post = sim.latest()
    game = (await sim.bot.app.service.read.snapshot(table)).table
    assert await row_of(sim, table) == (len(judging.asked), True)
    row = await sim.bot.app.storage.reviews.of_table(table)
    review = review_of(game, msgspec.json.decode(row.judged, type=list[Judgement]))
    [alt] = alts(post)
    assert re.fullmatch(r"A chart of what each player could expect after each turn. Alice: .* Bob: .*%\.", alt)
    assert len(alt) <= 1024
    told = text(post)
    for number, point in enumerate(review.turning_points, 1):
        name = ("Alice", "Bob")[point.seat]
        judgement = point.judgement
        better = judgement.near_expected if judgement.near else judgement.best
        best, after = (round(100 * one[point.seat]) for one in (better, judgement.played))
        assert re.search(rf"\*\*{number}\. Turn {point.turn}:\*\* .*{name}", told)
        instead = f" instead of {after}%" if best != after else ""
        assert re.search(rf"Better \({best}%{instead}(, \+\d+ points?)?\)[,:]", told)
        assert judgement.checked
        assert buttons(post)[f"Watch {number}"].endswith(f":watch:{point.turn}")
    own = re.findall(r"(Alice|Bob)\*\*: own decisions ([+−\d]+), luck ([+−\d]+)", told)
    others = re.findall(r"Other players’ decisions: ([+−\d]+) · everything else: ([+−\d]+)", told)
    for seat, ((name, *mine), theirs) in enumerate(zip(own, others, strict=True)):
        assert name == ("Alice", "Bob")[seat]
        changes = [int(one.replace("−", "-")) for one in (*mine, *theirs)]
        assert sum(changes) == round(100 * (review.results[seat] - review.start[seat]))
        assert changes[0] == round(100 * review.decided(seat)) <= 0
        assert changes[1:3] == [round(100 * review.luck(seat)), round(100 * review.given(seat))]
    assert len(own) == 2
    assert told.rstrip().endswith(f"everything else: {others[1][1]}\n<@{sim.alice.id}> asked for this review.")
    watched = await sim.click(sim.dora, post, "Watch 2")
    turn = f"Turn {review.turning_points[1].turn}:"
    assert f"**2. {turn}**" in text(watched)
    assert message(watched).flags.ephemeral
    assert turn in text(await sim.click(sim.dora, message(watched), "Replay"))


@pytest.mark.deep(one_in=10)
async def test_my_turns_are_only_for_their_player(sim: Sim, judging: Judging) -> None:
    table = await play_out(sim)
    await sim.click(sim.bob, sim.latest(), "Review")
    await reviewed(sim)
    row = await sim.bot.app.storage.reviews.of_table(table)
    game = (await sim.bot.app.service.read.snapshot(table)).table
    review = review_of(game, msgspec.json.decode(row.judged, type=list[Judgement]))
    for seat, (who, other) in enumerate(((sim.alice, "Bob"), (sim.bob, "Alice"))):
        own = await sim.click(who, sim.latest(), "My turns")
        assert message(own).flags.ephemeral
        assert f"{other}** played" not in text(own)
        turns = [str(one.turn) for one in review.mistakes_of(seat)]
        assert re.findall(r"\*\*\d\. Turn (\d+)", text(own)) == turns
        mean = 100 * review.lost(seat) / review.turns_of[seat]
        assert f"a turn cost you {words('en').decimal(mean)}% of a win" in text(own)
        stats = text(await sim.command(who, "stats"))
        assert f"Only you see this: a turn cost you {words('en').decimal(mean)}% of a win on average." in stats
    assert "Only the players" in text(await sim.click(sim.dora, sim.latest(), "My turns"))
    await sim.command(sim.alice, "preferences", statistics="server")
    await sim.click(sim.alice, await sim.command(sim.alice, "stats"), "Show here")
    assert "games on this server" in text(sim.latest())
    assert "of a win" not in text(sim.latest())
    exported = await sim.bot.app.storage.people.export(sim.bob.id)
    assert exported["losses"] == [
        {"table_id": table, "seat": 1, "turns": review.turns_of[1], "loss": pytest.approx(review.lost(1))}
    ]


@pytest.mark.deep(one_in=10)
async def test_progress_is_shown_and_a_player_can_stop_it(sim: Sim, judging: Judging) -> None:
    table = await play_out(sim)
    judging.most, result = 5, sim.latest()
    await sim.click(sim.alice, result, "Review")
    await asyncio.wait_for(judging.held.wait(), BUSY)
    await sim.env.settle()
    post, parts = sim.latest(), len(requests_for((await sim.bot.app.service.read.snapshot(table)).table, ""))
    assert text(post) == f"{PROGRESS}: {100 * 5 // (parts + 1)}% done."
    assert post.flags.silent
    again = await sim.click(sim.bob, result, "Review")
    assert f"{100 * 5 // (parts + 1)}% done" in text(again), "it is not begun a second time"
    assert "Only the players" in text(await sim.click(sim.dora, post, "Stop"))
    assert "stopped the review" in text(await sim.click(sim.bob, post, "Stop"))
    assert "was stopped" in text(sim.again(post))
    assert await row_of(sim, table) is None
    judging.most = 1000
    await sim.click(sim.alice, sim.again(post), "Review")
    await reviewed(sim)
    assert "## Review" in text(sim.latest())


async def test_a_review_whose_post_is_deleted_is_not_wanted_any_more(sim: Sim, judging: Judging) -> None:
    table = await play_out(sim)
    judging.most = 4
    await sim.click(sim.alice, sim.latest(), "Review")
    await asyncio.wait_for(judging.held.wait(), BUSY)
    await sim.env.settle()
    sim.delete(sim.latest())
    judging.most = 1000
    await sim.restart()
    await sim.bot.app.reviewer.poll()
    await reviewed(sim)
    assert await row_of(sim, table) is None
    assert "Review" not in text(sim.latest())


async def test_a_person_may_have_one_review_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reviews take minutes and run one after another, so a person may have only one review waiting."""
    begun = dict[int, int]()

    async def begin(table: int, user: int, now: object) -> None:
        begun[table] = user

    async def asked_by(user: int) -> list[int]:
        return [table for table, asker in begun.items() if asker == user]

    clock, reviews = SimpleNamespace(now=lambda: None), SimpleNamespace(begin=begin, asked_by=asked_by)
    storage = SimpleNamespace(reviews=reviews)
    delivery: Any = SimpleNamespace(client=None, service=None, clock=clock, storage=storage)
    all_reviews = reviewer.Reviewer(delivery, AiClient(size=0))
    monkeypatch.setattr(all_reviews, "wake", lambda: None)
    await all_reviews.begin(1, 7)
    all_reviews._reviewed = 1
    await all_reviews.begin(2, 7)
    await all_reviews.begin(3, 8)
    with pytest.raises(Refusal, match="already waiting for another review"):
        await all_reviews.begin(4, 7)
    del begun[1]
    all_reviews._reviewed = 2
    await all_reviews.begin(4, 7)
    assert begun == {2: 7, 3: 8, 4: 7}


async def test_p154_an_attempt_at_a_challenge_is_reviewed_for_its_player_once_it_is_unsealed(
    sim: Sim, judging: Judging, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P154: log, replay, file, check and review of an attempt are refused until it is unsealed.

    Its review is ephemeral.
    """
    monkeypatch.setattr(reviewer, "send_message", None)
    dailies, read = sim.bot.app.service.dailies, sim.bot.app.service.read
    info = await dailies.start(Person(sim.alice.id, "Alice"), "en", (await dailies.today()).day)
    while legal := (await read.snapshot(info.id)).table.legal(0):
        await sim.bot.app.service.play.move(info.id, sim.alice.id, "end" if End() in legal else legal[0].text)
    panel, posts = message(await sim.command(sim.alice, "help")), len(sim.posts())
    for action in ("log", "replay", "file", "review"):
        answer = await forge.press(sim, sim.alice, panel, f"m1:{info.id}:-:0:{action}:")
        assert "Others may still be playing" in text(answer), action
    assert "Others may still" in text(await forge.press(sim, sim.alice, panel, f"m1:{info.id}:-:0:manage:verify"))
    sim.jump(3 * DAY)
    shown = await forge.press(sim, sim.alice, panel, f"m1:{info.id}:-:0:log:")
    assert str((await read.info(info.id)).seed) in text(shown)
    assert "*Review* will show the result" in text(await sim.click(sim.alice, shown, "Review"))
    await reviewed(sim)
    assert await sim.bot.app.storage.reviews.untold() == []
    found = await sim.click(sim.alice, shown, "Review")
    assert message(found).flags.ephemeral
    assert "turn" in text(found)
    assert len(sim.posts()) == posts
