"""`/daily`: the only attempt at the challenge of the day, its result without spoilers, and a server's ranking."""

from typing import Any
from unittest.mock import AsyncMock

import pytest

from bot.computers import AiClient
from computer_players.review import Way, WaysRequest
from rules.notation import End
from rules_service.daily import day_of
from rules_service.daily_turn import DailyTurn
from storage import TableStatus
from tests.bot import forge
from tests.bot.players import DAY, answers
from tests.bot.sim import Anybody, Anything, Sim, buttons, components, message, pictures, text
from tests.bot.test_accounts import FOREIGN, foreign_server
from tests.rules_service.hard_turn import BEST, prepare
from workers.worker import WorkerUnavailable

pytestmark = pytest.mark.usefixtures("undrawn")

PAR = (4, 9, 20, 40, 60, 80)


async def begin(sim: Sim, who: Anybody) -> Anything:
    """Start the person's attempt at today's challenge, and return the panel of its first turn."""
    panel = message(await sim.command(who, "daily"))
    await sim.click(who, panel, "Start")
    await sim.click(who, sim.again(panel), "Start now")
    return sim.again(panel)


async def attempt_of(sim: Sim, who: Anybody) -> Any:
    """Return the person's newest attempt."""
    [newest, *_] = await sim.bot.app.service.dailies.attempts(who.id, 1)
    return newest


async def finish(sim: Sim, who: Anybody) -> None:
    """Set the challenge's par, and play the attempt to its end in short turns. If it is a single turn, judge it."""
    attempt, service = await attempt_of(sim, who), sim.bot.app.service
    await service.dailies.set_par(attempt.day, PAR)
    while (info := await service.read.info(attempt.table_id)).status == TableStatus.RUNNING:
        legal = (await service.read.snapshot(info.id)).table.legal(info.seat_of(who.id))
        await service.play.move(attempt.table_id, who.id, "end" if End() in legal else legal[0].text)
    await sim.bot.turn_judge.poll()


@pytest.fixture
async def turn(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> DailyTurn:
    """Make today's challenge a single turn. A computer judges every way but the best to be worth 64 %."""

    async def compare(ai: Any, asked: WaysRequest, *more: Any) -> list[Way]:
        best = [BEST] * len(asked.ways[1])
        return [Way(best if moves == asked.ways[1] else [0.64] * len(best), best) for moves in asked.ways]

    for name in ("compare", "weigh"):
        monkeypatch.setattr(AiClient, name, compare)
    return await prepare(sim.bot.app.service, day_of(sim.env.now()))


@pytest.fixture(params=["alone", "turn"])
def kind(request: pytest.FixtureRequest) -> str:
    """Run the test with each kind of challenge. Return the kind."""
    if request.param == "turn":
        request.getfixturevalue("turn")
    return str(request.param)


@pytest.fixture(params=["server", "dm", "account"])
def who(sim: Sim, request: pytest.FixtureRequest) -> Anybody:
    """Return Alice on a server, in her DM, or on a server where only her account has the bot."""

    def send(event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE" and int(payload["channel_id"]) == sim.channel.id:
            foreign_server(payload)

    if request.param == "account":
        sim.env.backend.subscribers.insert(1, send)
    return sim.alice.user if request.param == "dm" else sim.alice


async def test_P160_to_P165_a_whole_challenge_from_the_start_to_the_servers_table(
    sim: Sim, who: Anybody, request: pytest.FixtureRequest
) -> None:
    """P160 to P165: a challenge from the start to the ranking. P163: its result reveals nothing about the game."""
    place = request.node.callspec.params["who"]
    panel = message(await sim.command(who, "daily"))
    assert panel.flags.ephemeral
    assert text(panel).startswith("## Miasma 1: challenge of the day\n**Messina 1347, solo.**")
    assert f"start until <t:{int(sim.env.now().timestamp() + DAY)}:f>" in text(panel)
    await sim.click(who, panel, "Start")
    assert "You have **one attempt**" in text(sim.again(panel))
    assert not await sim.bot.app.service.dailies.attempts(who.id, 1), "asking starts nothing"
    await sim.click(who, sim.again(panel), "Start now")
    turn = sim.again(panel)
    assert {"Boards", "More …"} < buttons(turn).keys()
    await sim.click(who, turn, "More …")
    assert not {"Hint", "Plan my turn", "Ask to undo"} & buttons(sim.again(panel)).keys()
    await sim.answer(who, sim.again(panel), next(iter(answers(turn))))
    await sim.click(who, sim.again(panel), "Undo")
    assert answers(sim.again(panel)) == answers(turn)
    await sim.answer(who, sim.again(panel), next(iter(answers(turn))))
    assert message(await sim.click(who, sim.again(panel), "Boards")).flags.ephemeral
    # In the DM, turns end by themselves.
    await sim.bot.app.storage.people.prefer(who.id, "ending", "itself" if place == "dm" else "press")
    table = (await attempt_of(sim, who)).table_id
    while (await sim.bot.app.service.read.snapshot(table)).table.turn == 1:
        await sim.answer(who, sim.again(panel), next(iter(answers(sim.again(panel)))))
    assert "**The opponent** went to" in text(sim.again(panel)), "no post tells it"
    await finish(sim, who)
    await sim.answer(who, sim.again(panel), next(iter(answers(sim.again(panel)))))
    assert text(sim.again(panel)).count("The game is over.") == 1
    assert len(pictures(sim.env, sim.again(panel))) == 1, "no post shows the end"
    last = message(await sim.command(who, "daily"))
    points = f"{(await attempt_of(sim, who)).points}".replace("-", "−")
    card = f"Miasma 1 · Messina 1347, solo · **{points}** · par\u00a080 · "
    assert f"**Your result**\n{card}" in text(last)
    assert not sim.posts(), "nobody else has seen anything"
    if place != "server":
        assert "Show it here" not in buttons(last)
        refusal = text(await forge.press(sim, who, last, f"m1:0:-:0:dailyshow:{(await attempt_of(sim, who)).day}"))
        assert "on a server that I’m a member of" in refusal
        assert not await sim.bot.app.service.dailies.shared(FOREIGN, (await attempt_of(sim, who)).day)
        return
    shown = await sim.race([(who, last, "Show it here")] * 2)
    assert all("Your result is in this server’s ranking" in text(one) for one in shown)
    assert len(sim.posts()) == 1, "pressed twice, posted once"
    assert text(sim.latest()).startswith(f"**Alice**\n{card}")
    assert not sim.pinged(sim.latest())
    theirs = message(await sim.click(sim.bob, sim.latest(), "Challenge of the day"))
    assert theirs.flags.ephemeral
    assert "**On this server**\n– · Alice · **" in text(theirs)
    assert "Start" in buttons(theirs)


async def test_P161_one_attempt_whatever_the_device_the_place_or_the_restart(sim: Sim, kind: str) -> None:
    """P161: two starts at once, a dismissed panel, a DM and a restart all lead to the same game."""
    panels = [message(await sim.command(sim.alice, "daily")) for _ in range(2)]
    for one in panels:
        await sim.click(sim.alice, one, "Start")
    await sim.race([(sim.alice, sim.again(one), "Start now") for one in panels])
    attempt = await attempt_of(sim, sim.alice)
    [loser] = [one for one in map(sim.again, panels) if "Go on" in buttons(one)]
    assert "You’re already playing this challenge" in text(loser)
    await sim.click(sim.alice, loser, "Go on")
    before = answers(sim.again(loser))
    await sim.answer(sim.alice, sim.again(loser), next(iter(before)))
    after = answers(sim.again(loser))
    sim.delete(loser)
    await sim.restart()
    again = message(await sim.command(sim.alice.user, "daily"))
    assert "**Your attempt is in progress.** Finish it by " in text(again)
    assert "Start" not in buttons(again)
    await sim.click(sim.alice.user, again, "Go on")
    assert answers(sim.again(again)) == after != before
    mine = message(await sim.command(sim.alice, "mygames"))
    assert "**Miasma 1:** your attempt ends <t:" in text(mine)
    await sim.click(sim.alice, mine, "Go on: Miasma 1")
    assert answers(sim.again(mine)) == after
    # Giving up asks first, and gives no second attempt.
    panel = message(await sim.command(sim.alice, "daily"))
    await sim.click(sim.alice, panel, "Give up")
    assert "there is no second attempt" in text(sim.again(panel))
    await sim.click(sim.alice, sim.again(panel), "Give up")
    assert "· not finished" in text(sim.again(panel))
    assert {"Start", "Go on", "Show it here"}.isdisjoint(buttons(sim.again(panel)))
    await forge.press(sim, sim.alice, panel, f"m1:0:-:0:dailygo:{attempt.day}")
    assert "You have used your one attempt at this challenge" in text(sim.again(panel))
    assert (await attempt_of(sim, sim.alice)).table_id == attempt.table_id


async def test_P162_nothing_reveals_the_game_while_others_can_play_it(sim: Sim, kind: str) -> None:
    """P162: log, replay, file, review and check are refused, other people find no table, and the seed stays secret."""
    panel = await begin(sim, sim.alice)
    table = (await attempt_of(sim, sim.alice)).table_id
    seed = (await sim.bot.app.service.repository.row(table)).seed
    asked = ("log", "replay", "file", "review", "back", "hint", "plan", "manage", "again", "options", "nudge", "seal")
    for ended in (False, True):
        if ended:
            await finish(sim, sim.alice)
        for action in asked:
            answer = await forge.press(sim, sim.alice, panel, f"m1:{table}:-:0:{action}:")
            assert seed not in text(answer), action
            if action in ("log", "replay", "file", "review"):
                refused = (
                    "Others may still be playing",
                    "isn’t possible",
                    "available once",
                    "only review finished games",
                )
                assert any(one in text(answer) for one in refused), action
        for person in (sim.bob, sim.bob.user):
            other = message(await sim.command(person, "daily"))
            for action in ("turn", "view", "pick", "undo", "recap", *asked):
                answer = await forge.press(sim, person, other, f"m1:{table}:0:9:{action}:end")
                assert text(answer) == "There is no such table.", action
    answer = await forge.press(sim, sim.alice, panel, f"m1:{table}:-:0:manage:verify")
    assert "Others may still be playing" in text(answer)
    assert all(seed.encode() not in file for file in pictures(sim.env, await sim.command(sim.alice, "me export")))
    await sim.click(sim.alice, await sim.command(sim.alice, "daily"), "Show it here")
    everything = [text(post) for channel in (None, sim.alice.user.dm_channel) for post in sim.posts(channel)]
    assert not [said for said in everything if seed in said]
    sim.jump(3 * DAY)
    assert "◀ Miasma 1" in buttons(await sim.command(sim.bob, "daily")), "nobody looked on the days between"
    opened = message(await sim.command(sim.alice, "daily", number=1))
    assert "Miasma 4 ▶" in buttons(opened)
    assert "its seed is no longer secret" in text(opened)
    assert f"-# Seed of Miasma 1: `{seed}`" in text(opened)
    assert seed in text(await sim.click(sim.alice, opened, "Log"))
    await sim.click(sim.alice, sim.again(opened), "Proof")
    assert f"-# Seed of Miasma 1: `{seed}`" in text(sim.again(opened))


async def test_P164_others_see_nothing_of_an_attempt_until_it_is_shown(sim: Sim, kind: str) -> None:
    """P164: until the player shows the result, what other people see doesn't change by a byte."""

    async def seen() -> list[Any]:
        asked = [(person, name) for person in (sim.bob, sim.carol.user) for name in ("daily", "mygames")]
        return [components(await sim.command(person, name)) for person, name in asked]

    await sim.bot.app.service.dailies.set_par((await sim.bot.app.service.dailies.today()).day, PAR)
    before = await seen()
    await begin(sim, sim.alice)
    assert await seen() == before
    await finish(sim, sim.alice)
    assert await seen() == before
    assert not sim.posts()


async def test_P165_a_servers_table_and_another_server(sim: Sim, kind: str) -> None:
    """P165: the best results come first, ties share a place, and players can hide their results."""
    sim.jump(40 * DAY)  # all accounts were made at the beginning
    for person in (sim.alice, sim.bob):
        await begin(sim, person)
        await finish(sim, person)
        await sim.click(person, await sim.command(person, "daily"), "Show it here")
    table = text(await sim.command(sim.carol, "daily")).partition("**On this server**\n")[2].split("\n")
    assert [line.split(" · ")[:2] for line in table[:2]] == [["**1**", "Alice"], ["**1**", "Bob"]]
    assert not await sim.bot.app.service.dailies.shared(FOREIGN, (await attempt_of(sim, sim.alice)).day)
    assert "On this server" not in text(await sim.command(sim.alice.user, "daily"))
    await sim.click(sim.alice, panel := message(await sim.command(sim.alice, "daily")), "Hide my result")
    assert "**1** · Bob" in text(sim.again(panel))
    assert "Alice ·" not in text(sim.again(panel)).partition("**On this server**")[2]


@pytest.mark.parametrize("zone", ["Europe/London", "Pacific/Kiritimati", "Etc/GMT+12"])
async def test_P160_the_edge_of_a_day_is_the_same_everywhere(sim: Sim, zone: str) -> None:
    """P160: a day ends at midnight UTC in every time zone. People who have started have 48 hours to finish."""
    await sim.bot.app.storage.people.prefer(sim.alice.id, "zone", zone)
    sim.jump(DAY - 60)
    late = message(await sim.command(sim.bob, "daily"))
    await sim.click(sim.bob, late, "Start")
    panel = await begin(sim, sim.alice)
    sim.jump(61)
    await sim.click(sim.bob, sim.again(late), "Start now")
    assert "This challenge can’t be started any more" in text(sim.again(late))
    assert "Start" not in buttons(sim.again(late))
    today = message(await sim.command(sim.alice, "daily"))
    assert text(today).startswith("## Miasma 2:")
    assert {"Start", "Go on: Miasma 1", "◀ Miasma 1"} <= buttons(today).keys()
    sim.jump(2 * DAY - 90)
    await sim.answer(sim.alice, panel, next(iter(answers(panel))))
    assert "Undo" in buttons(sim.again(panel)), "in the last minute of the 48 hours"
    sim.jump(60)
    refused = await sim.click(sim.alice, sim.again(panel), "Undo")
    assert "The time for this challenge is over" in text(refused)
    await sim.sweep()
    assert "· not finished" in text(await sim.command(sim.alice, "daily", number=1))
    refused = await sim.click(sim.alice, sim.again(panel), "Undo")
    assert "Your attempt at this challenge is over and counts as not finished." in text(refused)


async def test_P166_a_challenge_leaves_tables_alone_and_can_be_typed(sim: Sim) -> None:
    """P166: commands for the channel's table or a DM's game never act on a challenge. `/daily` takes typed moves."""
    alice = sim.alice.user
    await sim.command(alice, "play", game="messina", opponent="alone")
    await begin(sim, alice)
    [game] = [one.id for one in await sim.open_tables() if one.daily is None]
    assert (await sim.bot.app.service.read.table_in(alice.dm_channel.id)).id == game
    await sim.command(alice, "move", move="move h4")
    number = (await sim.bot.app.service.read.info(game)).number
    [move, *_] = [one["value"] for one in await alice.autocomplete("daily", "move", "hex")]
    assert "Next: `/daily move:`" in text(await sim.command(alice, "daily", move=move))
    assert "Undone." in text(await sim.command(alice, "daily", undo=1))
    assert "Lieutenants: " in text(await sim.command(alice, "daily", text=True))
    assert (await sim.bot.app.service.read.info(game)).number == number
    assert "You have no attempt in progress." in text(await sim.command(sim.bob, "daily", move="end"))
    assert "There is no challenge with that number." in text(await sim.command(sim.bob, "daily", number=2))
    sim.jump(1.25 * DAY)
    await sim.sweep(2)
    assert not [one for one in sim.posts(alice.dm_channel) if "Miasma 1" in one.content], "no ping about a challenge"


async def test_P168_to_P170_a_turn_from_the_start_to_the_best_one(
    sim: Sim, turn: DailyTurn, who: Anybody, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P168 to P170: the turn is judged at once, or later if no computer is free. In the end the best turn is shown."""
    panel = message(await sim.command(who, "daily"))
    assert "**Rattus, one turn.** You take over the seat of one of 3 players" in text(panel)
    assert "Par" not in text(panel)
    await sim.click(who, panel, "Start")
    assert "You have **one attempt** at **one turn**." in text(sim.again(panel))
    await sim.click(who, sim.again(panel), "Start now")
    assert "**Miasma 1:** play this turn for " in text(sim.again(panel))
    assert not {"Hint", "Plan my turn", "Ask to undo"} & buttons(sim.again(panel)).keys()
    *first, last = turn.judgement["plan"] if who is sim.alice else turn.question["moves"]
    for move in first:
        assert "Next: `/daily move:`" in text(await sim.command(who, "daily", move=move))
    assert "Undone." in text(await sim.command(who, "daily", undo=1))
    await sim.command(who, "daily", move=first[-1])
    with monkeypatch.context() as patch:
        if who is sim.alice.user:
            patch.setattr(AiClient, "compare", AsyncMock(side_effect=WorkerUnavailable("busy")))
        end = message(await sim.command(who, "daily", move=last))
    assert len(pictures(sim.env, end)) == 1, "no post shows the end"
    if who is sim.alice.user:
        assert "**You have played your turn.** The computer is judging it" in text(end)
        assert "Show it here" not in buttons(await sim.command(who, "daily"))
        await sim.bot.turn_judge.poll()
        end = message(await sim.command(who, "daily"))
    percent, signs = ("71", "🟩🟩🟩") if who is sim.alice else ("64", "🟩🟨⬛")
    card = f"**Your result**\nMiasma 1 · Rattus, one turn · **{percent}%** · best found: 71% · {signs}\n-# "
    assert card in text(end).replace("\u00a0", " ")
    assert (await attempt_of(sim, who)).points == int(percent)
    table, day = (await attempt_of(sim, who)).table_id, (await attempt_of(sim, who)).day
    assert not {"The best turn", "Log", "Review"} & buttons(await sim.command(who, "daily")).keys()
    refused = await forge.press(sim, who, end, f"m1:0:-:0:dailybest:{day}")
    assert "before everyone’s time is over: <t:" in text(refused)
    sim.jump(3 * DAY)
    later = message(await sim.command(who, "daily", number=1))
    assert {"Result", "Review"}.isdisjoint(buttons(await sim.click(who, later, "Log")))
    assert "I can only review finished games" in text(await forge.press(sim, who, later, f"m1:{table}:-:0:review:"))
    await sim.click(who, sim.again(later), "The best turn")
    own = text(sim.again(later))
    assert "## Miasma 1: the best turn" in own
    assert ("That is the best turn known so far." if who is sim.alice else "Better (71% instead of 64%") in own
    assert len(pictures(sim.env, sim.again(later))) == 1
    others = message(await sim.command(sim.bob, "daily", number=1))
    await sim.click(sim.bob, others, "The best turn")
    assert "Better (71% instead of 58%" in text(sim.again(others)), "the computer's own turn"
