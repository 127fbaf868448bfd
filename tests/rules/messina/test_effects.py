from collections import Counter

from rules.messina.action import EFFECT_OF, EFFECTS
from rules.messina.action.gains import FIGURE, effect_name
from rules.messina.components import BOARD_SQUARES, EVEN_SHIP_BONUS, HEXES, HUT_TILES, REGISTER, WORKSHOPS


def test_every_printed_effect_is_in_the_table_and_nothing_else():
    printed = [
        EVEN_SHIP_BONUS,
        *(option for hex_ in HEXES.values() for option in hex_.action.options),
        *(option for squares in BOARD_SQUARES.values() for one in squares.values() for option in one.action.options),
        *(tile.gain for tile in HUT_TILES.values()),
        *(gain for tile in WORKSHOPS.values() for gain in (tile.gain, tile.gold_gain)),
        *(space.action for spaces in REGISTER.values() for space in spaces),
    ]
    asked = {effect_name(effect) for option in printed for effect in option.effects if option.effects != FIGURE}
    assert asked == set(EFFECTS)


def test_a_kind_of_move_answers_one_effect():
    says = Counter(kind for effect in EFFECTS.values() for kind in effect.says)
    assert set(says.values()) == {1}
    assert set(says) == set(EFFECT_OF)
