from types import SimpleNamespace
from typing import Any

from bot.panels.turn_parts import Turn
from bot.typed.choices import lone_line, with_more
from bot.typed.move_fields import MoveKind, completed_move, fitting_moves, not_now, word_for
from bot.typed.moves import TypedMove, meant_move, move_choices, shown_moves, some_of
from bot.typed.options import choosable_options
from bot.typed.tables import TypedTable
from games import GAMES
from rules.messina.moves import Go, Repopulate
from tests.bot.infos import running, seat
from tests.bot.players import game
from tests.bot.sim import Sim, text
from tests.bot.test_typed_moves import turn_at
from wording import words


def outcome(turn: Turn, verb: str, **typed: str) -> str:
    """Return the move described by these fields, or the refusal."""
    kind = MoveKind(GAMES[turn.snapshot.info.game], verb)
    said = {name: word_for(turn, kind, name, text) for name, text in typed.items()}
    if not turn.of_kind(verb):
        return turn.speaker.refusal(not_now(turn, kind, said))
    if fitting := fitting_moves(turn, kind, said):
        [move] = fitting
        return move.text
    why = turn.snapshot.table.why_not(turn.seat, completed_move(turn, kind, said))
    assert why is not None
    return turn.speaker.refusal(why)


def test_refusals_mention_only_typed_fields() -> None:
    turn = turn_at("2_players_city", 0, "en")
    first = "First send a lieutenant to a hex or a ship, or call one home. Next: `/messina go` or `/messina ship`"
    assert {outcome(turn, verb) for verb in ("act", "fight", "wagon")} == {first}
    assert outcome(turn, "go", hex="99") == "“99” is not a hex."
    assert "only for a ship; name the ship:" in outcome(turn, "go", hex="dock-se")
    assert meant_move(turn, "take gems ship") == "take gems ship", "the rules say what is wrong with it"


def test_a_hex_that_cannot_be_reached_is_no_other_one_by_its_number() -> None:
    """The number also occurs in labels of other hexes, as an amount or as plague."""
    turn = turn_at("2_players_city", 9, "en")
    refusals = {outcome(turn, "go", hex=typed) for typed in ("3", "h3", "Hex 3")}
    assert refusals == {"A lieutenant has already chosen hex 3 this round."}
    assert outcome(turn, "go", hex="HEX 13") == "go home h13"


def test_a_hex_is_gone_to_the_cheapest_way_by_either_command() -> None:
    turn = turn_at("2_players_city", 24, "en")
    assert meant_move(turn, "hex 6") == outcome(turn, "go", hex="6") == "go h16 h6"
    ways = [one.value for one in move_choices(turn, "Hex 6")]
    assert ways == ["go h16 h6", "go sw h6"]


async def test_off_turn_the_one_line_offered_says_whose_turn_it_is(sim: Sim, table: int) -> None:
    for person in (sim.bob, sim.carol):
        for command, field in (("rattus place", "region"), ("rattus place", "cubes"), ("move", "move")):
            assert await sim.offers(person, command, field) == ["Alice’s turn"]
        assert await sim.offers(person, "move", "move", "place") == ["Alice’s turn"]
    assert await sim.offers(sim.bob, "move", "move", channel=sim.world.channels[1]) == []
    assert await sim.offers(sim.alice, "rattus place", "region", channel=sim.world.channels[1]) == []
    parts = ["Players", "Regions", "Class cards", "Rats", "Options", "The turn"]
    assert await sim.offers(sim.carol, "board", "part") == parts


async def test_an_empty_autocomplete_explains_itself_in_one_line(sim: Sim, table: int) -> None:
    assert await sim.offers(sim.alice, "rattus plague", "region") == ["That is not possible now. Next: /rattus place"]
    assert await sim.offers(sim.alice, "messina go", "hex") == ["The table in this channel is a game of Rattus."]
    nothing = "Nothing matches “the hive”. Next: /rattus place"
    assert await sim.offers(sim.alice, "move", "move", "the hive") == [nothing]


async def test_the_answer_to_a_typed_move_names_the_commands_that_come_next(sim: Sim, table: int) -> None:
    assert "Next: `/rattus end`" in text(await sim.command(sim.alice, "rattus place", region="gallia"))
    assert "Next: `/rattus place`" in text(await sim.command(sim.alice, "undo", steps=1))
    assert (await game(sim, table)).undoable(0) == 0
    assert "Next:" in text(await sim.command(sim.alice, "turn"))
    assert "Next:" not in text(await sim.click(sim.alice, sim.latest(), "Your turn"))


async def test_options_are_typed_by_what_people_call_them(sim: Sim) -> None:
    """An option without a value is explained. For a wrong option or value, the valid ones are listed."""
    await sim.command(sim.alice, "table open", game="messina")
    titles = await sim.offers(sim.alice, "table options", "option")
    more = len(choosable_options((await sim.open_tables())[0])) - 24
    assert titles[-1] == f"… and {more} more: keep typing to narrow the list"
    assert len(await sim.offers(sim.alice, "table options", "value", "adv", option="Variant")) == 1
    assert await sim.offers(sim.alice, "table options", "value", option="no such thing") == []
    for typed, told in (
        ({"option": "Variant", "value": "advanced"}, "**Variant:** advanced (both boards on side B)."),
        (
            {"option": "big fire"},
            "**Big fire:** two cubes on the hex, or one there and one next to it.\nA big fire removes",
        ),
        (
            {"option": "big fire", "value": "huge"},
            "That is not a valid value for “Big fire”. Possible values: two cubes on",
        ),
        ({"option": "weather"}, "This table has no such option. You can choose: Variant,"),
        ({"value": "on"}, "Please fill in `option`, too"),
    ):
        assert text(await sim.command(sim.alice, "table options", **typed)).startswith(told)
    await sim.command(sim.bob, "table join")
    heard = text(await sim.command(sim.bob, "table options", option="variant", value="standard"))
    assert "the host of this table, can do this" in heard
    [info] = await sim.open_tables()
    assert info.options["variant"] == "advanced"
    assert "**Variant:** advanced" in text(sim.latest())


async def test_class_cards_are_picked_by_typing_their_names(sim: Sim) -> None:
    await sim.command(sim.alice, "table open", game="rattus")
    last = await sim.offers(sim.alice, "table options", "value", "Nun, Knight, sol", option="cards")
    assert last == ["Nun, Knight, Soldier"]
    names = "Pied Piper, queen, Mayor, serf, nun, knight"
    await sim.command(sim.alice, "table options", option="class cards", value=names)
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


async def test_a_person_who_types_is_offered_the_first_twenty_of_their_tables() -> None:
    async def my_tables(_: int) -> list[object]:
        return [running("rattus", seat(0), id=number) for number in range(1, 22)]

    request: Any = SimpleNamespace(user_id=101, service=SimpleNamespace(read=SimpleNamespace(my_tables=my_tables)))
    assert [one.value for one in await TypedTable().offered(request, "")] == [str(number) for number in range(1, 21)]
