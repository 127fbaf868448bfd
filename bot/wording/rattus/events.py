"""Events of Rattus in sentences. What a seat did is a phrase without its subject, so that phrases can be joined."""

from collections.abc import Sequence

from bot.wording.catalogue import Words
from bot.wording.players import mark, player
from bot.wording.rattus.names import PLAGUE, RAT, face, name, rat
from rules.errors import N_
from rules.game import Event
from rules.rattus import events as e

END = {
    "supply": N_("the supply of rats is empty"),
    "cubes": N_("{player} has every cube on the board"),
}


def phrase(event: Event, names: Sequence[str], w: Words) -> str | None:
    """What the seat of the event did, in the past tense and without the subject; None if nobody did it."""
    match event:
        case e.Placed(region=region, cubes=cubes, card=card):
            if card:
                return w.n(
                    "placed {count} cube in {region} ({card})",
                    "placed {count} cubes in {region} ({card})",
                    cubes,
                    region=name(region, w),
                    card=name(card, w),
                )
            return w.t("placed {cubes}", cubes=placed(region, cubes, w))
        case e.Took(card=card, owner=None):
            return w.t("took the {card} from the table", card=name(card, w))
        case e.Took(card=card, owner=int(owner)):
            return w.t("took the {card} from {player}", card=name(card, w), player=player(names, owner, w))
        case e.RatMoved(card=card, rat=handle, to=to):
            return w.t("moved rat {rat} to {to} ({card})", rat=rat(handle, w), to=rat(to, w), card=name(card, w))
        case e.CubesMoved(card=card, region=region, to=to, cubes=cubes):
            return w.n(
                "moved {count} cube from {region} to {to} ({card})",
                "moved {count} cubes from {region} to {to} ({card})",
                cubes,
                region=name(region, w),
                to=name(to, w),
                card=name(card, w),
            )
        case e.Looked(rat=handle):
            return looked([handle], w)
        case e.Exchanged(rat=handle, other=other):
            return w.t("exchanged rats {rat} and {other}", rat=rat(handle, w), other=rat(other, w))
        case e.Saved(region=region):
            return w.t(
                "brought a cube from {region} to the palace ({card})", region=name(region, w), card=name("king", w)
            )
        case e.PlagueMoved(region=region, to=to, via=""):
            return w.t("moved the plague piece from {region} to {to}", region=name(region, w), to=name(to, w))
        case e.PlagueMoved(region=region, to=to, via=via):
            return w.t(
                "moved the plague piece from {region} through {via} to {to}",
                region=name(region, w),
                via=name(via, w),
                to=name(to, w),
            )
        case e.RatPlaced(rat=handle):
            return spread([handle], w)
        case e.NeutralDeclared():
            return w.t("let the plague piece count as 2 cubes ({card})", card=name("knight", w))
        case e.TurnEnded():
            return w.t("ended the turn")
        case e.FinalTurnEnded():
            return w.t("used no more cards in the final round")
    return None


def spread(handles: Sequence[str], w: Words) -> str:
    """New rats together: "spread rats to Hispania (2) and Germania"."""
    counts: dict[str, int] = {}
    for handle in handles:
        region = name(handle.rsplit("-", 1)[0], w)
        counts[region] = counts.get(region, 0) + 1
    where = w.both([f"{region} ({count})" if count > 1 else region for region, count in counts.items()])
    return w.n("spread a rat to {where}", "spread rats to {where}", len(handles), where=where)


def placed(region: str, cubes: int, w: Words) -> str:
    """So many cubes in a region."""
    return w.n("{count} cube in {region}", "{count} cubes in {region}", cubes, region=name(region, w))


def looked(handles: Sequence[str], w: Words) -> str:
    """Rats looked at together."""
    return w.n(
        "looked at rat {rats} ({card})",
        "looked at rats {rats} ({card})",
        len(handles),
        rats=w.both([rat(handle, w) for handle in handles]),
        card=name("witch", w),
    )


def told(seat: int, phrases: Sequence[str], names: Sequence[str], w: Words) -> str:
    """A sentence of what one seat did."""
    return w.t("{player} {did}.", player=player(names, seat, w), did=w.both(phrases))


def sentence(event: Event, names: Sequence[str], w: Words, view: object = None) -> str | None:
    """One event as one sentence."""
    did = phrase(event, names, w)
    if did is not None:
        return told(event.seat, [did], names, w)  # type: ignore[attr-defined]
    match event:
        case e.SetupEnded(start=start):
            return w.t("Everybody has placed; {player} has the first turn.", player=player(names, start, w))
        case e.Began(start=start, plague=plague):
            return w.t(
                "{player} begins. The plague piece {piece} stands in {region}.",
                player=player(names, start, w),
                piece=PLAGUE,
                region=name(plague, w),
            )
        case e.Saw(rat=handle, face=shown):
            return w.t("Only you see this: rat {rat} shows **{face}**.", rat=rat(handle, w), face=face(shown))
        case e.SpreadBlocked(rats=rats, reason="supply"):
            return w.n(
                "{count} more rat was due, but the supply is empty.",
                "{count} more rats were due, but the supply is empty.",
                rats,
            )
        case e.SpreadBlocked(rats=rats):
            return w.n(
                "{count} more rat was due, but every neighbour is full.",
                "{count} more rats were due, but every neighbour is full.",
                rats,
            )
        case e.Revealed():
            return reveal(event, names, w)
        case e.FinalRound(trigger=trigger, reason=reason, order=order):
            return final_round(trigger, reason, order, names, w)
        case e.FinalDevastation():
            return w.t("**The final devastation** {piece}: every region is struck.", piece=PLAGUE)
        case e.GameEnded():
            return w.t("**The game is over.**")
    return None


def reveal(event: e.Revealed, names: Sequence[str], w: Words) -> str:
    """A rat turned over: its face, what it was compared with, and who lost what."""
    values = {"emoji": RAT, "rat": rat(event.rat, w), "face": face(event.face), "population": event.population}
    if not event.outbreak:
        return w.t("{emoji} Rat {rat} shows **{face}**, population {population}: no outbreak.", **values)
    hit = [(player(names, seat, w), lost) for seat, lost in enumerate(event.lost) if lost]
    losses = [w.n("{player} loses {count} cube", "{player} loses {count} cubes", n, player=who) for who, n in hit[:1]]
    losses += [w.t("{player} {count}", player=who, count=lost) for who, lost in hit[1:]]
    if not losses:
        return w.t(
            "{emoji} Rat {rat} shows **{face}**, population {population}: outbreak, but it strikes nobody.", **values
        )
    return w.t(
        "{emoji} Rat {rat} shows **{face}**, population {population}: outbreak! {losses}.",
        losses=w.t(", ").join(losses),
        **values,
    )


def struck(region: str, reveals: Sequence[e.Revealed], w: Words) -> str:
    """What the final devastation did in a region, on one line."""
    parts = []
    for event in reveals:
        lost = " ".join(f"{mark(seat)} −{lost}" for seat, lost in enumerate(event.lost) if lost)
        result = (lost or w.t("strikes nobody")) if event.outbreak else w.t("no outbreak")
        parts.append(
            w.t("{face} (population {population}): {result}", face=face(event.face), population=event.population,
                result=result)
        )  # fmt: skip
    return f"{RAT} **{name(region, w)}** " + "; ".join(parts)


def final_round(trigger: int, reason: str, order: Sequence[int], names: Sequence[str], w: Words) -> str:
    """Why the end has come and who still acts."""
    why = w.t(END[reason], player=player(names, trigger, w))
    if not order:
        return w.t("**The end has come:** {why}.", why=why)
    who = w.both([player(names, seat, w) for seat in order])
    return w.t("**The final round:** {why}. Once more, for a last use of their cards: {players}.", why=why, players=who)
