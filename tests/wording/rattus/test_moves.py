import msgspec
import pytest

from rules.rattus.events import Face
from rules.rattus.view import RatView
from tests.wording.speakers import rattus_speaker
from wording import words
from wording.rattus.move_words import QUESTIONS
from wording.rattus.names import name, name_of


def test_every_decision_has_a_question_and_every_question_was_met(positions):
    met = {position.question for position in positions}
    assert set(QUESTIONS) == met


@pytest.fixture
def turn(positions):
    return next(p.own for p in positions if p.question == "turn" and p.own.turn > 12 and p.own.seats == 4)


def test_the_question_of_a_turn_lists_the_remaining_actions(turn, names):
    def ask(*verbs: str) -> str:
        return rattus_speaker(turn, names).ask("turn", [], verbs)

    assert ask("take", "place", "plague") == "Take a card, place cubes, move the plague."
    assert ask("take", "plague").startswith("You can still take a card. Then move the plague piece.")
    assert ask("place", "merchant", "king", "plague") == "You can still place cubes. Then move the plague piece."
    assert ask("plague") == "Now move the plague piece."
    assert ask("mayor", "plague").startswith("You can still place cubes. Then move the plague piece.")
    walls = f"Walls close every way out of {name(turn.plague, words('en'))}: the plague piece stays,"
    assert ask("end") == f"{walls} and your turn ends there."
    for verbs, left in (("take", "You can still take a card."), ("place", "You can still place cubes.")):
        assert ask(verbs, "end") == f"{left} {ask('end')}"
    assert ask("take", "mayor", "end") == f"You can take a card and place cubes, in either order. {ask('end')}"
    for taken, placed, verbs in (
        (False, False, ("take", "place")),
        (False, True, ("take",)),
        (True, False, ("place",)),
        (True, True, ("plague",)),
    ):
        view = msgspec.structs.replace(turn, taken=taken, placed=placed)
        assert rattus_speaker(view, names).ask("turn", []) == ask(*verbs)


def test_a_secret_face_is_kept_from_suggestions_and_a_public_one_is_not(turn):
    face = Face(3, "M", ("magic",))
    rats = [RatView("gallia-a", face, True), RatView("gallia-b", face, False), RatView("gallia-c", None, False)]
    regions = [msgspec.structs.replace(one, rats=rats if one.id == "gallia" else []) for one in turn.regions]
    speaks = rattus_speaker(msgspec.structs.replace(turn, regions=regions, plague="italia"))
    assert speaks.secrets() == "👁️ Only you know: rat b in Gallia = **3 M (most cubes), 🔮 Magic**."
    told = [speaks.facts(["witch", one.handle]).note for one in rats]
    assert told == ["face up: 3 M, Magic", "you saw 3 M, Magic", ""]
    discreet = speaks.discreet()
    assert discreet.secrets() == ""
    assert [discreet.facts(["witch", one.handle]).note for one in rats] == ["face up: 3 M, Magic", "", ""]


def test_reasons_for_a_move_come_from_its_region(turn):
    for move, rats, cubes, said in (
        ("place gallia 1", 0, (0, 4), "There are no rats in Gallia."),
        (
            "place gallia 1",
            1,
            (2, 4),
            "🔷 **Bob** still has more cubes in Gallia than you, so rats with an M spare yours.",
        ),
        ("place gallia 1", 1, (3, 4), ""),
        ("place gallia 2", 1, (0, 0), "Nobody has cubes in Gallia."),
        ("plague gallia", 0, (4, 1), "There are no rats in Gallia, so none are turned over."),
        ("plague gallia", 1, (0, 4), "Only others have cubes in Gallia: 4."),
        ("spread gallia", 0, (1, 2), "Cubes in Gallia: others 2, yours 1."),
        ("spread gallia", 0, (2, 2), ""),
        ("take king", 0, (0, 4), ""),
    ):
        [there] = [one for one in turn.regions if one.id == "gallia"]
        there = msgspec.structs.replace(there, rats=[RatView("gallia-a", None)] * rats, cubes=[*cubes, 0, 0])
        view = msgspec.structs.replace(turn, seat=0, regions=[there])
        assert rattus_speaker(view, ["Ann", "Bob", "Cleo", "Dan"]).reason(move.split()) == said


def test_the_question_of_a_strike_shows_how_many_cubes_count(turn):
    def asked(rats: int, nuns: int, *cubes: int, neutral: bool = False) -> str:
        found = [RatView(f"gallia-{letter}", None) for letter in "abc"[:rats]]
        regions = [
            msgspec.structs.replace(one, rats=found, nuns=nuns, cubes=[*cubes]) if one.id == "gallia" else one
            for one in turn.regions
        ]
        view = msgspec.structs.replace(turn, plague="gallia", regions=regions, neutral=neutral)
        return rattus_speaker(view).ask("devastation", [])

    assert asked(2, 0, 2, 1) == "Gallia is struck, population 3. Which rat do you turn over?"
    assert asked(1, 2, 2, 1, neutral=True) == "Gallia is struck, population 3. Turn its rat over."
    assert asked(3, 4, 2, 1).startswith("Gallia is struck, population 0. ")


def test_a_word_that_is_nothing_in_the_game_has_no_name():
    w = words("en")
    assert name_of("gallia+hispania", w) == "Gallia–Hispania"
    assert name_of("gallia-a", w) == "rat a in Gallia"
    assert [name_of(word, w) for word in ("gallia+atlantis", "atlantis", "atlantis-a", "7")] == [None] * 4
