"""Refusals of Messina 1347, and reasons that several moves share.

Values that are ids (hexes, squares, tiles, or tuples of them) stay ids, so that the bot can name them in any language.
In plain English they are named as on the board.
"""

from rules.errors import ALTERNATIVES, N_, IllegalMove
from rules.messina.components import DOCKS, HARBOUR_CORNERS, HEXES, HUT_IDS, SQUARES, WORKSHOPS
from rules.messina.state import Player, State

QUARTERS = {"nw": "north-west", "ne": "north-east", "se": "south-east", "sw": "south-west"}
AREA_NAMES = {"l": "left", "r": "right"}


class Refused(IllegalMove):
    """An illegal move of Messina 1347 and the reason."""

    def __str__(self) -> str:
        told = {key: english(value) for key, value in self.values.items()}
        for key in ALTERNATIVES & told.keys():
            told[key] = " or ".join(told[key].rsplit(", ", 1))
        return self.template.format_map(told)


def english(value: object) -> str:
    """Return a value in plain English."""
    if isinstance(value, tuple):
        return ", ".join(map(english, value)) or "nothing"
    word = str(value)
    if word in HARBOUR_CORNERS:
        return f"the {QUARTERS[word]} harbour"
    if word in DOCKS:
        return f"the {QUARTERS[DOCKS[word]]} dock"
    if word in SQUARES:
        return f"{SQUARES[word].sector} {AREA_NAMES[word[1]]} {word[2]}"
    if word in HUT_IDS:
        return f"hut {word[-1]}"
    named = word in HEXES or (len(word) < 5 and word[-1:].isdigit())
    return word.upper() if named else word.replace("_", " ")


def cost_words(cost: dict[str, int]) -> tuple[str, ...]:
    """Return a price as values for a template: ``("1 timber", "2 coin")``."""
    return tuple(f"{number} {token}" for token, number in cost.items()) or ("0 coin",)


COSTS = N_("{what} costs {cost}; you have {have}.")


def too_dear(player: Player, what: str, cost: dict[str, int], told: str = COSTS) -> Refused | None:
    """Return a refusal if the player can't pay. ``told`` replaces the default sentence about the price."""
    if player.affords(cost):
        return None
    have = tuple(f"{getattr(player, token)} {token}" for token in cost)
    return Refused(told, what=what, cost=cost_words(cost), have=have)


def no_hex(state: State, word: str) -> Refused | None:
    """Return a refusal if the word is not a hex in the city."""
    if word in state.hexes:
        return None
    if word in HEXES:
        return Refused(N_("{hex} is not in the city."), hex=word)
    return Refused(N_("“{word}” is not a hex."), word=word)


def no_start(state: State, seat: int, start: str) -> Refused | None:
    """Return a refusal if no lieutenant can start from this place (4.3)."""
    player = state.players[seat]
    if start in player.lying or (start == "home" and not player.lying and player.ready):
        return None
    if start == "home" and player.lying:
        told = N_("You can’t use lieutenants at home while one in the city is unused. First use the one on {places}.")
        return Refused(told, places=tuple(player.lying))
    if start in player.standing:
        return Refused(N_("Your lieutenant on {place} has already been used this round."), place=start)
    ready = tuple(dict.fromkeys(player.lying)) or ("home",)
    return Refused(N_("You have no unused lieutenant there. You can send one from: {places}."), places=ready)


def not_on_square(player: Player, word: str) -> Refused | None:
    """Return a refusal if the word is not a square with a citizen."""
    if word not in SQUARES:
        return Refused(N_("“{word}” is not a square; only a citizen on a square can do that."), word=word)
    if not player.squares[list(SQUARES).index(word)]:
        return Refused(N_("There is no citizen on {square}."), square=word)
    return None


def no_room(player: Player, spot: str, citizen: str) -> Refused | None:
    """Return a refusal if the spot is occupied, is for another class, or isn't part of the estate."""
    if spot in HUT_IDS:
        hut = player.huts[HUT_IDS.index(spot)]
        return Refused(N_("Occupied: {hut}."), hut=spot) if hut.space else None
    if spot not in SQUARES:
        return Refused(N_("“{word}” is not a square of your estate."), word=spot)
    if SQUARES[spot].sector != citizen:
        told = N_("This citizen ({citizen}) can’t go to a square in another class’s sector: {square}.")
        return Refused(told, square=spot, citizen=citizen)
    if player.squares[list(SQUARES).index(spot)]:
        return Refused(N_("Occupied: {square}."), square=spot)
    return None


def no_workplace(player: Player, tile: str, citizen: str) -> Refused | None:
    """Return a refusal if the tile is not one of the player's workshops with room for the class."""
    own = {work.tile: work for work in player.workshops}
    if tile not in WORKSHOPS:
        return Refused(N_("“{word}” is not a workshop."), word=tile)
    if tile not in own:
        return Refused(N_("You do not own this workshop: {tile}."), tile=tile)
    if WORKSHOPS[tile].citizen != citizen:
        return Refused(
            N_("This workshop is only for one class ({citizen}): {tile}."), tile=tile, citizen=WORKSHOPS[tile].citizen
        )
    if own[tile].side:
        return Refused(N_("Occupied: {tile}."), tile=tile)
    return None
