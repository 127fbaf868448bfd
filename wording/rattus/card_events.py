"""What the class cards of Rattus bring about, in phrases without their subject: "moved 2 cubes from ... (Merchant)"."""

from collections.abc import Sequence

from rules.game import Event
from rules.rattus import events as e
from rules.rattus.components import NEUTRAL_CUBES
from wording.catalogue import Words
from wording.players import player
from wording.rattus.names import border, face, name, potions, rat, region_of


def card_phrase(event: Event, names: Sequence[str], w: Words) -> str | None:
    """What the seat of the event did with a card; None if it is no such event."""
    match event:
        case e.RatMoved() | e.FigureMoved() | e.WallMoved() | e.Looked():
            return together([event], w)
        case e.CubesMoved():
            return _cubes_moved(event, w)
        case e.CubesExchanged():
            return w._(
                "exchanged {cube} in {region} for {other} in {to} ({card})",
                cube=_cube(event.seat, event.owner, event.potions, names, w),
                region=name(event.region, w),
                other=_cube(event.seat, event.other_owner, event.other_potions, names, w),
                to=name(event.to, w),
                card=name("messenger", w),
            )
        case e.PotionPlaced(region=region, potions=count):
            text = w._("put a potion under a cube in {region} ({card})", region=name(region, w), card=name("wizard", w))
            if count == 1:
                return text
            return w._(
                "put one more potion under a cube in {region}, {count} in all ({card})",
                region=name(region, w),
                count=count,
                card=name("wizard", w),
            )
        case e.Exchanged(rat=handle, other=other):
            return w._("exchanged rats {rat} and {other}", rat=rat(handle, w), other=rat(other, w))
        case e.Saved(region=region, potions=count):
            values = {"region": name(region, w), "card": name("king", w)}
            if count:
                lost = potions(count, w)
                return w._("brought a cube from {region} to the palace ({card}; lost: {lost})", lost=lost, **values)
            return w._("brought a cube from {region} to the palace ({card})", **values)
        case e.Baked():
            return w._("put a cube on the {card}", card=name("baker", w))
        case e.Unloaded(region=region, owner=owner, cubes=cubes):
            return w.ngettext(
                "put {count} cube of {player} from the {card} into {region}",
                "put {count} cubes of {player} from the {card} into {region}",
                cubes,
                player=player(names, owner, w),
                card=name("baker", w),
                region=name(region, w),
            )
    return _of_the_plague(event, w)


def _of_the_plague(event: Event, w: Words) -> str | None:
    match event:
        case e.NeutralDeclared():
            return w.ngettext(
                "let the plague piece count as {count} cube ({card})",
                "let the plague piece count as {count} cubes ({card})",
                NEUTRAL_CUBES,
                card=name("knight", w),
            )
        case e.TurnedOver(rats=rats, faces=faces):
            shown = [f"{handle[-1]} **{face(one)}**" for handle, one in zip(rats, faces, strict=True)]
            return w._(
                "turned over all rats of {region} together ({card}: {faces})",
                region=name(region_of(rats[0]), w),
                card=name("crusader", w),
                faces=w._(", ").join(shown),
            )
        case e.Joined(card=card):
            return w._("used the {card}, too", card=name(card, w))
    return None


def _cubes_moved(event: e.CubesMoved, w: Words) -> str:
    values = {"region": name(event.region, w), "to": name(event.to, w), "card": name(event.card, w)}
    if event.potions:
        return w.ngettext(
            "moved {count} cube with {potions} from {region} to {to} ({card})",
            "moved {count} cubes with {potions} from {region} to {to} ({card})",
            event.cubes,
            potions=potions(event.potions, w),
            **values,
        )
    return w.ngettext(
        "moved {count} cube from {region} to {to} ({card})",
        "moved {count} cubes from {region} to {to} ({card})",
        event.cubes,
        **values,
    )


def _cube(seat: int, owner: int, count: int, names: Sequence[str], w: Words) -> str:
    """A cube that the seat exchanges, its own or another player's."""
    own = w._("an own cube") if owner == seat else w._("a cube of {player}", player=player(names, owner, w))
    return w._("{cube} with {potions}", cube=own, potions=potions(count, w)) if count else own


def alike(event: Event) -> tuple[object, ...] | None:
    """What an event of a card has in common with those that are told in one phrase with it; None: it stands alone."""
    match event:
        case e.Looked():
            return (e.Looked,)
        case e.RatMoved(card=card):
            return e.RatMoved, card
        case e.FigureMoved(card=card, region=region):
            return e.FigureMoved, card, bool(region)
        case e.WallMoved(wall=wall):
            return e.WallMoved, bool(wall)
    return None


def together(events: Sequence[Event], w: Words) -> str:
    """Events that are `alike` in one phrase."""
    match events[0]:
        case e.Looked():
            seen = [rat(event.rat, w) for event in events if isinstance(event, e.Looked)]
            return w.ngettext("looked at rat {rats} ({card})", "looked at rats {rats} ({card})", len(seen),
                       rats=w.join_list(seen), card=name("witch", w))  # fmt: skip
        case e.RatMoved(card=card):
            moved = [(rat(event.rat, w), rat(event.to, w)) for event in events if isinstance(event, e.RatMoved)]
            if card == "piper":
                way = w._(", ").join(f"{before} → {after}" for before, after in moved)
                return w.ngettext("led a rat after it ({way})", "led rats after it ({way})", len(moved), way=way)
            where = w.join_list([w._("{rat} to {to}", rat=before, to=after) for before, after in moved])
            return w._("moved rat {where} ({card})", where=where, card=name(card, w))
        case e.FigureMoved():
            return _figures([event for event in events if isinstance(event, e.FigureMoved)], w)
    return _walls([event for event in events if isinstance(event, e.WallMoved)], w)


def _figures(moved: Sequence[e.FigureMoved], w: Words) -> str:
    """Nuns or bishops, all set from the reserve or all moved."""
    nuns = moved[0].card == "nun"
    if moved[0].region:
        ways = w.join_list([_way(name(event.region, w), name(event.to, w), w) for event in moved])
        if nuns:
            return w.ngettext("moved a nun {ways}", "moved nuns {ways}", len(moved), ways=ways)
        return w.ngettext("moved a bishop {ways}", "moved bishops {ways}", len(moved), ways=ways)
    where = w.join_list([name(event.to, w) for event in moved])
    if nuns:
        return w.ngettext("set a nun in {where}", "set nuns in {where}", len(moved), where=where)
    return w.ngettext("set a bishop in {where}", "set bishops in {where}", len(moved), where=where)


def _walls(moved: Sequence[e.WallMoved], w: Words) -> str:
    if moved[0].wall:
        ways = w.join_list([_way(border(event.wall, w), border(event.connection, w), w) for event in moved])
        return w.ngettext("moved a wall {ways} ({card})", "moved walls {ways} ({card})", len(moved), ways=ways,
                   card=name("emperor", w))  # fmt: skip
    where = w.join_list([border(event.connection, w) for event in moved])
    return w.ngettext("built a wall on {where} ({card})", "built walls on {where} ({card})", len(moved), where=where,
               card=name("emperor", w))  # fmt: skip


def _way(before: str, after: str, w: Words) -> str:
    return w._("from {before} to {after}", before=before, after=after)
