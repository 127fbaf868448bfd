import random
from dataclasses import replace
from typing import Any

import pytest
from simcord.actors import MemberActor

from bot import handling
from bot.context import Request
from bot.discord_api.permissions import NEEDED_PERMISSIONS
from bot.panels.dispatch import ACTIONS
from bot.panels.help_panel import lesson_of
from bot.preferences import REFUSED
from bot.ui.message import layout
from local_table.simulation import grant_permissions
from rules_service import Person, acts
from rules_service.act import Decision
from tests.bot.cores import BUSY
from tests.bot.forge import press, presses
from tests.bot.players import DAY, certain_seed, game, leave, seat_all, selects, turn
from tests.bot.sim import Anything, Sim, buttons, message, text
from tests.bot.story import KEPT, Story
from tests.bot.test_kept_panels import at_random
from tests.kept import kept

pytestmark = pytest.mark.kept


async def act(sim: Sim, table: int, who: MemberActor, decision: Decision) -> None:
    """Let a person act at the table without a command, so no answer is shown."""
    await sim.bot.app.service.act(decision, table, Person(who.id, who.name.capitalize()))


async def test_a_lobby_and_its_panels_are_as_kept(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    """P90 to P94: this covers a lobby with invitations, colours, computer players and options."""
    certain_seed(monkeypatch, "kept")
    story = Story(sim, monkeypatch)
    story.note("/table open", await sim.command(sim.alice, "table open", game="messina"))
    [info] = await sim.open_tables()
    lobby = sim.latest()
    for label in ("Start", "Invite", "Colour", "Computer players", "Options"):
        story.note(f"Alice: {label}", await sim.click(sim.alice, lobby, label))
    story.note("/table start", await sim.command(sim.alice, "table start"))
    await sim.click(sim.bob, lobby, "Join")
    await sim.invite(sim.alice, sim.carol)
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
    await act(sim, info.id, sim.carol, acts.decline())
    await act(sim, info.id, sim.alice, acts.start())
    await press(sim, sim.alice, options, f"m1:{info.id}:-:0:settings:0")
    story.note("options of a running game", options)
    for words in ("computers:", "alone:"):
        await press(sim, sim.alice, panel, f"m1:{info.id}:-:0:{words}")
        story.note(f"running: {words}", sim.panel(sim.alice))
    story.note("Bob leaves?", await sim.command(sim.bob, "table leave"))
    await leave(sim, sim.bob)
    story.note("Alice leaves?", await sim.command(sim.alice, "table leave"))
    panel = await sim.manage(sim.alice)
    await sim.click(sim.alice, panel, "End the game")
    story.note("Alice ends?", sim.again(panel))
    story.note("Bob joins", await sim.click(sim.bob, sim.latest(), "Take the free seat"))
    await leave(sim, sim.bob)
    for label, noted in (("Back", "stay"), ("End the game", "end")):
        panel = await sim.command(sim.alice, "table leave")
        await sim.click(sim.alice, panel, label)
        story.note(noted, panel)
    await press(sim, sim.alice, options, f"m1:{info.id}:-:0:settings:0")
    story.note("options of a game that is over", options)
    assert story.text == kept(KEPT / "lobby.txt", story.text)


async def test_opening_is_as_kept(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    """P64, P100: this covers the start panel, the games in a channel, thread or DM, and the form to find players."""
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
    story.note("/table manage: wake", await sim.manage(sim.alice, "wake", table=str(solo.id)))
    panel = await sim.command(sim.alice, "table open", game="rattus")
    await press(sim, sim.alice, panel, f"m1:{solo.id}:-:0:instead:rattus")
    story.note("Put it to sleep and open the new one", panel)
    sim.forbid("attach_files", channel=other)
    story.note("without pictures", await sim.command(sim.carol, "table open", other, game="rattus"))
    story.note("Carol starts too soon", await sim.command(sim.carol, "table start", other))
    sim.forbid("attach_files", "send_messages", channel=other)
    story.note("without messages", await sim.command(sim.dora, "table open", other, game="rattus"))
    sim.forbid(channel=other)
    await sim.manage(sim.carol, "close", other)
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


async def test_panels_on_late_players_and_votes_are_as_kept(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    """P50 to P56, P71: this covers panels about late players and free seats, and votes with players still to answer."""
    certain_seed(monkeypatch, "kept")
    story = Story(sim, monkeypatch)
    table = await seat_all(sim, sim.people, start="0", seating="joined", pace="daily")
    story.note("/table manage: more time", await sim.manage(sim.alice, "time"))
    story.note("/table manage: here", await sim.manage(sim.alice, "here"))
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
        story.note(f"Bob frees {player}", await sim.manage(sim.bob, f"free {player}"))
    for who in (sim.carol, sim.dora):
        [number] = [vote.number for vote in (await sim.open_tables())[0].votes if vote.seat == 0]
        await press(sim, who, sim.latest(), f"m1:{table}:-:0:say:{number} 1")
        story.note(f"{who.name}: yes", sim.panel(who))
    story.note("Bob frees 0", await sim.manage(sim.bob, "free 0"))
    story.note("Bob: end", await sim.manage(sim.bob, "close"))
    story.note("Bob: sleep", await sim.manage(sim.bob, "sleep"))
    for vote in (await sim.open_tables())[0].votes:
        await press(sim, sim.carol, sim.latest(), f"m1:{table}:-:0:lookback:{vote.number}")
        story.note(f"look at {vote.kind}", sim.panel(sim.carol))
    story.note("Alice: here", await sim.manage(sim.alice, "here"))
    story.note("Alice: more time", await sim.manage(sim.alice, "time"))
    await turn(sim, "gallia")
    story.note("Bob: more time", await sim.manage(sim.bob, "time"))
    story.note("Bob: here", await sim.manage(sim.bob, "here"))
    for regions in (["italia"], ["hispania"], ["germania", "scandia"], ["anglia"]):
        await turn(sim, *regions)
    story.note("Bob: turn, after posts of all others", await sim.command(sim.bob, "turn"))
    assert story.text == kept(KEPT / "late.txt", story.text)


async def test_boards_and_waiting_are_as_kept(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    """P85, P86: this covers boards as seen by players and others, news since the player's move, and who must act."""
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
    """This covers linked pages, a search with several results, and a whole lesson."""
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


async def test_each_press_is_answered_as_kept(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer is a new message or replaces the pressed one. Buttons that work on other servers are answered there."""
    table = await seat_all(sim, [sim.alice, sim.bob])
    guild = sim.env.create_guild("Elsewhere")
    abroad, alice = guild.create_text_channel("harbour"), guild.add_member(sim.alice.user)
    grant_permissions(sim.env, guild, NEEDED_PERMISSIONS)
    panels = [await sim.command(sim.alice, "mygames"), await sim.command(alice, "mygames", abroad)]

    async def handler(request: Request) -> None:
        await request.show(layout(["Done."]))

    monkeypatch.setattr(handling, "DEFER_AFTER", BUSY)
    for name, action in ACTIONS.items():
        monkeypatch.setitem(ACTIONS, name, replace(action, handler=handler))
    lines = [*ACTIONS, "unknown"]
    ids = [f"m1:{table}:-:0:{name}:" for name in lines]
    for who, panel in zip((sim.alice, alice), panels, strict=True):
        for at, done in enumerate(await presses(sim, who, panel, ids)):
            same = done.response.id == message(panel).id
            lines[at] += f" | {'in the panel' if same else 'new'}: {text(done)}"
    told = "\n".join(lines)
    assert told == kept(KEPT / "presses.txt", told)


async def test_pages_about_the_person_are_as_kept(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    """P21, P24, P113: this covers preferences, quiet hours, cities, a person's tables, blocked people, and deletion."""
    story, people = Story(sim, monkeypatch), sim.bot.app.storage.people
    pages, ways = list[list[str]](), list[list[str]]()
    story.note("/mygames, none", await sim.command(sim.carol, "mygames"))
    story.note("/me export, nothing", await sim.command(sim.carol, "me export"))
    panel: Anything = story.note("/preferences", await sim.command(sim.carol, "preferences"))
    presses_of: list[tuple[str, list[str] | None]] = [
        *((f"preferences:{page}", None) for page in ("time", "pictures", "playing", "privacy", "x")),
        *[("prefer:digest off", ["18"]), ("clock:", None), ("hour:", ["13"]), ("hour:13 1", None)],
        *[("hour:99 3", None), ("prefer:zone 13 0", ["Pacific/Midway"]), ("quiet:from none", ["22"])],
        *[("quiet:from 22-8", ["10"]), ("quiet:from 10-20", ["8"]), ("quiet:until 8-20", ["0"])],
        *[("prefer:quiet_days none", ["none", "sat", "sun"]), ("prefer:quiet_days sat sun", ["none"])],
        *[("quiet:from 8-0", ["none"]), ("preferences:notices", None), ("prefer:speech auto", ["de"])],
    ]
    for words, values in presses_of:
        story.note(f"{words} {values}", await press(sim, sim.carol, panel, f"m1:0:-:0:{words}", values))
    await people.prefer(sim.carol.id, REFUSED, "new")
    await sim.command(sim.carol, "preferences", speech="en")
    story.note("/preferences, with refused messages", await sim.command(sim.carol, "preferences"))
    for page in (0, 1, 99):
        cities = await press(sim, sim.carol, panel, f"m1:0:-:0:hour:1 {page}")
        pages.append([option["label"] for option in selects(cities)[0]["options"]])
        ways.append([way.rpartition(":")[2] for way in buttons(cities).values()])
    last = int(ways[2][0].split()[1]) + 1
    assert ways == [["1 1", ""], ["1 0", *["1 2"] * (last > 1), ""], [f"1 {last - 1}", ""]]
    assert (len(pages[0]), pages[1]) == (25, sorted(pages[1])), "the likely ones are first, the others by name"
    assert not set(pages[0]) & set(pages[1])
    running = await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined", pace="daily")
    await sim.command(sim.alice, "table open", sim.world.channels[1])
    await sim.command(sim.alice.user, "table open")
    await sim.note(sim.alice, " *mine*\n\nand this ")
    for who in (sim.alice, sim.bob):
        story.note(f"/mygames of {who.name}", await sim.command(who, "mygames"))
    story.note("/view with a note", await sim.command(sim.alice, "view", text=False))
    await sim.command(sim.alice, "away begin", days=3)
    sim.jump(2 * DAY)
    for info in await sim.open_tables():
        if info.id != running:
            for decision in (acts.add_computer("casual"), acts.start(), acts.sleep()):
                await act(sim, info.id, sim.alice, decision)
    story.note("/mygames, asleep", await sim.command(sim.alice, "mygames"))
    for person in (sim.dora.id, 5):
        await people.block(sim.carol.id, person, most=9)
    panel = story.note("/me block", await sim.command(sim.carol, "me block"))
    for value in ("5", "x", str(sim.dora.id)):
        await press(sim, sim.carol, panel, "m1:0:-:0:unblock:0", [value])
        panel = story.note("unblocked", panel)
    panel = story.note("/me forget", await sim.command(sim.carol, "me forget"))
    for words, typed in (("forgotten:", ["no"]), ("forgotten:", ["forget"]), ("remember:", None)):
        story.note(f"{words} {typed}", await press(sim, sim.carol, panel, f"m1:0:-:0:{words}", typed))
    assert story.text == kept(KEPT / "own.txt", story.text)
