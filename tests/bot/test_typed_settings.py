"""Options of tables as people type them."""

from typing import Any

import wording
from bot.typed.choices import matching_choices
from bot.typed.options import (
    choosable_options,
    meant_option,
    meant_value,
    names_of_picks,
    option_names,
    value_names,
    value_text,
)
from bot.ui.reply import Refusal
from tests.bot.infos import lobby, running, seat

W, GERMAN = wording.words("en"), wording.words("de")
RATTUS, MESSINA = lobby("rattus", seat(0)), lobby("messina", seat(0))
CARDS = (
    "the six of the base game; six of all 18, Pied Piper’s too, drawn at random at the start; one of each class, Pied "
    "Piper’s too, drawn at random at the start; Pied Piper: Good Times; Pied Piper: Rat Control; Pied Piper: War in "
    "Europe; 6 of these, separated by commas: Baker, Bishop, Crusader, Emperor, King, Knight, Mayor, Merchant, "
    "Messenger, Monk, Nun, Peasant, Pied Piper, Queen, Serf, Soldier, Witch and Wizard"
)


def option(said: str, info: Any = RATTUS, w: Any = W) -> str | Refusal:
    """Return the option that is meant, or the refusal."""
    try:
        return meant_option(info, said, w).id
    except Refusal as refusal:
        return refusal


def value(name: str, said: str, w: Any = W) -> str | Refusal:
    """Return the value of an option of Rattus that is meant, or the refusal."""
    try:
        return meant_value(RATTUS, choosable_options(RATTUS)[name], said, w)
    except Refusal as refusal:
        return refusal


def test_an_option_is_known_by_its_id_and_by_its_title_in_both_languages() -> None:
    assert [option(said) for said in ("cards", "class", "start", "who", "seat", "PACE")] == [
        *("cards", "cards", "start", "entry", "seating", "pace")
    ]
    assert [option(said, RATTUS, GERMAN) for said in ("Ständekarten", "class cards", "pace tempo", "sprache")] == [
        *("cards", "cards", "pace", "language")
    ]
    assert [option(said, MESSINA) for said in ("big fire", "priority", "seat")] == [
        "big_fire",
        "priority_tile",
        "seating",
    ]
    unknown, empty, several = option("weather"), option(" "), option("of")
    titles = tuple(title for _, title, _ in option_names(RATTUS, W))
    for refusal, begins in ((unknown, "This table has no"), (empty, "Please fill in"), (several, "This table has no")):
        assert isinstance(refusal, Refusal)
        assert refusal.template.startswith(begins)
        assert refusal.values == {"options": titles}
    assert (titles[0], titles[-1], len(titles)) == ("Class cards", "Language", len(choosable_options(RATTUS)))


def test_a_value_is_known_by_its_id_its_meaning_or_as_picks() -> None:
    assert [value("pace", said) for said in ("daily", " a move a day ", "hurry", "several")] == [
        *("daily", "daily", "none", "brisk")
    ]
    assert [value("start", said) for said in ("1", "seat 2", "random")] == ["1", "1", "lot"]
    assert [value("language", said) for said in ("de", "deutsch", "magyar")] == ["de", "de", "hu"]
    assert [value("pace", said, GERMAN) for said in ("ein Zug am Tag", "no hurry")] == ["daily", "none"]
    six = "knight+soldier+mayor+emperor+nun+bishop"
    for said in ("nun,knight,soldier,bishop,emperor,mayor", "Nun; knight + soldier; BISHOP, emperor,mayor, nun,, x"):
        assert value("cards", said) == six
    assert value("cards", "rat control") == "rat_control"
    for said in ("", "nun, knight", "Pied Piper"):
        refusal = value("cards", said)
        assert isinstance(refusal, Refusal)
        assert refusal.values == {"option": "Class cards", "values": CARDS}
    refusal = value("start", "nobody")
    assert isinstance(refusal, Refusal)
    assert refusal.values["values"] == "drawn at random; seat 1; seat 2; seat 3; seat 4"


def test_the_value_of_an_option_is_told_with_what_it_contains() -> None:
    known = choosable_options(RATTUS)
    base = "the six of the base game (Peasant, Monk, Merchant, Knight, Witch, King)"
    assert value_text(RATTUS, known["cards"], W) == f"**Class cards:** {base}."
    assert value_text(RATTUS, known["language"], W) == "**Language:** English."
    assert value_text(lobby("rattus", seat(0), language="pl"), known["language"], W) == "**Language:** polski."
    assert (
        value_text(lobby("rattus", seat(0), options={"start": "1"}), known["start"], W) == "**Start player:** seat 2."
    )


def test_picks_have_names_without_signs() -> None:
    names = names_of_picks(RATTUS, choosable_options(RATTUS)["cards"], W)
    assert (len(names), names["piper"], names["nun"]) == (18, "Pied Piper", "Nun")
    assert names_of_picks(RATTUS, choosable_options(RATTUS)["start"], W) == {}


def test_as_many_choices_are_offered_as_discord_shows_and_the_rest_is_counted() -> None:
    texts = {str(number): f"value {number}" for number in range(26)}
    known = [(key, text, "") for key, text in texts.items()]
    every = matching_choices(dict(list(texts.items())[:25]), "", known, W)
    assert [(one.name, one.value) for one in (every[0], every[-1])] == [("Value 0", "0"), ("Value 24", "24")]
    some = matching_choices(texts, " ", known, W)
    assert (len(some), some[-1].name) == (25, "… and 2 more: keep typing to narrow the list")
    assert [one.value for one in some[:24]] == list(texts)[:24]
    assert [one.value for one in matching_choices(texts, "25", known, W)] == ["25"]
    assert matching_choices(texts, "x", known, W) == []
    texts = {"y" * 101: "sent cut it would mean something else", "y" * 100: "x" * 120}
    assert [(one.name, one.value) for one in matching_choices(texts, "", [], W)] == [("X" + "x" * 98 + "…", "y" * 100)]


def test_options_are_searched_by_their_english_names_too() -> None:
    pace = choosable_options(RATTUS)["pace"]
    assert value_names(RATTUS, pace, GERMAN)[2] == ("daily", "ein Zug am Tag; überfällig nach 3 Tagen",
                                               "daily a move a day; late after 3 days")  # fmt: skip
    cards = value_names(RATTUS, choosable_options(RATTUS)["cards"], W)
    assert cards[4] == ("rat_control", "Pied Piper: Rat Control", "rat control Pied Piper: Rat Control")
    assert "start" in choosable_options(running("rattus", seat(0), seat(1)))
