"""The texts about a plan's moves in its panel and in notifications."""

from collections.abc import Sequence
from typing import Any

from bot.channel.table_words import speaker_of
from rules.errors import N_
from rules.plan import END, Course, PlannedMove
from rules_service import TableInfo
from rules_service.plans import Offer
from wording import Speaker, Words

TURN_ENDS = N_("Your turn ends")


def label_of(info: TableInfo, course: Course, text: str, w: Words) -> str:
    """Return the label of a move (``text``, in notation) in the last position of a plan."""
    return w._(TURN_ENDS) if text == END else speaker_in(info, course, w).label_of(text)


def move_text(info: TableInfo, seat: int, move: PlannedMove, w: Words) -> str:
    """Describe a planned move with its price and effects in the position before it.

    The label already names the price. A label that was cut short to fit a button is replaced by a full description.
    """
    if move.text == END:
        return w._(TURN_ENDS)
    speaks = speaker_of(info, move.before.view(seat), w.lang, seat)
    parsed = speaks.game.notation.parse(move.text)
    assert parsed is not None
    label, facts = speaks.label(parsed), speaks.facts(parsed.words)
    if label.endswith("…"):
        return facts.text(w._(", "))
    both = zip(facts.vital, facts.brief.vital, strict=True)
    more = [part for part, brief in both if part != facts.price and part not in label and brief not in label]
    return w.bracketed(label, w._(", ").join(more)) if more else label


def plan_lines(info: TableInfo, course: Course, w: Words, then: Sequence[PlannedMove] = ()) -> list[str]:
    """Return numbered lines with the plan's legal moves and, if the next one can't be made, the reason.

    ``then``: the same moves as they were planned. Lines point out moves whose effect has changed.
    """
    lines = [f"{number}. {move_text(info, course.seat, now, w)}" for number, now in enumerate(course.moves, 1)]
    for at, (now, before) in enumerate(zip(course.moves, then, strict=False)):
        if change := changed_text(info, course.seat, now, before, w):
            lines[at] += f" ⚠️ {change}"
    lost = lost_text(info, course, w)
    return [*lines, f"{len(lines) + 1}. {lost}"] if lost else lines


def changed_text(info: TableInfo, seat: int, now: PlannedMove, then: PlannedMove, w: Words) -> str:
    """Return how the move's effect has changed since it was planned, or "" if nothing that it touches has changed."""
    if now.is_untouched(then):
        return ""
    text, before = move_text(info, seat, now, w), move_text(info, seat, then, w)
    return w._("before: {before}", before=before) if before != text else w._("something changed there")


def lost_text(info: TableInfo, course: Course, w: Words) -> str:
    """Return a line about the first move of the plan that can't be made, with the reason, or "" if there is none."""
    if not course.left:
        return ""
    lost = label_of(info, course, course.left[0], w)
    if course.refused is None:
        return w._("~~{move}~~ comes after something that isn’t known yet.", move=lost)
    # The list of what would be legal is the next question.
    why = course.table.why_not(course.seat, course.left[0]) or course.refused
    reason = speaker_in(info, course, w).refusal(why)
    return w._("~~{move}~~ is no longer possible: {reason}", move=lost, reason=reason)


def what_broke(info: TableInfo, offer: Offer, w: Words) -> list[str]:
    """Return why the plan, and each fallback that could have replaced it, isn't played automatically."""
    lines = []
    for one in offer.ways:
        seat, changes = one.now.seat, list[str]()
        for then, now in one.pairs:
            if change := changed_text(info, seat, now, then, w):
                changes.append(f"{move_text(info, seat, now, w)} ⚠️ {change}")
        lines += [*changes[:1], lost_text(info, one.now, w)]
        if one.now.refused is None:
            break
    return [line for line in lines if line]


def speaker_in(info: TableInfo, course: Course, w: Words) -> Speaker[Any]:
    """Return the speaker for the last position of a plan."""
    return speaker_of(info, course.table.view(course.seat), w.lang, course.seat)
