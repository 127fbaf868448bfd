"""One headline per turn of Rattus, and the effects of the rats, for posts with a picture.

Who went where, what happened, who lost what and why. Everything else is in the log
(`wording.rattus.event_sentences.summary`).
"""

from collections.abc import Collection, Iterator, Sequence

from rules.game import Event
from rules.rattus import events as e
from rules.rattus.view import View
from wording.rattus.event_sentences import card_of, cubes_by_region, final_round, losses, phrase, sentence
from wording.rattus.names import PLAGUE, RAT, name, region_of
from wording.speaker import Speaker, of_kind

TURN_ENDS = (e.TurnEnded, e.FinalTurnEnded, e.SetupEnded)
# The headline names the cubes and the strike, not the card that helped with them.
ONLY_HELPED_BY_CARDS = (e.Placed, e.NeutralDeclared, e.Joined, e.TurnedOver)
OMITTED_EVENTS = (e.Discarded, e.SpreadBlocked, e.GameEnded)


def headlines(events: Sequence[Event], s: Speaker[View]) -> list[str]:
    """Return a headline for each turn in the events, and a line for each region that was struck."""
    lines: list[str] = []
    for turn in _turns(events):
        lines += _turn(turn, s)
    return lines


def _turns(events: Sequence[Event]) -> Iterator[list[Event]]:
    """Split events where a turn ends, and where the final devastation begins."""
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
    """Return a headline for each seat that did something in one turn, in the order in which they began."""
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
    """Describe what one seat did in its turn: cubes, card, plague piece, and the abilities it used.

    If the plague piece struck, the next line says so. New rats are marked in the picture.
    """
    found = cubes_by_region(of_kind(done, e.Placed), s)
    for taken in of_kind(done, e.Took):
        values = {"card": name(taken.card, s)}
        found.append(
            s._("took the {card}", **values)
            if taken.owner is None
            else s._("{card} from {player}", player=s.player(taken.owner), **values)
        )
    moved = [event for event in of_kind(done, e.PlagueMoved) if event.to not in struck or not found]
    found += [s._("plague to {region}", region=name(event.to, s)) for event in moved]
    found += [phrase(event, s) or "" for event in of_kind(done, e.PlagueStuck)]
    cards = dict.fromkeys(card_of(event) for event in done if not isinstance(event, ONLY_HELPED_BY_CARDS))
    used = [name(card, s) for card in cards if card]
    if used:
        found.append(s._("used {cards}", cards=s._(", ").join(used)))
    if found:
        # Translators: {things} are the player's actions, without a verb: "2 cubes in Gallia, plague to Italia".
        return s._("{player}: {things}.", player=s.player(done[0].seat), things=s._(", ").join(found))  # type: ignore[attr-defined]
    ended = [text for event in done if isinstance(event, TURN_ENDS) for text in [phrase(event, s)] if text]
    return s.did(done[0].seat, ended[:1]) if ended else ""  # type: ignore[attr-defined]


def _struck(reveals: Sequence[e.Revealed], s: Speaker[View]) -> str:
    """Describe what the rats of one region did in a turn: "... 1 outbreak: Anna −3 (majority, Knight, Witch)."."""
    broken = [event for event in reveals if event.outbreak]
    values = {"emoji": RAT, "region": name(region_of(reveals[0].rat), s), "population": reveals[0].population}
    numbers = s.join_list([str(event.face.number) for event in reveals])
    if not broken:
        return s._("{emoji} **{region}** needs {needed}, has {population}: no outbreak.", needed=numbers, **values)
    if len(reveals) == 1:
        found = s._("{emoji} **{region}** needs {needed}, has {population}:", needed=numbers, **values)
    else:
        found = s.ngettext(
            "{emoji} **{region}**: {count} outbreak:", "{emoji} **{region}**: {count} outbreaks:", len(broken), **values
        )
    lost = losses(broken, lambda cubes: f"−{cubes}", s)
    lost = f"{lost}." if lost else s._("nobody loses cubes.")
    return f"{found} {lost}"


def _devastation(events: Sequence[Event], s: Speaker[View]) -> str:
    """Describe everyone's losses in the final devastation, all regions together; the log lists each."""
    lost = [sum(cubes) for cubes in zip(*(event.lost for event in of_kind(events, e.Revealed)), strict=True)]
    losses = [
        s._("{player} {lost}", player=s.player(seat), lost=f"−{count}") for seat, count in enumerate(lost) if count
    ]
    if not losses:
        return s._("{piece} **The final devastation** strikes nobody.", piece=PLAGUE)
    return s._("{piece} **The final devastation**: {losses}.", piece=PLAGUE, losses=s._(", ").join(losses))
