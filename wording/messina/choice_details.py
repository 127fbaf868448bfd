"""The choices in Messina 1347, as short as a button: the thing itself and the consequences of choosing it.

Where a lieutenant can go and at what price, where a step leads, whom an overseer finds, who is on a square.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from rules.messina import components as c
from rules.messina.action.overseers import NORMAL, UPGRADED
from rules.messina.components import Step
from rules.messina.view_types import HexView, View
from wording.catalogue import Words
from wording.messina import names as n
from wording.speaker import Speaker

MAX_CITIZEN_LIST = 50


def rats_if_left(view: View) -> int:
    """Return the rats that come if the player fights nothing: one for each cube on the hex, one for a ship."""
    here = n.hex_view(view, view.about)
    return here.cubes if here else 1


def beside(also: Iterable[str], w: Words) -> list[str]:
    """Describe cubes on adjacent hexes, one for each time that a hex is named: "hex 7: 2"."""
    return [w._("{place}: {count}", place=n.place(hex_, w), count=count) for hex_, count in Counter(also).items()]


def landing(register: str, s: Speaker[View]) -> str:
    """Describe where a step on a register leads, and what it gives: "city register, space 4 (a lieutenant)"."""
    return s._("{register}, {space}", register=s._(n.TRACKS[register]), space=landing_space(register, s))


def landing_space(register: str, s: Speaker[View]) -> str:
    """Describe the space of a register to which a step leads, and what it gives: "space 4 (a lieutenant)"."""
    at = next(n.disc_spaces(one)[n.viewer(s.view)] for one in s.view.registers if one.id == register)
    if at == len(c.REGISTER[register]):
        return s._("top of the stack at its end")
    text = s._("space {space}", space=at + 1)
    gives = n.register_space(register, at + 1, s)
    return s.bracketed(text, gives) if gives else text


def scroll(column: int, s: Speaker[View]) -> str:
    """Describe a scroll cube and what it will bring: "ships: 3 points for each"."""
    name = n.scroll_track(n.mine(s.view).scroll_board, column, s)
    return s._("{track}: {points}", track=name, points=scroll_worth(column, s))


def scroll_worth(column: int, s: Speaker[View]) -> str:
    """Describe what the track of a scroll cube pays if the cube advances: "3 points for each"."""
    own = n.mine(s.view)
    track = c.TRACKS[own.scroll_board][column - 1]
    return n.worth(track, min(own.scrolls[column - 1] + 1, len(track.levels)), s)


def board_label(word: str, s: Speaker[View]) -> str:
    """Describe a side-b board with what is special about it."""
    return s.choice(["take", word])


def board_gains(word: str, w: Words) -> str:
    """Describe what is special about a side-b board: its squares that work once per game, or its scroll tracks."""
    if word in c.BOARDS:
        once = [one.action.options[0] for one in c.BOARDS[word].squares.values() if one.once]
        effects = "; ".join(w._(", ").join(n.parts(one, w)) for one in once)
        return w._("{sign} once: {effects}", sign=n.ONCE, effects=effects)
    return w._(", ").join(n.scroll_track(word, column, w) for column in range(1, len(c.TRACKS[word]) + 1))


def hut_to_build_on(word: str, s: Speaker[View]) -> str:
    """Describe a hut with its citizen: "hut 2 (nun)"."""
    seen = next(found for found in n.mine(s.view).huts if found.id == word)
    who = s._(n.EMPTY_HUT) if seen.citizen is None else s._(n.CITIZENS[seen.citizen.citizen])
    return s.bracketed(n.hut(word, s), who)


def area_of(group: tuple[str, ...], w: Words) -> str:
    """Describe the squares of an area: "the upper nuns"."""
    return w._(n.AREAS[group[0][:2]])


def space(name: str, how: str, s: Speaker[View], *, upgraded: bool = False, most: int = MAX_CITIZEN_LIST) -> str:
    """Describe the next space of an overseer, and the citizens it can activate there.

    They are listed by name if they fit ``most`` characters.
    """
    seen = n.mine(s.view).overseers[name]
    step = min(seen.step + (2 if how.startswith("skip") else 1), c.PATH_LENGTH)
    branch = next((branch for branch in ("left", "right") if how.endswith(branch)), seen.branch or "left")
    printed = c.PATHS[name, branch][step - 1]
    counts = (UPGRADED if seen.upgraded or upgraded else NORMAL)[printed.kind]
    text = _present(printed, counts, s)
    if len(text) > most:
        text = all_there(printed, counts, s)
    return s._("step {step}, {citizens}", step=step, citizens=text)


def _present(printed: Step, counts: Sequence[int], s: Speaker[View]) -> str:
    """Describe the citizens that can be activated, by their squares: "“build” and 1 of “1 fire”, “scroll step”"."""
    found = []
    for count, group in zip(counts, printed.groups, strict=True):
        own = n.mine(s.view)
        there = [n.quoted(n.here(word, s.view), s) for word in group if word in own.squares and word not in own.spent]
        if len(there) > count:
            found.append(s._("{count} of {squares}", count=count, squares=s._(", ").join(there)))
        elif there:
            found.append(s.join_list(there))
    return s.join_list(found) or s._("nobody is there")


def all_there(printed: Step, counts: Sequence[int], w: Words) -> str:
    """Describe the citizens in each part of the estate: "2 of the upper nuns and 1 of the right craftsmen"."""
    if printed.kind == "centre":
        return w.ngettext("{count} citizen anywhere", "{count} citizens anywhere", counts[0])
    if printed.kind == "pair":
        return w._("{count} of the first squares of both areas", count=counts[0])
    areas = [
        w._("{count} of {area}", count=count, area=area_of(group, w))
        for count, group in zip(counts, printed.groups, strict=True)
    ]
    return w.join_list(areas)


def on_offer(tile: str, s: Speaker[View]) -> str:
    """Describe a hut upgrade on offer, with the number of its stack if another stack shows the same."""
    text, number = n.offer(tile, s), stack_of(tile, s)
    return s._("{tile} (stack {number})", tile=text, number=number) if number else text


def stack_of(tile: str, s: Speaker[View]) -> int:
    """Return the number of the stack of a hut upgrade on offer if another one shows the same, otherwise 0."""
    tops = [stack.top for stack in s.view.huts]
    same = [top for top in tops if top in c.HUT_TILES and tile in c.HUT_TILES and n.offer(top, s) == n.offer(tile, s)]
    return tops.index(tile) + 1 if tile in tops and len(same) > 1 else 0


def room_for_all(found: HexView, view: View) -> bool:
    """Return whether all who wait on a hex find room on the estate: in huts because of plague, otherwise on squares."""
    own = n.mine(view)
    if found.cubes:
        return len(found.citizens) <= sum(hut.citizen is None for hut in own.huts)
    free = Counter(one.sector for id_, one in c.SQUARES.items() if id_ not in own.squares)
    return all(count <= free[one] for one, count in Counter(found.citizens).items())


def hut_here(word: str, s: Speaker[View]) -> str:
    """Describe a hut with its upgrade: "hut 2 (1 fire)"."""
    upgrade = next((found.upgrade for found in n.mine(s.view).huts if found.id == word), "")
    if not upgrade:
        return n.hut(word, s)
    return s.bracketed(n.hut(word, s), n.option(c.HUT_TILES[upgrade].gain, s))


def square_here(word: str, s: Speaker[View]) -> str:
    """Describe a square of the player's own estate, and whether it has been used up."""
    text = n.square_short(n.here(word, s.view), s)
    return s._("{square}, used up", square=text) if word in n.mine(s.view).spent else text


def room(word: str, s: Speaker[View]) -> str:
    """Describe where a citizen of a known class can go: "“1 fire” (upper)", "hut 2 (1 coin)", "workshop (1 fire)"."""
    if word in c.SQUARES:
        return square_here(word, s)
    return (
        hut_here(word, s)
        if word in c.HUT_IDS
        else s._("workshop ({gain})", gain=n.workshop_yield(c.WORKSHOPS[word], s))
    )


def citizen(word: str, s: Speaker[View]) -> str:
    """Describe the citizen at a place of the player's own estate: "upgraded nun in hut 2"."""
    found = n.citizen_at(n.mine(s.view), word)
    if found is None:
        return n.spot(n.here(word, s.view), s)
    sides = n.UPGRADED_CITIZENS if found.side == "gold" else n.CITIZENS
    name = s._(sides[found.citizen])
    if word in c.SQUARES:
        return s._("{citizen} on {square}", citizen=name, square=square_here(word, s))
    if word in c.HUT_IDS:
        return s._("{citizen} in {hut}", citizen=name, hut=n.hut(word, s))
    return s._("{citizen} in a workshop ({gain})", citizen=name, gain=n.workshop_yield(c.WORKSHOPS[word], s))


def yields_there(spot: str, workshop: str, s: Speaker[View], *, brief: bool = False) -> str:
    """Describe what the workshop gives for this citizen: "6 points, if upgraded" if the citizen is not upgraded yet."""
    printed, who = c.WORKSHOPS[workshop], n.citizen_at(n.mine(s.view), spot)
    gold = who is not None and who.side == "gold"
    gain = n.option(printed.gold_gain if gold and printed.need == "tiered" else printed.gain, s)
    return s._("{gain}, if upgraded", gain=gain) if printed.need == "gold" and not gold and not brief else gain
