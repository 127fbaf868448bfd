"""Slash commands do what the buttons do, and autocomplete from what is legal for the person now."""

import re
from io import BytesIO
from random import Random

import pytest
from discord.app_commands import Command
from PIL import Image

from bot.typed.choices import lone_line, with_more
from bot.typed.move_fields import MoveKind
from bot.typed.moves import TypedMove, shown_moves, some_of
from bot.typed.options import choosable_options
from games import GAMES
from rules.messina.moves import Go, Pay, Repopulate
from rules.notation import End
from tests.bot.players import answers, due, game, in_haste, seat_all
from tests.bot.sim import Anything, Sim, buttons, pictures, text
from wording import words


@pytest.fixture
async def table(sim: Sim) -> int:
    """Start a table of two; Alice has the first seat and begins."""
    return await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined")


async def set_up(sim: Sim) -> None:
    """Place the cubes before the game: two each in Gallia and Italia."""
    for person, region in ((sim.alice, "gallia"), (sim.bob, "gallia"), (sim.bob, "italia"), (sim.alice, "italia")):
        await sim.command(person, "rattus place", region=region)
        if person is sim.alice or region == "italia":
            await sim.command(person, "rattus end")


async def test_a_typed_move_shows_the_next_question(sim: Sim, table: int) -> None:
    answer = await sim.command(sim.alice, "rattus place", region="gallia", cubes=2)
    assert "✅ End my turn" in buttons(answer)
    assert (await game(sim, table)).entries[-1].move == "place gallia 2"
    await sim.command(sim.alice, "rattus end")
    assert (await due(sim, table)) == sim.bob
    assert "2 cubes in Gallia" in text(sim.latest())


async def test_a_number_that_is_clear_may_be_left_out(sim: Sim, table: int) -> None:
    await sim.command(sim.alice, "rattus place", region="gallia")
    assert (await game(sim, table)).entries[-1].move == "place gallia 2"


def move_commands(sim: Sim, name: str) -> str:
    """Return the commands for the moves of a game with their options. Those in brackets may be left out."""
    return "; ".join(
        " ".join([*one.qualified_name.split()[1:], *(p.name if p.required else f"[{p.name}]" for p in one.parameters)])
        for one in sim.bot.tree.walk_commands()
        if one.qualified_name.startswith(f"{name} ") and isinstance(one, Command)
    )


async def test_where_only_one_thing_is_possible_it_need_not_be_named(sim: Sim, table: int) -> None:
    assert move_commands(sim, "rattus") == (
        "card monk to [rat]; card merchant region to [cubes]; card witch [rat]; card king region; card peasant region; "
        "card serf; card baker; card messenger region [owner] [potions]; card mayor; card nun to [figure]; "
        "card bishop to [figure]; card crusader; card soldier region; card piper region to [potions]; "
        "card wizard region [potions]; card queen region; card emperor connection [wall]; card knight; "
        "place region [cubes]; take card; exchange; keep; unload region; carry [potions]; combine card; follow [rat]; "
        "skip; plague region; spread [region]; reveal [rat]; end"
    )
    assert move_commands(sim, "messina") == (
        "build restack stacks token; build hut [tile] [hut]; build workshop [tile]; build wagon [tile]; "
        "overseer advance [overseer] [way]; overseer promote [overseer]; overseer elevate [overseer] [way]; "
        "use copy hex [option]; use step [register]; use scroll [column]; use gild [spot]; use activate [square]; "
        "round produce; round house spot [hut]; round priority register; choose board; go hex [start]; "
        "ship ship [start]; recall [start]; work square workshop; rescue spot [citizen]; "
        "fight [cubes] [fire] [big] [also]; no-fight; act [option]; pay [register]; done; repopulate; give [spot]; "
        "part [start]; end"
    )


async def test_what_is_typed_of_a_field_finds_its_values_by_words(sim: Sim, table: int) -> None:
    assert await sim.offers(sim.alice, "rattus place", "region", "ita") == ["Italia: 1 rat"]
    assert await sim.offers(sim.alice, "rattus place", "region", "rat italia") == ["Italia: 1 rat"]
    [line] = await sim.offers(sim.alice, "rattus place", "region", "talia")
    assert line.startswith("Nothing matches “talia”. Possible values: Anglia; Gallia; Germania")
    assert len(line) <= 100
    assert len(await sim.offers(sim.alice, "rattus place", "region", "")) > 5


async def test_a_number_that_is_not_clear_is_asked_for(sim: Sim, table: int) -> None:
    await set_up(sim)
    await sim.command(sim.alice, "rattus take", card="merchant")
    answer = await sim.command(sim.alice, "rattus card merchant", region="gallia", to="anglia")
    assert text(answer) == (
        "How many cubes go from Gallia to Anglia? Use the `cubes` option. Possible values: 1 cube; 2 cubes."
    )
    await sim.command(sim.alice, "rattus card merchant", region="gallia", to="anglia", cubes=2)
    assert (await game(sim, table)).entries[-1].move == "merchant gallia anglia 2"


async def test_move_takes_notation_and_labels(sim: Sim, table: int) -> None:
    await sim.command(sim.alice, "move", move="PLACE  Gallia 2")
    await sim.command(sim.alice, "undo")
    await sim.command(sim.alice, "move", move="place 2 cubes in italia")
    moves = [(entry.move, entry.undo) for entry in (await game(sim, table)).entries]
    assert moves == [("place gallia 2", 0), ("", 1), ("place italia 2", 0)]


async def test_fields_complete_each_other(sim: Sim, table: int) -> None:
    await set_up(sim)
    await sim.command(sim.alice, "rattus take", card="merchant")
    assert [o.split(":")[0] for o in await sim.offers(sim.alice, "rattus card merchant", "region")] == [
        "Gallia",
        "Italia",
    ]
    to = await sim.offers(sim.alice, "rattus card merchant", "to", region="gallia")
    assert [o.split(":")[0] for o in to] == ["Anglia", "Germania", "Hispania", "Italia"]
    typed = await sim.offers(sim.alice, "rattus card merchant", "to", "ger", region="gallia")
    assert len(typed) == 1
    cubes = await sim.offers(sim.alice, "rattus card merchant", "cubes", region="gallia", to="italia")
    assert cubes == ["1 cube", "2 cubes"]


async def test_move_completes_labels(sim: Sim, table: int) -> None:
    assert "Place 2 cubes in Gallia" in await sim.offers(sim.alice, "move", "move")
    assert await sim.offers(sim.alice, "move", "move", "ital") == ["Place 2 cubes in Italia"]
    await set_up(sim)
    assert len(await sim.offers(sim.alice, "move", "move")) <= 25


async def test_words_typed_in_any_order_find_a_move(sim: Sim) -> None:
    table = await seat_all(sim, [sim.alice, sim.bob], game="messina")
    who = await due(sim, table)
    number = next(move for move in (await game(sim, table)).due()[0].moves if "home h" in move).split()[2][1:]
    found = [await sim.offers(who, "move", "move", said) for said in (f"h{number}", f"Hex {number}", f"{number} hex")]
    assert found[0] == found[1] == found[2]
    assert found[0][0].startswith(f"Hex {number}:")


async def test_who_names_a_dock_or_takes_a_ship_is_shown_the_command_for_ships(sim: Sim) -> None:
    table = await seat_all(sim, [sim.alice, sim.bob], game="messina")
    who = await due(sim, table)
    [ship] = [move.split()[2] for move in (await game(sim, table)).due()[0].moves if move.startswith("board")]
    dock = (await game(sim, table)).state.ship(ship)[0]
    for command, given in (("messina go", {"hex": dock}), ("move", {"move": f"go home {dock}"})):
        answer = text(await sim.command(who, command, **given))
        assert "only for a ship; name the ship:" in answer
        assert answer.endswith("Next: `/messina ship`")
    answer = text(await sim.command(who, "move", move="take gems ship"))
    assert answer.endswith("Next: `/messina go` or `/messina ship`")


async def test_nobody_is_blamed_for_what_was_not_typed(sim: Sim) -> None:
    table = await seat_all(sim, [sim.alice, sim.bob], game="messina")
    who = await due(sim, table)
    legal = (await game(sim, table)).due()[0].moves
    absent = next(number for number in range(1, 25) if f"go home h{number}" not in legal)
    for typed in (f"{absent}", f"h{absent}", f"Hex {absent}"):
        assert "lieutenant there" not in text(await sim.command(who, "messina go", hex=typed))
        assert f"ex {absent}" in text(await sim.command(who, "messina go", hex=typed))
    answer = text(await sim.command(who, "messina act"))
    assert answer.startswith("First send a lieutenant to a hex or a ship, or call one home. Next: `/messina go`")
    for command in ("messina fight", "messina build wagon"):
        assert text(await sim.command(who, command)).startswith("First send a lieutenant"), command
    there = next(move.split()[2] for move in legal if "home h" in move)
    await sim.command(who, "messina go", hex=f"HEX {there[1:]}")
    assert (await game(sim, table)).entries[-1].move == f"go home {there}"


async def test_a_hex_that_cannot_be_reached_is_no_other_one_by_its_number(sim: Sim) -> None:
    table = await seat_all(sim, [sim.alice, sim.bob], game="messina")
    who = await due(sim, table)
    numbers = [int(move.split()[2][1:]) for move in (await game(sim, table)).due()[0].moves if "home h" in move]
    gone = min(numbers)  # Labels of other hexes contain this number, as an amount or as plague.
    await sim.command(who, "messina go", hex=f"{gone}")
    await in_haste(sim, who, Random(1))
    other, lines = await due(sim, table), len((await game(sim, table)).entries)
    assert other != who
    for typed in (f"{gone}", f"h{gone}", f"Hex {gone}"):
        refusal = text(await sim.command(other, "messina go", hex=typed))
        assert refusal.startswith(f"Hex {gone} was already chosen this round")
    assert f"is called “hex {gone}”" in text(await sim.command(other, "move", move=f"hex {gone}"))
    assert len((await game(sim, table)).entries) == lines


@pytest.mark.deep(one_in=10)
async def test_a_hex_is_gone_to_the_cheapest_way_by_either_command(sim: Sim) -> None:
    table = await seat_all(sim, [sim.alice, sim.bob], game="messina")
    who = await due(sim, table)
    goal = ""
    while not goal:
        who, now = await due(sim, table), await game(sim, table)
        moves, reach = now.due()[0].moves, now.view(now.due()[0].seat).reach
        for hex_ in (move.split()[2] for move in moves if move.startswith("go ") and move.split()[2][1:].isdecimal()):
            prices = [prices[hex_] for prices in reach.values() if hex_ in prices]
            goal = hex_ if prices.count(min(prices)) == 1 < len(prices) else goal
        if not goal:
            await sim.command(who, "move", move="end" if "end" in moves else moves[0])
    cheap = min((prices[goal], start) for start, prices in reach.items() if goal in prices)[1]
    heard = text(await sim.command(who, "turn"))
    assert len(re.findall(rf"\*\*Hex {goal[1:]}\b", heard)) == 1
    assert "There are other ways, too: `start` chooses one." in heard
    assert len(await sim.offers(who, "messina go", "hex")) > 5
    assert len(await sim.offers(who, "messina go", "start", hex=goal[1:])) > 1
    offered = await sim.offers(who, "move", "move", f"hex {goal[1:]}")
    assert offered
    assert all(f"to hex {goal[1:]}:" in one for one in offered)
    assert offered == await sim.offers(who, "move", "move", goal)
    await sim.command(who, "move", move=f"hex {goal[1:]}")
    assert (await game(sim, table)).entries[-1].move == f"go {cheap} {goal}"
    await sim.command(who, "undo")
    await sim.command(who, "messina go", hex=goal[1:])
    assert (await game(sim, table)).entries[-1].move == f"go {cheap} {goal}"


def test_more_moves_than_there_is_room_for_are_counted_and_each_kind_is_there() -> None:
    moves = [*(Go("home", f"h{number}") for number in range(40)), End(), Pay("city")]
    known = [TypedMove(move, move.text) for move in moves]
    shown, more = shown_moves(known)
    assert len(shown) == 24
    assert [one.label for one in shown][-2:] == ["end", "pay city"]
    assert more == 18
    assert shown_moves(known[:25]) == (known[:25], 0)


async def test_what_was_typed_is_played_where_it_means_one_move(sim: Sim, table: int) -> None:
    await sim.command(sim.alice, "move", move="gallia place")
    assert (await game(sim, table)).entries[-1].move == "place gallia 2"
    await set_up_rest(sim)
    answer = text(await sim.command(sim.alice, "move", move="take"))
    assert answer.startswith("Please be more specific.")
    assert "Take the Monk from the table" in answer
    assert "take monk" not in answer


async def set_up_rest(sim: Sim) -> None:
    """Place the other cubes before the game, once Alice has placed."""
    for person, move in (
        *[(sim.alice, "end"), (sim.bob, "place gallia 2"), (sim.bob, "place italia 2"), (sim.bob, "end")],
        *[(sim.alice, "place italia 2"), (sim.alice, "end")],
    ):
        await sim.command(person, "move", move=move)


async def test_the_points_as_they_stand_are_told_by_rank(sim: Sim, table: int) -> None:
    await set_up(sim)
    told = text(await sim.manage(sim.carol, "score"))
    assert told.startswith("**If the game ended now**\n🥇 1. 🔷 **Bob**: **4** points (4 in regions, 0 in the palace)")
    assert "🥈 2. 🔴 **Alice**: **4** points" in told


async def test_off_turn_the_one_line_offered_says_whose_turn_it_is(sim: Sim, table: int) -> None:
    for person in (sim.bob, sim.carol):
        assert await sim.offers(person, "rattus place", "region") == ["Alice's turn"]
        assert await sim.offers(person, "rattus place", "cubes") == ["Alice's turn"]
        assert await sim.offers(person, "move", "move") == ["Alice's turn"]
        assert await sim.offers(person, "move", "move", "place") == ["Alice's turn"]
    assert await sim.offers(sim.bob, "move", "move", channel=sim.world.channels[1]) == []
    assert await sim.offers(sim.alice, "rattus place", "region", channel=sim.world.channels[1]) == []


async def test_where_nothing_can_be_offered_one_line_says_why_and_what_could_be(sim: Sim, table: int) -> None:
    assert await sim.offers(sim.alice, "rattus plague", "region") == ["That is not possible now. Next: /rattus place"]
    assert await sim.offers(sim.alice, "messina go", "hex") == ["The table in this channel is a game of Rattus."]
    assert await sim.offers(sim.alice, "move", "move", "the hive") == [
        ("Nothing matches “the hive”. Next: /rattus place")
    ]
    await sim.command(sim.alice, "rattus place", region="gallia")
    await sim.command(sim.alice, "rattus end")
    await sim.command(sim.bob, "rattus place", region="italia")
    await sim.command(sim.bob, "rattus place", region="italia")
    await sim.command(sim.bob, "rattus end")
    await sim.command(sim.alice, "rattus place", region="gallia")
    await sim.command(sim.alice, "rattus end")
    await sim.command(sim.alice, "rattus take", card="merchant")
    to = await sim.offers(sim.alice, "rattus card merchant", "to", region="Gallia")
    assert [one.split(":")[0] for one in to] == ["Anglia", "Germania", "Hispania", "Italia"]
    lines = await sim.offers(sim.alice, "rattus card merchant", "to", region="italia")
    assert lines == ["Nothing matches your other options. Possible values: Anglia; Germania; Hispania; Italia"]


async def test_of_several_rats_none_is_guessed_and_no_region_is_taken_for_one(sim: Sim, table: int) -> None:
    await set_up(sim)
    await in_haste(sim, sim.alice, Random(1))
    await sim.command(sim.bob, "rattus take", card="monk")
    moves = [move.split() for move in (await game(sim, table)).due()[0].moves if move.startswith("monk ")]
    [region, to, *_] = next((rat[:-2], to) for _, rat, to in moves if rat.endswith("-b"))
    answer = text(await sim.command(sim.bob, "rattus card monk", rat=region.capitalize(), to=to))
    assert answer.startswith(f"“{region.capitalize()}” can mean several things: Rat a in {region.capitalize()}; Rat b")


async def test_where_only_one_piece_can_be_meant_it_need_not_be_named(sim: Sim) -> None:
    await sim.command(sim.alice, "table open", start="0", seating="joined")
    await sim.command(sim.alice, "table options", option="class cards", value="nun,knight,soldier,bishop,emperor,mayor")
    await sim.command(sim.bob, "table join")
    await sim.command(sim.alice, "table start")
    await set_up(sim)
    await sim.command(sim.alice, "rattus take", card="bishop")
    await sim.command(sim.alice, "rattus card bishop", to="anglia")
    [info] = await sim.open_tables()
    assert (await game(sim, info.id)).entries[-1].move == "bishop reserve anglia"


async def test_undo_takes_back_steps(sim: Sim, table: int) -> None:
    await set_up(sim)
    await sim.command(sim.alice, "rattus take", card="monk")
    await sim.command(sim.alice, "rattus place", region="gallia")
    answer = await sim.command(sim.alice, "undo", steps=2)
    assert "Undone." in text(answer)
    assert "take monk" in answers(answer).values()
    assert not (await game(sim, table)).view(None).taken


async def test_looking_is_private(sim: Sim, table: int) -> None:
    posts = len(sim.posts())
    board = await sim.command(sim.carol, "board")
    assert len(pictures(sim.env, board)) == 1
    assert "Regions" in text(await sim.command(sim.carol, "board", text=True))
    assert len(pictures(sim.env, await sim.command(sim.alice, "view"))) == 1
    assert "begins" in text(await sim.command(sim.carol, "log"))
    assert "##" in text(await sim.command(sim.carol, "help"))
    assert len(sim.posts()) == posts


async def test_the_board_in_words_begins_with_ones_own_and_ends_with_the_turn(sim: Sim, table: int) -> None:
    heard = text(await sim.command(sim.bob, "view", text=True))
    assert heard.index("Bob") < heard.index("Alice")
    assert heard.endswith("To act: 🔴 **Alice** – place cubes (before the game).")
    await sim.command(sim.alice, "move", move="place gallia 2")
    await sim.command(sim.alice, "move", move="end")
    for move in ("place italia 2", "place hispania 2", "end"):
        await sim.command(sim.bob, "move", move=move)
    assert text(await sim.command(sim.alice, "view", text=True)).startswith("**Since your last move**")


async def test_one_part_of_the_board_can_be_heard(sim: Sim, table: int) -> None:
    offered = await sim.offers(sim.carol, "board", "part")
    assert offered == ["Players", "Regions", "Class cards", "Rats", "Options", "The turn"]
    assert await sim.offers(sim.carol, "view", "part", "cards class") == ["Class cards"]
    heard = text(await sim.command(sim.carol, "board", part="cards"))
    assert "Peasant" in heard
    assert "Gallia" not in heard
    assert text(await sim.command(sim.carol, "board", part="class CARDS")) == heard
    assert "There is no such part" in text(await sim.command(sim.carol, "board", part="kitchen"))
    assert "The turn" in text(await sim.command(sim.carol, "board", part="kitchen"))


@pytest.mark.deep(one_in=10)
async def test_own_pictures_have_the_shape_one_likes_those_in_the_channel_the_tables(sim: Sim, table: int) -> None:
    await sim.command(sim.alice, "preferences", pictures="wide")
    found = [await sim.command(sim.alice, "view"), sim.latest(), await sim.command(sim.bob, "view")]
    assert [ratio(sim, one) > 1 for one in found] == [True, False, False]


async def test_a_wide_table_and_a_panel_without_more_of_the_board_than_it_asks_about(sim: Sim) -> None:
    await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined", picture="wide")
    panel = await sim.click(sim.alice, sim.latest(), "Your turn")
    assert ratio(sim, sim.latest()) == pytest.approx(1560 / 994)
    assert ratio(sim, panel) == pytest.approx(1296 / 852)


def ratio(sim: Sim, found: Anything) -> float:
    """Return the aspect ratio (width by height) of a message's one picture."""
    with Image.open(BytesIO(pictures(sim.env, found)[0])) as picture:
        return picture.width / picture.height


async def test_my_view_tells_what_happened_since_my_last_move(sim: Sim, table: int) -> None:
    await sim.command(sim.alice, "move", move="place gallia 2")
    await sim.command(sim.alice, "move", move="end")
    assert "Since your last move" not in text(await sim.command(sim.alice, "view"))
    await sim.command(sim.bob, "move", move="place italia 2")
    assert "Since your last move" not in text(await sim.command(sim.alice, "view")), "he may take it back"
    await sim.command(sim.bob, "move", move="place italia 2")
    await sim.command(sim.bob, "move", move="end")
    told = text(await sim.click(sim.alice, sim.latest(), "My view"))
    assert "Since your last move" in told
    assert "Italia" in told
    assert "Gallia" not in told
    assert "Since your last move" not in text(await sim.command(sim.carol, "view"))


async def test_help_and_own_tables_in_a_private_conversation(sim: Sim, table: int) -> None:
    assert "your turn, since" in text(await sim.command(sim.alice.user, "mygames"))
    assert "##" in text(await sim.command(sim.alice.user, "help"))
    assert answers(await sim.command(sim.alice.user, "turn"))
    assert "no table in this channel" in text(await sim.command(sim.carol.user, "turn"))


async def test_help_has_topics(sim: Sim, table: int) -> None:
    answer = await sim.click(sim.carol, sim.latest(), "Help")
    offered = await sim.offers(sim.carol, "help", "topic")
    assert len(offered) > 3
    first = text(answer)
    await sim.choose(sim.carol, answer, offered[-1])
    assert text(sim.panel(sim.carol)) != first


async def test_verify_replays_the_game(sim: Sim, table: int) -> None:
    await sim.command(sim.alice, "move", move="place gallia 2")
    assert "Everything is correct" in text(await sim.manage(sim.bob, "verify"))


async def test_the_answer_to_a_typed_move_names_the_commands_that_come_next(sim: Sim, table: int) -> None:
    answer = text(await sim.command(sim.alice, "rattus place", region="gallia"))
    assert "Next: `/rattus end`" in answer
    answer = text(await sim.command(sim.alice, "undo"))
    assert "Next: `/rattus place`" in answer
    await set_up(sim)
    answer = text(await sim.command(sim.alice, "turn"))
    assert "Next: `/rattus take`, `/rattus place` or `/rattus plague`" in answer
    assert "Next:" not in text(await sim.click(sim.alice, sim.latest(), "Your turn"))


async def test_who_types_what_is_not_possible_now_reads_which_commands_come_next(sim: Sim, table: int) -> None:
    await sim.command(sim.alice, "move", move="place gallia 2")
    answer = text(await sim.command(sim.alice, "move", move="the hive"))
    assert answer == "None of your possible moves is called “the hive”. Next: `/rattus end`"
    answer = text(await sim.command(sim.alice, "rattus take", card="monk"))
    assert answer.endswith("or undo moves. Next: `/rattus end`")
    assert "Next" not in text(await sim.command(sim.bob, "move", move="the hive")), "it is not Bob's turn"


async def test_who_types_hears_names_instead_of_the_letters_of_the_picture(sim: Sim, table: int) -> None:
    heard = text(await sim.command(sim.alice, "turn"))
    assert "**Scandia, Anglia, Polonia, Gallia, Germania, Hungaria, Hispania, Italia:** 1 rat" in heard
    assert "**A, B, C" in text(await sim.click(sim.alice, sim.latest(), "Your turn"))
    await set_up(sim)
    heard = text(await sim.command(sim.alice, "turn"))
    assert "**Witch:** Look at rats and exchange them" in heard
    assert "1 cube, 1 rat" in heard, "regions stand in a select of the panel"
    assert heard.index("-# Take a class card\n") < heard.index("**Witch:**") < heard.index("\n-# Place cubes\n")
    await sim.command(sim.alice, "rattus take", card="witch")
    await sim.command(sim.alice, "move", move="witch hungaria")
    assert (await game(sim, table)).entries[-1].move == "witch hungaria-a", "the one rat there"


async def test_options_are_typed_by_what_people_call_them(sim: Sim) -> None:
    await sim.command(sim.alice, "table open", game="messina")
    titles = await sim.offers(sim.alice, "table options", "option")
    assert {"Variant", "Register priority tile", "Big fire", "Seats"} <= set(titles)
    assert (
        titles[-1]
        == f"… and {len(choosable_options((await sim.open_tables())[0])) - 24} more: keep typing to narrow the list"
    )
    assert await sim.offers(sim.alice, "table options", "option", "priority") == ["Register priority tile"]
    values = await sim.offers(sim.alice, "table options", "value", option="variant")
    assert values[:2] == ["Standard, with both boards of side a", "Advanced, with both boards of side b"]
    assert len(await sim.offers(sim.alice, "table options", "value", "adv", option="Variant")) == 1
    assert await sim.offers(sim.alice, "table options", "value", option="no such thing") == []
    heard = text(await sim.command(sim.alice, "table options", option="Variant", value="advanced"))
    assert heard == "**Variant:** advanced, with both boards of side b."
    await sim.command(sim.alice, "table options", option="priority tile", value="on")
    [info] = await sim.open_tables()
    assert (info.options["variant"], info.options["priority_tile"]) == ("advanced", "on")
    assert "**Variant:** advanced" in text(sim.latest())


async def test_an_option_without_a_value_is_explained_and_a_wrong_one_gets_the_right_ones(sim: Sim) -> None:
    await sim.command(sim.alice, "table open", game="messina")
    heard = text(await sim.command(sim.alice, "table options", option="big fire"))
    assert heard.startswith("**Big fire:** two cubes on the hex, or one there and one next to it.\nWhich plague cubes")
    assert (
        "Possible values: two cubes on the hex, or one there and one next to it; as a fire, plus one more cube" in heard
    )
    heard = text(await sim.command(sim.alice, "table options", option="big fire", value="huge"))
    assert heard.startswith("That is not a value of “Big fire”. Possible values: two cubes on the hex")
    heard = text(await sim.command(sim.alice, "table options", option="weather"))
    assert heard.startswith("This table has no such option. You can choose: Variant,")
    assert text(await sim.command(sim.alice, "table options", value="on")).startswith("Please fill in `option`, too")
    await sim.command(sim.bob, "table join")
    heard = text(await sim.command(sim.bob, "table options", option="variant", value="advanced"))
    assert "the host of this table, can do this" in heard
    [info] = await sim.open_tables()
    assert info.options["variant"] == "standard"


async def test_class_cards_are_picked_by_typing_their_names(sim: Sim) -> None:
    await sim.command(sim.alice, "table open", game="rattus")
    last = await sim.offers(sim.alice, "table options", "value", "Nun, Knight, sol", option="cards")
    assert last == ["Nun, Knight, Soldier"]
    names = "Pied Piper, queen, Mayor, serf, nun and the rest"
    assert "6 of these, separated by commas: Baker, Bishop" in text(
        await sim.command(sim.alice, "table options", option="class cards", value=names)
    )
    await sim.command(
        sim.alice, "table options", option="class cards", value="Pied Piper, queen, Mayor, serf, nun, knight"
    )
    [info] = await sim.open_tables()
    assert set(info.options["cards"].split("+")) == {"piper", "queen", "mayor", "serf", "nun", "knight"}


def test_as_many_moves_are_offered_as_discord_shows_of_every_kind_and_the_rest_is_counted() -> None:
    many = [TypedMove(Go("home", f"h{number}"), f"Hex {number}") for number in range(30)]
    assert shown_moves(many[:25]) == (many[:25], 0)
    other = TypedMove(Repopulate(), "Repopulate")
    shown, left = shown_moves([*many[:25], other])
    assert (len(shown), left, other in shown) == (24, 2, True)
    assert [some_of(["x"] * count, words("en")).count("more") for count in (8, 9)] == [0, 1]
    assert many[3].is_written("go home h3")
    assert not many[3].is_written("go home")
    assert not many[3].is_written("go home h3 h4")


def test_a_line_without_a_choice_sends_what_was_typed() -> None:
    assert [lone_line("Nothing `fits`", typed)[0].value for typed in ("", " h7 ")] == ["Nothing `fits`", "h7"]
    assert [lone_line("!", typed, number=True)[0].value for typed in ("", "7", "700")] == [0, 7, 99]
    assert lone_line("Nothing `fits`", "")[0].name == "Nothing fits"
    assert [len(with_more([], left, "h", words("en"))) for left in (0, 1)] == [0, 1]


def test_a_field_knows_the_words_of_some_move_of_the_game() -> None:
    place = MoveKind(GAMES["rattus"], "place")
    known = {word: place.knows("region", word) for word in ("gallia", "gallia+italia", "-", "nowhere", "7")}
    assert known == {"gallia": True, "gallia+italia": True, "-": True, "nowhere": False, "7": False}
    assert place.knows("cubes", "7")
