import re

import pytest

from rules import GAMES
from rules.notation import Move, print_move
from rules.rattus import moves as m
from tests.wording.speakers import rattus_speaker
from wording.rattus import WORDS
from wording.rattus.moves import QUESTIONS

KINDS = GAMES["rattus"].notation.kinds
ASKS = {(verb, field) for verb, words in WORDS.moves.items() for field in words.asks}


def test_every_kind_of_move_has_a_button_and_every_field_a_question():
    assert set(WORDS.moves) == set(KINDS) == {str(kind.__struct_config__.tag) for kind in _kinds(Move)}
    assert {(verb, field) for verb, kind in KINDS.items() for field in kind.__struct_fields__} == ASKS


def _kinds(kind: type) -> list[type]:
    return [kind for kind in kind.__subclasses__() if kind.__module__ == m.__name__]


def test_every_decision_has_a_question_and_every_question_was_met(positions):
    met = {position.question for position in positions}
    assert set(QUESTIONS) == met


def test_labels_are_short_and_each_move_has_its_own(positions, names):
    for position in positions:
        labels = [rattus_speaker(position.own, names).label(move) for move in position.moves]
        assert len(set(labels)) == len(labels)
        assert max(map(len, labels)) <= 80


def test_labels_stay_apart_with_the_longest_names(positions):
    long = ["W" * 24, "W" * 24 + "X", "W" * 40, "W" * 23]
    for position in positions[::20]:
        labels = [rattus_speaker(position.own, long).label(move) for move in position.moves]
        assert len(set(labels)) == len(labels)
        assert max(map(len, labels)) <= 80


def test_buttons_are_short_and_each_kind_has_its_own(positions):
    for position in positions:
        buttons = [rattus_speaker(position.own).verb(verb) for verb in position.verbs]
        assert len(set(buttons)) == len(buttons)
        assert max(map(len, buttons)) <= 38


def test_the_values_of_each_field_are_told_apart(positions, names):
    met = set()
    for position in positions:
        groups: dict[tuple[str, ...], dict[str, str]] = {}
        for text in map(print_move, position.moves):
            words = text.split()
            for depth in range(1, len(words)):
                groups.setdefault((*words[:depth],), {})[words[depth]] = ""
        for prefix, values in groups.items():
            field = KINDS[prefix[0]].__struct_fields__[len(prefix) - 1]
            met.add((prefix[0], field))
            said = [rattus_speaker(position.own, names).choice(prefix[0], field, value, prefix) for value in values]
            assert len(set(said)) == len(said)
            assert max(map(len, said)) <= 80
            assert not any("-" in text or text == value for text, value in zip(said, values, strict=True))
    assert met == ASKS


def test_every_question_is_one_to_three_plain_sentences(positions, names):
    for position in positions:
        text = rattus_speaker(position.own, names).ask(position.question, [], position.verbs)
        assert re.search(r"[.?]$", text)
        assert len(text) <= 300
        for move in position.moves[::10]:
            words = print_move(move).split()
            for depth in range(1, len(words)):
                asked = rattus_speaker(position.own, names).ask(position.question, words[:depth])
                assert asked.endswith(("?", "."))
                assert "{" not in asked
                assert "-" not in asked


@pytest.fixture
def turn(positions):
    return next(p.own for p in positions if p.question == "turn" and p.own.turn > 12 and p.own.seats == 4)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("place gallia 1", "Place 1 cube in Gallia"),
        ("place gallia 3", "Place 3 cubes in Gallia"),
        ("monk gallia-b italia", "Monk: rat Gallia b to Italia"),
        ("merchant gallia italia 2", "Merchant: 2 cubes from Gallia to Italia"),
        ("witch gallia-a", "Witch: look at rat Gallia a"),
        ("king gallia", "King: a cube from Gallia to the palace"),
        ("peasant gallia", "Peasant: a cube into Gallia"),
        ("plague italia", "Move the plague piece to Italia"),
        ("spread italia", "Place a new rat in Italia"),
        ("neutral", "Knight: count 2 cubes more"),
        ("reveal gallia-a", "Turn over rat Gallia a"),
        ("queen gallia", "Queen: cubes into Gallia"),
        ("unload gallia", "The Baker's cubes into Gallia"),
        ("carry 0", "Merchant: a cube without potions"),
        ("carry 2", "Merchant: a cube with 2 potions"),
        ("messenger gallia 1 0", "Messenger: 🔷 Blue in Gallia"),
        ("messenger gallia 1 1", "Messenger: 🔷 Blue in Gallia, 1 potion"),
        ("nun reserve gallia", "Nun: a new one in Gallia"),
        ("nun italia gallia", "Nun: from Italia to Gallia"),
        ("bishop reserve gallia", "Bishop: a new one in Gallia"),
        ("soldier gallia", "Soldier: a rat to Gallia"),
        ("piper gallia italia 0", "Pied Piper: Gallia to Italia"),
        ("piper gallia italia 3", "Pied Piper: Gallia to Italia, cube with 3 potions"),
        ("follow gallia-a", "Pied Piper: rat Gallia a follows"),
        ("wizard gallia 0", "Wizard: Gallia, a cube without potions"),
        ("emperor reserve gallia+italia", "Emperor: a new wall on Gallia–Italia"),
        ("emperor gallia+italia gallia+hispania", "Emperor: Gallia–Italia to Gallia–Hispania"),
        ("mayor", "Mayor: place by majorities"),
        ("crusader", "Crusader: turn all rats over"),
        ("exchange", "Exchange the two rats"),
        ("keep", "Do not exchange"),
        ("end", "End my turn"),
    ],
)
def test_a_whole_move_in_words(turn, text, label):
    move = GAMES["rattus"].notation.parse(text)
    assert rattus_speaker(turn).label(move) == label


def test_taking_a_card_says_whose_it_is(turn, names):
    for card in turn.cards:
        label = rattus_speaker(turn, names).label(m.Take(card.id))
        chosen = rattus_speaker(turn, names).choice("take", "card", card.id, ["take"])
        if card.owner is None:
            assert label.endswith("from the table")
        else:
            assert label.endswith(f"from {names[card.owner]}")
            assert names[card.owner] in chosen


def test_the_question_of_a_turn_says_what_is_left_to_do(turn, names):
    def ask(*verbs: str) -> str:
        return rattus_speaker(turn, names).ask("turn", [], verbs)

    assert ask("take", "place", "plague").startswith("You may take a class card and place cubes")
    assert ask("take", "plague").startswith("You may still take a class card.")
    assert ask("place", "merchant", "king", "plague").endswith("Cards you can use now: Merchant and King.")
    assert ask("plague") == "Now move the plague piece."
    assert ask("mayor", "plague").startswith("You may still place cubes.")
    assert "Walls close every way out" in ask("take", "end")


def test_leaving_out_says_what_is_left_out(positions):
    said = {p.question: rattus_speaker(p.own).verb("skip") for p in positions if "skip" in p.verbs}
    assert set(said) == {"extra", "serf", "nun", "emperor", "mayor", "join"}
    assert len(set(said.values())) == len(said)
    assert "Knight" in said["join"]


def test_a_rat_that_lies_face_up_strikes_and_is_not_turned_over(positions):
    up = [p for p in positions if any(rat.turned for region in p.own.regions for rat in region.rats)]
    struck = [p for p in up if "reveal" in p.verbs]
    assert struck
    for position in struck:
        assert "strike" in rattus_speaker(position.own).verb("reveal")
        reveals = [move for move in position.moves if isinstance(move, m.Reveal)]
        assert all(" strikes: " in rattus_speaker(position.own).label(move) for move in reveals)
