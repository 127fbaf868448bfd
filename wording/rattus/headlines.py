"""One headline per turn of Rattus, and the effects of the rats, for posts with a picture.

They cover moves, events, and losses with their causes. Everything else is in the log
(`wording.rattus.event_sentences.summary`).
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from operator import attrgetter

from rules.game import Event
from rules.rattus import events as e
from rules.rattus.view import View
from wording.rattus.event_sentences import (
    card_of,
    cubes_by_region,
    final_round,
    losses,
    outcome,
    phrase,
    result,
    sentence,
)
from wording.rattus.names import PLAGUE, RAT, map_order, name, rats, region_of
from wording.speaker import Speaker, of_kind

TURN_ENDS = (e.TurnEnded, e.FinalTurnEnded, e.SetupEnded)
# The headline names the cubes and the strike, not the card that helped with them.
ONLY_HELPED_BY_CARDS = (e.Placed, e.NeutralDeclared, e.Joined, e.TurnedOver)
MAX_BESIDE_STRIKE = 42  # if a strike follows and the actions have more characters, new rats are only counted
OMITTED_EVENTS = (e.Discarded, e.SpreadBlocked, e.GameEnded)


def headlines(events: Sequence[Event], s: Speaker[View]) -> list[str]:
    """Return a headline for each turn in the events, and a line for each region that was struck."""
    lines: list[str] = []
    for turn in _turns(events):
        lines += _turn(turn, s)
    return lines


def _turns(events: Sequence[Event]) -> Iterator[list[Event]]:
    """Yield the events in groups, split where a turn ends and where the final devastation begins."""
    turn: list[Event] = []
    for event in events:
        if isinstance(event, e.FinalDevastation) and turn:
            yield turn
            turn = []
        turn.append(event)
        if isinstance(event, TURN_ENDS):
            yield turn
            turn = []
    if turn:
        yield turn


def _turn(events: Sequence[Event], s: Speaker[View]) -> list[str]:
    """Return a line for each acting seat, struck region and other event that posts show, in the order of events.

    The final devastation is a single line.
    """
    if isinstance(events[0], e.FinalDevastation):
        return [_devastation(events, s)]
    # By seat, by region that was struck, or by event.
    lines: dict[object, str] = {}
    for event in events:
        seat: int | None = getattr(event, "seat", None)
        if seat is not None:
            if seat not in lines:
                struck = {region_of(one.rat) for one in of_kind(events, e.Revealed)}
                lines[seat] = _headline([one for one in events if getattr(one, "seat", None) == seat], struck, s)
        elif isinstance(event, e.Revealed):
            region = region_of(event.rat)
            if region not in lines:
                lines[region] = _struck([one for one in of_kind(events, e.Revealed) if region_of(one.rat) == region], s)
        elif isinstance(event, e.FinalRound):
            lines[id(event)] = final_round(event, s, brief=True)
        elif not isinstance(event, OMITTED_EVENTS):
            lines[id(event)] = sentence(event, s) or ""
    return [line for line in lines.values() if line]


def _headline(done: Sequence[Event], struck: Collection[str], s: Speaker[View]) -> str:
    """Describe a seat's turn in the order of its actions: cubes, card, plague piece, and the abilities it used.

    Then come the regions of new rats, or only their number if the actions are long and a region was struck. Together
    with the line about the strike, everything must fit on four lines of a phone.
    """
    shown = [event for event in done if not (isinstance(event, e.PlagueMoved) and event.to in struck)]
    found = _things(shown, s) or _things(done, s)
    brief = bool(struck) and sum(map(len, found)) > MAX_BESIDE_STRIKE
    placed = new_rats(of_kind(done, e.RatPlaced), s, brief=brief)
    found = [*found[:-1], s._("; ").join([*found[-1:], *placed])] if found or placed else []
    if found:
        # Translators: {things} are the player's actions, without a verb: "2 cubes in Gallia, plague to Italia".
        return s._("{player}: {things}.", player=s.player(done[0].seat), things=s._(", ").join(found))  # type: ignore[attr-defined]
    ended = [text for event in done if isinstance(event, TURN_ENDS) for text in [phrase(event, s)] if text]
    return s.did(done[0].seat, ended[:1]) if ended else ""  # type: ignore[attr-defined]


def _things(done: Sequence[Event], s: Speaker[View]) -> list[str]:
    """Describe the actions of one seat in the order in which they happened.

    All cubes that it placed are mentioned at the first placement, and all uses of a card at its first use.
    """
    # By kind of event, by event, or by card.
    found: dict[object, str] = {}
    known = {""}  # the cards whose use has been mentioned
    for event in done:
        card, last = card_of(event), next(reversed(found), None)
        if card not in known and not isinstance(event, ONLY_HELPED_BY_CARDS):
            known.add(card)
            if isinstance(last, e.Took) and card == last.card:
                found[last] = _took(last, s, used=True)
            else:
                found[card] = name(card, s)
        match event:
            case e.Placed():
                found.setdefault(e.Placed, s._(", ").join(cubes_by_region(of_kind(done, e.Placed), s)))
            case e.Took():
                found[event] = _took(event, s)
            case e.PlagueMoved(to=to):
                found[event] = s._("plague to {region}", region=name(to, s))
            case e.PlagueStuck():
                found[event] = phrase(event, s) or ""
    texts = list[str]()
    for used, some in groupby(found.items(), lambda one: isinstance(one[0], str)):
        these = [text for _, text in some]
        texts += [s._("used {cards}", cards=s.join_list(these))] if used else these
    return texts


def new_rats(placed: Sequence[e.RatPlaced], s: Speaker[View], *, brief: bool = False) -> list[str]:
    """Describe the places of new rats, "+3 🐀: Gallia 2, Italia", or if brief just their number, "+3 🐀"; [] if none.

    A line may break on both sides of an emoji, but not after the plus. On pictures, which have no emoji: "+3 rats".
    """
    if not placed:
        return []
    counts = Counter(region_of(event.rat) for event in placed)
    regions = s._(", ").join(
        name(region, s) + f" {counts[region]}" * (counts[region] > 1) for region in map_order(counts)
    )
    many = f"+{len(placed)}\u00a0{RAT}" if s.has_emoji else f"+{rats(len(placed), s)}"
    return [many if brief else f"{many}: {regions}"]


def _took(event: e.Took, s: Speaker[View], *, used: bool = False) -> str:
    """Describe the card that was taken, and whether it was used at once."""
    card = name(event.card, s)
    if event.owner is None:
        return s._("took and used the {card}", card=card) if used else s._("took the {card}", card=card)
    values = {"card": card, "player": s.player(event.owner)}
    return s._("took and used {player}’s {card}", **values) if used else s._("took {player}’s {card}", **values)


def _struck(reveals: Sequence[e.Revealed], s: Speaker[View]) -> str:
    """Describe the effect of one region's rats in a turn: each player's losses to all of them.

    Without losses, describe the number of outbreaks or, if there was none or just one rat, the rat's need for cubes.
    """
    broken = sum(event.outbreak for event in reveals)
    region = region_of(reveals[0].rat)
    if lost := losses(reveals, s):
        return f"{RAT} **{name(region, s)}**: {lost}."
    if len(reveals) == 1 or not broken:
        closest = min(reveals, key=attrgetter("face.number"))
        return outcome(f"{RAT} **{name(region, s)}**", [closest], s)
    return s.ngettext(
        "{emoji} **{region}**: {count} outbreak: {result}.",
        "{emoji} **{region}**: {count} outbreaks: {result}.",
        broken,
        emoji=RAT,
        region=name(region, s),
        result=result(reveals, s),
    )


def _devastation(events: Sequence[Event], s: Speaker[View]) -> str:
    """Describe everyone's losses in the final devastation, all regions together. The log lists each region."""
    lost = [sum(cubes) for cubes in zip(*(event.lost for event in of_kind(events, e.Revealed)), strict=True)]
    losses = [
        s._("{player} {lost}", player=s.player(seat), lost=f"−{count}") for seat, count in enumerate(lost) if count
    ]
    if not losses:
        return s._("{piece} **The final devastation** strikes nobody.", piece=PLAGUE)
    return s._("{piece} **The final devastation**: {losses}.", piece=PLAGUE, losses=s._(", ").join(losses))
