"""What stands on a private panel of Messina 1347 beside the question: short answers, one's means, what would lapse."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.errors import N_
from rules.game import Target
from rules.messina.components import (
    BOARDS,
    DOCKS,
    HEXES,
    HUT_IDS,
    HUT_TILES,
    SCROLL_BOARDS,
    SHIPS,
    SQUARES,
    WAGONS,
    WORKSHOPS,
)
from rules.messina.view_types import HexView, View
from wording.limits import BUTTON, capital
from wording.messina.amounts import CITIZENS, UPGRADED_CITIZENS, effects, listed, option, overseer, parts, tokens
from wording.messina.board import beside
from wording.messina.choices import dock_id
from wording.messina.moves import yields_there
from wording.messina.names import (
    CLASS_WORKSHOPS,
    GOODS,
    OTHERS,
    PRIORITIES,
    board_name,
    hex_name,
    hut,
    place,
    quoted,
    scroll_track,
    ship,
    tile,
    way,
)
from wording.messina.view_lookup import citizen_at, here, hex_view, mine
from wording.speaker import Speaker

# By kind of move what a button says of a whole one, with its fields in brief; of all others it says the last field.
WHOLE: Mapping[str, str] = {
    "act": N_("Hex: {option}"),
    "pay": N_("Pay: {register}"),
    "step": N_("Free step: {register}"),
    "scroll": N_("Scroll cube: {column}"),
    "promote": N_("Upgrade: {overseer}"),
    "gild": N_("Upgrade: {spot}"),
    "work": N_("To workshop: {workshop}"),
    "restack": N_("{stacks}, for {token}"),
}


def brief(words: Sequence[str], s: Speaker[View]) -> str:
    """An answer in a word or two."""
    verb, *said = words
    fields = s.game.notation.kinds[verb].__struct_fields__
    names = {field: _brief(verb, field, words, at, s) for at, field in enumerate(fields[: len(said)], 1)}
    if not said:
        return s.game.verb(verb, s)
    if len(said) == len(fields):
        if verb in ("advance", "elevate"):
            if said[1] == "skip":  # other ways say by their area whose they are
                return s._("{citizen}: {way}", citizen=s._(CITIZENS[said[0]]), way=names["way"])
            return names["overseer"] if said[1] == "on" else names["way"]
        if verb == "fight":
            return _fight(words, s)
        if verb == "rescue" and _several(s):
            return names["citizen"]  # where to is said by the letter
        if verb == "give":
            return names["spot"]
        if verb == "work":
            whole = s.label_of(" ".join(words))
            if len(whole) <= BUTTON:
                return whole
            texts = [
                s._(WHOLE[verb], workshop=yields_there(said[0], said[1], s, brief=brief)) for brief in (False, True)
            ]
            return next((text for text in texts if len(text) <= BUTTON), texts[-1])
        if verb in ("go", "board") and _dearer(said[0], said[1], s):
            return s._("{goal} from {start}", goal=names[fields[1]], start=names["start"])
        if verb in WHOLE:
            return s._(WHOLE[verb], **names)
    return names[fields[len(said) - 1]]


def _who(spot: str, s: Speaker[View]) -> str:
    """The citizen at a place of the own estate: "nun", "upgraded nun"."""
    found = citizen_at(mine(s.view), spot)
    if found is None:
        return thing(spot, s)
    return s._((UPGRADED_CITIZENS if found.side == "gold" else CITIZENS)[found.citizen])


def _several(s: Speaker[View]) -> bool:
    """Whether citizens of several classes wait for huts, and may have to be chosen from; to squares they go in turn."""
    found = hex_view(s.view, s.view.about)
    return found is not None and bool(found.cubes) and len(set(found.citizens)) > 1


def _dearer(start: str, goal: str, s: Speaker[View]) -> bool:
    """Whether another way to the goal stands for it: a cheaper one, or the first of those that cost the same."""
    to = goal if goal in HEXES else dock_id(goal, s)
    ways = {one: goals[to] for one, goals in s.view.reach.items() if to in goals}
    return start in ways and start != min(ways, key=lambda one: ways[one])


def _brief(verb: str, field: str, words: Sequence[str], at: int, s: Speaker[View]) -> str:
    """A field of a move in brief."""
    word = words[at]
    if field == "option":
        hex_ = words[1] if verb == "copy" else s.view.about
        options = HEXES[hex_].action.options if hex_ in HEXES else ()
        return s._(", ").join(parts(options[int(word) - 1], s)) if 0 < int(word) <= len(options) else word
    if field == "column":
        return scroll_track(mine(s.view).scroll_board, int(word), s)
    if field == "cubes":
        return s.ngettext("{count} cube", "{count} cubes", int(word))
    if field == "token":
        return tokens(word, 1, s)
    if field == "register":
        return s._(PRIORITIES[word])
    if field == "overseer":
        return overseer(word, s)
    if field == "way":
        return way(words[1], word, s)
    if field == "spot" and verb in ("gild", "give"):
        return _who(word, s)
    if field == "tile" and word in WORKSHOPS:  # of those on offer each is of another class
        return s._(CLASS_WORKSHOPS[WORKSHOPS[word].citizen])
    return thing(word, s)


def thing(word: str, s: Speaker[View]) -> str:
    """A thing by its short name: "hex 7", "silk ship", "“1 fire”", "hut 2"."""
    for known, tell in THINGS:
        if word in known:
            return tell(word, s)
    return s._(OTHERS[word]) if word in OTHERS else s.game.name_of(word, s) or word


THINGS: Sequence[tuple[Any, Callable[[str, Speaker[View]], str]]] = (
    ({**HEXES, **DOCKS}, place),
    (SHIPS, lambda word, s: s._(GOODS[SHIPS[word].goods])),
    (SQUARES, lambda word, s: quoted(here(word, s.view), s, brief=True)),
    (HUT_IDS, hut),
    (HUT_TILES, lambda word, s: s._("Hut: {gain}", gain=option(HUT_TILES[word].gain, s))),
    (WORKSHOPS, lambda word, s: option(WORKSHOPS[word].gain, s)),
    (WAGONS, lambda word, s: s._("Wagon")),
    (CITIZENS, lambda word, s: s._(CITIZENS[word])),
    ({**BOARDS, **SCROLL_BOARDS}, board_name),
)


def _fight(words: Sequence[str], s: Speaker[View]) -> str:
    """A way to fight: how many cubes and for what, and where else than here."""
    _, cubes, fire, big, also = words
    near = [] if also == "-" else [place(hex_, s) for hex_ in also.split("+")]
    costs = [tokens(token, int(count), s) for token, count in (("fire", fire), ("big_fire", big)) if count != "0"]
    count = int(cubes) + len(near)
    if not near:
        return s.ngettext("{count} cube: {cost}", "{count} cubes: {cost}", count, cost=s._(", ").join(costs))
    return s.ngettext(
        "{count} cube ({places}): {cost}",
        "{count} cubes ({places}): {cost}",
        count,
        places=s._(", ").join(near),
        cost=s._(", ").join(costs),
    )


def means(s: Speaker[View]) -> str:
    """Tokens and lieutenants that are left."""
    if s.view.phase in ("deal", "over"):
        return ""
    me = mine(s.view)
    have = s._(", ").join(listed(me.tokens, s) or [s._("no tokens")])
    free = me.home + len(me.lying)
    ready = (
        s.ngettext("{count} lieutenant left", "{count} lieutenants left", free) if free else s._("no lieutenant left")
    )
    if s.view.phase != "turns":
        return s._("You have {things}.", things=have)
    return s._("You have {things}; {lieutenants}.", things=have, lieutenants=ready)


def lost(lapsed: Sequence[str], s: Speaker[View]) -> Sequence[str]:
    """What lapses: effects, and the action of a hex."""
    hexes = [s._("the action of {hex}", hex=place(word, s)) for word in lapsed if word in HEXES]
    return [*hexes, *effects([word for word in lapsed if word not in HEXES], s)]


def _reached(word: str, view: View) -> list[HexView]:
    """The hexes with plague next to a hex."""
    at = next(one.at for one in view.hexes if one.id == word)
    return [one for one in view.hexes if one.cubes and one.id in beside(at, view)]


def about(said: Sequence[str], s: Speaker[View]) -> Sequence[tuple[Target, str]]:
    """The hex or the ship where the question is asked, and the hexes next to it that a big fire reaches, too.

    Of a restack the tiles that it takes away.
    """
    if said[:1] == ["restack"]:
        stacks = {"huts": s.view.huts, "workshops": s.view.workshops}
        tops = [stack.top for kind in said[1:2] or stacks for stack in stacks[kind] if stack.top]
        return [(Target("hut_upgrade" if top in HUT_TILES else "workshop", top), capital(tile(top, s))) for top in tops]
    word = s.view.about
    if s.view.question in ("fight", "rescue", "act") and word in HEXES:
        near = _reached(word, s.view) if s.view.question == "fight" and mine(s.view).tokens.get("big_fire") else []
        there = [
            (Target("hex", one.id), s._("{place}: plague {count}", place=capital(place(one.id, s)), count=one.cubes))
            for one in near
        ]
        name = place if s.view.question == "act" else hex_name  # there the question tells what the hex does
        return [(Target("hex", word), capital(name(word, s))), *there]
    return [(Target("ship", word), capital(ship(word, s)))] if word in SHIPS else []
