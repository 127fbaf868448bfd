"""One headline per turn of Messina 1347, and a few for the end of a round, for posts with a picture.

Who went where, what happened, who lost or gained what. Everything else is in the log (`wording.messina.summary`).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from rules.errors import N_
from rules.game import Event
from rules.messina import components as c
from rules.messina import events as e
from rules.messina.view_types import View
from wording.messina import names as n
from wording.messina.event_sentences import TrackScrolled, between_turns, boards_taken, built, clauses, got_tribute
from wording.messina.summary import OMITTED_EVENTS, by_doer
from wording.messina.virtual_opponent import opponent_headline
from wording.speaker import Speaker, of_kind
from wording.text_limits import capital

# A turn with no other events gets no headline.
QUIET_EVENTS = (e.TurnEnded, e.InQuarantine, e.Produced)


def headlines(events: Sequence[Event], s: Speaker[View]) -> list[str]:
    """Return a headline for each turn in the events, and a few lines for what the game does between turns."""
    attributed = by_doer([event for event in events if not isinstance(event, OMITTED_EVENTS)], s.view)
    lines: list[str] = []
    for seat, together in _by_turn(attributed):
        if seat is None:
            lines += _round(together, s)
        elif seat == c.OPPONENT:
            lines.append(opponent_headline(together, s))
        elif len(together) == len(attributed) or not all(isinstance(event, QUIET_EVENTS) for event in together):
            lines += filter(None, [_turn(seat, together, s)])
    return lines


def _by_turn(attributed: Sequence[tuple[tuple[int | None, int], Event]]) -> list[tuple[int | None, list[Event]]]:
    """Group what each seat did in a turn, even if others decide at the same time."""
    found: list[tuple[int | None, list[Event]]] = []
    for by_game, group in groupby(attributed, key=lambda one: one[0][0] is None):
        together: dict[tuple[int | None, int], list[Event]] = {}
        for (seat, turn), event in group:
            together.setdefault((seat, 0 if by_game else turn), []).append(event)
        found += [(seat, events) for (seat, _), events in together.items()]
    return found


def _turn(seat: int, events: Sequence[Event], s: Speaker[View]) -> str:
    """Describe what one seat did, its net gains and losses, and the new positions of what advanced."""
    done, changes = [*_came(events, s), *_did(events, s)], _changes(events, s)
    if not done and not changes:
        done = [text for event in events for text in clauses(event, s)][:1]
    change = s._(", ").join(changes)
    if not done:
        return s._("{player}: {things}.", player=s.player(seat), things=change) if change else ""
    text = s.did(seat, done)
    return f"{text} {capital(change)}." if change else text


def _came(events: Sequence[Event], s: Speaker[View]) -> list[str]:
    """Describe where the lieutenant of the turn went."""
    found = []
    for event in events:
        match event:
            case e.Went(start=start, hex=hex_) if start != hex_:
                found.append(s._("went to {place}", place=n.place(hex_, s)))
            case e.Boarded(dock=dock, ship=ship):
                values = {"place": n.place(dock, s), "ship": s._(n.GOODS[c.SHIPS[ship].goods])}
                found.append(s._("took the {ship} at {place}", **values))
            case e.Recalled() | e.Went():
                found += clauses(event, s)
    return found


def _did(events: Sequence[Event], s: Speaker[View]) -> list[str]:
    """Describe what happened there, each kind once."""
    found = _people(events, s)
    if cubes := sum(event.cubes + len(event.also) for event in of_kind(events, e.Fought)):
        found.append(s.ngettext("removed {count} plague cube", "removed {count} plague cubes", cubes))
    for event in events:
        match event:
            case e.Restacked():
                found.append(built(event, s))
            case e.Built(kind="workshop", tile=tile):
                found.append(s._("built the {workshop}", workshop=s._(n.CLASS_WORKSHOPS[c.WORKSHOPS[tile].citizen])))
            case e.Built(kind=kind):
                found.append(s._("built a hut upgrade") if kind == "hut" else s._("built a wagon"))
            case e.Repopulated(hex=hex_, points=points):
                values = {"hex": n.place(hex_, s), "points": n.tokens("points", points, s)}
                found.append(s._("**repopulated {hex}** ({points} at the end)", **values))
            case e.OverseerUpgraded() | e.PriorityChosen():
                found += clauses(event, s)
            case e.Tribute():
                found.append(got_tribute(event, s))
    if boards := of_kind(events, e.BoardTaken):
        found.append(boards_taken(boards, s))
    return found


def balance(events: Sequence[Event]) -> dict[str, int]:
    """Return the change in each kind of a seat's tokens over these events."""
    net: Counter[str] = Counter()
    for event in events:
        match event:
            case e.Gained(gains=gains):
                net.update(gains)
            case e.Paid(cost=cost):
                net.subtract(cost)
            case e.Fought(fire=fire, big=big):
                net.subtract({"fire": fire, "big_fire": big})
            case e.Went(coins=coins) | e.Boarded(coins=coins) | e.Stepped(coins=coins):
                net["coin"] -= coins
            case e.Rats(rats=rats):
                net["rats"] += rats
    return {token: net[token] for token in n.TOKEN_COUNTS if net[token]}


def _sign(count: int) -> str:
    return "+" if count > 0 else "−"


def _changes(events: Sequence[Event], s: Speaker[View]) -> list[str]:
    """Describe a seat's gains and losses, and new positions: "+1 fire, city 4".

    The positions are those of overseers, discs and scroll cubes.
    """
    found = [f"{_sign(count)}{n.tokens(token, abs(count), s)}" for token, count in balance(events).items()]
    found += [f"−{text}" for text in n.citizens(Counter(event.citizen for event in of_kind(events, e.Given)), s)]
    lieutenants = len(of_kind(events, e.Recruited)) - len(of_kind(events, e.Parted))
    if lieutenants:
        text = s.ngettext("{count} lieutenant", "{count} lieutenants", abs(lieutenants))
        found.append(f"{_sign(lieutenants)}{text}")
    steps = {s._(n.OVERSEERS[event.overseer]): event.step for event in of_kind(events, e.OverseerAdvanced)}
    # A fight always brings popularity, so its step goes without saying.
    fought = bool(of_kind(events, e.Fought))
    steps |= {
        s._(n.SHORT_TRACKS[event.register]): event.space
        for event in of_kind(events, e.Stepped)
        if event.register != "popularity" or not fought
    }
    found += [s._("{track} {space}", track=track, space=space) for track, space in steps.items()]
    tracks = Counter(event.track for event in of_kind(events, TrackScrolled))
    found += [
        s._("scroll “{track}” +{steps}", track=s._(n.SCROLL_TRACKS[track]), steps=count)
        for track, count in tracks.items()
    ]
    return found


def _people(events: Sequence[Event], s: Speaker[View]) -> list[str]:
    """Describe citizens that came, found no room, were activated, upgraded, put to work, or led out of a hut.

    If an overseer activated them, its step says so, and what they brought is among the gains.
    """

    def some(text: str, people: Iterable[e.Rescued | e.Housed | e.Activated | e.Gilded | e.Employed]) -> list[str]:
        classes = [one.citizen for one in people]
        return [s._(text, citizens=n.counted(classes, s))] if classes else []

    came, left = of_kind(events, e.Rescued), of_kind(events, e.Housed)
    unplaced = [event for event in events if isinstance(event, e.Rescued | e.Housed) and not event.spot]
    return [
        *some(N_("rescued {citizens}"), [event for event in came if event.spot]),
        *(text for event in unplaced for text in clauses(event, s)),
        *some(N_("led {citizens} out of quarantine"), [event for event in left if event.spot]),
        *some(N_("activated {citizens}"), () if of_kind(events, e.OverseerAdvanced) else of_kind(events, e.Activated)),
        *some(N_("upgraded {citizens}"), of_kind(events, e.Gilded)),
        *some(N_("put {citizens} to work"), of_kind(events, e.Employed)),
    ]


def _round(events: Sequence[Event], s: Speaker[View]) -> list[str]:
    """Describe the end of a round and the heading of the next.

    This says how much of everything came, but not where, as the picture shows it.
    """
    if not of_kind(events, e.RoundBegan):
        return [between_turns(event, s) for event in events if not isinstance(event, e.Rats | e.GameEnded)]
    lines = [between_turns(event, s) for event in events if isinstance(event, e.RoundEnded | e.RoundBegan)]
    ships, lost = len(of_kind(events, e.ShipArrived)), sum(len(one.citizens) for one in of_kind(events, e.CitizensLost))
    cubes = sum(len(event.hexes) for event in of_kind(events, e.PlaguePlaced))
    people = sum(len(event.hexes) for event in of_kind(events, e.CitizensCame))
    new = [
        *[s.ngettext("{count} ship", "{count} ships", ships)] * bool(ships),
        *[n.place(event.hex, s) for event in of_kind(events, e.HexAdded)],
        *[s.ngettext("{count} plague cube", "{count} plague cubes", cubes)] * bool(cubes),
        *[s.ngettext("{count} citizen", "{count} citizens", people)] * bool(people),
    ]
    sentences = [s._("New: {things}.", things=s.join_list(new))] if new else []
    if lost:
        sentences.append(s.ngettext("The plague took {count} citizen.", "The plague took {count} citizens.", lost))
    sentences += [between_turns(event, s) for event in of_kind(events, e.PlagueFailed)]
    sentences += [s._("The late workshops are on offer.")] * bool(of_kind(events, e.LateWorkshops))
    rats: Counter[int] = Counter()
    for event in of_kind(events, e.Rats):
        rats[event.seat] += event.rats
    sentences += [f"{s.player(seat)} +{n.tokens('rats', count, s)}." for seat, count in rats.items()]
    return [*lines, " ".join(sentences)] if sentences else lines
