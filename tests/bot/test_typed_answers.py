import discord
import pytest
from simcord.actors import MemberActor
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from rules_service import Person, acts
from tests.bot.players import DAY, game, seat_all, silence
from tests.bot.sim import Sim, buttons, text

pytestmark = pytest.mark.usefixtures("undrawn")

PLACE = "Next: `/rattus place`"


async def play_until(sim: Sim, table: int, seat: int) -> None:
    """Play legal moves until it is this seat's turn."""
    service = sim.bot.app.service
    while (due := (await service.read.snapshot(table)).table.due()[0]).seat != seat:
        user = (await service.read.info(table)).seats[due.seat].user_id
        assert user is not None
        await service.play.move(table, user, "end" if "end" in due.moves else due.moves[0])


async def test_a_typed_move_that_is_impossible_is_refused_with_a_reason_and_what_is_possible(sim, table):
    """A whole move is refused with the reason from the rules, any other input with what is wrong in a field."""

    async def told(command: str, **fields: object) -> str:
        return text(await sim.command(sim.alice, command, **fields))

    setup = "The game has not begun: first everyone places cubes twice, 2 each time."
    regions = ("Anglia", "Gallia", "Germania", "Hispania", "Hungaria", "Italia", "Polonia", "Scandia")
    values, moves = (
        "; ".join(text.format(region) for region in regions) for text in ("{}: 1 rat", "Place 2 cubes in {}")
    )
    assert await told("rattus take", card="monk") == f"{setup} {PLACE}"
    whole = {"region": "gallia", "to": "anglia", "cubes": 1}
    assert await told("rattus card merchant", **whole) == f"{setup} {PLACE}"
    assert await told("rattus card merchant", region="gallia", to="anglia") == f"{setup} {PLACE}"
    assert await told("rattus card merchant", **whole | {"to": "nowhere"}) == f"{setup} {PLACE}"
    assert await told("rattus place", region="nowhere") == (
        f"“nowhere” is not possible for `region` now. Possible values: {values}."
    )
    exactly = "Before the game, place exactly 2 in one region."
    assert await told("rattus place", region="gallia", cubes=3) == f"{exactly} You could do this instead: {moves}."
    assert await told("messina go", hex="h3") == "The table in this channel is a game of Rattus."
    assert await told("move", move="take monk") == f"{setup} {PLACE}"
    other_turn = "It is not your turn. Waiting for 🔴 **Alice**."
    for command, fields in (("rattus place", {"region": "nowhere"}), ("move", {"move": "take monk"})):
        assert text(await sim.command(sim.bob, command, **fields)) == other_turn
    assert text(await sim.command(sim.carol, "rattus place", region="gallia")) == "You don’t have a seat at this table."
    assert (await game(sim, table)).entries == []
    assert await sim.offers(sim.alice, "rattus place", "cubes", "7", region="gallia") == [
        "Nothing matches “7”. Possible values: Gallia: 2 cubes"
    ]
    assert await sim.offers(sim.alice, "rattus place", "region", "", cubes=2) == values.split("; ")
    [none] = await sim.offers(sim.alice, "rattus place", "region", "", cubes=1)
    assert none.startswith("Nothing matches your other options. Possible values: Anglia; Gallia;")
    assert buttons(await sim.command(sim.alice, "rattus place", region="ANGLIA", cubes=2))
    assert [entry.move for entry in (await game(sim, table)).entries] == ["place anglia 2"]
    end = "Next: `/rattus end`"
    assert await told("move", move="place nowhere 2") == (
        f"“nowhere” is not possible here. For example, this is possible: end {end}"
    )
    assert await told("move", move="place") == f"“place” is not possible now. Possible moves: end. {end}"
    await told("move", move="end")
    await play_until(sim, table, 0)
    for move in ("place gallia 2", "end"):
        await told("move", move=move)
    refused = await told("move", move="take crusader")
    assert refused.startswith("The Crusader is not in this game. You could do this instead: Take the Peasant")
    assert "Next:" not in refused, "that one could also do something else is not the answer"


async def test_commands_about_a_seat_offer_the_players_they_fit(sim: Sim) -> None:
    await sim.command(sim.alice, "table open", start="0", seating="joined")
    for person in (sim.bob, sim.carol):
        await sim.click(person, sim.latest(), "Join")

    allowed = discord.Permissions(manage_channels=True).value
    sim.env.backend.set_overwrite(sim.channel.id, Overwrite(sim.dora.id, OverwriteType.MEMBER, allow=allowed))

    async def offered(command: str, *people: MemberActor) -> list[list[str]]:
        return [await sim.offers(who, command, "player") for who in people]

    await sim.click(sim.alice, sim.latest(), "Start")
    assert await offered("table join", sim.dora) + await offered("moderate free", sim.dora) == [[], []]
    [info] = await sim.open_tables()
    await sim.bot.app.service.act(acts.leave(), info.id, Person(sim.carol.id, "Carol"))
    await silence(sim, 8 * DAY)
    sim.jump(2 * DAY)
    assert await offered("table join", sim.dora) + await offered("moderate free", sim.dora) == [["Carol"], ["Alice"]]


async def test_a_command_is_about_the_table_here_or_the_only_one_that_can_be_meant(sim: Sim) -> None:
    """In a DM a command concerns the table that waits for the person, or their only running one."""
    none = "There is no table in this channel. `/table open` opens one; `/mygames` finds yours."
    second, third = sim.world.channels[1], sim.thread("third")
    alice, bob = sim.alice.user, sim.bob.user
    for command in ("table manage", "table show", "turn"):
        assert text(await sim.command(alice, command)) == none
    first = await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined")
    rattus, messina = "(0 in regions, 0 in the palace)", "during the game"
    assert rattus in text(await sim.manage(bob, "score")), "the only one, although it waits for Alice"
    await sim.command(sim.carol, "table open", second, game="messina", seating="joined")
    await sim.click(sim.bob, sim.latest(second), "Join")
    assert rattus in text(await sim.manage(bob, "score")), "a lobby waits for nobody"
    assert "Messina 1347 in" in text(await sim.manage(sim.carol, "", third)), "her only one"
    asked = await sim.manage(sim.bob, "", third)
    assert "Which table?" in text(asked)
    await sim.choose(sim.bob, asked, "Messina 1347, #second-table")
    assert "Messina 1347 in" in text(sim.again(asked))
    assert "Options" in buttons(sim.again(asked))
    assert await sim.offers(bob, "table show", "table") == ["1: Rattus", "2: Messina 1347"]
    assert await sim.offers(sim.carol, "table manage", "table") == ["2: Messina 1347"]
    await sim.click(sim.carol, sim.latest(second), "Start")
    await play_until(sim, 2, 1)
    assert messina in text(await sim.manage(bob, "score")), "of two it is the one that waits"
    await play_until(sim, 2, 0)
    assert "Which table?" in text(await sim.manage(bob)), "two run, and none waits"
    assert "several tables" in text(await sim.command(bob, "board"))
    assert messina in text(await sim.manage(sim.carol.user, "score"))
    assert rattus in text(await sim.manage(alice, "score"))
    assert text(await sim.manage(sim.dora.user, "score")) == none
    assert text(await sim.command(sim.alice, "board", third)) == none, "on a server a channel is meant"
    assert text(await sim.command(sim.carol, "table show", second, table="x7")) == "There is no such table."
    assert (
        text(await sim.command(sim.carol, "table show", second, table=str(first)))
        == "You don’t have a seat at this table."
    )


async def test_lists_scores_and_proofs_are_complete(sim: Sim, table: int) -> None:
    second, third, here = sim.world.channels[1], sim.thread("third"), sim.channel
    await sim.command(sim.carol, "table open", second, game="messina")
    await sim.command(sim.dora, "table open", third)
    info = await sim.bot.app.service.read.info(table)
    lobbies = [
        "## Tables",
        f"**Messina 1347** in <#{second.id}> needs players: Carol",
        f"**Rattus** in <#{third.id}> needs players: Dora",
    ]
    listed = text(await sim.command(sim.dora, "table list")).split("\n")
    started = f"<t:{int(info.started.timestamp())}:R>"
    assert listed == [*lobbies, f"Rattus in <#{here.id}>, started {started}: Alice and Bob"]
    seal = f"The fingerprint of its seed: `{info.fingerprint}`"
    moves = "Everything is correct so far: {} replay as they were played.\n" + seal
    await sim.command(sim.alice, "move", move="place gallia 2")
    assert text(await sim.manage(sim.bob, "verify")) == moves.format("0 moves"), "she may still undo it"
    await sim.command(sim.alice, "move", move="end")
    assert text(await sim.manage(sim.bob, "verify")) == moves.format("2 moves")
    await sim.bot.app.service.act(acts.leave(), table, Person(sim.alice.id, "Alice"))
    listed = text(await sim.command(sim.dora, "table list")).split("\n")
    assert listed == [*lobbies, f"**Rattus** in <#{here.id}> has a free seat: Alice and Bob"]
    nothing = "## Tables\nThere are no open tables on this server. `/table open` opens one."
    assert text(await sim.command(sim.bob.user, "table list")) == nothing
    assert text(await sim.manage(sim.bob, "score")) == (
        "**If the game ended now**\n🥇 1. 🔴 **Alice**: **2** points (2 in regions, 0 in the palace)\n"
        "🥈 2. 🔷 **Bob**: **0** points (0 in regions, 0 in the palace)"
    )
    first = "Please choose the game first: the options depend on it."
    for options in ({"alone": True}, {"seating": "joined"}):
        assert text(await sim.bob.slash(sim.channel, "table open", **options)) == first


async def test_P39_an_absence_is_confirmed_with_its_days_and_effects(sim: Sim) -> None:
    """P39: an absence begins now or later. The answer shows the number of days left this year."""
    now = int(sim.env.now().timestamp())

    def away(begins: int, ends: int, left: int, *computer: str) -> str:
        days = [f"<t:{now + day * 86400}:D>" for day in (begins, ends)]
        said = (
            f"You’re away from {days[0]} until {days[1]}. I won’t notify you during that time, and your turns wait as "
            "long as each table’s pace allows. `/away back` ends it; you can still move whenever you like."
        )
        more = "day" if left == 1 else "days"
        return "\n".join([said, *computer, f"Tables can wait for you {left} more {more} this year."])

    plays = "While you’re away, a steady computer plays for you, a minute after each of your turns begins."
    typed = {"days": 3, "begin": 2, "computer": True}
    assert text(await sim.command(sim.bob, "away begin", **typed)) == away(2, 5, 57, plays)
    assert text(await sim.command(sim.bob, "away back")) == "Welcome back."
    assert text(await sim.command(sim.bob, "away begin", days=1)) == away(0, 1, 59)


async def test_cities_are_found_by_their_names_or_their_zones_in_order(sim: Sim) -> None:
    async def found(said: str) -> list[str]:
        return await sim.offers(sim.bob, "preferences", "zone", said)

    for said in ("america/new", " NEW Y "):
        assert await found(said) == ["New York (America/New_York)"]
    every = await found("")
    assert (len(every), every[:2]) == (25, ["Abidjan (Africa/Abidjan)", "Accra (Africa/Accra)"])
    assert every == sorted(every)
