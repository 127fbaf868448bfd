"""Whole moves of Rattus in words: "Merchant: 2 cubes from Gallia to Italia"."""

from collections.abc import Sequence

from rules import GAMES
from rules.notation import Move
from rules.rattus import moves as m
from rules.rattus.view import View
from wording.catalogue import Words
from wording.limits import LABEL
from wording.limits import short as cut
from wording.players import plain_player
from wording.rattus.moves import cube, face_up, owner, region_view, verb_text
from wording.rattus.names import border, name, plain_face, potions, rat, region_of


def label_of(text: str, view: View, w: Words, names: Sequence[str]) -> str:
    """The label of a move in notation; the notation itself if it is none."""
    move = GAMES["rattus"].notation.parse(text)
    return text if move is None else label(move, view, w, names)


def label(move: Move, view: View, w: Words, names: Sequence[str]) -> str:
    """A whole move."""
    return cut(_cards(move, view, w, names) or _common(move, view, w, names), LABEL)


def _common(move: Move, view: View, w: Words, names: Sequence[str]) -> str:
    """What any game has, and what needs no more words than its button."""
    match move:
        case m.Place(region, cubes):
            return w.ngettext(
                "Place {count} cube in {region}", "Place {count} cubes in {region}", cubes, region=name(region, w)
            )
        case m.Take(card):
            holder = next((found.owner for found in view.cards if found.id == card), None)
            if holder is None:
                return w._("Take the {card} from the table", card=name(card, w))
            return w._("Take the {card} from {player}", card=name(card, w), player=plain_player(names, holder, w))
        case m.Plague(region):
            return w._("Move the plague piece to {region}", region=name(region, w))
        case m.Spread(region):
            return w._("Place a new rat in {region}", region=name(region, w))
        case m.Reveal(handle) if face_up(view):
            return w._("Rat {rat} strikes: {face}", rat=rat(handle, w), face=_face(handle, view, w))
        case m.Reveal(handle):
            return w._("Turn over rat {rat}", rat=rat(handle, w))
    return verb_text(str(move.__struct_config__.tag), view, w)


def _face(handle: str, view: View, w: Words) -> str:
    region = region_view(view, region_of(handle))
    return "".join(
        plain_face(one.face, w) for one in (region.rats if region else ()) if one.handle == handle and one.face
    )


def _cards(move: Move, view: View, w: Words, names: Sequence[str]) -> str:
    """The cards that are used in the main part of a turn, by their classes; "" for other moves."""
    match move:
        case m.Peasant(region):
            return w._("Peasant: a cube into {region}", region=name(region, w))
        case m.Unload(region):
            return w._("The Baker's cubes into {region}", region=name(region, w))
        case m.Merchant(region, to, cubes):
            return w.ngettext(
                "Merchant: {count} cube from {region} to {to}",
                "Merchant: {count} cubes from {region} to {to}",
                cubes,
                region=name(region, w),
                to=name(to, w),
            )
        case m.Carry(count):
            return w._("Merchant: {cube}", cube=cube(count, w))
        case m.Messenger(region, seat, count):
            values = {"player": owner(seat, w, names), "region": name(region, w)}
            if count:
                return w._("Messenger: {player} in {region}, {potions}", potions=potions(count, w), **values)
            return w._("Messenger: {player} in {region}", **values)
        case m.Monk(handle, to):
            return w._("Monk: rat {rat} to {region}", rat=rat(handle, w), region=name(to, w))
        case m.Nun(m.RESERVE, to):
            return w._("Nun: a new one in {region}", region=name(to, w))
        case m.Nun(figure, to):
            return w._("Nun: from {region} to {to}", region=name(figure, w), to=name(to, w))
        case m.Bishop(m.RESERVE, to):
            return w._("Bishop: a new one in {region}", region=name(to, w))
        case m.Bishop(figure, to):
            return w._("Bishop: from {region} to {to}", region=name(figure, w), to=name(to, w))
    return _more_cards(move, view, w)


def _more_cards(move: Move, view: View, w: Words) -> str:
    match move:
        case m.Soldier(region):
            return w._("Soldier: a rat to {region}", region=name(region, w))
        case m.Witch(handle):
            return w._("Witch: look at rat {rat}", rat=rat(handle, w))
        case m.Piper(region, to, count):
            values = {"region": name(region, w), "to": name(to, w)}
            if count:
                return w._("Pied Piper: {region} to {to}, cube with {potions}", potions=potions(count, w), **values)
            return w._("Pied Piper: {region} to {to}", **values)
        case m.Follow(handle):
            return w._("Pied Piper: rat {rat} follows", rat=rat(handle, w))
        case m.Wizard(region, count):
            if count:
                return w._("Wizard: {region}, a cube with {potions}", region=name(region, w), potions=potions(count, w))
            return w._("Wizard: {region}, a cube without potions", region=name(region, w))
        case m.King(region):
            return w._("King: a cube from {region} to the palace", region=name(region, w))
        case m.Queen(region):
            return w._("Queen: cubes into {region}", region=name(region, w))
        case m.Emperor(m.RESERVE, connection):
            return w._("Emperor: a new wall on {connection}", connection=border(connection, w))
        case m.Emperor(wall, connection):
            return w._("Emperor: {wall} to {connection}", wall=border(wall, w), connection=border(connection, w))
    return ""
