"""``/plan``: plan the next turn by typing."""

from discord import app_commands

from bot.commands.at_table import at_table, table_here
from bot.commands.command import Choices, Command, make_command, offering
from bot.commands.typed import choices, fitting, meant, offered, typed_moves, with_more
from bot.context import Request
from bot.panels import plan as panel
from bot.panels.plan_parts import plan_turn
from bot.texts import TEXTS
from bot.ui.errors import Refusal
from rules_service.plans import NOTHING_TO_PLAN, PLAN_ENDS

MAX_STEPS = 99


async def plan(
    request: Request,
    move: str = "",
    undo: app_commands.Range[int, 1, MAX_STEPS] | None = None,
    for_me: bool | None = None,
    play: bool = False,
) -> None:
    """Show the plan, or change it, or play it once the turn has begun."""
    found = await panel.plan_of(request)
    if found.due:
        await (panel.play_revision(request, found.row.revision) if play else panel.show_plan(request, found))
    elif play:
        raise Refusal(TEXTS.plan_too_early)
    elif move:
        if found.course is None or found.course.ended:
            raise Refusal(NOTHING_TO_PLAN if found.course is None else PLAN_ENDS)
        await panel.add(request, found, meant(plan_turn(found, request.lang), move))
    elif undo:
        await panel.take_out(request, found, undo)
    elif for_me is not None:
        await panel.let_play(request, found, wanted=for_me)
    else:
        await panel.show_plan(request, found)


@offering
async def offered_moves(request: Request, typed: str) -> Choices:
    """Offer the legal moves of the plan that match."""
    found = await panel.plan_of(request.at(await table_here(request)))
    if found.due or found.course is None or found.course.ended:
        return []
    turn = plan_turn(found, request.lang)
    shown, more = offered(fitting(typed, typed_moves(turn), turn))
    return with_more(choices(shown), more, typed, turn.words)


def plan_command() -> Command:
    """Return the command."""
    return make_command("plan", at_table(plan), move=offered_moves)
