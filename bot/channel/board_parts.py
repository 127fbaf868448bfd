"""Which parts of a board a message shows, and what has changed on each of them."""

from collections.abc import Sequence

from bot.games import GAMES, BotGame
from renderer import ChangedTargets
from rules.game import Event, Target
from rules.log import Step
from rules_service import Snapshot


def parts_of_post(snapshot: Snapshot, layout: str, since: int, events: Sequence[Event]) -> list[str]:
    """Return the parts for the channel: the one picture that a turn changes, or all parts at great moments.

    A game without such a picture shows all parts, too. The first part, which shows the most, comes last, nearest to the
    buttons. Everything else is in each player's own view.
    """
    game = GAMES[snapshot.info.game]
    great = not steps_since(snapshot, since) or any(isinstance(event, game.parts.for_all) for event in events)
    if game.parts.turn and (snapshot.table.over or not great):
        return [game.parts.turn]
    first, *others = game.pictures.parts(snapshot.view(None), layout)
    return [*others, first]


def parts_of_view(snapshot: Snapshot, layout: str, seat: int | None) -> list[str]:
    """Return the parts for one player: the shared ones and their own; for spectators, everyone's."""
    game = GAMES[snapshot.info.game]
    seats = {seat} if seat is not None else set(range(snapshot.table.seats))
    return chosen(game, game.pictures.parts(snapshot.view(seat), layout), seats)


def chosen(game: BotGame, names: Sequence[str], seats: set[int]) -> list[str]:
    """Return the parts that are shared or belong to one of the seats."""
    return [name for name in names if game.parts.owner(name) in (None, *seats)]


def steps_since(snapshot: Snapshot, since: int) -> list[Step]:
    """Return the moves after this log line."""
    return [step for step in snapshot.table.steps if snapshot.numbers[step.number - 1] > since]


def changed(snapshot: Snapshot, since: int, part: str) -> ChangedTargets:
    """Return what the moves after this log line have changed on a part; for one picture of everything, by part."""
    game = GAMES[snapshot.info.game]
    if part != game.parts.everything:
        return touched(snapshot, since, part)
    parts = game.pictures.parts(snapshot.view(None), "tall")
    return {name: touched(snapshot, since, name) for name in parts}


def happened(snapshot: Snapshot, since: int) -> list[Event]:
    """Return the public events of the moves after this log line."""
    return [event for step in steps_since(snapshot, since) for event in step.events if event.reader() is None]


def touched(snapshot: Snapshot, since: int, part: str) -> list[Target]:
    """Return what the moves have changed on one part.

    Targets of kinds that each player has count on the mover's part only.
    """
    game = GAMES[snapshot.info.game]
    found: dict[Target, None] = {}
    for step in steps_since(snapshot, since):
        move = game.rules.notation.parse(step.move)
        targets = game.rules.targets(move) if move is not None else ()
        whose = game.parts.owner(part) == step.seat
        found |= dict.fromkeys(target for target in targets if whose or target.kind not in game.parts.own_kinds)
    return list(found)
