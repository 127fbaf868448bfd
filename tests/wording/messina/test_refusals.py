from rules.errors import RulesError
from tests.wording.speakers import messina_speaker


def test_prices_of_several_kinds_are_in_words(names):
    error = RulesError("Removing these cubes costs {prices}.", prices=("1 fire + 1 big_fire", "2 fire"))
    told = [messina_speaker(None, names, lang).refusal(error) for lang in ("en", "de", "pl", "hu")]
    assert told[0] == "Removing these cubes costs 1 fire + 1 big fire or 2 fire."
    for line, word in zip(told, ("or", "oder", "albo", "vagy"), strict=True):
        assert f" {word} 2 " in line


def test_refusals_quote_typed_words_unchanged(names):
    error = RulesError("“{said}” cannot be chosen as `{option}` now.", said="lieutenant", option="fire")
    for lang in ("en", "de", "pl", "hu"):
        told = messina_speaker(None, names, lang).refusal(error)
        assert "lieutenant" in told
        assert "a lieutenant" not in told
        assert "`fire`" in told


def test_prices_and_requirements_are_in_words(names):
    error = RulesError(
        "{what} costs {cost}; you have {have}.", what="q9", cost=("1 timber", "1 coin"), have=("0 timber",)
    )
    text = messina_speaker(None, names).refusal(error)
    assert text == "Hut upgrade (upgrade a citizen) costs 1 timber and 1 coin; you have 0 timber."
    error = RulesError("{citizens}; {gold}", citizens=("2 nun", "1 craftsman"), gold=())
    assert messina_speaker(None, names).refusal(error) == "2 nuns and 1 craftsman; none"
