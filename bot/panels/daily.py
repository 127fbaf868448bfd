"""``/daily``: the challenge of the day, the person's only attempt at it, its result, and the server's ranking.

The game itself is played on the panel of a turn, which only its player can open.
"""

import secrets

import wording
from bot.channel.delivery import send_message
from bot.channel.table_words import person_name, player_text
from bot.context import Press, Request
from bot.panels import daily_turns, plan
from bot.panels.daily_card import (
    ABOUT_CHAIN,
    about_daily,
    card,
    daily_id,
    fingerprint_of,
    go_on_button,
    name_of,
    neighbour,
    newest_open,
    own_text,
    running_attempts,
    seed_line,
    server_table,
    show_here,
    time_left,
)
from bot.panels.help_panel import DEFAULT_GAME
from bot.panels.opening import may_post, spoken_here
from bot.ui.message import DANGER, PRIMARY, SUCCESS, Id, Item, button, layout
from bot.ui.reply import Refusal
from bot.ui.widths import fits_one_line
from rules.errors import N_
from rules_service import TableInfo, acts
from rules_service.dailies import Attempt, AttemptState, Daily
from rules_service.errors import DailyOver, DailyTaken

HELP_PAGE = "daily"
NO_SUCH_DAY = N_("There is no challenge with that number. `/daily` without one shows today’s.")
NOTHING_RUNNING = N_("You have no attempt in progress. `/daily` shows today’s challenge, and *Start* begins it.")
ONLY_ON_SERVERS = N_(
    "I can only show your result on a server that I’m a member of. Elsewhere, you can copy the line "
    "with your result from `/daily`."
)
BEFORE_START = N_(
    "## Start {name}?\n"
    "- You have **one attempt**. If you give it up or don’t finish it within 48 hours, it counts as not finished.\n"
    "- You can stop and go on at any time, on any device: `/daily` leads back to your game.\n"
    "- You can undo steps until your turn ends, as always. There are no hints, and no undo beyond that.\n"
    "- Others see your result only if you press *Show it here* at the end."
)
BEFORE_TURN = N_(
    "## Start {name}?\n- You have **one attempt** at **one turn**. It ends with your turn, or as soon "
    "as something is revealed.\n- If you give it up or don’t play it within 48 hours, it counts as "
    "not finished.\n- You can stop and go on at any time, on any device: `/daily` leads back to your "
    "turn.\n- You can undo steps until it ends. There are no hints.\n- The computer judges your chance "
    "to win from what you can know. The luck of a reveal doesn’t count.\n- Others see your result "
    "only if you press *Show it here* at the end."
)
TURN_BEGUN = N_("**{name}:** play this turn for {player} as well as you can. You get only one.")
BEFORE_LEAVING = N_("## Give up {name}?\nIt counts as not finished, and there is no second attempt.")


async def show_typed(request: Request, number: int | None = None) -> None:
    """Show the challenge with this number, by default today's. Raise Refusal if there is none."""
    await show_day(request, None if number is None else await day_of(request, number))


async def show(press: Press) -> None:
    """Show the challenge of the day named by the button, or today's."""
    await show_day(press, press.custom_id.first_number or None)


async def day_of(request: Request, number: int) -> int:
    """Return the day of the challenge with this number. Raise Refusal if there is none."""
    today = await request.service.dailies.today()
    day = today.day + number - today.number
    if number < 1 or await request.service.dailies.of_day(day) is None:
        raise Refusal(NO_SUCH_DAY)
    return day


async def running_attempt(request: Request, number: int | None = None) -> TableInfo:
    """Return the table of the person's running attempt at the challenge with this number (default: the newest one).

    Raise Refusal if there is no such challenge, or no such attempt is running.
    """
    day = None if number is None else await day_of(request, number)
    for daily, _ in await running_attempts(request):
        if day in (None, daily.day):
            return await request.service.dailies.resume(request.person, daily.day)
    raise Refusal(NOTHING_RUNNING)


async def show_day(request: Request, day: int | None = None, note: str = "") -> None:
    """Show a challenge (by default today's), the person's result, and the results shown on this server.

    The person's other running attempts are listed, too.
    """
    w, dailies, guild = request.words, request.service.dailies, request.interaction.guild_id
    today = await dailies.today()
    daily = (None if day is None else await dailies.of_day(day)) or today
    attempt = await dailies.attempt(request.user_id, daily.day)
    others = [(other, one) for other, one in await running_attempts(request) if other.day != daily.day]
    texts = [*about_daily(daily, today, attempt, w), own_text(daily, attempt, w)]
    texts += [time_left(other, one, w) for other, one in others]
    shared = [] if guild is None else await dailies.shared(guild, daily.day)
    texts += [server_table(daily, shared, w), fingerprint_of(daily, w)]
    if daily.day == today.day and (opened := await newest_open(request, today)) is not None:
        texts[-1] += f"\n{seed_line(opened, w)}"
    shown = request.user_id in {one.user_id for one in shared}
    own = [*own_buttons(request, daily, today, attempt, shown=shown), *(go_on_button(other, w) for other, _ in others)]
    further = await ways(request, daily, today)
    rows = [[*own, *further]] if fits_one_line([*own, *further]) else [row for row in (own, further) if row]
    await request.show(layout(texts, (), rows, above=note))


def own_buttons(request: Request, daily: Daily, today: Daily, attempt: Attempt | None, *, shown: bool) -> list[Item]:
    """Return the buttons about the person's attempt. ``shown``: whether this server's ranking contains its result."""
    w = request.words
    best = [] if daily.turn is None else [button(daily_id("dailybest", daily.day), w._("The best turn"), PRIMARY)]
    if attempt is None:
        return [button(daily_id("dailystart", daily.day), w._("Start"), SUCCESS)] if daily.day == today.day else best
    if attempt.state == AttemptState.RUNNING:
        go_on = button(daily_id("dailyon", daily.day), w._("Go on"), PRIMARY)
        return [go_on, button(daily_id("dailyend", daily.day), w._("Give up"))]
    row = [*best, *show_here(request, daily.day, attempt)]
    if shown:
        row.append(button(daily_id("dailyhide", daily.day), w._("Hide my result")))
    if daily.link is not None and attempt.table_id is not None:
        row.append(button(Id(attempt.table_id, "log"), w._("Log")))
    return row


async def ways(request: Request, daily: Daily, today: Daily) -> list[Item]:
    """Return the buttons for the previous and the next challenge, the proof of the seeds, and the help."""
    w, row = request.words, list[Item]()
    if (before := await neighbour(request, daily, -1)) is not None:
        row.append(button(daily_id("daily", before.day), f"◀ {name_of(before)}"))
    if daily.day < today.day:
        after = await neighbour(request, daily, 1) or today
        row.append(button(daily_id("daily", after.day), f"{name_of(after)} ▶"))
    row.append(button(daily_id("dailyproof", daily.day), w._("Proof")))
    return [*row, button(Id(0, "help", words=f"{DEFAULT_GAME} {HELP_PAGE}"), w._("Help"))]


async def named_day(press: Press) -> Daily:
    """Return the challenge named by the button.

    Raise Refusal if there is none, for example if the button was forged.
    """
    daily = await press.service.dailies.of_day(press.custom_id.first_number)
    if daily is None:
        raise Refusal(NO_SUCH_DAY)
    return daily


async def show_proof(press: Press) -> None:
    """Explain how to check the seeds, with the anchor of their chain and its newest published link."""
    w, dailies = press.words, press.service.dailies
    chain, today = await dailies.chain(), await dailies.today()
    number = today.number - (today.day - chain.first) - 1
    lines = [w._("-# Anchor, the link of Miasma {number}: `{link}`", number=number, link=chain.anchor)]
    opened = await newest_open(press, today)
    if opened is not None:
        lines.append(w._("-# Newest published link, of {name}: `{link}`", name=name_of(opened), link=opened.link))
        lines.append(seed_line(opened, w))
    back = button(daily_id("daily", press.custom_id.first_number), w._("◀ Back"))
    await press.show(layout([w._(ABOUT_CHAIN), "\n".join(lines)], (), [[back]]))


async def ask_start(press: Press) -> None:
    """Explain that there is only one attempt, with the button that starts it."""
    daily, w = await named_day(press), press.words
    row = [
        button(daily_id("dailygo", daily.day), w._("Start now"), SUCCESS),
        button(daily_id("daily", daily.day), w._("◀ Back")),
    ]
    text = BEFORE_TURN if daily.is_turn else BEFORE_START
    await press.show(layout([w._(text, name=name_of(daily))], (), [row]))


async def start(press: Press) -> None:
    """Start the person's attempt and show its first turn.

    If they have already used their attempt, or it can't be started now, show the challenge with the reason.
    """
    daily = await named_day(press)
    try:
        info = await press.service.dailies.start(press.person, press.words.lang, daily.day, interaction=press.id)
    except (DailyTaken, DailyOver) as refused:
        await show_day(press, daily.day, wording.refusal(refused, press.words))
    else:
        await show_turn(press, daily, info)


async def go_on(press: Press) -> None:
    """Show the turn of the running attempt, or the challenge if the attempt has ended."""
    daily = await named_day(press)
    attempt = await press.service.dailies.attempt(press.user_id, daily.day)
    if attempt is None or attempt.state != AttemptState.RUNNING:
        await show_day(press, daily.day)
    else:
        await show_turn(press, daily, await press.service.dailies.resume(press.person, daily.day))


async def show_turn(press: Press, daily: Daily, info: TableInfo) -> None:
    """Replace the pressed panel with the turn at an attempt's table."""
    seat, note = info.seat_of(press.user_id), ""
    if daily.is_turn and seat is not None:
        note = press.words._(TURN_BEGUN, name=name_of(daily), player=player_text(info, seat, press.words))
    await plan.show_turn(Press(press.interaction, Id(info.id, "turn")), note)


async def show_best(press: Press) -> None:
    """Show the best turn of a challenge that is over for everyone. Raises Refusal as `daily_turns.show_best` does."""
    await daily_turns.show_best(press, await named_day(press))


async def ask_end(press: Press) -> None:
    """Ask for confirmation before the attempt is given up."""
    daily, w = await named_day(press), press.words
    row = [
        button(daily_id("dailyleft", daily.day), w._("Give up"), DANGER),
        button(daily_id("daily", daily.day), w._("◀ Back")),
    ]
    await press.show(layout([w._(BEFORE_LEAVING, name=name_of(daily))], (), [row]))


async def give_up(press: Press) -> None:
    """End the running attempt for good, if there is one, and show the challenge."""
    daily = await named_day(press)
    attempt = await press.service.dailies.attempt(press.user_id, daily.day)
    if attempt is not None and attempt.state == AttemptState.RUNNING:
        assert attempt.table_id is not None
        await press.service.act(acts.leave(), attempt.table_id, press.person, interaction=press.id)
    await show_day(press, daily.day)


async def publish(press: Press) -> None:
    """Add the person's result to this server's ranking, and post it. Raise Refusal or NoAttempt if that isn't possible.

    If the button is pressed twice, the result is posted only once, because Discord recognises the nonce.
    """
    daily, guild, channel_id = await named_day(press), press.interaction.guild_id, press.interaction.channel_id
    if guild is None or channel_id is None or press.is_guest:
        raise Refusal(ONLY_ON_SERVERS)
    may_post(press)
    await press.service.dailies.share(press.person, daily.day, guild)
    attempt = await press.service.dailies.attempt(press.user_id, daily.day)
    assert attempt is not None
    w = wording.words(spoken_here(press))
    name = person_name(press.interaction.user.display_name, w)
    row = [button(Id(0, "today"), w._("Challenge of the day"))]
    channel = press.app.client.get_partial_messageable(channel_id, guild_id=guild)
    panel = press.interaction.message
    nonce = secrets.token_hex(8) if panel is None else str(panel.id)
    await send_message(channel, layout([f"**{name}**\n{card(daily, attempt, w)}"], (), [row]), nonce)
    await press.say(press.words._("Posted. Your result is in this server’s ranking: `/daily`."))


async def withdraw(press: Press) -> None:
    """Remove the person's result from this server's ranking, and show the challenge.

    Raise NoAttempt if the person made no attempt.
    """
    daily, guild = await named_day(press), press.interaction.guild_id
    if guild is not None:
        await press.service.dailies.unshare(press.person, daily.day, guild)
    await show_day(press, daily.day)
