"""The panel of a plan: the next turn on a private copy of the position, with the real questions, buttons and undo."""

from collections.abc import Awaitable

from bot.context import Request
from bot.panels.plan_parts import SIGN, listed, may_play_itself, plan_turn, undo_buttons
from bot.panels.turn import Extras, show_outcome, show_question, show_turn, turn_of
from bot.texts import TEXTS
from bot.ui.message import layout, read_words
from games.move_picker import Said, below
from rules.errors import N_, NotYourTurn
from rules.notation import print_move
from rules_service import Stale
from rules_service.plans import NOTHING_TO_PLAN, Plan

MARK = N_("{sign} **Plan**, not played:")


async def plan_of(request: Request) -> Plan:
    """Return the person's plan. Raises NotSeated, NoTable, WrongPhase, Closed, Asleep, DamagedGame."""
    return await request.service.plans.of(request.table_id, request.user_id)


def pressed(request: Request, plan: Plan) -> Said | None:
    """Return the words of a press on the panel of a plan; None if plan or game have changed since it was shown."""
    press, snapshot = request.press, plan.snapshot
    if not press.words or press.seat is None:
        return ()
    played = snapshot.numbers[-1] if snapshot.numbers else snapshot.start
    current = (press.seat, press.count) == (plan.seat, plan.row.revision) and played <= press.number <= snapshot.number
    return press.said[1:] if current else None


async def unchanged(request: Request) -> tuple[Plan, Said] | None:
    """Return the plan and the words of a press. If the plan has changed or its turn has begun, show it; return None."""
    plan = await plan_of(request)
    said = pressed(request, plan)
    if said and not plan.due:
        return plan, said
    await show_plan(request, plan, note=request.words._(TEXTS.plan_changed))
    return None


async def show(request: Request) -> None:
    """Show the plan, or the question of a press again with more controls or details; in the turn, offer to play it."""
    plan = await plan_of(request)
    said = pressed(request, plan)
    note = request.words._(TEXTS.plan_changed) if said is None else ""
    await show_plan(request, plan, said or (), note)


async def show_plan(request: Request, plan: Plan, said: Said = (), note: str = "") -> None:
    """Show the plan and its next question, or where it ends. Once the turn has begun, show that."""
    w = request.words
    if plan.due:
        await show_turn(request, note)
        return
    head = "\n".join([w._(TEXTS.plan_about, sign=SIGN), *(f"-# {line}" for line in listed(plan, w))])
    if plan.course is None:
        await request.show(layout([note, w._(NOTHING_TO_PLAN)]))
    elif plan.course.ended:
        await show_whole(request, plan, head, note)
    else:
        turn = plan_turn(plan, w.lang)
        said = said if below(turn.legal, said) else ()
        above = "\n".join(filter(None, [head, note]))
        action = request.press.action
        extras = Extras(more=action == "pmore", details=action == "pdetails", marked=w._(MARK, sign=SIGN))
        await show_question(request, turn, said, above, extras)


async def show_whole(request: Request, plan: Plan, head: str, note: str) -> None:
    """Show a plan to which nothing can be added, and let the player choose whether it is played by itself."""
    w = request.words
    texts = [head, note, w._(TEXTS.plan_by_itself) if plan.row.wait is not None else w._(TEXTS.plan_ends)]
    if request.typed:
        ways = ["`/plan undo:`"]
        if plan.course and plan.course.ends_turn:
            ways.append(f"`/plan for_me:{plan.row.wait is None}`")
        texts.append(w._("Next: {commands}", commands=w.join_choice(ways)))
    await request.show(layout(texts, (), [[*may_play_itself(plan, w), *undo_buttons(plan, w)]]))


async def pick(request: Request) -> None:
    """Handle an answer: add the move to the plan if it is complete, otherwise ask for its next field."""
    plan = await plan_of(request)
    said = pressed(request, plan)
    if said is None or plan.due or plan.course is None or plan.course.ended:
        await show_plan(request, plan, note=request.words._(TEXTS.plan_changed))
        return
    said = read_words(request.value) if request.value else said
    left = below(plan_turn(plan, request.lang).legal, said)
    if len(left) == 1:
        await add(request, plan, print_move(left[0]))
    else:
        await show_plan(request, plan, said)


async def add(request: Request, plan: Plan, move: str) -> None:
    """Add a move in notation to the plan, and show it. Raises WrongPhase, BadNotation, IllegalMove."""
    await show_changed(request, request.service.plans.add(plan, move, interaction=request.id))


async def undo(request: Request) -> None:
    """Take the last move out of the plan, or all."""
    if found := await unchanged(request):
        plan, said = found
        await take_out(request, plan, None if said == ("all",) else 1)


async def take_out(request: Request, plan: Plan, moves: int | None) -> None:
    """Take the last moves out of the plan (None: all), and show it. Raises WrongPhase if it has none."""
    await show_changed(request, request.service.plans.undo(plan, moves, interaction=request.id))


async def choose_by_itself(request: Request) -> None:
    """Let the plan be played by itself, or no longer."""
    if found := await unchanged(request):
        plan, said = found
        await let_play(request, plan, wanted=said == ("on",))


async def let_play(request: Request, plan: Plan, *, wanted: bool) -> None:
    """Let the plan be played by itself, or no longer, and show it. Raises WrongPhase if it doesn't end the turn."""
    await show_changed(request, request.service.plans.by_itself(plan, wanted=wanted, interaction=request.id))


async def show_changed(request: Request, change: Awaitable[Plan]) -> None:
    """Show the plan after a change, or the present one if plan or game were changed elsewhere first."""
    try:
        await show_plan(request, await change)
    except Stale:
        await show_plan(request, await plan_of(request), note=request.words._(TEXTS.plan_changed))


async def play(request: Request) -> None:
    """Play the plan as the offer has shown it, and go on with the turn."""
    await play_revision(request, request.press.count, request.press.number)


async def play_revision(request: Request, revision: int, number: int | None = None) -> None:
    """Play the plan if it still has this revision, and go on with the turn. ``number``: the line the player saw."""
    turn = await turn_of(request)
    plans, user = request.service.plans, request.user_id
    try:
        outcome = await plans.play(request.table_id, user, revision, number=number, interaction=request.id)
    except (Stale, NotYourTurn):
        await show_turn(request, request.words._(TEXTS.moved_on))
    else:
        await show_outcome(request, turn, outcome)
