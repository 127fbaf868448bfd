"""Help that is read off the tables of Messina 1347: what each hex, tile, ship and register space does."""

from collections.abc import Iterable

from rules.messina.components import (
    CLASSES,
    DISTRICTS,
    HARBOURS,
    HUT_TILES,
    REGISTER,
    SCROLLS,
    SHIPS,
    WAGONS,
    WORKSHOPS,
)
from wording.catalogue import Words
from wording.limits import capital
from wording.messina.amounts import action, amounts, tokens
from wording.messina.names import (
    CLASS_WORKSHOPS,
    COLOURS,
    RATS,
    SCROLL_TRACKS,
    TRACKS,
    hut_upgrade,
    place,
    register_space,
    ship,
    wagon,
    workshop_yield,
)
from wording.messina.questions import requirement


def _block(lines: Iterable[str], title: str = "") -> str:
    return "\n".join([*[f"**{title}**"] * bool(title), *lines])


def hexes(w: Words) -> list[str]:
    """Every hex: action, colour, rat, and what repopulating it takes and brings."""
    districts = [
        w._(
            "- **{hex}**: {action} ({colour}, {rat}). Repopulate: {price}; {points}.",
            hex=capital(place(one.id, w)),
            action=action(one.action, w),
            colour=w._(COLOURS[one.colour]),
            rat=w._(RATS[one.rat]),
            price=requirement(one.id, w),
            points=tokens("points", one.points, w),
        )
        for one in DISTRICTS.values()
    ]
    harbours = [f"- **{capital(place(one.id, w))}**: {action(one.action, w)}" for one in HARBOURS.values()]
    return [_block(districts), _block(harbours)]


def tiles(w: Words) -> list[str]:
    """Hut upgrades, wagons and ships. Tiles that are alike are told once."""
    upgrades = dict.fromkeys(
        w._("- {thing} for {cost}", thing=hut_upgrade(one.id, w), cost=amounts(one.cost, w))
        for one in HUT_TILES.values()
    )
    wagons = [w._("- {thing} for {cost}", thing=wagon(one.id, w), cost=amounts(one.cost, w)) for one in WAGONS.values()]
    return [
        _block(upgrades, w._("Hut upgrades, with what they yield in each production")),
        _block(wagons, w._("Wagons, with their points at once")),
        _block((f"- {ship(one, w)}" for one in SHIPS), w._("Ships")),
    ]


def workshops(w: Words) -> list[str]:
    """Every workshop by era and class."""
    found = []
    for late in (False, True):
        for citizen in CLASSES:
            kind = capital(w._(CLASS_WORKSHOPS[citizen]))
            title = w._("{workshop}, late", workshop=kind) if late else w._("{workshop}, early", workshop=kind)
            tiles = [one for one in WORKSHOPS.values() if one.citizen == citizen and one.late == late]
            found.append(_block((f"- {amounts(one.cost, w)} → {workshop_yield(one, w)}" for one in tiles), title))
    return found


def registers(w: Words) -> list[str]:
    """The spaces of each register: action and points at the end."""
    found = []
    for register, spaces in REGISTER.items():
        lines = []
        for one in spaces:
            parts = [text for text in (register_space(register, one.space, w),) if text]
            parts += [w._("{points} at the end", points=tokens("points", one.points, w))] if one.points else []
            lines += [f"{one.space}: {', '.join(parts)}"] if parts else []
        found.append(f"**{capital(w._(TRACKS[register]))}** · {' · '.join(lines)}")
    return found


def scrolls(w: Words) -> list[str]:
    """The tracks of the scroll board and their levels."""
    lines = []
    for track in SCROLLS:
        levels = ", ".join(map(str, track.levels))
        line = w._("- {track}: {levels} points for each", track=w._(SCROLL_TRACKS[track.scores]), levels=levels)
        lines.append(
            w._("{line}, at most {count} of them", line=line, count=track.max_items) if track.max_items else line
        )
    return [_block(lines)]
