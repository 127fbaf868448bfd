from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

import pytest

from games import GAMES
from rules.errors import P_
from rules.game import Event, Score
from rules.rattus import events as e
from rules.rattus.moves import Take
from tests.wording.speakers import beginning
from wording import BoardSection, Facts, GameWords, Speaker, refusal, words

PEOPLE = ["Anna", "Bob", "Cleo", "Dóra"]
SAW = e.Saw(1, "gallia-a", e.Face(3, "M", ()))


def speaks(*names: str, reader: int | None = None, colours: Sequence[int] = (), **texts: Any) -> Speaker[Any]:
    """Return a speaker for a game with some changed texts."""
    known = names or PEOPLE
    view = beginning("rattus", len(known))
    return Speaker(replace(GAMES["rattus"].words, **texts), words("en"), known, view, reader, colours)


def kinds(events: Sequence[Event], s: Speaker[Any]) -> list[str]:
    return [type(event).__name__ for event in events]


def test_private_events_are_never_passed_to_the_words_of_a_game() -> None:
    told = speaks(reader=1, summary=kinds, headlines=kinds, sentence=lambda event, s: type(event).__name__)
    events = [e.Looked(1, "gallia-a"), SAW]
    assert (told.summary(events), told.headlines(events)) == (["Looked"], ["Looked"])
    assert (told.sentence(SAW), told.sentence(events[0])) == ("Saw", "Looked")
    assert speaks(reader=0, sentence=kinds).sentence(SAW) is None


def test_names_in_an_alt_text_get_shorter_until_it_fits() -> None:
    def described(room: int) -> str:
        text = speaks("N" * 24, "Bob", describe=lambda part, who, s: f"{part} {who[0]}. {'x' * (1024 - 4 - room)}")
        return text.describe("b")

    assert [described(room).split(". ")[0] for room in (24, 23, 12, 11, 8)] == [
        f"b {name}" for name in ("N" * 24, "N" * 11 + "…", "N" * 11 + "…", "N" * 7 + "…", "N" * 7 + "…")
    ]
    assert len(described(24)) == len(described(12)) == len(described(8)) == 1024
    assert described(7) == f"b {'N' * 7}…. For the rest, see the board as text."


def test_alt_texts_distinguish_namesakes_by_their_colours() -> None:
    def described(*names: str, colours: Sequence[int] = ()) -> str:
        return speaks(*names, colours=colours, describe=lambda part, who, s: ", ".join(who)).describe()

    assert described("Anna", "Anna", colours=(2, 0)) == "Anna (Green), Anna (Red)"
    assert described("Anna", "Bob", "Anna") == "Anna (Red), Bob (Blue), Anna (Green)"
    assert described("Anna", "Bob") == "Anna, Bob"


def sections(*lengths: int) -> Any:
    return lambda s: [BoardSection(f"s{at}", f"T_{at}", ["x" * length]) for at, length in enumerate(lengths)]


def test_sections_of_a_board_share_a_page_as_long_as_they_fit() -> None:
    def lengths(*parts: int) -> list[int]:
        return [len(page) for page in speaks(board_text=sections(*parts), phase=lambda s: "x").board_text()]

    head, title = len("## Rattus: x"), len("\n### T\\_0\n")
    room = 3500 - head - title
    assert lengths(room) == [3500]
    assert lengths(room + 1) == [head, title + room]
    assert lengths(100, room - 100 - title) == [3500]
    assert lengths(100, room - 99 - title) == [head + title + 100, title + room - 99 - title - 1]
    assert lengths(*[10] * 3) == [head + 3 * (title + 10)]


def test_a_section_too_long_for_a_page_goes_on_under_its_heading() -> None:
    long = [BoardSection("a", "A", ["x" * 2000, "y" * 2000]), BoardSection("b", "B", ["z"])]
    pages = speaks(board_text=lambda s: long, phase=lambda s: "x").board_text()
    assert [page[:9] for page in pages] == ["## Rattus", "### A\nxxx", "### A\nyyy"]
    assert pages[2].endswith("y\n### B\nz")


def test_board_text_can_be_whole_without_the_turn_or_a_single_section() -> None:
    s = speaks(board_text=sections(1, 2, 3), phase=lambda s: "x")
    pages = [s.board_text(), s.board_text(turn=False), s.board_text("s1"), s.board_text("s2", turn=False)]
    assert [[len(line) for line in "".join(page).split("\n") if line[0] == "x"] for page in pages] == [
        [1, 2, 3], [1, 2], [2], [3],
    ]  # fmt: skip
    assert s.board_parts() == {"s0": "T_0", "s1": "T_1", "s2": "T_2"}


def test_texts_of_answers_and_buttons_are_cut_to_fit() -> None:
    found = Facts("a" * 81, short="hut", price="p" * 20, gain="g" * 30)
    s = speaks(facts=lambda said, following, s: found, verb=lambda verb, s: "v" * 37)
    assert (len(s.facts(["take"]).name), s.facts(["take"]).name[:2], s.facts(["take"]).short) == (80, "Aa", "Hut")
    assert len(s.choice(["take"])) == 100
    assert (len(s.verb("take")), s.verb("take")[-1]) == (38, "…")
    moves = {**s.game.moves, "take": replace(s.game.moves["take"], label=lambda move, s: "l" * 101)}
    assert speaks(moves=moves).label(Take("monk")) == f"L{'l' * 98}…"
    bare = {**s.game.moves, "take": replace(s.game.moves["take"], label=None)}
    assert speaks(moves=bare, verb=lambda verb, s: "take it").label(Take("monk")) == "Take it"


def test_points_by_rank_have_medals_which_winners_share() -> None:
    level = Score([5, 5, 3, -1], {}, [1, 0, 2, 3], [0, 1], "")
    assert (
        speaks().standings(level)
        == "🥇 🔷 **Bob** **5** · 🥇 🔴 **Anna** **5** · 🥉 🟩 **Cleo** **3** · 4. 🌟 **Dóra** **−1**"
    )
    assert speaks().winners(level) == "🏆 🔴 **Anna** and 🔷 **Bob** win together!"
    alone = Score([5, 4], {}, [0, 1], [0], "")
    assert speaks("Anna", "Bob").standings(alone) == "🥇 🔴 **Anna** **5** · 🥈 🔷 **Bob** **4**"
    assert speaks("Anna", "Bob").winners(alone) == "🏆 🔴 **Anna** wins!"


@pytest.mark.parametrize(("seat", "order"), [(None, [0, 1, 2, 3]), (0, [0, 1, 2, 3]), (2, [2, 0, 1, 3])])
def test_the_viewer_comes_first(seat: int | None, order: list[int]) -> None:
    s = speaks()
    s.view = type(s.view)(**{field: getattr(s.view, field) for field in s.view.__struct_fields__} | {"seat": seat})
    assert s.own_first() == order


def test_a_status_has_the_times_that_are_known() -> None:
    s = speaks("Anna", "Bob", task=lambda s: "place cubes", phase=lambda s: "turn 5")
    who = s.join_list([s.player(seat) for seat in s.view.due])
    to_act = f"To act: {who} – place cubes (turn 5)."
    assert s.status() == to_act
    assert s.status(0) == f"{to_act} Asked <t:0:R>."
    assert s.status(7, at=0) == f"{to_act} Asked <t:7:R>.\n-# Shown <t:0:R>."
    assert s.marked_player(1) == "🔷 Bob"
    assert s.label_of("no move") == "no move"
    assert (s.turn(0), speaks(turn=lambda number, s: f"T{number}").turn(3)) == ("Turn 5", "T3")


def test_texts_that_a_game_lacks_have_simple_defaults() -> None:
    optional = ("ranks", "result", "turn", "headlines", "nearing_end", "means", "lost", "about", "secrets")
    plain = {field.name: field.default for field in fields(GameWords) if field.name in optional}
    s = speaks("Anna", "Bob", final_table=lambda score, s: "all", summary=kinds, phase=lambda s: "round II", **plain)
    score = Score([3, 7], {}, [1, 0], [1], "")
    assert s.score_now(score) == "**If the game ended now**\n🥇 1. 🔷 **Bob**: **7**\n🥈 2. 🔴 **Anna**: **3**"
    assert (s.result(score), s.turn(4), s.turn(0)) == ("all", "Turn 4, round II", "Round II")
    assert s.headlines([e.TurnEnded(0)]) == ["TurnEnded"]
    assert (s.nearing_end(), s.means(), s.secrets(), s.lost(["take"])) == ("", "", "", "")
    assert (list(s.about()), s.more("turn")) == ([], "")


class Refused(Exception):
    """An error like those accepted by `wording.refusal`."""

    def __init__(self, template: str, legal: Sequence[str] = (), due: Sequence[int] = (), **values: object) -> None:
        self.template, self.legal, self.due, self.values = template, legal, due, values


def test_a_refusal_names_things_and_people_and_shows_what_was_typed_as_it_is() -> None:
    def told(template: str, **values: object) -> str:
        return speaks("Anna", "Bob").refusal(Refused(template, **values))

    assert told("no {card} for {owner}, {count}.", card="king", owner=1, count=2) == "No King for 🔷 **Bob**, 2."
    assert told("not {one} or {two}.", one="a_b", two=P_("cards", "none")) == "Not a\\_b or none."
    assert told("{word} is {text}.", word="king", text="a*") == "King is a\\*."
    assert told("type {commands}.", commands="`/a_b`") == "Type `/a_b`."
    assert told("take {cards}.", cards=("king", "monk", "a_b")) == "Take King, Monk and a\\_b."
    assert told("take {cards}.", cards=()) == "Take none."
    assert told("take {tokens}.", tokens=("king", "monk")) == "Take King or Monk."


def test_a_refusal_lists_up_to_eight_legal_moves_and_the_players_due() -> None:
    s, moves = speaks("Anna", "Bob"), [f"place gallia {count}" for count in range(1, 10)]

    def told(number: int, due: Sequence[int] = (), **values: object) -> str:
        return s.refusal(Refused("no.", moves[:number], due, **values))

    labels = [f"Place {count} cube{'s' * (count > 1)} in Gallia" for count in range(1, 9)]
    assert told(2) == f"No. You could do this instead: {'; '.join(labels[:2])}."
    assert told(8) == f"No. You could do this instead: {'; '.join(labels)}."
    assert told(9) == f"No. You could do this instead: {'; '.join(labels)}; and 1 more."
    assert told(9, cards=("king",)) == "No."
    assert told(0, [1, 0]) == "No. Waiting for 🔷 **Bob** and 🔴 **Anna**."
    assert refusal(Refused("no.", moves[:1]), words("en")) == "No. You could do this instead: `place gallia 1`."
    assert refusal(ValueError("what?"), words("en")) == "What?"
