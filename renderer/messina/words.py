"""The words on the pictures of Messina 1347 outside the legend."""

from renderer.words import Words
from rules.errors import N_, P_

WORDS = {
    "round": N_("Round {number}"),
    "over": N_("Game over"),
    "home": N_("Home"),
    "city": N_("Messina"),
    "nw": N_("NW"),
    "ne": N_("NE"),
    "se": N_("SE"),
    "sw": N_("SW"),
    "supply": N_("Supply"),
    "box": N_("Box"),
    "deal": N_("Boards are chosen"),
    "opponent": N_("Opponent"),
    "good": N_("A good result"),
    "not_good": N_("Not yet good"),
    "round_end": N_("End of round {number}"),
    "register_popularity": N_("Popularity"),
    "register_city": N_("City"),
    "register_church": N_("Church"),
    "offer_hut_upgrade": N_("Hut upgrades"),
    "offer_workshop": N_("Workshops"),
    "offer_wagon": N_("Wagons"),
    "choose_board": N_("Player boards"),
    "choose_scroll_board": N_("Scroll boards"),
    "yellow": P_("board", "Yellow"),
    "purple": P_("board", "Purple"),
    "red": P_("board", "Red"),
    "teal": P_("board", "Teal"),
    "points_played": N_("During play"),
    "points_rats": N_("Rats"),
    "points_popularity": N_("Popularity register"),
    "points_city": N_("City register"),
    "points_church": N_("Church register"),
    "points_popularity_rank": N_("Place on popularity"),
    "points_popularity_level": N_("Level on popularity"),
    "points_hexes": N_("Repopulated hexes"),
    "points_scroll_buildings": N_("Scrolls: buildings"),
    "points_scroll_ships": N_("Scrolls: ships"),
    "points_scroll_repopulated": N_("Scrolls: repopulation"),
    "points_scroll_1": N_("Scrolls: first track"),
    "points_scroll_2": N_("Scrolls: second track"),
    "points_scroll_3": N_("Scrolls: third track"),
    "points_repopulation_bonus": N_("Repopulation bonus"),
    "points_leftovers": N_("Leftover tokens"),
    "total": N_("Total"),
}


def word(key: str, words: Words, **values: object) -> str:
    """Return the word in the language, with its values."""
    return words._(WORDS[key], **values)
