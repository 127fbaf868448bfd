"""The answers to the questions of Rattus in parts: a card, a region, a rat, and what matters to choosing it."""

from collections.abc import Sequence

from rules.rattus.moves import RESERVE
from rules.rattus.view import RegionView, View
from wording.facts import Facts
from wording.rattus.move_words import alone
from wording.rattus.names import about_card, border, cube, name, plain_face, rat_here, rats, region_of, region_view
from wording.speaker import Speaker

# A region on offer normally shows its rats. For these moves, it shows the number of the player's own cubes or of all.
OWN_CUBES = ("merchant", "piper", "wizard", "king")
ALL_CUBES = ("plague", "peasant", "unload", "merchant", "messenger", "nun", "bishop", "piper", "queen")


def facts(said: Sequence[str], following: Sequence[str], s: Speaker[View]) -> Facts:
    """Describe the last word of a move so far, with its gains."""
    verb, *words = said
    if not words or verb == "join":
        return Facts(s.game.verb(verb, s))
    field, word = s.game.notation.kinds[verb].__struct_fields__[len(words) - 1], words[-1]
    match field:
        case "cubes" if verb == "place":
            region = name(words[0], s)
            return Facts(
                s.ngettext("{region}: {count} cube", "{region}: {count} cubes", int(word), region=region),
                short=s.ngettext("{count} cube", "{count} cubes", int(word)),
            )
        case "cubes":
            return Facts(s.ngettext("{count} cube", "{count} cubes", int(word)))
        case "potions":
            return Facts(cube(int(word), s))
        case "owner":
            return Facts(s.marked_player(int(word)))
        case "card":
            return _card(word, s)
        case "rat":
            return _rat(verb, word, s)
        case "wall" | "figure" if word == RESERVE:
            return Facts(s._("from the reserve"))
        case "wall":
            return Facts(s._("from {place}", place=border(word, s)))
        case "figure":
            return Facts(s._("from {place}", place=name(word, s)))
        case "connection":
            return Facts(border(word, s))
    return _region(verb, word, field, following, s)


def _card(card: str, s: Speaker[View]) -> Facts:
    holder = next((found.owner for found in s.view.cards if found.id == card), None)
    whose = "" if holder is None else s._("held by {player}", player=s.marked_player(holder))
    return Facts(name(card, s), gain=about_card(card, s), note=whose)


def _rat(verb: str, handle: str, s: Speaker[View]) -> Facts:
    """Describe a rat, with its face if that is known.

    Rats that can be turned over are all in one region.
    """
    region = region_view(s.view, region_of(handle))
    found = next((found for found in region.rats if found.handle == handle), None) if region else None
    face = "" if found is None or found.face is None else plain_face(found.face, s)
    note = ""
    if found and face:
        note = s._("face up: {face}", face=face) if found.turned else s._("you saw {face}", face=face)
    if verb != "reveal":
        # Beside the answer's letter, which identifies the rat, its region is enough.
        return Facts(rat_here(handle, s), short=name(region_of(handle), s), note=note)
    return Facts(s.game.verb(verb, s) if alone(s.view) else s._("rat {letter}", letter=handle[-1]), note=note)


def _region(verb: str, region: str, field: str, following: Sequence[str], s: Speaker[View]) -> Facts:
    """Describe a region with what matters to this move: possible cubes, own cubes to move away, rats, or all cubes."""
    called = name(region, s)
    # The same region can be an answer that places cubes.
    if verb == "plague" and (s.view.question == "final" or not s.view.placed):
        called = s._("Plague → {region}", region=called)
    found = region_view(s.view, region)
    if found is None:
        return Facts(called)
    lie = rats(len(found.rats), s)
    if verb == "place" and s.view.question == "turn" and s.view.seat is not None:
        count = f"+{following[0]}" if len(following) == 1 else ""
        return Facts(called, badge=count, gain=_placed(found, following, s), note=lie if found.rats else "")
    own = found.cubes[s.view.seat] if s.view.seat is not None else 0
    if verb in OWN_CUBES and field == "region" and s.view.seat is not None:
        return Facts(called, note=s.ngettext("{count} cube of yours", "{count} cubes of yours", own))
    if verb not in ALL_CUBES:
        return Facts(called, note=lie)
    cubes = [s.ngettext("{count} cube", "{count} cubes", sum(found.cubes))]
    if own and own == sum(found.cubes):
        cubes = [s.ngettext("{count} cube, yours", "{count} cubes, all yours", own)]
    elif own:
        cubes.append(s._("{count} of them yours", count=own))
    return Facts(called, gain=s._(", ").join([lie, *cubes]))


def _placed(found: RegionView, following: Sequence[str], s: Speaker[View]) -> str:
    """Describe how many cubes can be placed in a region: one per rat there; cards can add more."""
    assert s.view.seat is not None
    counts = sorted(map(int, following)) or [max(1, min(len(found.rats), s.view.stock[s.view.seat]))]
    if len(counts) == 1:
        return s.ngettext("{count} cube", "{count} cubes", counts[0])
    if len(counts) == 2:
        return s.ngettext("{least} or {count} cube", "{least} or {count} cubes", counts[1], least=counts[0])
    return s.ngettext("{least} to {count} cube", "{least} to {count} cubes", counts[-1], least=counts[0])
