"""Which parts of a board a message shows, and what has changed on each of them."""

from collections.abc import Sequence

from renderer import Changes, parts
from rules.game import Event, Target
from rules.log import Step
from rules.messina.round_events import Began, RoundBegan, RoundEnded
from rules_service import Snapshot

ESTATE = "estate-"  # begins the name of a part that is one seat's
FOR_ALL = (Began, RoundBegan, RoundEnded)  # after these everybody's estate is worth a look
GRID = "grid"  # the part that is all of them
OWN = ("home", "square", "hut", "workshop", "overseer", "scroll", "citizen")  # kinds of things that an estate holds


def parts_of_post(snapshot: Snapshot, layout: str, since: int, events: Sequence[Event]) -> list[str]:
    """For the channel: what all share, and the estates of who moved after that log line; at great moments all."""
    view = snapshot.table.view(None)
    seats = {step.seat for step in steps_since(snapshot, since)}
    if snapshot.table.over or not seats or any(isinstance(event, FOR_ALL) for event in events):
        seats = set(range(snapshot.table.seats))
    return chosen(parts(view, layout), seats)


def parts_of_view(snapshot: Snapshot, layout: str, seat: int | None) -> list[str]:
    """For one person: what all share, and their own estate; for who has none, all of them."""
    seats = {seat} if seat is not None else set(range(snapshot.table.seats))
    return chosen(parts(snapshot.table.view(seat), layout), seats)


def chosen(names: Sequence[str], seats: set[int]) -> list[str]:
    """The parts that belong to nobody or to one of the seats."""
    return [name for name in names if not name.startswith(ESTATE) or int(name.removeprefix(ESTATE)) in seats]


def steps_since(snapshot: Snapshot, since: int) -> list[Step]:
    """The moves after this log line."""
    return [step for step in snapshot.table.steps if snapshot.numbers[step.number - 1] > since]


def changed(snapshot: Snapshot, since: int, part: str) -> Changes:
    """What the moves after this log line have touched on a part of the board; on one picture of everything, by part."""
    if part != GRID:
        return touched(snapshot, since, part)
    return {name: touched(snapshot, since, name) for name in parts(snapshot.table.view(None), "tall")}


def touched(snapshot: Snapshot, since: int, part: str) -> list[Target]:
    """What the moves have touched on one part. Estates are alike: a square is one of the seat's that moved."""
    game = snapshot.table.game
    found: dict[Target, None] = {}
    for step in steps_since(snapshot, since):
        move = game.notation.parse(step.move)
        targets = game.targets(move) if move is not None else ()
        whose = f"{ESTATE}{step.seat}" == part
        found |= dict.fromkeys(target for target in targets if whose or target.kind not in OWN)
    return list(found)
