"""What happened in a turn, in few sentences: phrases of one seat are joined, so are rats spread and regions struck."""

from collections.abc import Sequence
from itertools import groupby

from bot.wording.catalogue import Words
from bot.wording.rattus.events import looked, phrase, placed, sentence, spread, struck, told
from bot.wording.rattus.names import region_of
from rules.game import Event
from rules.rattus import events as e


def account(events: Sequence[Event], names: Sequence[str], w: Words, view: object = None) -> list[str]:
    """The events as sentences."""
    lines: list[str] = []
    acted: set[str] = set()  # seats that something was told of, anew in the final round
    final = False
    for (kind, who), group in groupby(events, _belongs):
        together = list(group)
        final = final or isinstance(together[0], e.FinalDevastation)
        if kind == "did":
            phrases = _phrases(together, names, w, who in acted)
            acted.add(who)
            lines += [told(int(who), phrases, names, w)] if phrases else []
        elif kind == "struck" and final:
            lines.append(struck(who, [event for event in together if isinstance(event, e.Revealed)], w))
        else:
            if any(isinstance(event, e.FinalRound) for event in together):
                acted.clear()
            lines += filter(None, [sentence(event, names, w) for event in together])
    return lines


def _belongs(event: Event) -> tuple[str, str]:
    """Neighbouring events with the same key are told together."""
    if isinstance(event, e.Revealed):
        return "struck", region_of(event.rat)
    seat = getattr(event, "seat", None)
    return ("", "") if seat is None else ("did", str(seat))


def _phrases(events: list[Event], names: Sequence[str], w: Words, acted: bool) -> list[str]:
    """What one seat did. That its turn ended goes without saying if anything else was told of it."""
    done = [event for event in events if not isinstance(event, e.TurnEnded | e.FinalTurnEnded)]
    if not done and not acted:
        done = events
    phrases: list[str] = []
    for kind, group in groupby(done, _alike):
        if kind is e.RatPlaced:
            phrases.append(spread([event.rat for event in group if isinstance(event, e.RatPlaced)], w))
        elif kind is e.Looked:
            phrases.append(looked([event.rat for event in group if isinstance(event, e.Looked)], w))
        elif kind is e.Placed:
            sums: dict[str, int] = {}
            for event in group:
                if isinstance(event, e.Placed):
                    sums[event.region] = sums.get(event.region, 0) + event.cubes
            some = [placed(region, cubes, w) for region, cubes in sums.items()]
            phrases.append(w.t("placed {cubes}", cubes=w.both(some)))
        else:
            phrases += filter(None, [phrase(event, names, w) for event in group])
    return phrases


def _alike(event: Event) -> type[Event] | None:
    """The kind of event that is told in one phrase with its like; None for the others."""
    if isinstance(event, e.Placed) and event.card:
        return None
    return type(event) if isinstance(event, e.RatPlaced | e.Placed | e.Looked) else None
