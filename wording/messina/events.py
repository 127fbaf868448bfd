"""Events of a turn of Messina 1347 in sentences. What a seat did is a phrase without its subject, to be joined."""

from collections.abc import Sequence

from rules.errors import N_
from rules.game import Event
from rules.messina import events as e
from rules.messina import round_events as r
from rules.messina.components import HEXES, HUT_TILES, SHIPS, WAGONS, WORKSHOPS
from rules.messina.view_types import View
from wording.catalogue import Words
from wording.messina.amounts import (
    A_CITIZEN,
    amounts,
    effects,
    option,
    tokens,
)
from wording.messina.estate_events import (
    advanced,
    boards_taken,
    build,
    employed,
    housed,
    kept,
    repopulating,
    spot_short,
    with_spot,
)
from wording.messina.located import located
from wording.messina.names import (
    GOODS,
    TRACKS,
    name_of,
    place,
    ship,
)
from wording.messina.opponent import solo_sentence, who
from wording.messina.pieces import beside
from wording.messina.round_events import between_turns
from wording.players import player

KINDS_OF_TILES = {
    **dict.fromkeys(HUT_TILES, N_("hut upgrade")),
    **dict.fromkeys(WORKSHOPS, N_("workshop")),
    **dict.fromkeys(WAGONS, N_("wagon")),
}


def sentence(event: Event, names: Sequence[str], w: Words, view: View | None = None) -> str:
    """One event as one sentence; ``view`` tells the boards of side b."""
    [event] = located([event], view)
    names = names[:1] if view and view.opponent else names
    solo = solo_sentence(event, w)
    if solo is not None:
        return solo
    did = phrase(event, names, w)
    if did is not None:
        return told(event.seat, [did], names, w)  # type: ignore[attr-defined]
    return between_turns(event, names, w)


def told(seat: int, phrases: Sequence[str], names: Sequence[str], w: Words) -> str:
    """A sentence of what one seat did."""
    return w._("{player} {did}.", player=player(names, seat, w), did=w.join_list(phrases))


def phrase(event: Event, names: Sequence[str], w: Words) -> str | None:
    """What the seat of the event did, in the past tense and without the subject; None if nobody did it."""
    for kind in (_moved, _faced, _gained, advanced, build, repopulating):
        text = kind(event, names, w)
        if text is not None:
            return text
    return None


def _moved(event: Event, names: Sequence[str], w: Words) -> str | None:
    match event:
        case e.Went(start=start, hex=hex_) if start == hex_:
            return w._("stayed on {hex}", hex=place(hex_, w))
        case e.Went(start="home", hex=hex_):
            return w._("sent a lieutenant to {hex}", hex=place(hex_, w))
        case e.Went(start=start, hex=hex_, coins=coins):
            way = {"start": place(start, w), "hex": place(hex_, w)}
            if not coins:
                return w._("moved from {start} to {hex}", **way)
            return w._("moved from {start} to {hex} ({coins})", coins=tokens("coin", coins, w), **way)
        case e.Boarded(start=start, dock=dock, ship=taken, coins=coins):
            values = {"ship": w._(GOODS[SHIPS[taken].goods]), "dock": place(dock, w), "start": place(start, w)}
            if start in ("home", dock):
                return w._("took the {ship} at {dock}", **values)
            if not coins:
                return w._("took the {ship} at {dock} (from {start})", **values)
            return w._("took the {ship} at {dock} (from {start}, {coins})", coins=tokens("coin", coins, w), **values)
        case e.Recalled(start="home"):
            return w._("kept a lieutenant at home")
        case e.Recalled(start=start):
            return w._("called the lieutenant home from {place}", place=place(start, w))
        case e.Tribute(visitor=visitor, hex=hex_, points=points) if visitor != event.seat:
            return w._(
                "got {points}, for {player} came to {hex}",
                points=tokens("points", points, w),
                player=who(names, visitor, w),
                hex=place(hex_, w),
            )
        case e.Tribute(hex=hex_, points=points):
            return w._("got {points} for the own {hex}", points=tokens("points", points, w), hex=place(hex_, w))
        case e.TurnEnded(lapsed=()):
            return w._("ended the turn")
        case e.TurnEnded(lapsed=lapsed):
            return w._("left unused: {effects}", effects=w.join_list(effects(lapsed, w)))
    return None


def _faced(event: Event, names: Sequence[str], w: Words) -> str | None:
    match event:
        case e.Rescued(citizen=citizen, spot=""):
            return w._("had no room for {citizen}", citizen=w._(A_CITIZEN[citizen]))
        case e.Rescued():
            return rescued([event], w)
        case e.Fought(source=source, fire=fire, big=big, cubes=cubes, also=also):
            cost = amounts({"fire": fire, "big_fire": big}, w)
            here = w.ngettext("removed {count} plague cube", "removed {count} plague cubes", cubes)
            if not also:
                return w._("{did} for {cost}", did=here, cost=cost)
            removed = w.join_list([w._("{did} there", did=here), *beside(also, w)])
            return w._("{did} for {cost}", did=removed, cost=cost)
        case e.CubeLeft(ship=taken):
            return w._("did not fight the plague on the {ship}", ship=ship(taken, w))
        case e.Rats(rats=rats, cause=cause, source=source):
            return got_rats(rats, cause, source, w)
    return None


def rescued(events: Sequence[e.Rescued], w: Words) -> str:
    """Citizens rescued together: "rescued a nun (“1 fire”) and a craftsman (hut 2)"."""
    return w._(
        "rescued {citizens}", citizens=w.join_list([with_spot(event.citizen, event.spot, w) for event in events])
    )


def got_rats(rats: int, cause: str, source: str, w: Words) -> str:
    """Rats and why they came."""
    count = tokens("rats", rats, w)
    match cause:
        case "ship":
            return w._("took {rats} from the ship", rats=count)
        case "repopulation":
            return w._("took {rats} more for repopulating amid plague", rats=count)
        case "infection":
            return w._("took {rats} for the plague on the own {hex}", rats=count, hex=place(source, w))
    return w._("took {rats} for the plague left there", rats=count)


def _gained(event: Event, names: Sequence[str], w: Words) -> str | None:
    match event:
        case e.Acted(hex=hex_, option=number, copied=copied):
            action = option(HEXES[hex_].action.options[number - 1], w)
            if copied:
                return w._("copied the action of {hex}: {action}", hex=place(hex_, w), action=action)
            return w._("used the action of {hex}: {action}", hex=place(hex_, w), action=action)
        case e.Gained(source=source, gains=gains):
            return w._("gained {amounts} ({source})", amounts=amounts(gains, w), source=_source(source, w))
        case e.Paid(source=source, cost=cost):
            return w._("paid {amounts} ({source})", amounts=amounts(cost, w), source=_source(source, w))
        case e.Gilded(citizen=citizen, spot=word):
            return w._("upgraded {citizen} ({place})", citizen=w._(A_CITIZEN[citizen]), place=spot_short(word, w))
        case e.Recruited(price=price):
            coins = tokens("coin", price, w)
            return w._("took a lieutenant from the supply (a register step now costs {coins})", coins=coins)
        case e.Employed():
            return employed([event], w)
        case r.Produced(source=source):
            return w._("used what is produced ({source})", source=_source(source, w))
        case r.InQuarantine():
            return kept([event], w)
        case r.Housed(citizen=citizen, spot=""):
            return w._("had no room for {citizen} from quarantine", citizen=w._(A_CITIZEN[citizen]))
        case r.Housed():
            return housed([event], w)
        case r.BoardTaken():
            return boards_taken([event], w)
        case r.PriorityChosen(register=register):
            return w._("chose the {register} for the turn order", register=w._(TRACKS[register]))
    return None


def _source(source: str, w: Words) -> str:
    """What gave or took something; of tiles only their kind."""
    if source in KINDS_OF_TILES:
        return w._(KINDS_OF_TILES[source])
    return name_of(source, w) or source
