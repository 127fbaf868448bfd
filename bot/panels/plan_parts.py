"""The parts of a plan's panel, and the offer to play the plan once the turn has begun."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from bot.channel.table_words import speaker
from bot.context import Request
from bot.panels.turn_parts import Turn
from bot.ui.message import PRIMARY, SUCCESS, Id, Item, button, layout
from rules.errors import N_
from rules.notation import words_of
from rules.plan import PlannedMove, start_of_turn
from rules_service.plans import Plan
from storage import TableStatus
from wording import Words

SIGN = "🧭"
MAX_NEWS = 4  # headlines
PLANNED = N_("{sign} **You have planned this turn:**")


@dataclass(frozen=True)
class PlanTurn(Turn):
    """The next turn of a player as they plan it: the same panel, but nothing on it is played."""

    planned: ClassVar[bool] = True
    plan: Plan

    def id(self, action: str, *said: str) -> Id:
        """Return the custom id of a press on this panel, which begins with the revision of the plan."""
        return plan_id(self.plan, action, *said)


def plan_turn(plan: Plan, lang: str) -> PlanTurn:
    """Return the turn in which a player continues their plan. There must be one to plan."""
    assert plan.course is not None
    return PlanTurn(replace(plan.snapshot, table=plan.course.table, views={}), plan.seat, lang, plan)


def plan_id(plan: Plan, action: str, *said: str) -> Id:
    """Return the custom id of a press about a plan: its words begin with the plan's revision."""
    info = plan.snapshot.info
    return Id(info.id, f"p{action}", plan.seat, info.number, " ".join((str(plan.row.revision), *said)))


async def plan_button(request: Request, turn: Turn) -> list[Item]:
    """Return the button that opens the plan, if the player has a next turn to plan while others play."""
    info, w = turn.snapshot.info, turn.words
    if info.status != TableStatus.RUNNING or info.alone or info.asleep_since:
        return []
    if start_of_turn(turn.snapshot.table, turn.seat) is None:
        return []
    stored = await request.app.storage.plans.read(info.seats[turn.seat].player, info.id)
    label = w._("My plan") if stored.moves else w._("Plan my turn")
    return [button(Id(info.id, "plan"), label, PRIMARY)]


def move_text(plan: Plan, move: PlannedMove, w: Words) -> str:
    """Return a planned move with its price and effects, as in the position before it."""
    speaks = speaker(plan.snapshot.info, move.before.view(plan.seat), w.lang, plan.seat)
    parsed = speaks.game.notation.parse(move.text)
    assert parsed is not None
    label = speaks.label(parsed)
    more = [part for part in speaks.facts(words_of(parsed)).vital if part not in label]
    return w.bracketed(label, w._(", ").join(more)) if more else label


def listed(plan: Plan, w: Words, then: Sequence[PlannedMove] = ()) -> list[str]:
    """Return the moves of a plan that are legal now, numbered, and why the next one isn't.

    ``then``: the same moves in the position in which they were planned; a move that differs now says so.
    """
    lines = []
    for number, now in enumerate(plan.moves, 1):
        text = move_text(plan, now, w)
        lines.append(f"{number}. {text}")
        if number <= len(then) and not now.is_untouched(then[number - 1]):
            before = move_text(plan, then[number - 1], w)
            changed = w._("it was: {before}", before=before) if before != text else w._("something changed there")
            lines[-1] += f" ⚠️ {changed}"
    course = plan.course
    if course is None or not course.left:
        return lines
    speaks = speaker(plan.snapshot.info, course.table.view(plan.seat), w.lang, plan.seat)
    lost = speaks.label_of(course.left[0])
    if course.refused is None:
        text = w._("~~{move}~~ comes after something that isn’t known yet.", move=lost)
    else:
        # The list of what would be legal is the next question.
        why = course.table.why_not(plan.seat, course.left[0]) or course.refused
        text = w._("~~{move}~~ is no longer possible: {reason}", move=lost, reason=speaks.refusal(why))
    return [*lines, f"{len(lines) + 1}. {text}"]


async def show_offer(request: Request, turn: Turn, note: str = "") -> bool:
    """Offer to play the plan if the player has planned the turn that has begun. Return whether they have."""
    info, w = turn.snapshot.info, turn.words
    if turn.seat not in info.due:
        return False
    stored = await request.app.storage.plans.read(info.seats[turn.seat].player, info.id)
    if not stored.moves:
        return False
    plan = await request.service.plans.of(info.id, request.user_id)
    found = await request.service.plans.compare(info.id, plan) if plan.offered else None
    if found is None:
        return False
    news = turn.speaker.headlines(turn.snapshot.events(None, plan.row.number))
    happened = [w._("**Since you made the plan**"), *news[-MAX_NEWS:]] if news else []
    lines = [w._(PLANNED, sign=SIGN), *listed(plan, w, found.then.moves)]
    playable, row = found.playable, list[Item]()
    if playable < len(plan.moves):
        stops = w._("I stop before move {number}, because it does something else now.", number=playable + 1)
        lines.append(f"-# {stops}")  # small print ends the list
    if playable:
        whole = playable == len(plan.row.moves)
        part = w._("Play {count} of {total} moves", count=playable, total=len(plan.row.moves))
        row.append(button(plan_id(plan, "play"), w._("Play my plan") if whole else part, SUCCESS))
    row.append(button(turn.id("ask"), w._("Decide now")))
    typing = w._("Next: {commands}", commands="`/plan play:True`") if request.typed and playable else ""
    await request.show(layout([note, "\n".join(happened), "\n".join(lines), typing], (), [row]))
    return True


def may_play_itself(plan: Plan, w: Words) -> list[Item]:
    """Return the button that lets the plan be played by itself, or no longer."""
    if plan.row.wait is not None:
        return [button(plan_id(plan, "self", "off"), w._("Don’t play it for me"))]
    ends = plan.course is not None and plan.course.ends_turn
    return [button(plan_id(plan, "self", "on"), w._("Play it for me"), SUCCESS)] if ends else []


def undo_buttons(plan: Plan, w: Words) -> list[Item]:
    """Return the buttons that take the last move out of a plan, or all."""
    count = len(plan.moves)
    row = [button(plan_id(plan, "undo", "1"), w._("Undo"))] if count else []
    return row + ([button(plan_id(plan, "undo", "all"), w._("Start over"))] if count > 1 else [])
