"""The virtual opponent of a solo game in words: its name, and its turns."""

from collections.abc import Sequence
from typing import Any

from rules.errors import N_
from rules.game import Event
from rules.messina import components as c
from rules.messina import events as e
from rules.messina.view import OpponentView, View
from wording.catalogue import Words
from wording.messina import name_tables as t
from wording.messina import names as n
from wording.speaker import Speaker

THE_OPPONENT, OPPONENT = N_("▲ **the opponent**"), N_("opponent")
OPPONENT_AS_SUBJECT = N_("▲ **The opponent**")
TURN_ENDS = (e.OpponentPassed, e.OpponentTook, e.OpponentIdle)
EVENTS_OF_A_TURN = (e.TileRevealed, e.OpponentWent, e.OpponentRescued, e.OpponentFought, *TURN_ENDS)
TAKES = {
    "ship": N_("a ship"),
    "wagon": N_("the wagon"),
    "workshop:craftsman": N_("the craftsman workshop"),
    "workshop:nun": N_("the nun workshop"),
    "workshop:aristocrat": N_("the aristocrat workshop"),
    "huts": N_("all hut upgrades"),
    "none": N_("nothing"),
}


def who(seat: int, s: Speaker[View]) -> str:
    """Return the name of a seat, which in a solo game may be the virtual opponent, as Markdown."""
    return s._(THE_OPPONENT) if seat == c.OPPONENT_SEAT else s.player(seat)


def its_turn(event: Event) -> bool:
    """Return whether the event belongs to a turn of the opponent."""
    return isinstance(event, EVENTS_OF_A_TURN) or (isinstance(event, e.Tribute) and event.visitor == c.OPPONENT_SEAT)


def opponent_did(events: Sequence[Any], s: Speaker[View]) -> list[str]:
    """Describe the opponent's whole turn: its actions, the hexes it passed over, an owner's points, and new offers."""
    phrases, after = [], []
    passed = [event for event in events if isinstance(event, e.TileRevealed) and event.passed]
    if passed:
        after.append(s._("Passed over: {hexes}.", hexes=_passed_over(passed, s)))
    for event in events:
        match event:
            case e.TileRevealed():
                continue
            case e.Tribute(seat=seat, points=points):
                values = {"player": s.player(seat), "points": n.tokens("points", points, s)}
                after.append(s._("{player} gets {points} as the owner of the hex.", **values))
                continue
            case e.OpponentTook(next=turned) if turned:
                after.append(s._("Now on offer: {tiles}.", tiles=s._("; ").join(n.offer(one, s) for one in turned)))
        phrases.append(_did(event, s))
    return [" ".join([_sentence(phrases, s), *after])]


def opponent_headline(events: Sequence[Any], s: Speaker[View]) -> str:
    """Return a headline for the opponent's turn, without the hexes it passed over and the new tiles on offer."""
    phrases = []
    for event in events:
        match event:
            case e.OpponentWent(hex=hex_):
                phrases.append(s._("went to {place}", place=n.place(hex_, s)))
            case e.OpponentFought():
                phrases.append(s.ngettext("removed {count} plague cube", "removed {count} plague cubes", 1))
            case e.OpponentTook(kind="ship", tiles=(one, *_)):
                phrases.append(s._("took the {tile}", tile=s._(t.GOODS[c.SHIPS[one].goods])))
            case e.OpponentTook(kind="workshop", tiles=(one, *_)):
                phrases.append(s._("took the {tile}", tile=s._(t.CLASS_WORKSHOPS[c.WORKSHOPS[one].citizen])))
            case e.OpponentTook(kind="wagon"):
                phrases.append(s._("took a wagon"))
            case e.OpponentTook():
                phrases.append(s._("took all hut upgrades on offer"))
            case e.Tribute(seat=seat, points=points):
                values = {"player": s.player(seat), "points": n.tokens("points", points, s)}
                phrases.append(s._("gave {points} to {player}, the owner of the hex", **values))
            case e.OpponentRescued() | e.OpponentPassed() | e.OpponentIdle():
                phrases.append(_did(event, s))
    return _sentence(phrases, s)


def _sentence(phrases: Sequence[str], w: Words) -> str:
    return w._("{player} {did}.", player=w._(OPPONENT_AS_SUBJECT), did=w.join_clauses(phrases))


def _passed_over(events: Sequence[e.TileRevealed], w: Words) -> str:
    """Describe the other hexes that the opponent's tiles named, and why they were not chosen."""
    taken, absent = ([event.hex for event in events if event.passed == why] for why in ("taken", "absent"))
    reasons = [w._("{hexes} (taken)", hexes=n.places(taken, w))] if taken else []
    reasons += [w._("{hexes} (not in the city)", hexes=n.places(absent, w))] if absent else []
    return w.join_list(reasons)


def _did(event: Event, w: Words) -> str:
    """Describe the opponent's action in the past tense without a subject. Raise ValueError for any other event."""
    match event:
        case e.OpponentWent(hex=hex_, left=left):
            if not left:
                return w._("went to {hex} with its last lieutenant", hex=n.place(hex_, w))
            lieutenants = w.ngettext("{count} lieutenant left", "{count} lieutenants left", left)
            return w._("went to {hex} ({lieutenants})", hex=n.place(hex_, w), lieutenants=lieutenants)
        case e.OpponentPassed():
            return w._("found no free hex on its tiles and left a lieutenant unused")
        case e.OpponentRescued(citizens=people):
            return w._("took {citizens} away", citizens=n.counted(people, w))
        case e.OpponentFought(space=space):
            return w._("removed a plague cube and reached space {space} on popularity", space=space)
        case e.OpponentTook(kind="ship"):
            return _took_ship(event, w)
        case e.OpponentTook(kind="huts", tiles=tiles):
            gains = w._("; ").join(n.option(c.HUT_TILES[one].gain, w) for one in tiles)
            return w._("took all hut upgrades on offer ({gains})", gains=gains)
        case e.OpponentTook(tiles=(one,)):
            return w._("took the {tile}", tile=n.tile(one, w))
        case e.OpponentIdle(takes="none"):
            return w._("took nothing")
        case e.OpponentIdle(takes=takes):
            return w._("would have taken {thing}, but there is none", thing=w._(TAKES[takes]))
    raise ValueError(f"no words for the event {type(event).__name__}")


def _took_ship(event: e.OpponentTook, w: Words) -> str:
    """Describe the ship, why the opponent took it, and whether it was drawn at random."""
    values = {
        "ship": n.ship(event.tiles[0], w),
        "dock": n.place(event.dock, w),
        "steps": w.ngettext("{count} step", "{count} steps", event.steps),
    }
    docks = list(dict.fromkeys(event.near))
    if len(event.near) == 1:
        return w._("took the nearest ship ({dock}, {steps} away): {ship}", **values)
    if len(docks) == 1:
        return w.ngettext(
            "took one of the {count} nearest ships at random ({dock}, {steps} away): {ship}",
            "took one of the {count} nearest ships at random ({dock}, {steps} away): {ship}",
            len(event.near),
            **values,
        )
    return w.ngettext(
        "took one of the {count} nearest ships at random, from {dock} ({steps} away, at {docks}): {ship}",
        "took one of the {count} nearest ships at random, from {dock} ({steps} away, at {docks}): {ship}",
        len(event.near),
        docks=w.join_list([n.place(dock, w) for dock in docks]),
        **values,
    )


def solo_sentence(event: Event, w: Words) -> str | None:
    """Return one event of the solo variant as one sentence, or None for any other."""
    match event:
        case e.TilesShuffled(tiles=tiles):
            return w.ngettext("{count} solo tile is shuffled.", "{count} solo tiles are shuffled.", tiles)
        case e.TileRevealed(hex=hex_, passed=""):
            return w._("A solo tile sends the opponent to {hex}.", hex=n.place(hex_, w))
        case e.TileRevealed():
            return w._("Passed over: {hexes}.", hexes=_passed_over([event], w))
        case e.OpponentLeft(hexes=hexes):
            return w._("The opponent’s lieutenants leave {hexes}.", hexes=n.places(hexes, w))
        case e.Judged(points=points, good=good):
            return judgement(points, good, w)
    return _sentence([_did(event, w)], w) if isinstance(event, EVENTS_OF_A_TURN) else None


def judgement(points: int, good: int, w: Words) -> str:
    """Return the points of a solo game in words, with those needed for a good result."""
    worth = n.tokens("points", points, w)
    if points >= good:
        return w._("{points}: a good result ({good} or more).", points=worth, good=good)
    return w._("{points}. A good result is {good} or more.", points=worth, good=good)


def solo_tile(word: str, w: Words) -> str:
    """Describe a solo tile by the hex that it names and the tile or ship that the opponent takes: "hex 7: a ship"."""
    printed = c.SOLO_TILES[word]
    return w._("{hex}: {thing}", hex=n.place(printed.hex, w), thing=w._(TAKES[printed.takes]))


def opponent_text(opponent: OpponentView, w: Words) -> list[str]:
    """Describe everything the opponent has."""
    parts = [w.ngettext("{count} lieutenant not yet used", "{count} lieutenants not yet used", opponent.ready)]
    parts += [w._("standing on {places}", places=n.places(opponent.standing, w))] if opponent.standing else []
    parts += [w._("popularity: space {space}", space=opponent.popularity)]
    parts += [w._("its turn is next") if opponent.next else w._("your turn comes before its next one")]
    parts += [w._("a good result is {points} or more", points=n.tokens("points", opponent.good_score, w))]
    shown, past = ([solo_tile(one, w) for one in tiles] for tiles in (opponent.shown, opponent.past))
    taken = [n.ship(one, w) if one in c.SHIPS else n.tile(one, w) for one in opponent.taken]
    return [
        f"- {'; '.join(parts)}",
        w.ngettext("- {count} solo tile is face down.", "- {count} solo tiles are face down.", opponent.stack),
        *[w._("- Turned over this round: {tiles}.", tiles="; ".join(shown))] * bool(shown),
        *[w._("- Turned over before: {tiles}.", tiles="; ".join(past))] * bool(past),
        *[w._("- Out of the game: {tiles}.", tiles="; ".join(taken))] * bool(taken),
    ]


def opponent_brief(opponent: OpponentView, w: Words) -> str:
    """Describe the opponent's lieutenants on one line: "Opponent: standing on hexes 3 and 5; 1 lieutenant to come"."""
    parts = [w._("standing on {places}", places=n.places(opponent.standing, w))] if opponent.standing else []
    parts += [w.ngettext("{count} lieutenant to come", "{count} lieutenants to come", opponent.ready)]
    return w._("Opponent: {parts}.", parts="; ".join(parts))
