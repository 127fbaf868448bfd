"""The private panel of Messina 1347 beside the question: short answers, the player's means, what would be lost."""

from collections.abc import Sequence

from rules.game import Target
from rules.messina import components as c
from rules.messina.view_types import HexView, View
from wording.messina import names as n
from wording.messina.board_text import beside
from wording.speaker import Speaker
from wording.text_limits import capital


def means(s: Speaker[View]) -> str:
    """Describe the tokens and lieutenants that are left."""
    if s.view.phase in ("deal", "over"):
        return ""
    me = n.mine(s.view)
    have = s._(", ").join(n.listed(me.tokens, s) or [s._("no tokens")])
    free = me.home + len(me.lying)
    ready = (
        s.ngettext("{count} lieutenant left", "{count} lieutenants left", free) if free else s._("no lieutenant left")
    )
    if s.view.phase != "turns":
        return s._("You have {things}.", things=have)
    return s._("You have {things}; {lieutenants}.", things=have, lieutenants=ready)


def lost(lapsed: Sequence[str], s: Speaker[View]) -> Sequence[str]:
    """Describe what would be lost: effects, and the action of a hex."""
    hexes = [s._("the action of {hex}", hex=n.place(word, s)) for word in lapsed if word in c.HEXES]
    return [*hexes, *n.effects([word for word in lapsed if word not in c.HEXES], s)]


def _reached(word: str, view: View) -> list[HexView]:
    """Return the hexes with plague next to a hex."""
    at = next(one.at for one in view.hexes if one.id == word)
    return [one for one in view.hexes if one.cubes and one.id in beside(at, view)]


def about(said: Sequence[str], s: Speaker[View]) -> Sequence[tuple[Target, str]]:
    """Return the hex or ship of the question, and the adjacent hexes that a big fire reaches as well.

    For a restack, return the tiles that it removes.
    """
    if said[:1] == ["restack"]:
        stacks = {"huts": s.view.huts, "workshops": s.view.workshops}
        tops = [stack.top for kind in said[1:2] or stacks for stack in stacks[kind] if stack.top]
        return [
            (Target("hut_upgrade" if top in c.HUT_TILES else "workshop", top), capital(n.tile(top, s))) for top in tops
        ]
    word = s.view.about
    if s.view.question in ("fight", "rescue", "act") and word in c.HEXES:
        near = _reached(word, s.view) if s.view.question == "fight" and n.mine(s.view).tokens.get("big_fire") else []
        there = [
            (Target("hex", one.id), s._("{place}: plague {count}", place=capital(n.place(one.id, s)), count=one.cubes))
            for one in near
        ]
        # The question of the action step says what the hex does.
        name = n.place if s.view.question == "act" else n.hex_name
        return [(Target("hex", word), capital(name(word, s))), *there]
    return [(Target("ship", word), capital(n.ship(word, s)))] if word in c.SHIPS else []
