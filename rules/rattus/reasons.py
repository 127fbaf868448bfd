"""Refusals of Rattus, and reasons that several moves share.

Values that are ids (regions, cards, rats, or tuples of them) stay ids, so that the bot can name them in any language.
In plain English they are shown by their printed names.
"""

from rules.errors import N_, IllegalMove
from rules.rattus.components import MAX_RATS, NEIGHBOURS, PRINTED_NAMES, REGIONS, rat_region
from rules.rattus.state import State


class Refused(IllegalMove):
    """An illegal move of Rattus and the reason."""

    def __str__(self) -> str:
        return self.template.format_map({key: _english(key, value) for key, value in self.values.items()})


def _english(key: str, value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(_english(key, one) for one in value)
    if key == "owner":
        return f"seat {value}"
    word, _, letter = str(value).partition("-")
    return " ".join([PRINTED_NAMES[word], *letter]) if word in PRINTED_NAMES else str(value)


def no_region(state: State, region: str) -> Refused | None:
    """Return a refusal if the word is not a region in use."""
    if region in state.rats:
        return None
    if region in REGIONS:
        return Refused(N_("{region} is not used with {players} players."), region=region, players=state.seats)
    return Refused(N_("“{word}” is not a region."), word=region)


def no_rat(state: State, handle: str) -> Refused | None:
    """Return a refusal if there is no rat with this handle on the board."""
    if handle in state.handles():
        return None
    region = rat_region(handle)
    if "-" not in handle:
        return Refused(N_("“{word}” is not a rat. Name a rat by its region and letter."), word=handle)
    if region not in state.rats:
        return no_region(state, region)
    here = tuple(one for one in state.handles() if one.startswith(f"{region}-"))
    if not here:
        return Refused(N_("There are no rats in {region}."), region=region)
    return Refused(N_("There is no {rat}. There are: {rats}."), rat=handle, rats=here)


def not_neighbours(state: State, region: str, to: str) -> Refused | None:
    """Return a refusal if the regions aren't adjacent, a wall is between them, or ``to`` is not in use."""
    if refused := no_region(state, to):
        return refused
    near = state.neighbours(region)
    if to in near:
        return None
    if to in NEIGHBOURS[state.seats][region]:
        return Refused(N_("A wall stands between {region} and {to_region}."), region=region, to_region=to)
    told = N_("{to_region} is not a neighbour of {region}. Its neighbours: {regions}.")
    return Refused(told, to_region=to, region=region, regions=near)


def no_room(state: State, region: str) -> Refused | None:
    """Return a refusal if the region has no room for another rat."""
    if state.room(region):
        return None
    if region in state.bishops:
        return Refused(N_("A bishop keeps rats out of {region}."), region=region)
    return Refused(N_("{region} has no room for another rat: it has {rats}."), region=region, rats=MAX_RATS)


def no_cubes(state: State, seat: int, region: str) -> Refused | None:
    """Return a refusal if the seat has no cube in the region, or the region is not in use."""
    if refused := no_region(state, region):
        return refused
    if state.cubes[region][seat]:
        return None
    mine = tuple(one for one, cubes in state.cubes.items() if cubes[seat])
    if mine:
        return Refused(N_("You have no cubes in {region}. You have some in {regions}."), region=region, regions=mine)
    return Refused(N_("You have no cubes in {region} or in any other region."), region=region)


def no_stock(state: State, seat: int) -> Refused | None:
    """Return a refusal if the seat's stock is empty."""
    if state.stock[seat]:
        return None
    if state.baked:
        return Refused(N_("Your stock is empty."))
    return Refused(N_("Your stock is empty: all your cubes are on the board."))


def no_such_cube(state: State, seat: int, region: str, potions: int) -> Refused | None:
    """Return a refusal if the seat has no cube with this many potions under it in the region."""
    counts = state.potion_counts(region, seat)
    if potions in counts:
        return None
    told = N_("There is no cube with that many potions in {region}: {potions}. Possible: {kinds}.")
    return Refused(told, region=region, potions=potions, kinds=", ".join(map(str, counts)))
