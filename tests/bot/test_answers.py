"""What a panel tells of an answer beside its button: nothing twice."""

import pytest

from bot.panels.turn_parts import beyond


@pytest.mark.parametrize(
    ("name", "told", "more"),
    [
        ("Hex 7", "Hex 7: build, pay 1", "build, pay 1"),
        ("Hex: 1 big fire", "Hex action: 1 big fire", ""),
        ("Scandia", "Scandia, 1 rat", "1 rat"),
        ("Hut: 1 fire", "Hut upgrade (1 fire) for 1 timber", "for 1 timber"),
        ("Hut 2", "Hut 2 (nun)", "(nun)"),
        ("Germania", "🐀 Rat b in Germania (you saw 4 Church)", "(you saw 4 Church)"),
        ("Left way", "Left way: step 2, nobody is there", "step 2, nobody is there"),
        ("Free step: city", "Free step: city register, space 2", "city register, space 2"),
        ("Nun", "Upgraded nun on “1 fire”", "Upgraded nun on “1 fire”"),
        ("The Monk", "The Monk", ""),
    ],
)
def test_a_line_tells_what_the_button_does_not(name: str, told: str, more: str) -> None:
    assert beyond(name, told) == more
