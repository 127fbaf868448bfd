"""One value of one field of a move, when a panel or a command asks field by field."""

from collections.abc import Sequence

from rules.messina.components import HEXES
from rules.messina.view_types import View
from wording.catalogue import Words
from wording.limits import LABEL, capital, short
from wording.messina.amounts import CITIZENS, option, tokens
from wording.messina.journeys import to_hex, to_ship
from wording.messina.names import (
    CLASS_EMOJI,
    OTHERS,
    TRACKS,
    hex_name,
    offer,
    place,
    workshop,
)
from wording.messina.pieces import (
    beside,
    board_label,
    citizen,
    hut_to_build_on,
    landing,
    on_offer,
    overseer,
    room,
    scroll,
    space,
)
from wording.messina.seen import mine


def choice(
    verb: str, field: str, value: str | int, prefix: list[str], view: View, w: Words, names: Sequence[str]
) -> str:
    """One value of a field, with what matters to choosing it."""
    return short(capital(_choice(verb, field, value, prefix, view, w)), LABEL)


def _choice(verb: str, field: str, value: str | int, prefix: list[str], view: View, w: Words) -> str:
    word = str(value)
    match verb, field:
        case _, "start":
            return hex_name(word, w) if word in HEXES else place(word, w)
        case "go", "hex":
            return to_hex(word, prefix[1], view, w)
        case "board", "ship":
            return to_ship(word, prefix[1], view, w)
        case "fight", _:
            return _fight(field, word, w)
        case (("act" | "copy"), "option"):
            hex_ = prefix[1] if verb == "copy" else view.about
            return option(HEXES[hex_].action.options[int(word) - 1], w)
        case "copy", "hex":
            return hex_name(word, w)
        case "take", "board":
            return board_label(word, w)
        case (("pay" | "step"), "register"):
            return landing(word, view, w)
        case _, "register":
            return w._(TRACKS[word])
        case _, "column":
            return scroll(int(word), view, w)
        case _, "overseer":
            seen = mine(view).overseers[word]
            if not seen.step:
                return w._("{overseer} (at the start)", overseer=overseer(word, w))
            return w._("{overseer} (now on step {step})", overseer=overseer(word, w), step=seen.step)
        case _, "way":
            where = space(prefix[1], word, view, w, upgraded=verb == "elevate")
            return f"{w._(OTHERS[word])}: {where}"
    return _thing(verb, field, word, view, w)


def _thing(verb: str, field: str, word: str, view: View, w: Words) -> str:
    """A citizen, a place of the estate or a tile."""
    match verb, field:
        case "rescue", "citizen":
            return f"{CLASS_EMOJI[word]} {w._(CITIZENS[word])}"
        case (("rescue" | "house"), "spot"):
            return room(word, view, w) if word != "-" else w._("no room")
        case "house", "hut":
            return citizen(word, view, w)
        case "hut", "hut":
            return hut_to_build_on(word, view, w)
        case _, ("square" | "spot"):
            return citizen(word, view, w)
        case "work", "workshop":
            return workshop(word, w)
        case "hut", "tile":
            return on_offer(word, view, w)
        case _, "tile":
            return offer(word, w)
        case "restack", "token":
            return tokens(word, 1, w)
    return w._(OTHERS[word])


def _fight(field: str, word: str, w: Words) -> str:
    match field:
        case "cubes":
            return w.ngettext("Remove {count} cube here", "Remove {count} cubes here", int(word))
        case "fire" if word == "0":
            return w._("spend no fire")
        case "big" if word == "0":
            return w._("spend no big fire")
        case "fire":
            return w._("spend {amount}", amount=tokens("fire", int(word), w))
        case "big":
            return w._("spend {amount}", amount=tokens("big_fire", int(word), w))
    return w._("only here") if word == "-" else w._("and {others}", others=w.join_list(beside(word.split("+"), w)))
