"""The panel of a plan: the next turn on a private copy of the position, with the real questions, buttons and undo."""

from collections.abc import Awaitable
from dataclasses import dataclass, replace
from typing import ClassVar

from bot.channel.plan_words import lost_text, plan_lines
from bot.context import Press, Request
from bot.panels.personal import note_text
from bot.panels.turn import (
    MOVED_ON,
    NO_EXTRAS,
    NOTHING_TO_DECIDE,
    Extras,
    answer_below_posts,
    asked_extras,
    news_since_move,
    show_outcome,
    show_panel,
    show_question,
    turn_of,
)
from bot.panels.turn_parts import SAVE_PLAN, Turn, in_small
from bot.ui.message import SUCCESS, Id, Item, button, layout
from games import GAMES
from games.move_picker import Said, moves_beginning
from rules.errors import N_, NotYourTurn
from rules.notation import End
from rules_service import Closed, Stale, WrongPhase
from rules_service.plans import MOST, NOTHING_TO_PLAN, Plan
from wording import Words

PLAN_SIGN = "🧭"
MAX_NEWS = 4  # headlines of news
PLANNED, NOT_PLAYED = N_("{sign} **You have planned this turn:**"), N_("{sign} **Plan**, not played:")
PLAN_CHANGED = N_("Your plan or the game has changed since this was shown; this is your plan now.")
PLAN_ABOUT = N_(
    "{sign} **Your plan.** Nothing is played yet, and only you see it. It starts from "
    "the current position; the others still move before you."
)
FALLBACK_ABOUT = N_("{sign} **{fallback}.** It is used if a move of the plan before it is no longer possible.")
REST = N_("{sign} **What is left of your plan:**")
STILL_BY_ITSELF = N_("**Play it for me** is still on.")
NO_LONGER_BY_ITSELF = N_("**Play it for me** is off now, because the plan or something that it touches has changed.")
THEN_ASKS = N_("Then I’ll ask you.")
PLAN_SAVED = N_("{sign} **Your plan is saved.** Nothing is played yet, and only you see it.")
PLAN_BY_ITSELF = N_(
    "**I’ll play it for you** a few minutes after your turn begins, unless something it touches has "
    "changed by then: in that case your turn waits for you. You’re pinged as always and can still "
    "change your mind."
)
NOT_AS_IT_IS = N_(
    "**Play it for me** is on, but something that the plan touches has changed. If it stays like that, your turn waits "
    "for you."
)


@dataclass(frozen=True)
class PlanTurn(Turn):
    """A player's next turn as they plan it: the usual panel, but its moves are not played."""

    played: ClassVar[bool] = False
    planned: ClassVar[bool] = True
    plan: Plan

    def id(self, action: str, *said: str) -> Id:
        """Return the custom id for a button of this panel, as `plan_id` builds it."""
        return plan_id(self.plan, action, *said)


def plan_turn(plan: Plan, lang: str) -> PlanTurn:
    """Return the turn that continues the plan, which must have moves left to plan."""
    assert plan.course is not None
    return PlanTurn(replace(plan.snapshot, table=plan.course.table, views={}), plan.seat, lang, plan)


def plan_id(plan: Plan, action: str, *said: str, way: int | None = None) -> Id:
    """Return the custom id of a button about a plan. Its words begin with the plan's revision and a number.

    The number is ``way``, by default that of the shown plan: 0 for the plan itself, 1 or 2 for a fallback.
    """
    about = str(plan.row.revision), str(plan.way if way is None else way)
    return Id(plan.snapshot.info.id, f"p{action}", plan.seat, plan.snapshot.seen, " ".join((*about, *said)))


def way_name(way: int, w: Words) -> str:
    """Return the name of the plan (``way`` 0) or of the fallback with this number."""
    return w._("Fallback {number}", number=way) if way else w._("Plan")


async def show_turn(request: Request, note: str = "") -> None:
    """Offer to play the plan if one is ready, otherwise show the turn's panel.

    If the game isn't running, only say so.
    """
    try:
        turn = await turn_of(request)
    except (WrongPhase, Closed):
        await request.show(layout([request.words._(NOTHING_TO_DECIDE)]))
        return
    request.app.computers.then(request.table_id, None)  # This panel replaces the one that would open later.
    note = "\n".join(filter(None, [note, await note_text(request.app, request.user_id, request.table_id, turn.words)]))
    if await show_offer(request, turn, note):
        return
    await show_panel(request, turn, note=note, extras=Extras(news=await news_since_move(request.app, turn)))


async def show_rest(press: Press) -> None:
    """Offer to play the rest of the plan after the player made other moves.

    If nothing of it is left, show the turn's panel.
    """
    turn = await turn_of(press)
    found = await press.service.plans.rest(press.table_id, press.user_id)
    if found is None:
        await show_panel(press, turn, note=turn.words._(MOVED_ON))
        return
    w, (plan, offer) = turn.words, found
    best = offer.ways[offer.chosen]
    lines = plan_lines(turn.snapshot.info, best.now, w, best.then.moves)
    count = w.ngettext("Play {count} move", "Play {count} moves", best.playable)
    row = [button(plan_id(plan, "play"), count, SUCCESS), button(turn.id("ask"), w._("Decide now"))]
    await press.show(layout(["\n".join([w._(REST, sign=PLAN_SIGN), *lines])], (), [row]))


async def show_offer(request: Request, turn: Turn, note: str = "") -> bool:
    """Offer to play the plan if the player has planned the turn that has begun. Return whether it was offered."""
    info, w = turn.snapshot.info, turn.words
    if turn.seat not in info.due or not await request.service.plans.exists(info.id, turn.seat):
        return False
    plan = await request.service.plans.of(info.id, request.user_id)
    found = await request.service.plans.compare(info.id, plan) if plan.offered else None
    if found is None:
        return False
    news = turn.speaker.headlines(turn.snapshot.events(None, plan.row.number))
    happened = [w._("**Since you made the plan**"), *news[-MAX_NEWS:]] if news else []
    best = found.ways[found.chosen]
    playable, row = best.playable, list[Item]()
    lost = [(way, lost_text(info, one.now, w)) for way, one in enumerate(found.ways[: found.chosen])]
    lines = [f"-# {way_name(way, w)}: {text}" for way, text in lost if text]
    lines.append(w._(PLANNED, sign=PLAN_SIGN) if not found.chosen else f"{PLAN_SIGN} **{way_name(found.chosen, w)}**")
    lines += plan_lines(info, best.now, w, best.then.moves)
    if playable < len(best.now.moves):
        stops = w._(
            "I’ll stop before move {number}, because it would now have a different effect.", number=playable + 1
        )
        lines.append(f"-# {stops}")  # small print ends the list
    elif playable and best.now.asks_then:
        lines.append(f"-# {w._(THEN_ASKS)}")
    if playable:
        part = w._("Play {count} of {total} moves", count=playable, total=len(plan.row.ways[found.chosen]))
        row.append(button(plan_id(plan, "play"), w._("Play my plan") if best.whole else part, SUCCESS))
    row.append(button(turn.id("ask"), w._("Decide now")))
    typing = w._("Next: {commands}", commands="`/plan play:True`") if request.typed and playable else ""
    await request.show(layout([note, "\n".join(happened), "\n".join(lines), typing], (), [row]))
    return True


async def plan_of(request: Request, way: int = 0) -> Plan:
    """Return the person's plan, or the fallback with the number ``way``.

    Raises NotSeated, NoTable, WrongPhase, Closed, Asleep, DailyAlone, DamagedGame.
    """
    return await request.service.plans.of(request.table_id, request.user_id, way)


async def pressed_plan(press: Press) -> Plan:
    """Return the plan or fallback that the pressed panel shows, and make sure that the answer is below the last post.

    Raises as `plan_of` does.
    """
    await answer_below_posts(press, press.table_id)
    _, *way = press.custom_id.numbers  # the number after the plan's revision says which way; older buttons lack it
    return await plan_of(press, way[0] if way else 0)


def pressed_words(shown: Id, plan: Plan) -> Said | None:
    """Return the words of a press on the panel of a plan, or None if the plan or the game has changed since."""
    if not shown.words or shown.seat is None:
        return ()
    same = (shown.seat, shown.first_number) == (plan.seat, plan.row.revision)
    return shown.said[2:] if same and plan.snapshot.shows_all_to(shown.number) else None


async def show(press: Press) -> None:
    """Show the plan with the pressed question or, once the turn has begun, offer to play the plan."""
    plan = await pressed_plan(press)
    said = pressed_words(press.custom_id, plan)
    note = press.words._(PLAN_CHANGED) if said is None else ""
    await show_plan(press, plan, said or (), note, asked_extras(press), saved=not press.custom_id.words)


async def show_plan(
    request: Request,
    plan: Plan,
    said: Said = (),
    note: str = "",
    extras: Extras = NO_EXTRAS,
    *,
    saved: bool = False,
) -> None:
    """Show the plan and its next question, or the finished plan. Once its turn has begun, show that turn instead.

    ``saved``: show an automatic plan as finished, although more moves can be added.
    """
    w, info = request.words, plan.snapshot.info
    if plan.due:
        await show_turn(request, note)
    elif plan.course is None:
        await request.show(layout([note, w._(NOTHING_TO_PLAN)]))
    elif plan.course.ended or (saved and plan.row.wait is not None):
        await show_saved(request, plan, note)
    else:
        about = w._(FALLBACK_ABOUT, sign=PLAN_SIGN, fallback=way_name(plan.way, w))
        head = [about if plan.way else w._(PLAN_ABOUT, sign=PLAN_SIGN)]
        head += [w._(STILL_BY_ITSELF)] * (plan.way > 0 and plan.row.wait is not None)
        head += in_small(plan_lines(info, plan.course, w))
        turn = plan_turn(plan, w.lang)
        said = said if moves_beginning(turn.legal, said) else ()
        saving = [] if turn.legal == [End()] else [button(plan_id(plan, "save"), w._(SAVE_PLAN))]
        saving = [*saving, *by_itself_buttons(plan, w)] if plan.row.ways else []
        extras = replace(extras, marked=w._(NOT_PLAYED, sign=PLAN_SIGN), last_row=saving)
        await show_question(request, turn, said, "\n".join(filter(None, [*head, note])), extras)


def by_itself_buttons(plan: Plan, w: Words) -> list[Item]:
    """Return the button that turns automatic play of the plan on or off, or none if that isn't possible."""
    if plan.row.wait is not None:
        return [button(plan_id(plan, "self", "off"), w._("Don’t play it for me"))]
    possible = any(course.whole for course in plan.courses)
    return [button(plan_id(plan, "self", "on"), w._("Play it for me"), SUCCESS)] if possible else []


async def save(press: Press) -> None:
    """Show the plan as saved. If the plan or the game has changed since it was shown, show the current plan."""
    plan = await pressed_plan(press)
    if pressed_words(press.custom_id, plan) is None or plan.due or plan.course is None:
        await show_plan(press, plan, note=press.words._(PLAN_CHANGED))
    else:
        await show_saved(press, plan)


async def show_saved(request: Request, plan: Plan, note: str = "") -> None:
    """Show the plan and its fallbacks, with the choice of whether to play them automatically."""
    w, info, count = request.words, plan.snapshot.info, len(plan.moves)
    texts = [w._(PLAN_SAVED, sign=PLAN_SIGN)]
    for way, course in enumerate(plan.courses[: len(plan.row.ways)]):
        title = [f"**{way_name(way, w)}**"] if len(plan.row.ways) > 1 else []
        asks = [w._(THEN_ASKS)] if course.asks_then and not course.left else []
        texts.append("\n".join([*title, *in_small([*plan_lines(info, course, w), *asks])]))
    if plan.row.wait is not None:
        found = await request.service.plans.compare(info.id, plan)
        texts.append(w._(PLAN_BY_ITSELF if found is not None and found.by_itself else NOT_AS_IT_IS))
    row = by_itself_buttons(plan, w)
    if request.typed:
        ways = ["`/plan undo:`", *([f"`/plan for_me:{plan.row.wait is None}`"] if row else [])]
        texts.append(w._("Next: {commands}", commands=w.join_choice(ways)))
    if count:
        row.append(button(plan_id(plan, "undo", "1"), w._("Undo")))
    if count > 1:
        row.append(button(plan_id(plan, "undo", "all"), w._("Start over")))
    await request.show(layout([*texts, note], (), [row, fallback_buttons(plan, w)]))


def fallback_buttons(plan: Plan, w: Words) -> list[Item]:
    """Return the buttons for continuing the plan or a fallback, and for adding a fallback."""
    ways, row = plan.row.ways, list[Item]()
    for way, course in enumerate(plan.courses[: len(ways)]):
        if way != plan.way or not course.ended:
            label = w._("Change: {plan}", plan=way_name(way, w)) if len(ways) > 1 else w._("Go on planning")
            row.append(button(plan_id(plan, "ask", way=way), label))
    if ways and len(ways) < MOST:
        if kept := kept_start(plan):
            label = w._(GAMES[plan.snapshot.info.game].plans_before[kept[1]])
            row.append(button(plan_id(plan, "keep"), label))
        row.append(button(plan_id(plan, "ask", way=len(ways)), w._("Add a fallback")))
    return row


def kept_start(plan: Plan) -> tuple[tuple[str, ...], str] | None:
    """Return the moves at the start of the plan that are likely to stay possible, and the kind of the move after them.

    Return None if there are no such moves, or a fallback already has them.
    """
    moves, kinds = plan.row.ways[0], GAMES[plan.snapshot.info.game].plans_before
    at = next((at for at, move in enumerate(moves) if move.split()[0] in kinds), 0)
    return (moves[:at], moves[at].split()[0]) if at and moves[:at] not in plan.row.ways else None


async def pick(press: Press) -> None:
    """Handle an answer: add the move to the plan if it is complete, otherwise ask for its next field."""
    plan = await pressed_plan(press)
    said = pressed_words(press.custom_id, plan)
    if said is None or plan.due or plan.course is None or plan.course.ended:
        await show_plan(press, plan, note=press.words._(PLAN_CHANGED))
        return
    said = tuple(press.value.split()) if press.value else said
    left = moves_beginning(plan_turn(plan, press.lang).legal, said)
    if len(left) == 1:
        await show_changed(press, plan, press.service.plans.add(plan, left[0].text, interaction=press.id))
    else:
        await show_plan(press, plan, said)


async def change(press: Press) -> None:
    """Remove the plan's last move or all moves, add a fallback, or turn automatic play on or off."""
    plan, plans = await pressed_plan(press), press.service.plans
    said, keeps = pressed_words(press.custom_id, plan), press.custom_id.action == "pkeep"
    kept = kept_start(plan) if keeps and plan.row.ways else None
    # The plan has changed, or its turn has begun.
    if said is None or plan.due or not (kept if keeps else said):
        await show_plan(press, plan, note=press.words._(PLAN_CHANGED))
    elif kept:
        await show_changed(press, plan, plans.add_fallback(plan, kept[0], interaction=press.id), saved=True)
    elif press.custom_id.action == "pundo":
        await show_changed(press, plan, plans.undo(plan, None if said == ("all",) else 1, interaction=press.id))
    else:
        await let_play(press, plan, wanted=said == ("on",))


async def let_play(request: Request, plan: Plan, *, wanted: bool) -> None:
    """Turn automatic play of the plan on or off."""
    changed = request.service.plans.by_itself(plan, wanted=wanted, interaction=request.id)
    await show_changed(request, None, changed, saved=True)


async def show_changed(request: Request, was: Plan | None, change: Awaitable[Plan], *, saved: bool = False) -> None:
    """Show the plan after a change, or the current plan if it or the game was changed elsewhere first.

    ``was``: the plan before the change, to detect whether the change turned automatic play off.
    """
    try:
        plan = await change
        off = was is not None and was.row.wait is not None and plan.row.wait is None
        note = request.words._(NO_LONGER_BY_ITSELF) if off else ""
        await (show_saved(request, plan, note) if saved else show_plan(request, plan, note=note))
    except Stale:
        await show_plan(request, await plan_of(request), note=request.words._(PLAN_CHANGED))


async def play_shown(press: Press) -> None:
    """Play the plan that the panel shows, unless it has changed since."""
    await play(press, press.custom_id.first_number, press.custom_id.number)


async def play(request: Request, revision: int, seen: int | None = None) -> None:
    """Play the plan if it still has this revision, and continue the turn. Otherwise show the current turn.

    ``seen``: as in `Play.move`.
    """
    turn = await turn_of(request)
    plans, user = request.service.plans, request.user_id
    try:
        outcome = await plans.play(request.table_id, user, revision, seen=seen, interaction=request.id)
    except (Stale, NotYourTurn):
        await show_turn(request, request.words._(MOVED_ON))
    else:
        await show_outcome(request, turn, outcome)
