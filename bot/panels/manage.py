"""``/table manage``: a panel with the acts that are possible for a person at a table, and why others are not."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import wording
from bot.channel.posts import can_join, table_state
from bot.channel.table_words import plain_player, seat_names, vote_text
from bot.computers import can_play
from bot.context import Press, Request
from bot.metrics import METRICS
from bot.panels import board_panel, lobby_panel, possible_acts, table_acts
from bot.panels.answers import rows_of
from bot.panels.opening import may_post
from bot.panels.personal import channel_name, table_line
from bot.panels.possible_acts import ACT_TITLES, SEAT_LABELS, Trials, must_be_here, votes_of
from bot.panels.table_acts import PAUSE_DAYS, decision_of
from bot.ui.message import (
    DANGER,
    PRIMARY,
    SECONDARY,
    SUCCESS,
    Id,
    Item,
    button,
    fit_texts,
    layout,
    select,
    select_option,
)
from games import GAMES
from rules.errors import N_, RulesError
from rules.notation import read_number
from rules_service import NoTable, SeatHeld, TableInfo, Vote
from rules_service.pace import LIVE_PACE, PACE_OPTION
from storage import TableStatus, VoteKind
from wording import Words
from wording.option_words import TABLE_OPTION_WORDS
from wording.text_limits import MAX_OPTIONS, capital

MANAGE = "manage"  # the action of the panel's buttons
TABLES = "table"  # the words of the select of tables
CHOSEN = "set"  # begins the words of a select: its value completes them
NOW = "now"  # ends the words of a confirmed act
MAX_COMPONENTS = 40  # Discord's limit for a message
OTHER_COMPONENTS = 6  # components other than buttons: the container and its texts
MAX_REASONS = 1500  # characters for all reasons together
MANY = 5  # a reason shared by more acts than this is shown once, for everything else
STYLES = {"join": SUCCESS, "ready": SUCCESS, "wake": SUCCESS, "start": PRIMARY, "awake": PRIMARY, "close": DANGER}
# Acts whose buttons on posts and notifications open a question first.
OPENING = ("back", "note", "invite", "computers", "colour", "options")
WHICH_TABLE = N_("Which table?")
PACE_QUESTION = N_(
    "## Change the pace\nEveryone present must agree. A slower pace applies right away, a faster one "
    "only to turns that begin later."
)
PAUSE_QUESTION = N_(
    "## Pause the table\nEveryone present must agree. Nobody is late while it is paused, and any "
    "player can end it early. A game can be paused twice."
)


async def show(request: Request, note: str = "") -> None:
    """Show the panel of a table. ``note``: a text about what just happened."""
    info, w = await request.info(), request.words
    trials = await possible_acts.try_all(request, info)
    mine = info.seat_of(request.user_id)
    turn = [button(Id(info.id, "turn"), w._("Your turn"), PRIMARY)] if mine in info.due else []
    rows = rows_of([*turn, *buttons_of(ACT_TITLES, info, trials, request)])
    left = MAX_COMPONENTS - OTHER_COMPONENTS - sum(len(row) + 1 for row in rows)
    votes, others = list[Sequence[Item] | str](), info
    for vote in votes_of(info, mine):
        row = vote_row(info, vote, mine, trials, w)
        if row and len(row) + 2 <= left:
            left -= len(row) + 2
            votes += [vote_text(info, vote, w), row]
            others = replace(others, votes=tuple(one for one in others.votes if one != vote))
    state = table_state(others, w) if info.open and not info.asleep_since else ""
    reasons = fit_texts(["\n".join(why_not(info, trials, request))], MAX_REASONS)
    texts = [note, table_line(info, request.user_id, w), state]
    await request.show(layout(texts, (), [*votes, *rows, *reasons]))


def makes_sense(act: str, info: TableInfo, trials: Trials, user_id: int) -> bool:
    """Return whether an act makes sense at this table, even if it is impossible now."""
    seat = info.seat_of(user_id)
    mine = None if seat is None else info.seats[seat]
    lobby, alone = info.status == TableStatus.LOBBY, info.started is not None and info.alone
    match act:
        case "here" | "nudge" | "rest":
            return not alone
        case "time" | "pace":
            return not alone and not lobby  # In a lobby the pace is one of the options.
        case "free":
            return not alone and (not lobby or bool(seat_ways(act, trials)))  # This would free the host’s seat.
        case "note":
            return mine is not None and info.open
        case "back":
            return info.started is None or len(info.seats) > 1  # In a real solo game each step can be undone.
        case "myseat":
            return mine is not None and bool(mine.computer) and info.open and not info.asleep_since
        case "join":
            return mine is None and (not lobby or can_join(info))
        case "seatback":
            return isinstance(trials["join"].refusal, SeatHeld) and trials[act].refusal is None
        case "decline":
            return trials[act].refusal is None
        case "ready":
            return lobby and mine is not None and not mine.ready
        case "colour" | "start":
            return lobby
        case "invite":
            return lobby and can_join(info)
        case "computers":
            return lobby and can_play(info.game)
        case "remove":
            return lobby and len(info.seats) > 1
        case "wake":
            return bool(info.asleep_since)
        case "awake":
            return bool(info.sleeps_at or (info.closes_at and info.options[PACE_OPTION.id] != LIVE_PACE))
        case "endrest":
            return bool(info.paused_until)
        case "verify":
            return info.started is not None
        case "leave":
            # The last player can only close the table.
            return not trials[act].ends and not (alone and info.open)
    return True


def buttons_of(acts: Iterable[str], info: TableInfo, trials: Trials, request: Request) -> list[Item]:
    """Return buttons for the given acts that are possible now."""
    found = []
    for act in acts:
        if act == "free" and table_acts.decides(info, request.user_id) and request.is_at(info.place):
            found.append(button(Id(info.id, "whatnow"), request.words._("What now?"), PRIMARY))
        elif makes_sense(act, info, trials, request.user_id):
            ways = seat_ways(act, trials) if act in SEAT_LABELS else [act] if trials[act].refusal is None else []
            found += [act_button(one, info, request.words) for one in ways]
    return found


def act_button(words: str, info: TableInfo, w: Words) -> Item:
    """Return the button of an act. ``words``: the act, followed by the seat if it concerns one."""
    act, _, seat = words.partition(" ")
    name = w._(SEAT_LABELS[act], player=plain_player(info, int(seat), w)) if seat else act_title(act, info, w)
    press = Id(info.id, act) if act in OPENING else Id(info.id, MANAGE, words=words)
    return button(press, name, STYLES.get(act, SECONDARY))


def act_title(act: str, info: TableInfo, w: Words) -> str:
    """Return the name of an act at this table, for its button and for the reason why it isn't possible."""
    started = info.started is not None
    match act:
        case "back" if started and info.alone:
            return w._("Undo my turn")
        case "join" if started and info.vacant:
            return w._("Take the free seat")
        case "awake" if not started:
            return w._("Keep this lobby")
        case "leave" if started:
            return w._("Leave my seat")
        case "close" if started:
            return w._("End the game")
    return w._(ACT_TITLES[act])


def vote_row(info: TableInfo, vote: Vote, mine: int | None, trials: Trials, w: Words) -> list[Item]:
    """Return the buttons of a vote: the answers that the player can give now and, for an undo, a preview."""
    no = w._("Withdraw") if vote.by == mine else w._("No")
    row = [
        button(Id(info.id, MANAGE, words=f"say {vote.name} {answer}"), label, style)
        for answer, label, style in (("1", w._("Yes"), SUCCESS), ("0", no, SECONDARY))
        if trials[f"say {vote.name} {answer}"].refusal is None
    ]
    if vote.kind == VoteKind.UNDO:
        row.append(button(Id(info.id, "lookback", words=vote.name), w._("What would be undone")))
    return row


def why_not(info: TableInfo, trials: Trials, request: Request) -> Iterator[str]:
    """Yield lines in small print with the impossible acts and the reasons, one line for each reason."""
    w, user_id, offered = request.words, request.user_id, {act for act in SEAT_LABELS if seat_ways(act, trials)}
    reasons: dict[str, list[str]] = {}
    for act in ACT_TITLES:
        refusal = trials[act].refusal
        if refusal is None or act in offered or not makes_sense(act, info, trials, user_id):
            continue
        reasons.setdefault(refusal_at(info, refusal, w), []).append(act_title(act, info, w))
    common = max(reasons, key=lambda reason: len(reasons[reason]), default="")
    for reason, acts in sorted(reasons.items(), key=lambda item: item[0] == common and len(item[1]) > MANY):
        some = w._("Everything else") if reason == common and len(acts) > MANY else w._(", ").join(acts)
        yield w._("-# **{acts}:** {reason}", acts=some, reason=reason)


def seat_ways(act: str, trials: Trials) -> list[str]:
    """Return the button words for an act, one for each seat to which it can apply."""
    return [one for one, trial in trials.items() if one.startswith(f"{act} ") and trial.refusal is None]


def refusal_at(info: TableInfo, error: RulesError, w: Words) -> str:
    """Return a refusal in words, with the names used at this table."""
    words = GAMES[info.game].words
    return wording.refusal(error, w, lambda word: words.name_of(word, w), names=seat_names(info), colours=info.colours)


async def handle_press(press: Press) -> None:
    """Handle a press in the panel: ask for missing details, or carry out the act and update the panel."""
    said = press.custom_id.words
    if said == TABLES:
        await show(press.about(await press.accessible_table(read_number(press.value) or 0)))
        return
    if said.startswith(f"{CHOSEN} "):
        said = f"{said.removeprefix(f'{CHOSEN} ')} {press.value}"
    try:
        note = await do_or_ask(press, said) if said else ""
    except NoTable:
        raise
    except RulesError as refusal:
        METRICS.refusals[refusal.code] += 1
        note = refusal_at(await press.info(), refusal, press.words)
    if note is not None:
        await show(press, note)


async def do_or_ask(request: Request, said: str) -> str | None:
    """Carry out the act named by a button's words, or ask for missing details or confirmation first.

    Return its outcome as text, or None if an answer is already shown.
    """
    info, w, act = await request.info(), request.words, said.partition(" ")[0]
    must_be_here(act, request, info)
    match said.split():
        case ["score"]:
            await board_panel.show_score(request)
            return None
        case ["verify"]:
            await board_panel.verify(request)
            return None
        case ["pace" | "rest"]:
            await ask_how(request, info, act)
            return None
        case ["start"] if lobby_panel.may_play_alone(info, request.user_id):
            await request.reply.send(lobby_panel.asked_to_play_alone(info, w))
            return None
        case ["join"] if info.status == TableStatus.RUNNING and info.vacant:
            await request.reply.send(await lobby_panel.seat_preview(request.app, info, request.lang))
            return None
        case ["leave" | "close"] if await asked_first(request, info, act):
            return None
        case ["wake"]:
            may_post(request)
    return "\n".join(await request.once_posted(info.id, await table_acts.do_act(request, said)))


async def ask_to_leave(request: Request) -> None:
    """Leave the lobby. Ask a player of a running game for confirmation first."""
    info = await request.info()
    if info.started is None or not await asked_first(request, info, "leave"):
        await table_acts.leave_lobby(request)


async def asked_first(request: Request, info: TableInfo, act: str) -> bool:
    """Ask for confirmation before a player leaves a running game or ends a table at once.

    Return whether the player was asked.
    """
    decision = decision_of(act, request, info)
    assert decision is not None
    trial = (await request.service.try_acts({act: decision}, info.id, request.person))[act]
    if trial.refusal is not None or not (trial.ends or (act == "leave" and info.started)):
        return False
    w, back = request.words, button(Id(info.id, MANAGE), request.words._("◀ Back"))
    if not trial.ends:
        text, label = w._("The game is running. If you leave, anyone can take your seat and play on. Leave?"), "leave"
    elif info.started and act == "leave":
        text = w._("The game is running, and nobody else plays here. If you leave, it ends for good. End it?")
        label = "close"
    elif info.started:
        text, label = w._("The game ends for good, without a result. End it?"), "close"
    else:
        text, label = w._("The lobby closes for everyone. Close it?"), "close"
    go = button(Id(info.id, MANAGE, words=f"{act} {NOW}"), act_title(label, info, w), DANGER)
    await request.show(layout([text], (), [[go, back]]))
    return True


async def ask_how(request: Request, info: TableInfo, act: str) -> None:
    """Ask for the new pace or the length of a pause. Raises the refusal of the act if no value is possible."""
    w, words, now = request.words, TABLE_OPTION_WORDS[PACE_OPTION.id], info.options[PACE_OPTION.id]
    trials = await possible_acts.try_all(request, info)
    if (refusal := trials[act].refusal) is not None:
        raise refusal
    if act == "pace":
        question, what = PACE_QUESTION, w._(words.title)
        some = [pace for pace in PACE_OPTION.values if pace != now and trials[f"pace {pace}"].refusal is None]
        entries = [select_option(pace, capital(words.value(pace, w))) for pace in some]
    else:
        question, what = PAUSE_QUESTION, w._("For how many days")
        entries = [select_option(str(days), w.ngettext("{count} day", "{count} days", days)) for days in PAUSE_DAYS]
    menu = select(Id(info.id, MANAGE, words=f"{CHOSEN} {act}"), what, entries)
    await request.show(layout([w._(question)], (), [[menu], [button(Id(info.id, MANAGE), w._("◀ Back"))]]))


async def choose_table(request: Request) -> bool:
    """Ask the person which of their tables they mean. Return whether they have any."""
    w = request.words
    tables = (await request.service.read.my_tables(request.user_id))[:MAX_OPTIONS]
    lines = [table_line(info, request.user_id, w) for info in tables]
    named = [f"{GAMES[info.game].title}, {channel_name(request.app, info, w)}" for info in tables]
    entries = [select_option(str(info.id), name) for info, name in zip(tables, named, strict=True)]
    if entries:
        menu = select(Id(0, MANAGE, words=TABLES), w._(WHICH_TABLE), entries)
        await request.show(layout([f"## {w._(WHICH_TABLE)}", "\n".join(lines)], (), [[menu]]))
    return bool(entries)
