import re

import msgspec
import pytest

from rules import GAMES
from rules.decision import Decision
from rules.messina import WORDS as IDS
from rules.messina.action import EFFECTS
from rules.messina.components import SQUARES, WORKSHOPS
from rules.messina.view import CitizenView, HutView
from tests.wording.speakers import messina_speaker
from wording import words
from wording.messina.move_words import QUESTIONS
from wording.messina.names import name_of, place, way
from wording.text_limits import MAX_BUTTON, MAX_LETTERED_LABEL, capital, shortened

RAW = re.compile(r"\b(h\d+|hut\d|[bq]\d+|c\d-\d|[cna][lr][123]|dock-\w\w|\w+_\w+|(gems|silk|spices)\d)\b|[{}]")


def clean(text: str) -> bool:
    """Return whether the text has no ids or placeholders."""
    return bool(text) and not RAW.search(text)


def label(text: str, view, names=()) -> str:
    return messina_speaker(view, names).label(GAMES["messina"].notation.parse(text))


def decisions(kind: type = Decision) -> list[type]:
    """Return the kinds of decision that can occur, without base classes."""
    return [one for sub in kind.__subclasses__() for one in decisions(sub) or [sub]]


def test_every_decision_has_a_question():
    tags = {str(kind.__struct_config__.tag) for kind in decisions() if kind.__module__.startswith("rules.messina")}
    asked = (tags - {"benefit", "deal"}) | {"board", "scroll_board"} | set(EFFECTS)
    assert set(QUESTIONS) == asked


def test_everything_that_a_move_can_name_has_a_name():
    w = words("en")
    alike = {frozenset({"q1", "q2"}), frozenset({"q3", "q4"})}  # copies of one tile
    named: dict[str, set[str]] = {}
    for word in IDS:
        name = name_of(word, w)
        assert name is not None
        assert clean(name), name
        named.setdefault(name, set()).add(word)
    assert {frozenset(same) for same in named.values() if len(same) > 1} == alike
    assert name_of("messina", w) == "Messina 1347"
    assert name_of("city-4", w) == "city register, space 4"
    assert name_of("3 coin", w) == "3 coins"
    assert name_of("2 nun", w) == "2 nuns"
    assert name_of("overseer any_skip", w) == "any overseer step, may skip one"
    assert name_of("1 fire + 2 coin", w) == "1 fire + 2 coins"
    assert name_of("activate:2", w) == "activate 2 citizens"
    unknown = ("7", "atlantis", "3 ducats", "city-x", "atlantis-4", "1 fire + atlantis", "x nun", "activate:x", "-4")
    assert [name_of(word, w) for word in unknown] == [None] * len(unknown)


@pytest.fixture
def turn(moments):
    views = [moment.own for moment in moments if moment.question == "turn" and moment.own.seats == 3]
    return next(view for view in views if view.round > 3 and view.options["variant"] == "standard")


def test_a_destination_warns_that_citizens_find_no_room(turn):
    own = turn.players[turn.seat]
    nuns = {id_: CitizenView("nun", "normal") for id_, one in SQUARES.items() if one.sector == "nun"}
    full = [msgspec.structs.replace(hut, space=1, citizen=CitizenView("nun", "normal")) for hut in own.huts]

    def told(**changes):
        players = [msgspec.structs.replace(own, **changes) if one is own else one for one in turn.players]
        view = msgspec.structs.replace(turn, players=players)
        return ["1 nun, no room" in label(f"go home {hex_}", view) for hex_ in ("h7", "h1")]

    assert told(squares={}) == [False, False]
    assert told(squares=nuns) == [False, True], "with plague they go into huts"
    assert told(squares={}, huts=full) == [True, False]
    one_free = [*full[1:], msgspec.structs.replace(full[0], citizen=None)]
    assert told(squares={}, huts=one_free) == [False, False]
    mixed = [msgspec.structs.replace(one, citizens=["craftsman", "nun"], cubes=0) for one in turn.hexes]
    view = msgspec.structs.replace(turn, hexes=mixed, players=[msgspec.structs.replace(own, squares=nuns)] * 3)
    assert label("go home h1", view) == "Hex 1: 1 craftsman, 1 nun, no room, upgrade a citizen"


def test_an_overseers_move_lists_the_citizens_it_can_activate(turn):
    def advance(way: str, squares: list[str], upgraded: bool = False, step: int = 1, kind: str = "advance") -> str:
        seen = msgspec.structs.replace(
            own.overseers["nun"], step=step, branch="left" if step > 1 else "", upgraded=upgraded
        )
        seated = {square: CitizenView("nun", "normal") for square in squares}
        me = msgspec.structs.replace(own, overseers={**own.overseers, "nun": seen}, squares=seated)
        players = [me if seat == turn.seat else other for seat, other in enumerate(turn.players)]
        return label(f"{kind} nun {way}", msgspec.structs.replace(turn, players=players))

    own = turn.players[turn.seat]
    assert advance("left", []) == "Nun overseer (to the upper nuns): step 2, nobody is there"
    assert advance("left", ["nl1", "nr1"]) == "Nun overseer (to the upper nuns): step 2, “1 fire”"
    assert advance("right", ["nr1", "nr2"]) == "Nun overseer (to the lower nuns): step 2, 1 of “build”, “scroll step”"
    told = advance("right", ["nr1", "nr2"], upgraded=True)
    assert told == "Nun overseer (to the lower nuns): step 2, “build” and “scroll step”"
    assert advance("on", ["cr1"], step=3) == "Nun overseer: step 4, “build”"
    everybody = ["nl1", "nl2", "nl3", "cr1", "cr2", "cr3"]
    assert advance("on", everybody, step=3).endswith("step 4, 1 of the upper nuns and 1 of the right craftsmen")
    assert advance("on", everybody, step=5).endswith("step 6, 3 citizens anywhere")
    gold = advance("on", everybody, step=3, kind="elevate")
    assert gold.endswith("step 4, 2 of the upper nuns and 1 of the right craftsmen")


@pytest.mark.parametrize("lang", ["en", "de", "hu", "pl"])
@pytest.mark.parametrize("overseer", ["craftsman", "nun", "aristocrat"])
def test_an_overseers_paths_have_different_labels(overseer, lang):
    """The longest labels, those of forks with a skipped step, differ, too."""
    ways = [way(overseer, one, words(lang)) for one in ("on", "left", "right", "skip", "skip-left", "skip-right")]
    assert [shortened(capital(one), MAX_BUTTON) for one in ways] == [capital(one) for one in ways]
    assert len(set(ways)) == len(ways)


def test_a_tile_with_its_price_fits_beside_its_letter(turn):
    for tile in WORKSHOPS:
        assert len(label(f"workshop {tile}", turn)) <= MAX_LETTERED_LABEL
    assert label("workshop b2", turn) == "🏭 craftsman (2 coins and 1 timber, if upgraded) for 1 coin and 1 timber"


def test_the_list_of_losses_begins_with_the_hex_action(turn):
    told = messina_speaker(turn).lost
    assert told(("city", "scroll", "h7")) == "the action of hex 7, city step and scroll step"
    assert told(()) == ""


def test_citizens_of_several_classes_go_to_squares_in_turn_and_to_chosen_huts(turn):
    def waiting(cubes: int, *citizens: str):
        who = list(citizens or ("craftsman", "nun"))
        hexes = [
            msgspec.structs.replace(one, citizens=who, cubes=cubes) if one.id == "h7" else one for one in turn.hexes
        ]
        return messina_speaker(msgspec.structs.replace(turn, about="h7", hexes=hexes, question="rescue"))

    assert waiting(0).ask("rescue", [], ["rescue"]).endswith("First the craftsman: on which square?")
    assert waiting(0).facts(["rescue", "craftsman", "cl1"]).name == "“upgrade a citizen”"
    assert waiting(1).facts(["rescue", "nun", "hut1"]).name == "Nun"
    speaks = waiting(1)
    assert speaks.ask("rescue", []).endswith("Because of the plague, they go to huts: which ones?")
    assert waiting(1, "nun").ask("rescue", []).endswith("they go to a hut: which one?")
    huts = [HutView("hut2", "q8", 0, None), HutView("hut1", "q3", 0, None), HutView("hut3", "", 0, None)]
    own = msgspec.structs.replace(turn.players[turn.seat], huts=huts)
    speaks.view = msgspec.structs.replace(speaks.view, players=[own] * 3)
    found = speaks.facts(["rescue", "nun", "hut1"])
    assert (found.name, found.gain, found.note) == ("Nun", "1 fire", "hut 1")
    assert speaks.label_of("rescue nun hut1") == "Nun to hut 1 (1 fire)"
    assert speaks.label_of("rescue nun hut3") == "Nun to hut 3"
    empty = [msgspec.structs.replace(one, citizens=[], cubes=0) for one in speaks.view.hexes]
    speaks.view = msgspec.structs.replace(speaks.view, hexes=empty)
    assert speaks.ask("rescue", []) == "Where do the rescued citizens go?"
    speaks.view = msgspec.structs.replace(speaks.view, hexes=[])
    assert speaks.ask("rescue", []) == "Where do the rescued citizens go?"
    assert speaks.facts(["rescue", "nun", "hut1"]).name == "Hut 1"


def test_a_fight_shows_the_adjacent_plague_that_a_big_fire_reaches(moments):
    view = next(moment.own for moment in moments if moment.question == "fight")
    beside = [one for one in view.hexes if one.id != view.about]
    near = next(one for one in beside if abs(one.at[0] - at_of(view)[0]) + abs(one.at[1] - at_of(view)[1]) == 1)

    def about(big: int) -> list[str]:
        player = msgspec.structs.replace(view.players[view.seat], tokens={"big_fire": big})
        players = [player if seat == view.seat else one for seat, one in enumerate(view.players)]
        hexes = [msgspec.structs.replace(one, cubes=2 * (one.id == near.id)) for one in view.hexes]
        told = messina_speaker(msgspec.structs.replace(view, players=players, hexes=hexes)).about()
        return [target.id for target, text in told if text]

    assert about(0) == [view.about]
    assert about(1) == [view.about, near.id]
    sides = {(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)}
    around = [one for one in beside if (one.at[0] - at_of(view)[0], one.at[1] - at_of(view)[1]) in sides]
    everywhere = msgspec.structs.replace(view, hexes=[msgspec.structs.replace(one, cubes=2) for one in view.hexes])
    own = msgspec.structs.replace(view.players[view.seat], tokens={"big_fire": 1})
    told = messina_speaker(msgspec.structs.replace(everywhere, players=[own] * view.seats)).about()
    assert len(around) > 1
    assert [text for _, text in told[1:]] == [f"{capital(place(one.id, words('en')))}: plague 2" for one in around]
    view = msgspec.structs.replace(view, question="rescue")
    assert about(1) == [view.about]


def at_of(view):
    """Return the place of the hex that the current question is about."""
    return next(one.at for one in view.hexes if one.id == view.about)


def test_an_answer_says_that_the_workshop_needs_an_upgraded_citizen(turn):
    own = turn.players[turn.seat]

    def told(side: str, tile: str) -> str:
        player = msgspec.structs.replace(own, squares={"cl1": CitizenView("craftsman", side)})
        players = [player if one is own else one for one in turn.players]
        return messina_speaker(msgspec.structs.replace(turn, players=players)).facts(["work", "cl1", tile]).name

    assert [told(side, "b21") for side in ("normal", "gold")] == [
        "To workshop: 6 points, if upgraded",
        "To workshop: 6 points",
    ]
    tiered = [told(side, "b1") for side in ("normal", "gold")]
    assert "if upgraded" not in "".join(tiered)
    assert len(set(tiered)) == 2, "each reads what it brings"


@pytest.mark.parametrize(
    ("lang", "hex_", "said"),
    [
        ("en", "h9", "Hex: 1 coin, aristocrat overseer step"),
        ("de", "h20", "Hexfeld: Aufwerten, Schriftrolle +1"),
        ("pl", "h9", "1 Moneta, postęp Nadzorcy Arystokratów"),  # 38 characters
        ("pl", "h10", "1 Moneta, Nadzorca Rzemieślników"),
    ],
)
def test_a_hex_option_is_brief_only_if_a_button_has_no_room(turn, lang, hex_, said):
    assert messina_speaker(msgspec.structs.replace(turn, about=hex_), lang=lang).facts(["act", "1"]).name == said


def test_a_label_is_whole_up_to_the_last_character_of_its_room(turn):
    whole = label("fight 1 1 1 h1+h3+h14", turn)
    assert whole == "Remove cubes (here: 1, hex 1: 1, hex 3: 1, hex 14: 1): 1 fire and 1 big fire"
    assert len(whole) == MAX_LETTERED_LABEL


@pytest.mark.parametrize(
    ("overseer", "step", "squares", "gain"),
    [
        ("craftsman", 3, ["cr3", "nl3"], "step 4, “1 coin and 1 timber” and “church step for 1 coin”"),
        ("nun", 4, ["nl3", "al2", "nr2", "al1", "nl2", "cr1"],
         "step 5, 1 of the lower nuns and 1 of the lower aristocrats"),
    ],
)  # fmt: skip
def test_citizens_to_activate_are_listed_in_up_to_50_characters(turn, overseer, step, squares, gain):
    own = turn.players[turn.seat]
    seen = msgspec.structs.replace(own.overseers[overseer], step=step, branch="right", upgraded=False)
    seated = {square: CitizenView("nun", "gold") for square in squares}
    player = msgspec.structs.replace(own, overseers={**own.overseers, overseer: seen}, squares=seated, spent=[])
    view = msgspec.structs.replace(turn, players=[player] * 3)
    assert messina_speaker(view).facts(["advance", overseer, "on"]).gain == gain
