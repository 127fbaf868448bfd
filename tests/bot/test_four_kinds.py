"""The same rules for four kinds of table: between people, against computers, solo, and in a DM (slow-play.md, 14).

Each transition is tested at every kind of table. After each one, the test checks who was pinged, that the post is true
and complete, and the text of the ephemeral panel.
"""

import re
from typing import Any

import pytest
from simcord.builders import ChannelHandle

from bot.channel.table_events import ASKED, EVENTS, FELL_ASLEEP, LIVE_SESSION_OVER, PUT_TO_SLEEP
from bot.channel.table_words import speaker_of
from bot.computers import AiClient
from bot.fair_queue import Ask
from computer_players.ai_worker import PlanRequest
from computer_players.search import PlanAdvice
from rules import GAMES
from rules.game import legal_moves
from rules.table import read_position
from rules_service import TableInfo
from storage import TableStatus, VoteKind
from tests.bot.players import DAY, answers, game, leave, next_panel, seat_all, take_seat
from tests.bot.sim import Anybody, Anything, Sim, buttons, message, text
from tests.bot.test_computers import against

pytestmark = pytest.mark.usefixtures("undrawn")

MINUTE = 60.0
SMALL = re.compile(r"^-# (?!Pace)(.*)$", re.MULTILINE)


class Walk:
    """A running table of one kind, with Alice, and with Bob if it is between people."""

    def __init__(self, sim: Sim, kind: str, table: int) -> None:
        self.sim, self.kind, self.table = sim, kind, table
        self.people = kind == "people"
        self.me: Anybody = sim.alice.user if kind == "dm" else sim.alice
        self.here: ChannelHandle = sim.alice.user.dm_channel if kind == "dm" else sim.channel
        self.pressed: Any = None  # The last panel on which a turn was begun.
        self._seen = set[int]()

    async def info(self) -> TableInfo:
        return await self.sim.bot.app.service.read.info(self.table)

    def post(self) -> Any:
        """Return the table's newest post."""
        posts = [one for one in self.sim.posts(self.here) if "Log" in buttons(one)]
        return posts[-1]

    async def turn(self, who: Anybody | None = None) -> Anything:
        """Play a turn of this person (by default Alice) on the panel. Return the panel that follows."""
        who = who or self.me
        panel: Anything = message(await self.sim.click(who, self.post(), "Your turn"))
        self.pressed, number = panel, (await game(self.sim, self.table)).number
        while True:
            offered = answers(panel)
            ends = [label for label, words in offered.items() if words == "end"]
            await self.sim.answer(who, panel, (ends or list(offered))[0])
            now = await game(self.sim, self.table)
            panel = next_panel(self.sim, who, panel, self.here)
            if now.number > number and any(step.ends for step in now.steps if step.number > number):
                return panel

    @property
    def there(self) -> dict[str, Any]:
        """Return the argument that names the channel of a typed command, or none in a DM."""
        return {} if self.kind == "dm" else {"channel": self.here}

    async def place(self, who: Anybody, region: str) -> None:
        """Place two cubes of this person in the region and end the turn, with typed commands."""
        for move in (f"place {region} 2", "end"):
            await self.sim.command(who, "move", move=move)

    async def ask_back(self, who: Anybody) -> None:
        """Ask the others to undo this person's turn."""
        offer = await self.sim.click(who, await self.sim.command(who, "undo"), "Ask to undo")
        await self.sim.click(who, offer, "Ask the others")

    async def do(self, who: Anybody, act: str) -> str:
        """Do this act with ``/table manage``. Return the text of the answer."""
        return text(await self.sim.manage(who, act, None if self.kind == "dm" else self.here))

    async def later(self, seconds: float) -> None:
        """Let this many seconds pass at once, then run the scheduler twice."""
        self.sim.jump(seconds)
        await self.sim.sweep(2)

    async def check(self, *pinged: str) -> str:
        """Check who was pinged since the last check, and that post and panels are current. Return the post's text."""
        await self.sim.sweep(2)
        await self.sim.bot.app.announcer.until_shown(self.table)
        backend = self.sim.env.backend
        new = [one for some in backend.messages.values() for one in some.values() if one.id not in self._seen]
        self._seen |= {one.id for one in new}
        assert {backend.get_user(user).name for one in new for user in one.ping_user_ids} == set(pinged)
        info, said = await self.info(), text(self.post())
        for words, so in claims(info).items():
            assert (words in said) == so, f"{words!r} in {said}"
        for line in SMALL.findall(said):
            assert not re.search(r"\b(is|are|now)\b", line), line
        older = [text(one) for one in self.sim.posts(self.here) if not (one.flags.ephemeral or buttons(one))]
        assert [one for one in older if any(words in one for words in claims(info))] == [], "it stays as it is"
        await self.check_panels(info)
        return said

    async def check_panels(self, info: TableInfo) -> None:
        """Check that each player's panel shows whose turn it is, and nothing false."""
        for seat in info.seats if "Your turn" in buttons(self.post()) else ():
            mine = self.me if seat.seat == 0 else next((one for one in self.sim.people if one.id == seat.user_id), None)
            if mine is None or seat.vacant:
                continue
            panel = await self.sim.click(mine, self.post(), "Your turn")
            due = seat.due_since is not None
            assert ("It is not your turn." in text(panel)) == (not due)
            assert bool(answers(panel)) == due or "planned this turn" in text(panel)
            for words, so in claims(info).items():
                assert so or words not in text(panel), f"{words!r} in {text(panel)}"


def claims(info: TableInfo) -> dict[str, bool]:
    """Return, for each phrase about the present that a post can contain, whether it is true."""
    running = info.status == TableStatus.RUNNING
    awake = running and info.asleep_since is None
    votes = [vote.kind for vote in info.votes]
    waiting = [seat for seat in info.seats if seat.due_since and not seat.vacant]
    return {
        "To act: ": awake or running,
        "is away until": awake and any(seat.away_until and not seat.vacant for seat in info.seats),
        "got a reminder": awake and any(seat.reminded and not seat.away for seat in waiting),
        "is late": awake and any(seat.reminded and seat.away for seat in waiting),
        "paused until": awake and info.paused_until is not None,
        "fell asleep": info.asleep_since is not None,
        "A computer plays for": awake and any(seat.computer and seat.person for seat in info.seats),
        "Anyone can take": awake and bool(info.vacant),
        "asks to undo": VoteKind.UNDO in votes,
        "wants to": bool(set(votes) - {VoteKind.UNDO}),
    }


async def start(sim: Sim, kind: str) -> Walk:
    """Start a table of this kind, at which Alice begins."""
    match kind:
        case "people":
            table = await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined")
        case "computers":
            table = await against(sim, 1, start="0", seating="joined")
        case "alone":
            table = await seat_all(sim, [sim.alice], game="messina")
        case _:
            await sim.command(sim.alice.user, "table open", game="messina")
            await sim.click(sim.alice.user, sim.latest(sim.alice.user.dm_channel), "Start")
            table = (await sim.open_tables())[-1].id
    return Walk(sim, kind, table)


@pytest.fixture(autouse=True)
def thoughtless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let computer players make the first legal move, and end their turn as soon as possible."""

    async def plan(self: AiClient, request: PlanRequest, limit: float, ask: Ask) -> PlanAdvice:
        rules = GAMES[request.game]
        moves = [move.text for move in legal_moves(read_position(rules, request.position), request.seat)]
        return PlanAdvice(["end" if "end" in moves else moves[0]])

    monkeypatch.setattr(AiClient, "plan", plan)


@pytest.fixture(params=["people", "computers", "alone", "dm"])
async def walk(sim: Sim, request: pytest.FixtureRequest) -> Walk:
    return await start(sim, request.param)


def test_p142_descriptions_of_peoples_acts_stay_true() -> None:
    """P142: texts about acts have no words such as "is" or "now": posts and the log show them long afterwards."""
    told = [*EVENTS.values(), *ASKED.values(), *PUT_TO_SLEEP.values(), FELL_ASLEEP, LIVE_SESSION_OVER]
    assert [one for one in told if re.search(r"\b(is|are|now|has left)\b", one)] == []


@pytest.mark.deep(one_in=2)
async def test_p141_p143_p144_every_transition_at_every_kind_of_table(walk: Walk) -> None:
    """P141 to P144, P40, P46, P71, P79: nobody is pinged in a solo game; others are pinged when they must act."""
    for step in (
        *(begins, looks, undoes, plans, asks_back, plays_on, looks, votes),
        *(goes_away, lets_a_computer_play, pauses, leaves, sleeps, ends),
    ):
        await step(walk)


async def begins(walk: Walk) -> None:
    """Check who is pinged when the game starts with Alice's turn."""
    await walk.check(*["alice"] * walk.people)


async def looks(walk: Walk) -> None:
    """Look at Alice's own view. Of the post's lines, it repeats only whose turn it is. The post stays as it is."""
    said = await walk.check()
    label = "My view" if "My view" in buttons(walk.post()) else "Boards"
    for contrast in ("normal", "high"):
        await walk.sim.bot.app.storage.people.prefer(walk.sim.alice.id, "contrast", contrast)
        view = text(await walk.sim.click(walk.me, walk.post(), label))
        alike = label == "My view" and contrast == "normal"
        assert ("The post already shows everything you can see." in view) == alike
        assert [line for line in view.splitlines() if line in said and not line.startswith("To act: ")] == []
    assert await walk.check() == said


async def undoes(walk: Walk) -> None:
    """Undo a step that no other player has seen."""
    before = await walk.check()
    panel = message(await walk.sim.click(walk.me, walk.post(), "Your turn"))
    await walk.sim.answer(walk.me, panel, next(iter(answers(panel))))
    panel = next_panel(walk.sim, walk.me, panel, walk.here)
    if "Undo" in buttons(panel):
        await walk.sim.click(walk.me, panel, "Undo")
        assert "Undone." in text(walk.sim.again(panel))
        assert await walk.check() == before


async def plans(walk: Walk) -> None:
    """Plan a turn to be played automatically. It isn't played, because the position has changed."""
    if not walk.people:
        assert "Your plan" not in text(await walk.sim.command(walk.me, "plan", **walk.there))
        await walk.check()
        return
    sim, bob = walk.sim, walk.sim.bob
    for move in ("gallia", "italia", "end"):
        await sim.command(bob, "plan", move=f"place {move} 2" if move != "end" else move)
    assert "I’ll play it for you" in text(await sim.command(bob, "plan", for_me=True))
    await walk.check()
    await walk.place(sim.alice, "gallia")
    assert "I’ll play it for you" not in text(await sim.command(bob, "plan"))
    await walk.check("bob")
    await walk.later(15 * MINUTE)
    await walk.check()
    assert (await walk.info()).due == (1,)
    offer = text(await sim.click(bob, walk.post(), "Your turn"))
    assert "You have planned this turn" in offer
    assert "⚠️" in offer
    assert "I’ll play it for you" not in offer


async def asks_back(walk: Walk) -> None:
    """Ask to undo a turn. The other player agrees after 5 or 60 minutes, or refuses. Computers aren't asked."""
    sim = walk.sim
    if not walk.people:
        await walk.turn()
        await walk.check()
        offer = message(await sim.command(walk.me, "undo", **walk.there))
        if walk.kind == "computers":
            offer = await sim.click(walk.me, offer, "Undo my turn")
            assert "undone right away" in text(offer)
            await sim.click(walk.me, offer, "Undo")
            assert "nobody else needs to vote" in text(sim.again(offer))
            assert "has undone a turn" in await walk.check()
        else:
            assert "Undo my turn" not in buttons(offer)
        return
    for minutes, pinged in ((5, []), (60, ["alice"])):
        await walk.ask_back(sim.alice)
        await walk.check("bob")
        await walk.later(minutes * MINUTE)
        await sim.click(sim.bob, walk.post(), "Yes")
        assert "Alice has undone a turn" in await walk.check(*pinged)
        assert "I’ll play it for you" not in text(await sim.command(sim.bob, "plan"))
        assert "I’ll play it for you" in text(await sim.command(sim.bob, "plan", for_me=True))
        await walk.place(sim.alice, "gallia" if minutes == 5 else "scandia")
        await walk.check("bob")
    await walk.later(11 * MINUTE)
    assert "**Bob**: 2 cubes in Gallia" in await walk.check("alice"), "the plan was played"
    await walk.ask_back(sim.bob)
    await walk.check("alice")
    await sim.click(sim.alice, walk.post(), "No")
    assert "-# Alice voted no." in await walk.check()


async def plays_on(walk: Walk) -> None:
    """End a turn after which the same player is next or a computer has moved. Nothing is said twice."""
    await walk.later(MINUTE)
    number = (await walk.info()).number
    old, first = walk.post(), max(walk.sim.env.backend.messages[walk.here.id])
    panel = await walk.turn()
    if walk.kind == "computers":  # The computers move in the meantime.
        await walk.sim.sweep(2)
        panel = walk.sim.panel(walk.me)
    private = [one for one in walk.sim.posts(walk.here, viewer=walk.me) if one.flags.ephemeral]
    said = await walk.check(*["alice"] * walk.people)
    assert (walk.post().id == old.id) == (walk.kind == "dm")
    assert (panel.id == walk.pressed.id) == (walk.kind == "dm")
    assert panel.id > walk.post().id
    assert answers(panel), "the question is below the post"
    snapshot = (await walk.sim.bot.app.service.read.snapshot(walk.table)).read_by(0)
    speaks = speaker_of(snapshot.info, snapshot.view(None), "en", 0)
    told = [*said.splitlines(), *speaks.summary(snapshot.events(None, number))]
    assert [line for line in told if line in text(panel)] == []
    assert [one.id for one in private if one.id > first] == [panel.id], "no shell is left"


async def votes(walk: Walk) -> None:
    """Change the pace by a vote."""
    if not walk.people:
        assert "pace" not in str(buttons(await walk.sim.manage(walk.me, "", **walk.there)))
        return
    await walk.do(walk.sim.bob, "pace daily")
    assert "wants to change the pace" in await walk.check("alice")
    await walk.sim.click(walk.sim.alice, walk.post(), "Yes")
    assert "Everyone agreed to Bob’s request to change the pace to: a move a day" in await walk.check()


async def goes_away(walk: Walk) -> None:
    """Go away and come back, and be reminded two days later."""
    await walk.sim.command(walk.me, "away begin", days=3, **walk.there)
    await walk.check()
    back = text(await walk.sim.command(walk.me, "away back", **walk.there))
    assert ("1 table is waiting for you" in back) == walk.people
    await walk.check()
    await walk.later(2 * DAY)
    await walk.check(*["alice"] * walk.people)


async def lets_a_computer_play(walk: Walk) -> None:
    """Let a computer play for Alice while she is away, and return."""
    await walk.sim.command(walk.me, "away begin", days=3, computer=True, **walk.there)
    said = await walk.check(*["bob"] * walk.people)
    assert ("**🤖 Alice**: " in said) == walk.people, "alone, nobody waits for her"
    await walk.sim.command(walk.me, "away back", **walk.there)
    await walk.check()


async def pauses(walk: Walk) -> None:
    """Pause the table and end the pause."""
    await walk.do(walk.me, "rest 3")  # At a table for one there is no such button.
    await walk.check(*["bob"] * walk.people)
    if walk.people:
        await walk.sim.click(walk.sim.bob, walk.post(), "Yes")
        await walk.check()
        assert "pause is over" in text(await walk.sim.click(walk.me, walk.post(), "End the pause"))
        assert "Alice ended the pause" in await walk.check()


async def leaves(walk: Walk) -> None:
    """Leave a seat during its turn, and let another person take it."""
    if not walk.people:
        asked = message(await walk.sim.command(walk.me, "table leave", **walk.there))
        assert "nobody else plays here" in text(asked)
        await walk.check()
        return
    await leave(walk.sim, walk.sim.bob)
    await walk.check()
    await take_seat(walk.sim, walk.sim.dora)
    await walk.check("dora")


async def sleeps(walk: Walk) -> None:
    """Put the table to sleep and wake it. A table between people can sleep only once a player is late."""
    for days in (1, 1, 1, 1) if walk.people else ():
        await walk.later(days * DAY)
    await walk.check(*["alice", "dora"] * walk.people)
    await walk.do(walk.me, "sleep")
    await walk.check()
    await walk.sim.click(walk.me, walk.post(), "Wake")
    assert "woke the table" in await walk.check(*["dora"] * walk.people)


async def ends(walk: Walk) -> None:
    """Play the game to its end, which is announced in one post."""
    app, people = walk.sim.bot.app, {0: walk.sim.alice.id, 1: walk.sim.dora.id}
    follows, app.announcer.more_follows = app.announcer.more_follows, lambda table: True
    while (await walk.info()).open:
        for one in (await game(walk.sim, walk.table)).due()[:1]:
            if walk.people or one.seat == 0:
                await app.service.play.move(walk.table, people[one.seat], "end" if "end" in one.moves else one.moves[0])
            else:
                await walk.sim.env.settle()
    app.announcer.more_follows = follows
    app.announcer.wake(walk.table)
    assert "To act" not in await walk.check(*["alice", "dora"] * walk.people)
