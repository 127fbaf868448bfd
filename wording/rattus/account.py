"""What happened in a turn, in few sentences: phrases of one seat are joined, so are rats spread and regions struck."""

from collections.abc import Sequence
from itertools import groupby

from rules.game import Event
from rules.rattus import events as e
from wording.catalogue import Words
from wording.rattus.card_events import alike, together
from wording.rattus.events import discarded, phrase, placed, sentence, spread, struck, told
from wording.rattus.names import region_of


def account(events: Sequence[Event], names: Sequence[str], w: Words, view: object = None) -> list[str]:
    """The events as sentences."""
    lines: list[str] = []
    acted: set[str] = set()  # seats that something was told of, anew in the final round
    final = False
    for (kind, who), group in groupby(events, _belongs):
        some = list(group)
        final = final or isinstance(some[0], e.FinalDevastation)
        if kind == "did":
            phrases = _phrases(some, names, w, who in acted)
            acted.add(who)
            lines += [told(int(who), phrases, names, w)] if phrases else []
        elif kind == "discarded":
            lines.append(discarded([event for event in some if isinstance(event, e.Discarded)], w))
        elif kind == "struck" and final:
            lines.append(struck(who, [event for event in some if isinstance(event, e.Revealed)], w))
        else:
            if any(isinstance(event, e.FinalRound) for event in some):
                acted.clear()
            lines += filter(None, [sentence(event, names, w) for event in some])
    return lines


def _belongs(event: Event) -> tuple[str, str]:
    """Neighbouring events with the same key are told together."""
    if isinstance(event, e.Revealed):
        return "struck", region_of(event.rat)
    if isinstance(event, e.Discarded):
        return "discarded", ""
    seat = getattr(event, "seat", None)
    return ("", "") if seat is None else ("did", str(seat))


def _phrases(events: list[Event], names: Sequence[str], w: Words, acted: bool) -> list[str]:
    """What one seat did. That its turn ended goes without saying if anything else was told of it."""
    done = [event for event in events if not isinstance(event, e.TurnEnded | e.FinalTurnEnded)]
    if not done and not acted:
        done = events
    phrases: list[str] = []
    for kind, group in groupby(done, _alike):
        some = list(group)
        if kind is None:
            phrases += filter(None, [phrase(event, names, w) for event in some])
        elif kind[0] is e.RatPlaced:
            phrases.append(spread([event for event in some if isinstance(event, e.RatPlaced)], w))
        elif kind[0] is e.Placed:
            phrases.append(placed([event for event in some if isinstance(event, e.Placed)], w))
        else:
            phrases.append(together(some, w))
    return phrases


def _alike(event: Event) -> tuple[object, ...] | None:
    """What an event has in common with those that are told in one phrase with it; None if it stands alone."""
    match event:
        case e.RatPlaced(card=card):
            return e.RatPlaced, card
        case e.Placed(card=card, other=other):
            return e.Placed, card, other
    return alike(event)
