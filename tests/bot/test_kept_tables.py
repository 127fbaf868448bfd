"""Whole panels about tables, before, beside and after a game, compared with the kept ones."""

import random
from typing import Any

import pytest
from simcord.actors import MemberActor

from bot.panels.help_panel import lesson_of
from rules_service import Person, acts
from rules_service.act import Decision
from tests.bot.forge import press
from tests.bot.players import DAY, certain_seed, game, leave, seat_all
from tests.bot.sim import Anything, Sim
from tests.bot.story import KEPT, Story
from tests.bot.test_kept_panels import at_random
from tests.kept import kept

pytestmark = pytest.mark.kept

REGIONS = {"a": "italia", "b": "hispania", "c": "germania", "d": "scandia", "e": "anglia"}


async def act(sim: Sim, table: int, who: MemberActor, decision: Decision) -> None:
    """Do this on the table, without an answer."""
    await sim.bot.app.service.act(decision, table, Person(who.id, who.name.capitalize()))


async def test_a_lobby_and_its_panels_are_as_kept(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    """P90 to P94: inviting, colours, computer players and options, for the host and for others."""
    certain_seed(monkeypatch, "kept")
    story = Story(sim, monkeypatch)
    story.note("/table open", await sim.command(sim.alice, "table open", game="messina"))
    [info] = await sim.open_tables()
    lobby = sim.latest()
    for label in ("Start", "Invite", "Colour", "Computer players", "Options"):
        story.note(f"Alice: {label}", await sim.click(sim.alice, lobby, label))
    story.note("/table start", await sim.command(sim.alice, "table start"))
    await sim.click(sim.bob, lobby, "Join")
    await sim.command(sim.alice, "lobby invite", person=sim.carol.user)
    story.note("Alice: Invite", await sim.click(sim.alice, lobby, "Invite"))
    await press(sim, sim.alice, sim.panel(sim.alice), f"m1:{info.id}:-:0:alone:")
    story.note("Alice: Play alone", sim.panel(sim.alice))
    colours = story.note("Bob: Colour", await sim.click(sim.bob, lobby, "Colour"))
    for words in ("3", "any", "1"):
        await press(sim, sim.bob, colours, f"m1:{info.id}:-:0:paint:{words}")
        colours = story.note(f"colour {words}", colours)
    story.note("Alice: Colour", await sim.click(sim.alice, lobby, "Colour"))
    for label in ("Computer players", "Options", "Invite", "Start"):
        story.note(f"Bob: {label}", await sim.click(sim.bob, sim.again(lobby), label))
    panel = await sim.click(sim.alice, sim.again(lobby), "Computer players")
    for words in ("addcomp:steady", "delcomp:2", "addcomp:casual"):
        await press(sim, sim.alice, panel, f"m1:{info.id}:-:0:{words}")
        story.note(words, panel)
    await press(sim, sim.alice, panel, f"m1:{info.id}:-:0:invite:")
    story.note("Alice: Invite", sim.panel(sim.alice))
    options = await sim.click(sim.alice, sim.again(lobby), "Options")
    for page in (1, 2, 4, 6):
        await press(sim, sim.alice, options, f"m1:{info.id}:-:0:settings:{page}")
        story.note(f"options, page {page}", options)
    await act(sim, info.id, sim.carol, acts.DECLINE())
    await act(sim, info.id, sim.alice, acts.START())
    await press(sim, sim.alice, options, f"m1:{info.id}:-:0:settings:0")
    story.note("options of a running game", options)
    for words in ("computers:", "alone:"):
        await press(sim, sim.alice, panel, f"m1:{info.id}:-:0:{words}")
        story.note(f"running: {words}", sim.panel(sim.alice))
    story.note("Bob leaves?", await sim.command(sim.bob, "table leave"))
    await leave(sim, sim.bob)
    story.note("Alice leaves?", await sim.command(sim.alice, "table leave"))
    story.note("Alice cancels?", await sim.command(sim.alice, "table cancel"))
    story.note("Bob joins", await sim.click(sim.bob, sim.latest(), "Take the free seat"))
    await leave(sim, sim.bob)
    await leave_alone(sim, story)
    await press(sim, sim.alice, options, f"m1:{info.id}:-:0:settings:0")
    story.note("options of a game that is over", options)
    assert story.text == kept(KEPT / "lobby.txt", story.text)


async def leave_alone(sim: Sim, story: Story) -> None:
    """Let Alice end the game that only she still plays."""
    panel = await sim.command(sim.alice, "table leave")
    await sim.click(sim.alice, panel, "Stay")
    story.note("stay", panel)
    panel = await sim.command(sim.alice, "table leave")
    await sim.click(sim.alice, panel, "End the game")
    story.note("end", panel)


async def test_opening_is_as_kept(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    """P64, P100: the start panel, games to open here, in a thread or in a DM, and the form to look for players."""
    certain_seed(monkeypatch, "kept")
    sim.env.backend.guilds[sim.world.guild.id].owner_id = sim.alice.id
    story, other = Story(sim, monkeypatch), sim.world.channels[1]
    panel: Anything = story.note("/table open", await sim.alice.slash(sim.channel, "table open"))
    for words in ("welcome:computer", "welcome:computer rattus", "welcome:friends", "where:thread", "welcome:x"):
        await press(sim, sim.alice, panel, f"m1:0:-:0:{words}")
        panel = story.note(words, panel)
    direct = story.note("in a DM", await sim.alice.user.slash("table open"))
    await press(sim, sim.alice.user, direct, "m1:0:-:0:welcome:friends")
    story.note("friends, in a DM", direct)
    story.note("Rattus in a DM", await sim.command(sim.alice.user, "table open", game="rattus"))
    story.note("again", await sim.command(sim.alice.user, "table open", game="messina"))
    story.note("Messina in a DM", await sim.command(sim.bob.user, "table open", game="messina"))
    for words in ("open:messina alone", "open:rattus alone", "open:rattus thread", "open:chess"):
        await press(sim, sim.alice, panel, f"m1:0:-:0:{words}")
        story.note(words, sim.panel(sim.alice))
    typed: list[dict[str, Any]] = [{"game": "rattus"}, {"game": "rattus", "pace": "daily"}]
    for said in typed:
        panel = story.note(f"instead of a solo game: {said}", await sim.command(sim.alice, "table open", **said))
    story.note("Bob opens one there", await sim.command(sim.bob, "table open", game="rattus"))
    solo = next(info for info in await sim.open_tables() if info.alone and info.place.channel_id == sim.channel.id)
    await press(sim, sim.alice, panel, f"m1:{solo.id}:-:0:instead:")
    story.note("Put it to sleep", panel)
    story.note("/table wake", await sim.command(sim.alice, "table wake", table=str(solo.id)))
    panel = await sim.command(sim.alice, "table open", game="rattus")
    await press(sim, sim.alice, panel, f"m1:{solo.id}:-:0:instead:rattus")
    story.note("Put it to sleep and open the new one", panel)
    sim.forbid("attach_files", channel=other)
    story.note("without pictures", await sim.command(sim.carol, "table open", other, game="rattus"))
    story.note("Carol starts too soon", await sim.command(sim.carol, "table start", other))
    sim.forbid("attach_files", "send_messages", channel=other)
    story.note("without messages", await sim.command(sim.dora, "table open", other, game="rattus"))
    sim.forbid(channel=other)
    await sim.command(sim.carol, "table cancel", other)
    await sim.command(sim.alice, "server listing", other)
    listed = sim.latest(other)
    for who in (sim.bob, sim.carol):
        panel = story.note(f"{who.name} looks for players", await sim.click(who, listed, "Look for players"))
    for field, values in (("pace", ["daily"]), ("counts", ["2", "4"]), ("game", ["messina"]), ("seats", ["3"])):
        shown = f"m1:0:-:0:seekset:rattus 24 daily {field}"
        await press(sim, sim.carol, panel, shown, values)
        panel = story.note(f"{field} {values}", panel)
    await press(sim, sim.carol, panel, "m1:0:-:0:seekgo:rattus 24 daily")
    panel = story.note("on the list", panel)
    await press(sim, sim.carol, panel, "m1:0:-:0:seekgo:messina 3 live")
    panel = story.note("twice", panel)
    await press(sim, sim.carol, panel, "m1:0:-:0:seekoff:rattus")
    story.note("off the list", panel)
    assert story.text == kept(KEPT / "opening.txt", story.text)


async def test_late_players_and_votes_are_told_as_kept(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    """P50 to P56, P71: what can be done about late players and free seats, and what the answers are waiting for."""
    certain_seed(monkeypatch, "kept")
    story = Story(sim, monkeypatch)
    table = await seat_all(sim, sim.people, start="0", seating="joined", pace="daily")
    story.note("/table more-time", await sim.command(sim.alice, "table more-time"))
    story.note("/table here", await sim.command(sim.alice, "table here"))
    sim.jump(4 * DAY)
    await sim.bot.app.notifier.sweep()
    sim.jump(DAY)
    await sim.bot.app.notifier.sweep()
    await sim.bot.app.announcer.until_shown(table)
    for who in sim.people[:2]:
        await press(sim, who, sim.latest(), f"m1:{table}:-:0:whatnow:")
        story.note(f"{who.name}: What now?", sim.panel(who))
    story.note("/turn of Bob", await sim.command(sim.bob, "turn"))
    for player in ("0", "1", "0"):
        story.note(f"Bob frees {player}", await sim.command(sim.bob, "table free", player=player))
    for who in (sim.carol, sim.dora):
        [number] = [vote.number for vote in (await sim.open_tables())[0].votes if vote.seat == 0]
        await press(sim, who, sim.latest(), f"m1:{table}:-:0:say:{number} 1")
        story.note(f"{who.name}: yes", sim.panel(who))
    story.note("Bob frees 0", await sim.command(sim.bob, "table free", player="0"))
    story.note("Bob: end", await sim.command(sim.bob, "table cancel"))
    story.note("Bob: sleep", await sim.command(sim.bob, "table sleep"))
    for vote in (await sim.open_tables())[0].votes:
        await press(sim, sim.carol, sim.latest(), f"m1:{table}:-:0:lookback:{vote.number}")
        story.note(f"look at {vote.kind}", sim.panel(sim.carol))
    story.note("Alice: here", await sim.command(sim.alice, "table here"))
    story.note("Alice: more time", await sim.command(sim.alice, "table more-time"))
    for move in ("place gallia 2", "end"):
        await sim.command(sim.alice, "move", move=move)
    story.note("Bob: more time", await sim.command(sim.bob, "table more-time"))
    story.note("Bob: here", await sim.command(sim.bob, "table here"))
    for who, regions in ((sim.bob, "a"), (sim.carol, "b"), (sim.dora, "cd"), (sim.carol, "e")):
        for region in regions:
            await sim.command(who, "move", move=f"place {REGIONS[region]} 2")
        await sim.command(who, "move", move="end")
    story.note("Bob: turn, after posts of all others", await sim.command(sim.bob, "turn"))
    assert story.text == kept(KEPT / "late.txt", story.text)


async def test_boards_and_waiting_are_as_kept(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    """P85, P86: boards as their players and others see them, news since one's own move, and who is waited for."""
    certain_seed(monkeypatch, "kept")
    story, chance = Story(sim, monkeypatch), random.Random(2)
    await sim.command(sim.alice, "table open", game="messina", seating="joined")
    [info] = await sim.open_tables()
    for command in ("board", "view", "turn"):
        story.note(f"/{command} in a lobby", await sim.command(sim.bob, command))
    for who in (sim.bob, sim.carol, sim.dora):
        await sim.click(who, sim.latest(), "Join")
    await sim.click(sim.alice, sim.latest(), "Start")
    await at_random(sim, info.id, chance, lambda now: now.turn > 4, lambda now: now.turn > 5)
    await sim.command(sim.dora, "table show")
    for who in (sim.alice, sim.bob, sim.carol, sim.dora):
        panel = story.note(f"/view of {who.name}", await sim.command(who, "view"))
        await press(sim, who, sim.latest(), f"m1:{info.id}:-:0:turn:")
        story.note(f"turn of {who.name}", sim.panel(who))
    story.note("/board", await sim.command(sim.bob, "board"))
    panel = await sim.command(sim.alice, "view")
    for seat, part in (("0", "legend"), ("0", "estate-1"), ("-", "estate-1"), ("-", "all"), ("0", "nothing")):
        await press(sim, sim.alice, panel, f"m1:{info.id}:{seat}:0:part:", [part])
        story.note(f"part {part} as {seat}", panel)
    typed: list[dict[str, Any]] = [{"text": True}, {"part": "docks"}, {"part": "nothing"}]
    for said in typed:
        story.note(f"/view {said}", await sim.command(sim.bob, "view", **said))
    story.note("/board as text", await sim.command(sim.bob, "board", text=True))
    await at_random(sim, info.id, chance, lambda now: now.turn == 12)
    number, due = (await sim.bot.app.service.read.info(info.id)).number, (await game(sim, info.id)).due()[0].seat
    for seat in (one for one in range(4) if one != due):
        story.note(f"/plan of {sim.people[seat].name} before a new round", await sim.command(sim.people[seat], "plan"))
        panel = sim.panel(sim.people[seat])
        await press(sim, sim.people[seat], panel, f"m1:{info.id}:{seat}:{number}:ppick:0 go home h1")
        story.note("a forged answer", panel)
    await at_random(sim, info.id, chance, lambda now: now.turn > 14)
    story.note("/replay in round II", await sim.command(sim.dora, "replay"))
    sim.jump(3 * DAY)
    for who in (sim.alice, sim.bob, sim.carol):
        story.note(f"/turn of {who.name} later", await sim.command(who, "turn"))
    assert story.text == kept(KEPT / "boards.txt", story.text)


async def test_help_and_lessons_are_as_kept(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages that lead to each other, what several match, and a lesson from its first step to its last."""
    certain_seed(monkeypatch, "kept")
    story = Story(sim, monkeypatch, brief=True)
    typed: list[dict[str, Any]] = [
        *({}, {"topic": "monk"}, {"topic": "workshop timber", "game": "messina"}, {"topic": "retraite"})
    ]
    for said in typed:
        story.note(f"/help {said}", await sim.command(sim.carol, "help", **said))
    panel: Anything = story.note("/learn", await sim.command(sim.carol, "learn"))
    await sim.click(sim.carol, panel, "Rattus")
    panel = story.note("the first step", panel)
    steps = lesson_of("rattus").steps
    for number in (2, 3):
        await press(sim, sim.carol, panel, f"m1:0:0:{number}:lesson:rattus step")
        panel = story.note(f"step {number}", panel)
    for words in ("pick place anglia 1", "pick plague", "pick plague *", "pick end", "step"):
        await press(sim, sim.carol, panel, f"m1:0:0:3:lesson:rattus {words}")
        panel = story.note(words, panel)
    story.note("/learn, begun", await sim.command(sim.carol, "learn"))
    for answer in ("", "next", "place gallia", "plague italia"):
        more: dict[str, Any] = {"answer": answer} if answer else {}
        story.note(f"/learn {answer}", await sim.command(sim.carol, "learn", game="rattus", **more))
    for number in (len(steps) - 1, 99):
        await press(sim, sim.carol, panel, f"m1:0:0:{number}:lesson:rattus step")
        panel = story.note(f"step {number}", panel)
    await press(sim, sim.carol, panel, "m1:0:0:1:lesson:chess step")
    story.note("no such lesson", panel)
    table = await seat_all(sim, [sim.alice, sim.bob], game="messina", seating="joined")
    typed = [{}, {"topic": "legend"}, {"topic": "monk"}, {"topic": "h5"}]
    for said in typed:
        panel = story.note(f"/help {said} at a table", await sim.command(sim.carol, "help", **said))
    for words, value in (("about:rattus", None), ("topic:rattus church", None), ("topic:messina x", "messina fight")):
        await press(sim, sim.carol, panel, f"m1:{table}:-:0:{words}", [value] if value else None)
        panel = story.note(f"{words} {value}", panel)
    assert story.text == kept(KEPT / "help.txt", story.text)
