"""Pieces of texts about the board as the viewer has it before them: who stands where, what the next step brings."""

from collections import Counter
from collections.abc import Iterable, Sequence

from rules.errors import N_
from rules.messina.action.overseers import NORMAL, UPGRADED
from rules.messina.component_types import ScrollTrack, Step
from rules.messina.components import (
    BOARDS,
    HUT_IDS,
    HUT_TILES,
    PATH_LENGTH,
    PATHS,
    REGISTER,
    SQUARES,
    WORKSHOPS,
)
from rules.messina.components import TRACKS as SCROLL_BOARD_TRACKS
from rules.messina.view_types import View
from wording.catalogue import Words
from wording.messina.amounts import CITIZENS, EFFECTS, option, parts, tokens
from wording.messina.names import (
    AREAS,
    ONCE,
    TRACKS,
    board_name,
    hut,
    offer,
    place,
    quoted,
    register_space,
    scroll_track,
    spot,
    square_short,
    workshop_yield,
)
from wording.messina.seen import citizen_at, here, hex_view, mine, space_of, viewer

WHOM = 50  # characters that may tell whom an overseer can activate
UPGRADED_CITIZENS = {
    "craftsman": N_("upgraded craftsman"),
    "nun": N_("upgraded nun"),
    "aristocrat": N_("upgraded aristocrat"),
}


def rats_if_left(view: View) -> int:
    """The rats that come if nothing is fought: one for each cube on the hex, one for a ship."""
    here = hex_view(view, view.about)
    return here.cubes if here else 1


def beside(also: Iterable[str], w: Words) -> list[str]:
    """Cubes on adjacent hexes, one for each time that a hex is named: "2 on hex 7"."""
    return [w._("{cubes} on {hex}", cubes=count, hex=place(hex_, w)) for hex_, count in Counter(also).items()]


def landing(register: str, view: View, w: Words) -> str:
    """Where a step on a register leads, and what it gives: "city register, space 4 (a lieutenant)"."""
    spaces = REGISTER[register]
    at = space_of(view, register, viewer(view))
    if at == len(spaces):
        return w._("{register}, top of the stack at its end", register=w._(TRACKS[register]))
    text = w._("{register}, space {space}", register=w._(TRACKS[register]), space=at + 1)
    gives = register_space(register, at + 1, w)
    return f"{text} ({gives})" if gives else text


def scroll(column: int, view: View, w: Words) -> str:
    """A scroll cube and what it will bring: "ships: 3 points for each"."""
    own = mine(view)
    track = SCROLL_BOARD_TRACKS[own.scroll_board][column - 1]
    level = min(own.scrolls[column - 1] + 1, len(track.levels))
    name = scroll_track(own.scroll_board, column, w)
    return w._("{track}: {points}", track=name, points=worth(track, level, w))


def worth(track: ScrollTrack, level: int, w: Words) -> str:
    """What a scroll track pays at a level: "3 points for each"."""
    points = track.levels[level - 1]
    if isinstance(points, int):
        return w._("{points} for each", points=tokens("points", points, w))
    if isinstance(points, float):
        return w._("1 point for every {count}", count=round(1 / points))
    if track.scores == "overseers":
        return w._("{a}, {b} or {c} points for one on step 4, 5 or 6", a=points[0], b=points[1], c=points[2])
    return w._("{low} or {high} points, beyond the single or double bar", low=points[0], high=points[1])


def board_label(word: str, w: Words) -> str:
    """A board of side b with what is special about it: its squares that work once a game, or its scroll tracks."""
    if word in BOARDS:
        once = [one.action.options[0] for one in BOARDS[word].squares.values() if one.once]
        return f"{board_name(word, w)} {ONCE} {'; '.join(w._(', ').join(parts(one, w)) for one in once)}"
    tracks = [scroll_track(word, column, w) for column in range(1, len(SCROLL_BOARD_TRACKS[word]) + 1)]
    return f"{board_name(word, w)}: {', '.join(tracks)}"


def hut_to_build_on(word: str, view: View, w: Words) -> str:
    """A hut with who is in it: "hut 2 (nun)"."""
    seen = next(found for found in mine(view).huts if found.id == word)
    who = w._("empty") if seen.citizen is None else w._(CITIZENS[seen.citizen.citizen])
    return f"{hut(word, w)} ({who})"


def overseer(name: str, w: Words) -> str:
    """An overseer: "nun overseer"."""
    return w._(EFFECTS[f"overseer:{name}"])


def area_of(group: tuple[str, ...], w: Words) -> str:
    """The squares of an area: "the left nuns"."""
    return w._(AREAS[group[0][:2]])


def space(name: str, way: str, view: View, w: Words, *, upgraded: bool = False) -> str:
    """The space of its path that an overseer comes to, and whom it can activate there."""
    seen = mine(view).overseers[name]
    step = min(seen.step + (2 if way.startswith("skip") else 1), PATH_LENGTH)
    branch = next((branch for branch in ("left", "right") if way.endswith(branch)), seen.branch or "left")
    printed = PATHS[name, branch][step - 1]
    counts = (UPGRADED if seen.upgraded or upgraded else NORMAL)[printed.kind]
    text = _present(printed, counts, view, w)
    if len(text) > WHOM:
        text = _all_there(printed, counts, w)
    return w._("step {step}, {citizens}", step=step, citizens=text)


def _present(printed: Step, counts: Sequence[int], view: View, w: Words) -> str:
    """Who is there to be activated, by their squares: "“build” and 1 of “1 fire”, “scroll step”"."""
    found = []
    for count, group in zip(counts, printed.groups, strict=True):
        own = mine(view)
        there = [quoted(here(word, view), w) for word in group if word in own.squares and word not in own.spent]
        if len(there) > count:
            found.append(w._("{count} of {squares}", count=count, squares=w._(", ").join(there)))
        elif there:
            found.append(w.join_list(there))
    return w.join_list(found) or w._("nobody is there")


def _all_there(printed: Step, counts: Sequence[int], w: Words) -> str:
    """How many citizens of which part of the estate: "2 of the left nuns and 1 of the right craftsmen"."""
    if printed.kind == "centre":
        return w._("{count} citizens anywhere", count=counts[0])
    areas = [
        w._("{count} of {area}", count=count, area=area_of(group, w))
        for count, group in zip(counts, printed.groups, strict=True)
    ]
    return w.join_list(areas)


def on_offer(tile: str, view: View, w: Words) -> str:
    """A hut upgrade on offer; if another stack shows the same, with the number of its stack."""
    text = offer(tile, w)
    tops = [stack.top for stack in view.huts]
    same = [top for top in tops if top in HUT_TILES and offer(top, w) == text]
    if tile in tops and len(same) > 1:
        return w._("{tile} (stack {number})", tile=text, number=tops.index(tile) + 1)
    return text


def hut_here(word: str, view: View, w: Words) -> str:
    """A hut with its upgrade: "hut 2 (1 fire)"."""
    upgrade = next((found.upgrade for found in mine(view).huts if found.id == word), "")
    if not upgrade:
        return hut(word, w)
    return f"{hut(word, w)} ({option(HUT_TILES[upgrade].gain, w)})"


def square_here(word: str, view: View, w: Words) -> str:
    """A square of the own estate, and whether it has been used up."""
    text = square_short(here(word, view), w)
    return w._("{square}, used up", square=text) if word in mine(view).spent else text


def room(word: str, view: View, w: Words) -> str:
    """Where a citizen of a known class can go: "“1 fire” (left)", "hut 2 (1 coin)", "workshop (1 fire)"."""
    if word in SQUARES:
        return square_here(word, view, w)
    return hut_here(word, view, w) if word in HUT_IDS else w._("workshop ({gain})", gain=gives(word, w))


def gives(tile: str, w: Words) -> str:
    """What a workshop gives."""
    return workshop_yield(WORKSHOPS[tile], w)


def citizen(word: str, view: View, w: Words) -> str:
    """The citizen at a place of the own estate: "upgraded nun in hut 2"."""
    found = citizen_at(mine(view), word)
    if found is None:
        return spot(here(word, view), w)
    sides = UPGRADED_CITIZENS if found.side == "gold" else CITIZENS
    name = w._(sides[found.citizen])
    if word in SQUARES:
        return w._("{citizen} on {square}", citizen=name, square=square_here(word, view, w))
    if word in HUT_IDS:
        return w._("{citizen} in {hut}", citizen=name, hut=hut(word, w))
    return w._("{citizen} in a workshop ({gain})", citizen=name, gain=gives(word, w))
