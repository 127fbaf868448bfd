from collections import Counter
from itertools import chain

import pytest
from discord import PartialEmoji
from discord.ui import Button, LayoutView, Select
from msgspec.structs import replace

from bot.panels import answers as details
from bot.panels.answers import ONES, PHONE_LINE, Answer, in_rows, lines_by_kind, list_by_letter, without_kind
from bot.panels.tries import TryTurn
from bot.panels.turn_parts import (
    Question,
    Turn,
    final_text,
    mark_endings,
    mark_of,
    not_now,
    on_one_picture,
    question_of,
)
from bot.ui.widths import BUTTON_GAP, label_of, label_width, lines_of
from games import GAMES
from games.move_picker import Choice, field_place, next_answers
from renderer import Mark
from rules.game import Target
from rules.messina.moves import Go
from tests.bot.players import press_of
from tests.bot.test_panel_height import asked
from tests.rules.games import KNOWN_GAMES
from wording import Facts, words
from wording.messina.name_tables import CLASS_EMOJI, COIN, CUBE
from wording.text_limits import MAX_ENTRY

LANGS = ("en", "de", "pl", "hu")


def in_language(turn: Turn, lang: str) -> Turn:
    return Turn(turn.snapshot, turn.seat, lang)


def told_of(found: Question) -> dict[str, str]:
    """Return what a question's buttons and selects show about each answer: label, emoji and description."""
    told = {}
    for item in (item for row in found.rows for item in row):
        if isinstance(item, Select):
            told |= {one.value: f"{one.label} {one.description or ''}" for one in item.options}
        elif press_of(item).action == "pick" and isinstance(item, Button):
            told[press_of(item).words] = f"{item.emoji or ''} {item.label}"
    return told


@pytest.mark.deep(one_in=4)
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", KNOWN_GAMES)
def test_no_answer_loses_its_price_its_plague_its_citizens_or_its_gain(game: str, lang: str) -> None:
    """In every language, an answer's label, description and line together show its price, plague, citizens and gain."""
    facts = 0
    for turn, before in asked(game):
        now = in_language(turn, lang)
        said = before.said
        found, hints = question_of(now, said), GAMES[game].hints(now.speaker.view)
        lines = "\n".join(found.details)
        for choice, parts in ((one.choice, one.facts) for one in on_one_picture(now, said, hints)):
            if (not choice.field and len(choice.said) == 1) or choice.move in {*chain(*now.rows.values())}:
                continue
            vital = list(filter(None, (parts.price, parts.plague, parts.citizens, parts.gain)))
            text = told_of(found).get(choice.prefix, "")
            assert text, choice
            assert parts.badge in text or ONES.sub("", parts.badge) in text, "price and plague are on the button"
            line = lines if choice.beside else ""
            assert not [fact for fact in vital if fact not in f"{text}\n{line}"], (text, vital)
            facts += len(vital)
    assert facts > 250


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", KNOWN_GAMES)
def test_a_routes_price_and_plague_are_on_its_button_and_in_typed_choices(game: str, lang: str) -> None:
    seen = 0
    for turn in {id(turn): turn for turn, _ in asked(game)}.values():
        now = in_language(turn, lang)
        for move in now.legal:
            told, facts = now.speaker.label(move), now.speaker.facts(move.words)
            choice = now.speaker.choice(move.words)
            brief = facts.brief.vital
            for text in (told, choice) if move.kind in ("go", "board") else (choice,):
                assert len(text) <= 100
                whole = all(fact in text for fact in facts.vital)
                assert whole or all(fact in text for fact in brief), text
            if move.kind in ("go", "board"):
                assert (COIN in facts.badge) == bool(facts.price)
                assert (CUBE in facts.badge) == bool(facts.plague)
                seen += bool(facts.badge)
    assert seen or game == "rattus"


@pytest.mark.deep(one_in=4)
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", KNOWN_GAMES)
def test_no_two_answers_of_a_question_look_alike(game: str, lang: str) -> None:
    for turn, before in asked(game):
        found = question_of(in_language(turn, lang), before.said)
        items = [item for row in found.rows for item in row]
        labels = [f"{item.emoji or ''}{item.label}" for item in items if isinstance(item, Button)]
        labels += [option.label for item in items if isinstance(item, Select) for option in item.options]
        assert len(set(labels)) == len(labels), labels
        assert not [label for label in labels if label.rstrip().endswith("…") and not label.endswith(" …")], labels
        heads = [(item.placeholder or "")[:38] for item in items if isinstance(item, Select)]
        assert len(set(heads)) == len(heads), "on a phone the rest is cut off"


def test_an_answer_has_the_letter_of_its_own_choice_not_of_a_later_one() -> None:
    """An answer has a letter only for what it names. A whole move has one if anything that it names has a mark."""
    seen = Counter[str]()
    for turn, found in asked("messina"):
        hints, targets = GAMES["messina"].hints(turn.speaker.view), GAMES["messina"].rules.targets
        for choice in next_answers(turn.legal, found.said, hints):
            move, mark = choice.moves[0], mark_of(turn, choice, hints)
            place = choice.field or field_place(hints.letter_fields, move)
            if place and mark:
                assert mark.target.id in (move.words[place], "-".join(move.words[1 : place + 1])), move
                seen[choice.kind] += place < len(move.words) - 1
            elif place is None and len(choice.said) == len(move.words):
                assert bool(mark) == any(turn.mark(one) for one in targets(move)), move
    assert {"go", "copy", "board", "hut"} <= (+seen).keys(), "more is chosen after these"
    assert "house" in seen


@pytest.mark.parametrize("drawn", [False, True])
def test_each_destination_on_a_button_is_unshaded_and_the_button_shows_its_gain(drawn, monkeypatch):
    """The button shows price, plague, citizens and gain as signs: the gain as the application's emoji if it has one."""
    pictures, goals = GAMES["messina"].pictures, 0
    if drawn:
        drawings = {sign: PartialEmoji(name=name, id=1) for sign, (name, _) in pictures.signs.items()}
        for module in ("bot.ui.message", "bot.panels.answers"):
            monkeypatch.setattr(f"{module}.SIGN_EMOJI", drawings)
    for turn in {id(turn): turn for turn, _ in asked("messina")}.values():
        found, hexes = question_of(turn), {one.id: one for one in turn.speaker.view.hexes}
        shown = {
            tuple(press_of(item).said): item for row in found.groups[0]() for item in row if isinstance(item, Button)
        }
        tiles = [item for said, item in shown.items() if said[0] in ("hut", "workshop") and len(said) > 1]
        assert all("→" in str(item.label) and not item.emoji for item in tiles), "price and gain side by side"
        if turn.question != "turn" or len(turn.kinds) < 2:
            continue
        told = [said for said in shown if said[0] in ("go", "board")]
        lettered = [str(item.label).split()[0] for said, item in shown.items() if said in told or said[0] == "recall"]
        assert {mark.letter for mark in found.marks} == {*lettered}
        for _, _, *goal in told:
            item = next(shown[said] for said in told if said[2:] == tuple(goal))
            price, label = turn.speaker.facts(press_of(item).said), str(item.label)
            assert (price.badge in label, bool(item.emoji)) == (True, drawn)
            if drawn:
                assert drawings[price.signs.split()[-1]] == item.emoji
            citizens = hexes[goal[0]].citizens if goal[0] in hexes else []
            assert [label.count(sign) >= citizens.count(one) for one, sign in CLASS_EMOJI.items()] == [True] * 3
            goals += 1
        assert not found.unsaid or turn.kinds != ["go", "board"]
    assert goals > 50


@pytest.mark.parametrize("game", KNOWN_GAMES)
def test_not_now_explains_why_a_move_is_illegal(game: str) -> None:
    told = 0
    for turn in {id(turn): turn for turn, _ in asked(game)}.values():
        table, wishes = turn.snapshot.table, GAMES[game].moves_to_explain
        reasons = [
            table.why_not(turn.seat, move.text)
            for move in wishes(turn.speaker.view, turn.kinds)
            if move not in turn.legal
        ]
        text = not_now(turn)
        assert bool(text) == any(reasons)
        assert all(turn.speaker.refusal(reason) in text for reason in list(filter(None, reasons))[:1])
        told += bool(text)
    assert told


@pytest.mark.parametrize("lang", LANGS)
def test_the_only_tile_of_its_kind_has_its_price_and_gain_on_its_button(lang: str) -> None:
    """The button of the only tile of its kind shows price and gain, even if there is only one place for the tile."""
    seen = set()
    for turn, _ in asked("messina"):
        for move in (one for one in turn.legal if one.kind in ("hut", "workshop", "wagon")):
            now = in_language(turn, lang)
            now.__dict__["legal"] = [move, *(one for one in turn.legal if one.kind != move.kind)]
            hints = GAMES["messina"].hints(now.speaker.view)
            [answer] = [one for one in on_one_picture(now, (), hints) if one.choice.kind == move.kind]
            tile = now.speaker.facts(move.words[:2])
            if answer.choice.beside and answer.letter:
                assert tile.badge
                assert tile.badge in answer.label
                assert tile.signs in answer.label
                seen.add(move.kind)
    assert seen == {"hut", "workshop", "wagon"}


def test_answers_of_one_kind_with_the_same_letter_are_listed_by_name() -> None:
    def answer(letter: str, name: str, move: Go) -> Answer:
        facts = Facts(name, short=name, price="1 coin")
        return Answer(Choice(move.words, (move,)), Mark(letter, Target("hex", move.hex)), facts, final=False)

    answers = [
        answer("A", "Hex 1", Go("home", "h1")),
        answer("B", "Hex 2 by land", Go("home", "h2")),
        answer("B", "Hex 2 by sea", Go("h1", "h2")),
    ]
    [line] = list_by_letter(answers, words("en"), str)
    assert line == "**A, B · Hex 2 by land, B · Hex 2 by sea:** 1 coin"


def plain(said: str, name: str, *moves: str, letter: str = "", short: str = "") -> Answer:
    """Return an answer that gives these first words of a move, and leads to the moves to these hexes."""
    mark = Mark(letter, Target("hex", "h1")) if letter else None
    choice = Choice(tuple(said.split()), tuple(Go("home", hex_) for hex_ in moves), said.count(" "))
    return Answer(choice, mark, Facts(name, short, gain="2 coins"), False)


def test_an_answer_leads_to_its_moves_and_marks_further_questions() -> None:
    kind, field, whole = plain("go", "Go", "h1", "h2"), plain("go home", "Home", "h1", "h2"), plain("go", "Go", "h1")
    assert [one.leads_to(Go("home", "h1")) for one in (kind, field, whole)] == [False, True, True]
    assert not whole.leads_to(Go("home", "h2"))
    assert field.label == "Home"
    beside = Answer(replace(field.choice, beside=False), None, field.facts, False)
    assert beside.label == "Home …"


def test_final_answers_are_named_once_by_letter_or_if_typed_by_name() -> None:
    """Answers that visibly end the turn are not named, and none is named if no answer can be undone."""
    turn, _ = asked("messina")[0]
    near, far = replace(plain("go home h1", "Near", "h1", letter="A"), final=True), plain("go home h2", "Far", "h2")
    same, done = replace(near, facts=near.facts), plain("end", "End my turn")
    ending = replace(plain("go home h3", "Last", "h3"), final=True, ends=True)
    for answers, typed, text in (
        ([far, done], True, ""),
        ([replace(done, final=True), far], True, ""),
        ([near, far, same, done], False, "Can’t be undone: A."),
        ([near, far, same, done], True, "Can’t be undone: Near."),
        ([near, far, ending, done], False, "Can’t be undone: A."),
        ([near, far, ending, done], True, "Can’t be undone: Near and Last."),
        ([far, ending, done], False, ""),
        ([near, same, done], False, "Your choice can’t be undone."),
        ([near, ending, done], True, "Your choice can’t be undone."),
        ([ending, ending, done], True, "Your choice ends your turn."),
    ):
        assert final_text(answers, turn, typed=typed) == text
    tried = TryTurn(turn.snapshot, turn.seat, turn.lang, attempt=None)  # type: ignore[arg-type]
    assert final_text([near, far, same, done], tried, typed=False) == "", "a try can always be undone"
    assert final_text([near, same, done], tried, typed=False) == ""
    tails = [one.tail for one in mark_endings(turn, [near, far, ending, replace(done, ends=True)])]
    assert tails == ["", "", ", ends your turn", ""]
    assert not any(one.tail for one in mark_endings(turn, [ending, ending, done])), "all of them do"


def test_a_letter_without_a_short_name_replaces_the_whole_name() -> None:
    named = plain("go home", "Hex: 2 coins", "h1", letter="A")
    assert (named.more(words("en")), named.label) == ("", "A · Hex: 2 coins")
    short = plain("go home", "Hex: 2 coins", "h1", letter="A", short="Hex")
    assert (short.more(words("en")), short.label) == ("2 coins", "A · Hex")
    priced = replace(short, facts=replace(short.facts, price="1 coin"))
    assert details.list_by_name([short, priced], words("en"), str) == ["**Hex: 2 coins:** 1 coin"]
    kinds = [priced, plain("hut", "Hut: stone")]
    lines = ["GO", "**Hex: 2 coins:** 1 coin", "HUT", "**Hut: stone:** 2 coins"]
    assert details.list_by_name(kinds, words("en"), str.upper) == lines


def test_a_price_moves_into_the_label_only_if_the_description_is_too_long() -> None:
    for length, label in ((MAX_ENTRY, "Hex"), (MAX_ENTRY + 1, "Hex: 1 coin")):
        facts = Facts("Hex", price="1 coin", gain="x" * (length - len("1 coin, ")))
        option = replace(plain("go home", "Hex", "h1"), facts=facts).option(words("en"))
        assert (option.label, "1 coin" in option.description) == (label, label == "Hex")


def test_lines_of_details_follow_their_heading_and_fit_a_phone() -> None:
    lines = [("go", "A", "1"), ("go", "B", "2"), ("sail", "C", "3")]
    assert lines_by_kind(lines, str.upper) == ["GO", "**A** 1 · **B** 2", "SAIL", "**C** 3"]
    alike = [("go", name, "1") for name in ["A", "B", "D", "E", "F", "D1", "D2", "D3", "8", "9", "10"]]
    assert lines_by_kind(alike, None) == ["**A, B, D–F, D1, D2, D3, 8–10** 1"]
    for length, shown in ((PHONE_LINE - 8, 1), (PHONE_LINE - 7, 2)):
        assert len(lines_by_kind([("go", "A", "1"), ("go", "B", "x" * length)], None)) == shown


def test_the_name_of_a_kind_is_left_out_only_if_several_answers_share_it() -> None:
    hut, other = plain("hut", "Hut: wood"), plain("hut", "Hut: stone")
    assert without_kind(hut, [hut, other]) == "Wood"
    assert without_kind(hut, [hut, plain("act", "Act: rest")]) == "Hut: wood"
    assert without_kind(hut, [hut, plain("hut", "Tower: stone")]) == "Hut: wood"


def test_a_row_of_buttons_breaks_where_it_is_too_wide() -> None:
    gap = BUTTON_GAP
    assert [lines_of([100, last], 200 + gap) for last in (100, 101)] == [1, 2]
    assert lines_of([300, 100, 250], 350) == 3, "the second line has one button, too"
    assert lines_of([300, 100, 250 - gap], 350) == 2


def test_among_equally_good_rows_on_a_phone_the_fewest_lines_are_chosen() -> None:
    assert in_rows(("a" * 20,) * 2) == [[0, 1]]
    for lengths in ((30, 10, 25, 5), (10, 15, 5, 30)):  # In the latter, the last would be alone in a row.
        assert in_rows(tuple("a" * length for length in lengths)) == [[0, 1], [2, 3]]


def test_a_brief_answer_leaves_out_ones_and_spaces_between_its_signs() -> None:
    choice = Choice(("hut", "q1"), (), 1)
    answer = Answer(choice, Mark("T1", Target("tile", "q1")), Facts("Hut", "Hut", "🪙1 🪵12", "🌋"), final=False)
    assert (answer.label, answer.brief) == ("T1 · Hut 🪙1 🪵12 → 🌋", "T1 · 🪙🪵12→🌋")


@pytest.mark.parametrize(("label", "width"), [("K", 61), ("N ☠️", 84), ("E ☠️ 📿", 102), ("R 🪙1 ☠️ 🔨📿", 149)])
def test_a_button_with_a_drawn_sign_is_taken_for_at_least_as_wide_as_in_the_browser(label: str, width: int) -> None:
    drawn: Button[LayoutView] = Button(label=label, emoji="<:sign:1>")
    assert width <= label_width(label_of(drawn)) <= width + 12


def test_no_line_above_a_question_is_only_the_name_of_a_hex() -> None:
    for turn, found in asked("messina"):
        names = {f"Hex {one.id.removeprefix('h')}" for one in turn.speaker.view.hexes}
        assert names.isdisjoint(found.details), (turn.question, found.said)
