"""Solo games against the virtual opponent, in DMs and in a channel; and tables of side b."""

import random
import re

import pytest

import computer_players
from rules.messina import events as s
from rules.messina.components import LAST_ROUND
from rules_service import Person, acts
from rules_service.computers import COMPUTER_SIGN
from tests.bot.faults import Request
from tests.bot.players import answers, by_buttons, game, leave, options_of, seat_all
from tests.bot.sim import Anybody, Anything, Sim, buttons, message, pictures, text
from wording.catalogue import with_minus_sign

OPPONENT = "▲ **The opponent**"
GOES_ON = "turn goes on:"


@pytest.mark.deep(one_in=4)
@pytest.mark.usefixtures("undrawn")
async def test_a_whole_solo_game_in_a_private_conversation(sim: Sim, refused: list[Request]) -> None:
    alone, here = sim.alice.user, sim.alice.user.dm_channel
    answer = await sim.command(alone, "table open", game="messina")
    assert "Press **Start**" in text(answer)
    lobby = sim.latest(here)
    assert "Join" not in buttons(lobby)
    assert "free" not in text(lobby)
    assert "The host can start." in text(lobby)
    assert "virtual opponent" in text(lobby)
    await sim.click(alone, lobby, "Start")
    [info] = await sim.open_tables()
    assert info.place.guild_id is None
    chance = random.Random(9)
    rounds: set[int] = set()
    lines: list[str] = []
    while (await sim.bot.app.service.read.info(info.id)).open:
        now = (await game(sim, info.id)).view(None)
        if now.round == 3 and 3 not in rounds:
            await sim.restart()
        rounds.add(now.round)
        before = text(sim.latest(here))
        lines += [] if GOES_ON in before else before.splitlines()
        panel = message(await sim.click(alone, sim.latest(here), "Your turn"))
        while (offered := answers(panel)) and (GOES_ON in (now := text(sim.latest(here))) or now == before):
            await sim.answer(alone, panel, chance.choice(list(offered)))
            panel = sim.again(panel)
        assert not sim.pinged(sim.latest(here)), "nobody is called back to the game they are playing"
        assert [post for post in sim.posts(here) if not post.flags.ephemeral] == [sim.latest(here)], "one message"
    lines += text(sim.latest(here)).splitlines()
    assert rounds == set(range(1, LAST_ROUND + 1))
    table = await game(sim, info.id)
    events = [event for step in table.steps for event in step.events] + list(table.opening)
    told = sum(line.startswith(OPPONENT) for line in lines)
    turns = [isinstance(event, s.OpponentWent | s.OpponentPassed) for event in events]
    last_turn = [event for step in table.steps if step.turn == table.steps[-1].turn for event in step.events]
    after = sum(isinstance(event, s.OpponentWent | s.OpponentPassed) for event in last_turn)
    assert told + after == sum(turns) == 22, "what came last is in the log: the last post has the result"
    assert after <= text(await sim.command(alone, "log")).count(OPPONENT)
    last = text(sim.latest(here))
    [points] = table.score().points
    assert f"**{with_minus_sign(points)} point" in last
    assert ("a good result" if points >= 130 else "A good result begins at 130.") in last
    seed = (await sim.bot.app.service.read.info(info.id)).seed
    assert seed is not None
    assert seed not in last
    assert seed in text(await sim.command(alone, "log"))
    assert "Everything is correct" in text(await sim.manage(alone, "verify"))
    await sim.click(alone, sim.latest(here), "Play again")
    assert "Start" in buttons(sim.latest(here))
    assert len([request for request in refused if request.answers]) <= 2, "tried once by each of two processes"
    assert not sim.posts()


async def test_each_turn_has_a_post_of_its_own_with_what_the_opponent_did(sim: Sim) -> None:
    table = await seat_all(sim, [sim.alice], game="messina")
    assert not sim.pinged(sim.latest())
    chance = random.Random(3)
    before = [post.id for post in sim.posts()]
    panel = message(await sim.click(sim.alice, sim.latest(), "Your turn"))
    while len(sim.posts()) == len(before):
        await sim.answer(sim.alice, panel, chance.choice(list(answers(panel))))
        panel = sim.panel(sim.alice)
    assert (await game(sim, table)).view(None).question == "turn"
    assert [post.id for post in sim.posts()][:-1] == before
    assert OPPONENT in text(sim.latest())
    assert OPPONENT in text(panel), "who plays sees it at once, above the next question"
    assert answers(panel)
    assert len(pictures(sim.env, sim.latest())) == 1
    assert "– send a lieutenant" in text(sim.latest())
    assert len(pictures(sim.env, await sim.command(sim.alice, "board"))) == 3


async def test_since_when_one_waits_for_oneself_begins_with_each_turn(sim: Sim) -> None:
    table = await seat_all(sim, [sim.alice], game="messina")
    [first] = (await sim.bot.app.service.read.info(table)).seats
    await sim.wait_out(3600)
    posts = len(sim.posts())
    chance = random.Random(3)
    panel = message(await sim.click(sim.alice, sim.latest(), "Your turn"))
    while len(sim.posts()) == posts:
        await sim.answer(sim.alice, panel, chance.choice(list(answers(panel))))
        panel = sim.panel(sim.alice)
    [now] = (await sim.bot.app.service.read.info(table)).seats
    assert first.due_since is not None
    assert now.due_since is not None
    assert (now.due_since - first.due_since).total_seconds() >= 3600


async def test_the_lobby_of_a_channel_offers_playing_alone_and_with_others(sim: Sim) -> None:
    await sim.command(sim.alice, "table open", game="messina")
    lobby = text(sim.latest())
    assert "The host can start now, or wait for others. Playing alone, you have a virtual opponent." in lobby
    assert lobby.count("*free*") == 3
    assert "Join" in buttons(sim.latest())
    await sim.click(sim.bob, sim.latest(), "Join")
    assert "virtual opponent" not in text(sim.latest())


async def test_who_types_says_so_to_play_alone(sim: Sim) -> None:
    opened = text(await sim.command(sim.alice, "table open", game="messina"))
    assert "To type it: `/table start`" in opened
    asked = text(await sim.command(sim.alice, "table start"))
    assert "To type it: `/table start alone:True`" in asked
    await sim.command(sim.bob, "table join")
    refused = text(await sim.command(sim.alice, "table start", alone=True))
    assert "no longer alone at this table" in refused
    await sim.command(sim.bob, "table leave")
    await sim.command(sim.alice, "table start", alone=True)
    [info] = await sim.open_tables()
    assert (info.status, len(info.seats)) == ("running", 1)


async def test_solo_is_asked_before_it_begins(sim: Sim) -> None:
    """P98: *Start* with one person asks about the virtual opponent."""
    for start in (lambda: sim.click(sim.alice, sim.latest(), "Start"), lambda: sim.command(sim.alice, "table start")):
        await sim.command(sim.alice, "table open", game="messina")
        [info] = await sim.open_tables()
        await start()
        question = sim.panel(sim.alice)
        assert "Alone against the virtual opponent?" in text(question)
        assert (await sim.bot.app.service.read.info(info.id)).status == "lobby"
        await sim.click(sim.bob, sim.latest(), "Join")
        await sim.click(sim.alice, question, "Play alone")
        assert "no longer alone at this table" in text(sim.panel(sim.alice))
        await sim.click(sim.bob, sim.latest(), "Leave")
        await sim.click(sim.alice, question, "Play alone")
        assert len((await sim.bot.app.service.read.info(info.id)).seats) == 1
        assert (await sim.bot.app.service.read.info(info.id)).status == "running"
        panel = await sim.manage(sim.alice)
        assert "Leave my seat" not in buttons(panel)
        await sim.click(sim.alice, panel, "End the game")
        assert "ends for good" in text(sim.again(panel))
        asked = message(await sim.command(sim.alice, "table leave"))
        assert "nobody else plays here" in text(asked)
        # The game would be gone for good, so that only a press ends it.
        assert (await sim.bot.app.service.read.info(info.id)).status == "running"
        await sim.click(sim.alice, asked, "End the game")
        assert "The table is closed." in text(sim.again(asked))
        assert (await sim.bot.app.service.read.info(info.id)).status == "cancelled"
    await sim.command(sim.alice, "table open", game="rattus")
    assert "lone" not in text(sim.latest()), "a game that nobody can play alone says nothing of it"


async def test_options_are_those_that_matter_to_so_many_people(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    async def offered(who: Anybody, lobby: Anything) -> str:
        return " ".join(menu["placeholder"] for menu in await options_of(sim, who, lobby))

    await sim.command(sim.alice, "table open", game="messina")
    lobby = sim.latest()
    both = await offered(sim.alice, lobby)
    assert "Register priority tile" in both
    assert "Solo tiles are shuffled" in both
    await sim.click(sim.bob, lobby, "Join")
    several = await offered(sim.alice, lobby)
    assert "Register priority tile" in several
    assert "Solo tiles" not in several
    monkeypatch.setattr(computer_players, "EVALUATIONS", {})  # Neither a person nor a computer player can join.
    await sim.command(sim.carol.user, "table open", game="messina")
    alone = await offered(sim.carol.user, sim.latest(sim.carol.user.dm_channel))
    assert "Solo tiles are shuffled" in alone
    assert "priority tile" not in alone
    assert "Turn order of round IV" not in alone
    assert "Seats" not in alone


@pytest.mark.deep(one_in=10)
async def test_a_mix_of_boards_is_marked_as_untested_and_boards_can_be_chosen(sim: Sim) -> None:
    await sim.command(sim.alice, "table open", game="messina")
    lobby = sim.latest()
    await sim.click(sim.bob, lobby, "Join")
    panel = await sim.click(sim.alice, lobby, "Options")
    await sim.choose(sim.alice, panel, "Mixed: player boards of side b, scroll boards of side a (untested)")
    await sim.click(sim.alice, sim.panel(sim.alice), "Rulings")
    await sim.choose(sim.alice, sim.panel(sim.alice), "Chosen, the last player in turn order first")
    assert "untested" in text(sim.again(lobby))
    await sim.click(sim.bob, sim.again(lobby), "Ready")
    await sim.click(sim.alice, lobby, "Start")
    assert "– choose a player board" in text(sim.latest())
    assert len(pictures(sim.env, sim.latest())) == 2, "no estate, which would be of side a"
    [info] = await sim.open_tables()
    first = next(person for person in sim.people if person.id == info.seats[info.due[0]].user_id)
    panel = await sim.click(first, sim.latest(), "Your turn")
    assert len(answers(panel)) == 4
    assert len(pictures(sim.env, panel)) == 1
    label = next(label for label in answers(panel) if "Teal board" in label)
    await sim.click(first, panel, label)
    assert re.search(rf"\*\*{first.name.capitalize()}\*\* chose the teal board", text(sim.latest()))
    other = sim.bob if first is sim.alice else sim.alice
    assert sim.pinged(sim.latest()) == {other.name}
    await sim.command(other, "messina choose", board="red")
    board = await sim.command(other, "board", text=True)
    assert "have not tested this mix" in "\n".join(map(text, [board, *board.followups]))
    assert (await game(sim, info.id)).view(None).question == "turn"


@pytest.mark.deep
@pytest.mark.usefixtures("undrawn")
async def test_an_advanced_game_of_two_to_its_end(sim: Sim) -> None:
    await sim.command(sim.alice, "table open", game="messina")
    lobby = sim.latest()
    await sim.click(sim.bob, lobby, "Join")
    panel = await sim.click(sim.alice, lobby, "Options")
    await sim.choose(sim.alice, panel, "Advanced, with both boards of side b")
    await sim.click(sim.bob, sim.again(lobby), "Ready")
    await sim.click(sim.alice, lobby, "Start")
    [info] = await sim.open_tables()
    assert len(re.findall(r"was dealt the \w+ board and scroll board B\d", text(sim.latest()))) == 2
    chance = random.Random(6)
    while (await sim.bot.app.service.read.info(info.id)).open:
        due = (await sim.bot.app.service.read.info(info.id)).due[0]
        user = (await sim.bot.app.service.read.info(info.id)).seats[due].user_id
        await by_buttons(sim, next(person for person in sim.people if person.id == user), chance)
    score = (await game(sim, info.id)).score()
    assert ("wins!" if len(score.winners) == 1 else "win together!") in text(sim.latest())
    assert all(f"**{with_minus_sign(points)}**" in text(sim.latest()) for points in score.points)


async def test_options_that_no_longer_matter_when_others_join_or_stay_away_do_no_harm(sim: Sim) -> None:
    chosen = {"solo_reshuffle": "empty", "priority_tile": "on"}
    for people in ([sim.alice], [sim.alice, sim.bob]):
        await sim.command(sim.alice, "table open", game="messina")
        [info] = await sim.open_tables()
        await sim.bot.app.service.act(acts.set_options(chosen), info.id, Person(sim.alice.id, "Alice"))
        for person in people[1:]:
            await sim.click(person, sim.latest(), "Join")
        await sim.click(sim.alice, sim.latest(), "Start")
        if len(people) == 1:
            await sim.click(sim.alice, sim.panel(sim.alice), "Play alone")
        await sim.restart()
        options = (await game(sim, info.id)).options
        alone = len(people) == 1
        assert options.get("solo_reshuffle") == ("empty" if alone else None)
        assert options.get("priority_tile") == (None if alone else "on")
        assert "Everything is correct" in text(await sim.manage(sim.alice, "verify"))
        *others, last = people
        for person in others:
            await leave(sim, person)
        await sim.click(last, await sim.command(last, "table leave"), "End the game")


async def test_a_game_for_several_is_not_opened_in_a_private_conversation_if_no_computer_plays_it(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computer_players, "EVALUATIONS", {})
    answer = text(await sim.command(sim.alice.user, "table open", game="rattus"))
    assert "Rattus can’t be played alone" in answer
    assert not await sim.open_tables()
    await sim.command(sim.alice, "table open", game="rattus")
    [info] = await sim.open_tables()
    assert "stays where it is" in text(await sim.command(sim.alice.user, "table show", table=str(info.id)))


@pytest.mark.deep(one_in=4)
@pytest.mark.parametrize("name", ["rattus", "messina"])
async def test_in_a_private_conversation_one_plays_against_computers(sim: Sim, name: str) -> None:
    alice, here = sim.alice.user, sim.alice.user.dm_channel
    await sim.command(alice, "table open", game=name, seating="joined")
    lobby = sim.latest(here)
    assert {"Join", "Invite"}.isdisjoint(buttons(lobby)), "nobody else can come"
    assert "more person" not in text(lobby)
    assert "You can play against the computer right away" in text(lobby)
    panel = message(await sim.click(alice, lobby, "Computer players"))
    await sim.click(alice, panel, "Add a casual one")
    await sim.click(alice, sim.again(panel), "Start")
    [info] = await sim.open_tables()
    while all(step.seat == 0 for step in (await game(sim, info.id)).steps):
        await sim.command(alice, "move", move=(await game(sim, info.id)).due()[0].moves[-1])
    assert f"**{COMPUTER_SIGN} " in text(sim.latest(here))
    assert "Everything is correct" in text(await sim.manage(alice, "verify"))


async def test_a_private_table_is_found_by_its_name(sim: Sim) -> None:
    await sim.command(sim.alice.user, "table open", game="messina")
    await sim.click(sim.alice.user, sim.latest(sim.alice.user.dm_channel), "Start")
    mine = await sim.command(sim.alice, "mygames")
    assert "in our DM: your turn, since" in text(mine)
    panel = await sim.click(sim.alice, mine, "Your turn: our DM")
    assert answers(panel)
