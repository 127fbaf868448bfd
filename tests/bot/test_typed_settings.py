from collections.abc import Callable
from pathlib import Path

import pytest

import wording
from bot.typed.choices import matching_choices
from bot.typed.options import choosable_options, meant_option, meant_value, names_of_picks, value_names, value_text
from bot.ui.reply import Refusal
from tests.bot.infos import lobby, running, seat
from tests.kept import kept_case

W, GERMAN = wording.words("en"), wording.words("de")
RATTUS, MESSINA = lobby("rattus", seat(0)), lobby("messina", seat(0))


def outcome(find: Callable[..., str], *given: object) -> str:
    try:
        return find(*given)
    except Refusal as refusal:
        return f"{refusal.template} {refusal.values}"


OPTIONS = (
    *[(RATTUS, W, said) for said in ("cards", "class", "start", "who", "seat", "PACE", "weather", " ", "of")],
    *[(RATTUS, GERMAN, said) for said in ("Ständekarten", "class cards", "pace tempo", "sprache")],
    *[(MESSINA, W, said) for said in ("big fire", "priority", "seat")],
)
SIX = ("nun,knight,soldier,bishop,emperor,mayor", "Nun; knight + soldier; BISHOP, emperor,mayor, nun,, x")
VALUES = (
    *[("pace", W, said) for said in ("daily", " a move a day ", "hurry", "several")],
    *[("pace", GERMAN, said) for said in ("ein Zug am Tag", "no hurry")],
    *[("start", W, said) for said in ("1", "seat 2", "random", "nobody")],
    *[("language", W, said) for said in ("de", "deutsch", "magyar")],
    *[("cards", W, said) for said in (*SIX, "rat control", "", "nun, knight", "Pied Piper")],
)


@pytest.mark.kept
def test_options_and_values_are_known_by_ids_titles_and_meanings_in_both_languages() -> None:
    """Values picked from the suggestions work, too. The refusal of an unknown option or value lists the known ones."""
    known = choosable_options(RATTUS)
    now = [
        *(f"{info.game} {said!r}: {outcome(lambda *given: meant_option(*given).id, info, said, w)}"
          for info, w, said in OPTIONS),
        *(f"{name} {said!r}: {outcome(meant_value, RATTUS, known[name], said, w)}" for name, w, said in VALUES),
    ]  # fmt: skip
    assert now == kept_case(Path(__file__).with_name("kept") / "typed_settings.json", "meant", now)


@pytest.mark.kept
def test_values_are_listed_with_their_content_and_found_by_english_names() -> None:
    known = choosable_options(RATTUS)
    polish, second = lobby("rattus", seat(0), language="pl"), lobby("rattus", seat(0), options={"start": "1"})
    told = [(RATTUS, "cards"), (RATTUS, "language"), (polish, "language"), (second, "start")]
    searched = [*value_names(RATTUS, known["pace"], GERMAN), *value_names(RATTUS, known["cards"], W)]
    now = [*(value_text(info, known[name], W) for info, name in told), *(" | ".join(one) for one in searched)]
    assert now == kept_case(Path(__file__).with_name("kept") / "typed_settings.json", "told and searched", now)
    names = names_of_picks(RATTUS, known["cards"], W)
    assert (len(names), names["piper"], names["nun"]) == (18, "Pied Piper", "Nun"), "without signs"
    assert names_of_picks(RATTUS, known["start"], W) == {}
    assert "start" in choosable_options(running("rattus", seat(0), seat(1)))


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
