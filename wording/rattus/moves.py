"""Moves of Rattus in words: buttons for the kinds of move, values of their fields."""

from collections.abc import Sequence

from rules.errors import N_
from rules.rattus.moves import RESERVE
from rules.rattus.view import RegionView, View
from wording.catalogue import Words
from wording.limits import BUTTON, LABEL
from wording.limits import short as cut
from wording.players import mark, plain_player
from wording.rattus.names import (
    CARD,
    CLASS_EMOJI,
    CUBE,
    PLAGUE,
    RAT,
    border,
    class_of,
    name,
    plain_face,
    potions,
    rat,
    region_of,
)

# The emoji (of a class: its id) and the text of the button for each kind of move.
VERBS = {
    "place": (CUBE, N_("Place cubes")),
    "take": (CARD, N_("Take a class card")),
    "peasant": ("peasantry", N_("Peasant: place a cube")),
    "serf": ("peasantry", N_("Serf: add a cube")),
    "baker": ("peasantry", N_("Baker: put a cube on him")),
    "unload": ("peasantry", N_("Place the Baker's cubes")),
    "merchant": ("bourgeoisie", N_("Merchant: move cubes")),
    "carry": ("bourgeoisie", N_("Choose the next cube")),
    "messenger": ("bourgeoisie", N_("Messenger: exchange two cubes")),
    "mayor": ("bourgeoisie", N_("Mayor: place by majorities")),
    "monk": ("church", N_("Monk: move a rat")),
    "nun": ("church", N_("Nun: set or move nuns")),
    "bishop": ("church", N_("Bishop: set or move a bishop")),
    "neutral": ("chivalry", N_("Knight: count 2 cubes more")),
    "crusader": ("chivalry", N_("Crusader: turn all rats over")),
    "soldier": ("chivalry", N_("Soldier: bring a rat")),
    "join": ("chivalry", N_("Use another card, too")),
    "witch": ("magic", N_("Witch: look at a rat")),
    "exchange": ("magic", N_("Exchange the two rats")),
    "keep": ("✅", N_("Do not exchange")),
    "piper": ("magic", N_("Pied Piper: lead rats away")),
    "follow": ("magic", N_("Choose the next rat")),
    "wizard": ("magic", N_("Wizard: brew a potion")),
    "king": ("royalty", N_("King: a cube to the palace")),
    "queen": ("royalty", N_("Queen: place cubes")),
    "emperor": ("royalty", N_("Emperor: build or move walls")),
    "skip": ("✅", N_("Leave it out")),
    "plague": (PLAGUE, N_("Move the plague piece")),
    "spread": (RAT, N_("Place a new rat")),
    "reveal": (RAT, N_("Turn over a rat")),
    "end": ("✅", N_("End my turn")),
}
END_PART = N_("End my final round")
STRIKE = N_("Let the next rat strike")
# What a question calls it otherwise.
HERE = {
    ("look", "witch"): N_("Look at a second rat"),
    ("look", "keep"): N_("One look is enough"),
    ("messenger", "messenger"): N_("Choose the other cube"),
    ("nun", "nun"): N_("Set or move another nun"),
    ("emperor", "emperor"): N_("Build or move another wall"),
    ("mayor", "place"): N_("Place the next cube"),
    ("extra", "skip"): N_("No further rat"),
    ("serf", "skip"): N_("No cube for the Serf"),
    ("nun", "skip"): N_("No further nun"),
    ("emperor", "skip"): N_("No further wall"),
    ("mayor", "skip"): N_("No further cube"),
}
NAMING = {"join": N_("Use the {card}, too"), "skip": N_("Without the {card}")}  # where a question is about a card

OWN = ("merchant", "piper", "wizard", "king")  # kinds of move that need own cubes in the region they begin with
ALL = ("plague", "merchant", "piper", "peasant", "queen", "unload", "nun", "bishop", "messenger")  # all cubes matter


def emoji(verb: str) -> str:
    """The emoji of a kind of move."""
    return CLASS_EMOJI.get(VERBS[verb][0], VERBS[verb][0])


def verb_text(verb: str, view: View, w: Words) -> str:
    """What a kind of move is called at this moment, without its emoji."""
    if view.question == "join" and verb in NAMING:
        return w._(NAMING[verb], card=name(view.about[0], w))
    if verb == "end" and view.phase == "final":
        return w._(END_PART)
    if verb == "reveal" and face_up(view):
        return w._(STRIKE)
    return w._(HERE.get((view.question, verb), VERBS[verb][1]))


def face_up(view: View) -> bool:
    """Whether rats of the plague region lie face up, waiting to strike."""
    region = region_view(view, view.plague)
    return region is not None and any(found.turned for found in region.rats)


def verb(verb: str, view: View, w: Words) -> str:
    """The button for a kind of move."""
    return cut(f"{emoji(verb)} {verb_text(verb, view, w)}", BUTTON)


def region_view(view: View, region: str) -> RegionView | None:
    """The region as the viewer sees it, or None if it is not in use."""
    return next((found for found in view.regions if found.id == region), None)


def choice(
    verb: str, field: str, value: str | int, prefix: list[str], view: View, w: Words, names: Sequence[str]
) -> str:
    """One value of a field."""
    match field:
        case "cubes":
            return w.ngettext("{count} cube", "{count} cubes", int(value))
        case "potions":
            return cube(int(value), w)
        case "owner":
            return owner(int(value), w, names)
        case "card":
            return cut(_card(str(value), view, w, names), LABEL)
        case "rat":
            return cut(_rat(str(value), view, w), LABEL)
        case "wall" | "figure" if value == RESERVE:
            return w._("from the reserve")
        case "wall":
            return w._("from {place}", place=border(str(value), w))
        case "figure":
            return w._("from {place}", place=name(str(value), w))
        case "connection":
            return cut(border(str(value), w), LABEL)
    return cut(_region(verb, str(value), field, view, w), LABEL)


def cube(count: int, w: Words) -> str:
    """A cube, told from others by the potions under it."""
    return w._("a cube with {potions}", potions=potions(count, w)) if count else w._("a cube without potions")


def owner(seat: int, w: Words, names: Sequence[str]) -> str:
    """A player whose cube is chosen; the mark tells players of one name apart."""
    return f"{mark(seat)} {plain_player(names, seat, w)}"


def _card(card: str, view: View, w: Words, names: Sequence[str]) -> str:
    holder = next((found.owner for found in view.cards if found.id == card), None)
    text = f"{CLASS_EMOJI[class_of(card)]} {name(card, w)}"
    return text if holder is None else f"{text} ({owner(holder, w, names)})"


def _rat(handle: str, view: View, w: Words) -> str:
    region = region_view(view, region_of(handle))
    found = next((found for found in region.rats if found.handle == handle), None) if region else None
    text = f"{RAT} {rat(handle, w)}"
    if found is None or found.face is None:
        return text
    if found.turned:
        return w._("{rat} (face up: {face})", rat=text, face=plain_face(found.face, w))
    return w._("{rat} (you saw {face})", rat=text, face=plain_face(found.face, w))


def _region(verb: str, region: str, field: str, view: View, w: Words) -> str:
    """The region with what matters to this move: own cubes to move away, rats to match, or both rats and all cubes."""
    text = name(region, w)
    found = region_view(view, region)
    if found is None:
        return text
    rats, cubes = f" {RAT}{len(found.rats)}", f" {CUBE}{sum(found.cubes)}"
    if verb in OWN and field == "region" and view.seat is not None:
        return text + f" {CUBE}{found.cubes[view.seat]}"
    return text + (rats + cubes if verb in ALL else rats)
