"""The panel of a plan: the next turn on a private copy of the position, with the real questions, buttons and undo."""

from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from bot.channel.table_words import speaker_of
from bot.context import Press, Request
from bot.panels.personal import note_text
from bot.panels.turn import (
    MOVED_ON,
    NO_EXTRAS,
    NOTHING_TO_DECIDE,
    Extras,
    asked_extras,
    news_since_move,
    show_outcome,
    show_panel,
    show_question,
    turn_of,
)
from bot.panels.turn_parts import Turn
from bot.ui.message import SUCCESS, Id, Item, button, layout
from games.move_picker import Said, moves_beginning
from rules.errors import N_, NotYourTurn
from rules.plan import PlannedMove
from rules_service import Closed, Stale, WrongPhase
from rules_service.plans import NOTHING_TO_PLAN, Plan
from wording import Words

PLAN_SIGN = "🧭"
MAX_NEWS = 4  # headlines
PLANNED, NOT_PLAYED = N_("{sign} **You have planned this turn:**"), N_("{sign} **Plan**, not played:")
PLAN_CHANGED = N_("Your plan or the game has changed since this was shown; this is your plan now.")
PLAN_ABOUT = N_(
    "{sign} **Your plan.** Nothing is played yet, and only you see it. It starts from the position of now; the "
    "others still move before you."
)
PLAN_BY_ITSELF = N_(
    "**I’ll play it for you** some minutes after your turn begins, unless something it touches has changed by then: in "
    "that case your turn waits for you. You’re pinged as always and can still change your mind."
)
NOT_AS_IT_IS = N_(
    "**Play it for me** is on, but something that the plan touches has changed. If it stays like that, your turn waits "
    "for you."
)


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
    return Id(
        plan.snapshot.info.id, f"p{action}", plan.seat, plan.snapshot.seen, " ".join((str(plan.row.revision), *said))
    )


def move_text(plan: Plan, move: PlannedMove, w: Words) -> str:
    """Return a planned move with its price and effects, as in the position before it."""
    speaks = speaker_of(plan.snapshot.info, move.before.view(plan.seat), w.lang, plan.seat)
    parsed = speaks.game.notation.parse(move.text)
    assert parsed is not None
    label = speaks.label(parsed)
    more = [part for part in speaks.facts(parsed.words).vital if part not in label]
    return w.bracketed(label, w._(", ").join(more)) if more else label


def plan_lines(plan: Plan, w: Words, then: Sequence[PlannedMove] = ()) -> list[str]:
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
    speaks = speaker_of(plan.snapshot.info, course.table.view(plan.seat), w.lang, plan.seat)
    lost = speaks.label_of(course.left[0])
    if course.refused is None:
        text = w._("~~{move}~~ comes after something that isn’t known yet.", move=lost)
    else:
        # The list of what would be legal is the next question.
        why = course.table.why_not(plan.seat, course.left[0]) or course.refused
        text = w._("~~{move}~~ is no longer possible: {reason}", move=lost, reason=speaks.refusal(why))
    return [*lines, f"{len(lines) + 1}. {text}"]


async def show_turn(request: Request, note: str = "") -> None:
    """Show the offer to play a plan or a new panel, below the note, or a short answer if the game isn't running."""
    try:
        turn = await turn_of(request)
    except (WrongPhase, Closed):
        await request.show(layout([request.words._(NOTHING_TO_DECIDE)]))
        return
    note = "\n".join(filter(None, [note, await note_text(request.app, request.user_id, request.table_id, turn.words)]))
    if await show_offer(request, turn, note):
        return
    await show_panel(request, turn, note=note, extras=Extras(news=await news_since_move(request.app, turn)))


async def show_offer(request: Request, turn: Turn, note: str = "") -> bool:
    """Offer to play the plan if the player has planned the turn that has begun. Return whether they have."""
    info, w = turn.snapshot.info, turn.words
    if turn.seat not in info.due or not await request.service.plans.exists(info.id, turn.seat):
        return False
    plan = await request.service.plans.of(info.id, request.user_id)
    found = await request.service.plans.compare(info.id, plan) if plan.offered else None
    if found is None:
        return False
    news = turn.speaker.headlines(turn.snapshot.events(None, plan.row.number))
    happened = [w._("**Since you made the plan**"), *news[-MAX_NEWS:]] if news else []
    lines = [w._(PLANNED, sign=PLAN_SIGN), *plan_lines(plan, w, found.then.moves)]
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


async def plan_of(request: Request) -> Plan:
    """Return the person's plan. Raises NotSeated, NoTable, WrongPhase, Closed, Asleep, DamagedGame."""
    return await request.service.plans.of(request.table_id, request.user_id)


def pressed_words(shown: Id, plan: Plan) -> Said | None:
    """Return the words of a press on the panel of a plan; None if plan or game have changed since it was shown."""
    if not shown.words or shown.seat is None:
        return ()
    same = (shown.seat, shown.first_number) == (plan.seat, plan.row.revision)
    return shown.said[1:] if same and plan.snapshot.shows_all_to(shown.number) else None


async def show(press: Press) -> None:
    """Show the plan, with the question of the press if there is one; in the turn, offer to play it."""
    plan = await plan_of(press)
    said = pressed_words(press.custom_id, plan)
    note = press.words._(PLAN_CHANGED) if said is None else ""
    await show_plan(press, plan, said or (), note, asked_extras(press))


async def show_plan(request: Request, plan: Plan, said: Said = (), note: str = "", extras: Extras = NO_EXTRAS) -> None:
    """Show the plan and its next question, or where it ends. Once the turn has begun, show that."""
    w = request.words
    if plan.due:
        await show_turn(request, note)
        return
    head = "\n".join([w._(PLAN_ABOUT, sign=PLAN_SIGN), *(f"-# {line}" for line in plan_lines(plan, w))])
    if plan.course is None:
        await request.show(layout([note, w._(NOTHING_TO_PLAN)]))
    elif plan.course.ended:
        await show_whole(request, plan, head, note)
    else:
        turn = plan_turn(plan, w.lang)
        said = said if moves_beginning(turn.legal, said) else ()
        above = "\n".join(filter(None, [head, note]))
        await show_question(request, turn, said, above, replace(extras, marked=w._(NOT_PLAYED, sign=PLAN_SIGN)))


async def show_whole(request: Request, plan: Plan, head: str, note: str) -> None:
    """Show a plan to which nothing can be added, and let the player choose whether it is played by itself."""
    w, count, row = request.words, len(plan.moves), list[Item]()
    ends_turn, by_itself = plan.course is not None and plan.course.ends_turn, plan.row.wait is not None
    if by_itself:
        row.append(button(plan_id(plan, "self", "off"), w._("Don’t play it for me")))
    elif ends_turn:
        row.append(button(plan_id(plan, "self", "on"), w._("Play it for me"), SUCCESS))
    if count:
        row.append(button(plan_id(plan, "undo", "1"), w._("Undo")))
    if count > 1:
        row.append(button(plan_id(plan, "undo", "all"), w._("Start over")))
    texts = [head, note, w._(N_("That’s as far as you can plan: nobody knows yet what comes next."))]
    if by_itself:
        found = await request.service.plans.compare(plan.snapshot.info.id, plan)
        texts[-1] = w._(PLAN_BY_ITSELF if found is not None and found.by_itself else NOT_AS_IT_IS)
    if request.typed:
        ways = ["`/plan undo:`", *([f"`/plan for_me:{not by_itself}`"] if ends_turn else [])]
        texts.append(w._("Next: {commands}", commands=w.join_choice(ways)))
    await request.show(layout(texts, (), [row]))


async def pick(press: Press) -> None:
    """Handle an answer: add the move to the plan if it is complete, otherwise ask for its next field."""
    plan = await plan_of(press)
    said = pressed_words(press.custom_id, plan)
    if said is None or plan.due or plan.course is None or plan.course.ended:
        await show_plan(press, plan, note=press.words._(PLAN_CHANGED))
        return
    said = tuple(press.value.split()) if press.value else said
    left = moves_beginning(plan_turn(plan, press.lang).legal, said)
    if len(left) == 1:
        await show_changed(press, press.service.plans.add(plan, left[0].text, interaction=press.id))
    else:
        await show_plan(press, plan, said)


async def change(press: Press) -> None:
    """Take the last move out of the plan or all, or let it be played by itself or no longer."""
    plan, plans = await plan_of(press), press.service.plans
    said = pressed_words(press.custom_id, plan)
    # The plan has changed, or its turn has begun.
    if not said or plan.due:
        await show_plan(press, plan, note=press.words._(PLAN_CHANGED))
    elif press.custom_id.action == "pundo":
        await show_changed(press, plans.undo(plan, None if said == ("all",) else 1, interaction=press.id))
    else:
        await show_changed(press, plans.by_itself(plan, wanted=said == ("on",), interaction=press.id))


async def show_changed(request: Request, change: Awaitable[Plan]) -> None:
    """Show the plan after a change, or the present one if plan or game were changed elsewhere first."""
    try:
        await show_plan(request, await change)
    except Stale:
        await show_plan(request, await plan_of(request), note=request.words._(PLAN_CHANGED))


async def play_shown(press: Press) -> None:
    """Play the plan that the panel shows, if nothing has changed since."""
    await play(press, press.custom_id.first_number, press.custom_id.number)


async def play(request: Request, revision: int, seen: int | None = None) -> None:
    """Play the plan if it still has this revision, and go on with the turn. ``seen``: as for moves."""
    turn = await turn_of(request)
    plans, user = request.service.plans, request.user_id
    try:
        outcome = await plans.play(request.table_id, user, revision, seen=seen, interaction=request.id)
    except (Stale, NotYourTurn):
        await show_turn(request, request.words._(MOVED_ON))
    else:
        await show_outcome(request, turn, outcome)
