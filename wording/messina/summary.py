"""Summaries of Messina 1347: a few sentences for the log, and headlines for posts with a picture.

In the log, the actions of one seat are one sentence; the preparation of a round is a few lines under its heading.
Headlines cover moves, events, losses and gains: one for each turn, and a few for the end of a round.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from rules.errors import N_
from rules.game import Event
from rules.messina import components as c
from rules.messina import events as e
from rules.messina.round_end import GOLD_YIELD
from rules.messina.view import View
from wording.messina import event_sentences as es
from wording.messina import name_tables as t
from wording.messina import names as n
from wording.messina.event_sentences import TrackScrolled, between_turns, clauses
from wording.messina.virtual_opponent import TURN_ENDS, its_turn, opponent_did, opponent_headline
from wording.speaker import Speaker, of_kind
from wording.text_limits import capital

# The result shows these events, or they happen after every round.
OMITTED_EVENTS = (e.Judged, e.OpponentLeft, e.TilesShuffled)


def summary(events: Sequence[Event], s: Speaker[View]) -> list[str]:
    """Return the events as sentences, without those that the result or the other sentences already show."""
    attributed = by_doer([event for event in events if not isinstance(event, OMITTED_EVENTS)], s.view)
    lines: list[str] = []
    for (seat, _), group in groupby(attributed, key=lambda one: one[0]):
        together = [event for _, event in group]
        if len(together) < len(attributed) and all(isinstance(event, e.TurnEnded) for event in together):
            # The actions are in the summary already, and later events show that the turn ended.
            continue
        if seat is None:
            lines += round_summary(together, s)
        elif its_turn(together[0]):
            lines += opponent_did(together, s)
        else:
            lines += _did(seat, together, s)
    return lines


def by_doer(events: Sequence[Event], view: View) -> list[tuple[tuple[int | None, int], Event]]:
    """Return each event, located, with the seat that acted (None: the game) and how many turns ended before the event.

    Consecutive choices of boards are sorted by seat, so that one sentence covers those of a seat.
    """
    ordered: list[Event] = []
    for _, group in groupby(events, key=lambda event: isinstance(event, e.BoardTaken)):
        ordered += sorted(group, key=lambda event: event.seat if isinstance(event, e.BoardTaken) else 0)
    found: list[tuple[tuple[int | None, int], Event]] = []
    turn = 0
    for event in es.located(ordered, view):
        seat: int | None = getattr(event, "seat", None)
        if its_turn(event):
            seat = c.OPPONENT_SEAT
        elif isinstance(event, e.Tribute):
            seat = event.visitor
        elif isinstance(event, e.RatPenalty) or (isinstance(event, e.Rats) and event.cause == "infection"):
            seat = None
        found.append(((seat, turn), event))
        turn += isinstance(event, (e.TurnEnded, *TURN_ENDS))
    return found


def _did(seat: int, events: Sequence[Event], s: Speaker[View]) -> list[str]:
    """Describe the actions of one seat, then its gains, then the effects that it left unused.

    The end of a turn is left out if there was another action.
    """
    phrases: list[str] = []
    for kind, group in groupby(_in_order(events), key=_kind):
        some = list(group)
        shared = es.SHARED_CLAUSES.get(type(some[0])) if kind not in MERGED else None
        phrases += [shared(some, s)] if shared else MERGED.get(kind, _each)(some, s)
    gains: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    for event in of_kind(events, e.Gained):
        gains[_is_production(event)].update(event.gains)
    produced, gained = (n.amounts(gains[production], s) for production in (True, False))
    if produced:
        phrases.insert(0, s._("produced {amounts}", amounts=produced))
    lapsed = [event.effect for event in of_kind(events, e.Unused)]
    lapsed += [effect for event in of_kind(events, e.TurnEnded) for effect in event.lapsed]
    after = []
    if gained and phrases:
        after.append(s._("Gained: {amounts}.", amounts=gained))
    elif gained:
        phrases = [s._("gained {amounts}", amounts=gained)]
    elif not phrases:
        phrases = _each([event for event in events if isinstance(event, e.Acted | e.TurnEnded | e.Unused)][:1], s)
    after += [es.unused(lapsed, s)] if lapsed else []
    return [" ".join([s.did(seat, phrases), *after])] if phrases else []


def _is_production(event: e.Gained) -> bool:
    """Return whether the gain was produced by a hut, an early workshop or an upgraded citizen in a late workshop.

    A late workshop's one-time payment is always more than the point for its citizen.
    """
    printed = c.WORKSHOPS.get(event.source)
    if printed and printed.late:
        return event.gains == GOLD_YIELD.gains
    return bool(printed) or event.source in c.HUT_TILES


def _in_order(events: Sequence[Event]) -> list[Event]:
    """Return the events that are mentioned individually, in order, but with a repopulation's steps together."""
    found = [event for event in events if _tells(event)]
    first = next((at for at, event in enumerate(found) if _kind(event) == "repopulation"), 0)
    return [*found[:first], *sorted(found[first:], key=lambda event: _kind(event) != "repopulation")]


def _tells(event: Event) -> bool:
    """Return whether the event is mentioned individually, not as part of its neighbours or of the total gains."""
    match event:
        case e.Acted():
            return event.copied
        case e.Paid():
            # The name of a square includes its price.
            return not n.is_square(event.source)
    return not isinstance(event, e.CubeLeft | e.Gained | e.TurnEnded | e.Unused | e.Produced)


def _kind(event: Event) -> str:
    """Return the kind of an event. Neighbouring events of one kind share a sentence."""
    match event:
        case e.Paid():
            return "repopulation" if event.source in c.DISTRICTS else "build"
        case TrackScrolled(track=track):
            return f"scroll {track}"
        case e.Rescued(spot="") | e.Housed(spot=""):
            return "no room"
    return KINDS.get(type(event), type(event).__name__)


KINDS: dict[type[Event], str] = {
    **dict.fromkeys((e.Repopulating, e.Given, e.Parted, e.Repopulated), "repopulation"),
    **dict.fromkeys((e.Built, e.Restacked), "build"),
    **dict.fromkeys((e.Activated, e.SquareSpent), "activation"),
}


def _each(events: list[Any], s: Speaker[View]) -> list[str]:
    return [text for event in events for text in clauses(event, s)]


def _builds(events: list[Any], s: Speaker[View]) -> list[str]:
    """Describe what was built and restacked, each with its price."""
    phrases = []
    cost: dict[str, int] = {}
    for event in events:
        if not isinstance(event, e.Paid):
            phrases.append(es.built(event, s, cost))
        cost = event.cost if isinstance(event, e.Paid) else {}
    return phrases


# How several events of other kinds are described together.
MERGED: dict[str, Any] = {
    "build": _builds,
    "Tribute": lambda events, s: [es.got_tribute(events[0], s)],
    "repopulation": lambda events, s: [es.repopulated(events, s)],
    "activation": lambda events, s: [es.activated(events, s)],
    "no room": _each,
}


def round_summary(events: Sequence[Event], s: Speaker[View]) -> list[str]:
    """Return the events as sentences, with a round's preparation as a few lines under its heading."""

    def each(*kinds: type[Event]) -> list[str]:
        return [between_turns(event, s) for event in events if isinstance(event, kinds)]

    began = of_kind(events, e.RoundBegan)
    if not began:
        return [between_turns(event, s) if not isinstance(event, e.Rats) else "" for event in events]
    lost = [es.victims(one, s) for one in sorted(of_kind(events, e.CitizensLost), key=lambda one: int(one.hex[1:]))]
    came = [es.newcomers(event, s) for event in of_kind(events, e.CitizensCame)]
    lines = [
        *each(e.RoundEnded),
        between_turns(began[0], s),
        " ".join([*each(e.ShipArrived), *each(e.HexAdded)]),
        s._("Lost to the plague: {citizens}.", citizens=s._("; ").join(lost)) if lost else "",
        *each(e.LateWorkshops),
        " ".join([*each(e.WheelTurned, e.PlaguePlaced, e.PlagueFailed), *_owners_rats(events, s)]),
        s._("New citizens: {citizens}.", citizens=s._("; ").join(came)) if came else "",
    ]
    return [line for line in lines if line]


def _owners_rats(events: Sequence[Event], s: Speaker[View]) -> list[str]:
    """Describe the rats that the owners of infected hexes take."""
    rats = Counter(event.seat for event in of_kind(events, e.Rats) for _ in range(event.rats))
    return [
        s._("{player} takes {rats} as the owner of a hex.", player=s.player(seat), rats=n.tokens("rats", count, s))
        for seat, count in rats.items()
    ]


# A turn with only these events gets no headline.
QUIET_EVENTS = (e.TurnEnded, e.InQuarantine, e.Produced)


def headlines(events: Sequence[Event], s: Speaker[View]) -> list[str]:
    """Return a headline for each turn in the events, and a few lines for the events between turns.

    A turn with only `QUIET_EVENTS` gets no headline, unless there are no other events.
    """
    # The heading of the first round says the turn order.
    left_out = (*OMITTED_EVENTS, *[e.Began] * (s.view.seats > 1 and bool(of_kind(events, e.RoundBegan))))
    attributed = by_doer([event for event in events if not isinstance(event, left_out)], s.view)
    lines: list[str] = []
    for seat, together in _by_turn(attributed):
        if seat is None:
            lines += _round(together, s)
        elif seat == c.OPPONENT_SEAT:
            lines.append(opponent_headline(together, s))
        elif len(together) == len(attributed) or not all(isinstance(event, QUIET_EVENTS) for event in together):
            lines += filter(None, [_turn(seat, together, s)])
    return lines


def _by_turn(attributed: Sequence[tuple[tuple[int | None, int], Event]]) -> list[tuple[int | None, list[Event]]]:
    """Group the events by seat and turn, even where seats decide at the same time."""
    found: list[tuple[int | None, list[Event]]] = []
    for by_game, group in groupby(attributed, key=lambda one: one[0][0] is None):
        together: dict[tuple[int | None, int], list[Event]] = {}
        for (seat, turn), event in group:
            together.setdefault((seat, 0 if by_game else turn), []).append(event)
        found += [(seat, events) for (seat, _), events in together.items()]
    return found


def _turn(seat: int, events: Sequence[Event], s: Speaker[View]) -> str:
    """Describe one seat's actions, its net gains and losses, and the new positions of its advanced pieces."""
    done, changes = [*_came(events, s), *_done_there(events, s)], _changes(events, s)
    if not done and not changes:
        done = [text for event in events for text in clauses(event, s)][:1]
    change = s._(", ").join(changes)
    if not done:
        return s._("{player}: {things}.", player=s.player(seat), things=change) if change else ""
    text = s.did(seat, done)
    return f"{text} {capital(change)}." if change else text


def _came(events: Sequence[Event], s: Speaker[View]) -> list[str]:
    """Describe where the turn's lieutenant went."""
    found = []
    for event in events:
        match event:
            case e.Went(start=start, hex=hex_) if start != hex_:
                found.append(s._("went to {place}", place=n.place(hex_, s)))
            case e.Boarded(dock=dock, ship=ship):
                values = {"place": n.place(dock, s), "ship": s._(t.GOODS[c.SHIPS[ship].goods])}
                found.append(s._("took the {ship} at {place}", **values))
            case e.Recalled() | e.Went():
                found += clauses(event, s)
    return found


def _done_there(events: Sequence[Event], s: Speaker[View]) -> list[str]:
    """Describe what a seat did in a turn, except where its lieutenant went."""
    found = _people(events, s)
    if cubes := sum(event.cubes + len(event.also) for event in of_kind(events, e.Fought)):
        found.append(s.ngettext("removed {count} plague cube", "removed {count} plague cubes", cubes))
    for event in events:
        match event:
            case e.Restacked():
                found.append(es.built(event, s))
            case e.Built(kind="workshop", tile=tile):
                found.append(s._("built the {workshop}", workshop=s._(t.CLASS_WORKSHOPS[c.WORKSHOPS[tile].citizen])))
            case e.Built(kind=kind):
                found.append(s._("built a hut upgrade") if kind == "hut" else s._("built a wagon"))
            case e.Repopulated(hex=hex_, points=points):
                values = {"hex": n.place(hex_, s), "points": n.tokens("points", points, s)}
                found.append(s._("**repopulated {hex}** ({points} at the end)", **values))
            case e.OverseerUpgraded() | e.PriorityChosen():
                found += clauses(event, s)
            case e.Tribute():
                found.append(es.got_tribute(event, s))
    if boards := of_kind(events, e.BoardTaken):
        found.append(es.boards_taken(boards, s))
    return found


def balance(events: Sequence[Event]) -> dict[str, int]:
    """Return the changes in a seat's tokens, points and rats over these events, without zeros."""
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
    return {token: net[token] for token in t.TOKEN_COUNTS if net[token]}


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
    steps = {s._(t.OVERSEERS[event.overseer]): event.step for event in of_kind(events, e.OverseerAdvanced)}
    # A fight always brings popularity, so its step goes without saying.
    fought = bool(of_kind(events, e.Fought))
    steps |= {
        s._(t.SHORT_TRACKS[event.register]): event.space
        for event in of_kind(events, e.Stepped)
        if event.register != "popularity" or not fought
    }
    found += [s._("{track} {space}", track=track, space=space) for track, space in steps.items()]
    tracks = Counter(event.track for event in of_kind(events, TrackScrolled))
    found += [
        s._("scroll “{track}” +{steps}", track=s._(t.SCROLL_TRACKS[track]), steps=count)
        for track, count in tracks.items()
    ]
    return found


def _people(events: Sequence[Event], s: Speaker[View]) -> list[str]:
    """Describe citizens that came, found no room, were activated, upgraded, put to work, or led out of a hut.

    Activated citizens are left out if an overseer advanced, because the headline has its step and everyone's gains.
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

    Arrivals are only counted, because the picture shows where they are.
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
    rats = Counter(event.seat for event in of_kind(events, e.Rats) for _ in range(event.rats))
    sentences += [f"{s.player(seat)} +{n.tokens('rats', count, s)}." for seat, count in rats.items()]
    return [*lines, " ".join(sentences)] if sentences else lines
