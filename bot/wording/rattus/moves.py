"""Moves of Rattus in words: buttons for the kinds of move, values of their fields, whole moves."""

from collections.abc import Sequence

from bot.wording.catalogue import Words
from bot.wording.limits import BUTTON, LABEL
from bot.wording.limits import short as cut
from bot.wording.players import mark, plain_player
from bot.wording.rattus.names import CARD, CLASS_EMOJI, CUBE, PLAGUE, RAT, class_of, name, plain_face, rat, region_of
from rules import GAMES
from rules.errors import N_
from rules.notation import Move
from rules.rattus import moves as m
from rules.rattus.view import RegionView, View

# The emoji (of a class: its id) and the text of the button for each kind of move.
VERBS = {
    "place": (CUBE, N_("Place cubes")),
    "take": (CARD, N_("Take a class card")),
    "monk": ("church", N_("Monk: move a rat")),
    "merchant": ("bourgeoisie", N_("Merchant: move cubes")),
    "witch": ("magic", N_("Witch: look at a rat")),
    "exchange": ("magic", N_("Exchange the two rats")),
    "keep": ("✅", N_("Leave it so")),
    "king": ("royalty", N_("King: a cube to the palace")),
    "peasant": ("peasantry", N_("Peasant: place a cube")),
    "plague": (PLAGUE, N_("Move the plague piece")),
    "spread": (RAT, N_("Place a new rat")),
    "neutral": ("chivalry", N_("Knight: count 2 cubes more")),
    "reveal": (RAT, N_("Turn over a rat")),
    "end": ("✅", N_("End my turn")),
}
SECOND_LOOK, NO_SECOND_LOOK, KEEP_PLACES = N_("Look at a second rat"), N_("One look is enough"), N_("Do not exchange")
END_PART = N_("End my final round")


def emoji(verb: str) -> str:
    """The emoji of a kind of move."""
    return CLASS_EMOJI.get(VERBS[verb][0], VERBS[verb][0])


def verb_text(verb: str, view: View, w: Words) -> str:
    """What a kind of move is called at this moment, without its emoji."""
    if view.question == "look":
        return w.t({"witch": SECOND_LOOK, "keep": NO_SECOND_LOOK}[verb])
    if verb == "keep":
        return w.t(KEEP_PLACES)
    if verb == "end" and view.phase == "final":
        return w.t(END_PART)
    return w.t(VERBS[verb][1])


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
            return w.n("{count} cube", "{count} cubes", int(value))
        case "card":
            return cut(_card(str(value), view, w, names), LABEL)
        case "rat":
            return cut(_rat(str(value), view, w), LABEL)
    return cut(_region(verb, str(value), field, view, w), LABEL)


def _card(card: str, view: View, w: Words, names: Sequence[str]) -> str:
    owner = next((found.owner for found in view.cards if found.id == card), None)
    text = f"{CLASS_EMOJI[class_of(card)]} {name(card, w)}"
    if owner is None:
        return text
    return f"{text} ({mark(owner)} {plain_player(names, owner, w)})"


def _rat(handle: str, view: View, w: Words) -> str:
    region = region_view(view, region_of(handle))
    seen = next((found.face for found in region.rats if found.handle == handle), None) if region else None
    text = f"{RAT} {rat(handle, w)}"
    return w.t("{rat} (you saw {face})", rat=text, face=plain_face(seen, w)) if seen else text


def _region(verb: str, region: str, field: str, view: View, w: Words) -> str:
    """The region with what matters to this move: own cubes to move away, rats to match, or both rats and all cubes."""
    text = name(region, w)
    found = region_view(view, region)
    if found is None:
        return text
    rats, cubes = f" {RAT}{len(found.rats)}", f" {CUBE}{sum(found.cubes)}"
    if verb in ("merchant", "king") and field == "region" and view.seat is not None:
        return text + f" {CUBE}{found.cubes[view.seat]}"
    return text + (rats + cubes if verb in ("plague", "merchant", "peasant") else rats)


def label(move: Move, view: View, w: Words, names: Sequence[str]) -> str:
    """A whole move."""
    return cut(_label(move, view, w, names), LABEL)


def _label(move: Move, view: View, w: Words, names: Sequence[str]) -> str:
    match move:
        case m.Place(region, cubes):
            return w.n(
                "Place {count} cube in {region}", "Place {count} cubes in {region}", cubes, region=name(region, w)
            )
        case m.Take(card):
            owner = next((found.owner for found in view.cards if found.id == card), None)
            if owner is None:
                return w.t("Take the {card} from the table", card=name(card, w))
            return w.t("Take the {card} from {player}", card=name(card, w), player=plain_player(names, owner, w))
        case m.Monk(handle, to):
            return w.t("Monk: rat {rat} to {region}", rat=rat(handle, w), region=name(to, w))
        case m.Merchant(region, to, cubes):
            return w.n(
                "Merchant: {count} cube from {region} to {to}",
                "Merchant: {count} cubes from {region} to {to}",
                cubes,
                region=name(region, w),
                to=name(to, w),
            )
        case m.Witch(handle):
            return w.t("Witch: look at rat {rat}", rat=rat(handle, w))
        case m.King(region):
            return w.t("King: a cube from {region} to the palace", region=name(region, w))
        case m.Peasant(region):
            return w.t("Peasant: a cube into {region}", region=name(region, w))
        case m.Plague(region):
            return w.t("Move the plague piece to {region}", region=name(region, w))
        case m.Spread(region):
            return w.t("Place a new rat in {region}", region=name(region, w))
        case m.Reveal(handle):
            return w.t("Turn over rat {rat}", rat=rat(handle, w))
    return verb_text(str(move.__struct_config__.tag), view, w)


def label_of(text: str, view: View, w: Words, names: Sequence[str]) -> str:
    """The label of a move in notation; the notation itself if it is none."""
    move = GAMES["rattus"].notation.parse(text)
    return text if move is None else label(move, view, w, names)
