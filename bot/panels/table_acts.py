"""Carry out acts at a table for buttons and commands, and describe their outcomes."""

from datetime import datetime

import discord

from bot.channel.posts import EARLIER_TURNS, late_seats
from bot.channel.table_words import plain_player, player_text, relative_time, speaker_of, where_is
from bot.computers import can_play
from bot.context import Press, Request
from bot.ui.message import DANGER, PRIMARY, Id, Item, button, layout
from bot.ui.reply import Refusal
from rules.errors import N_, CannotUndo
from rules.notation import read_number
from rules_service import NoVote, Snapshot, TableInfo, acts
from rules_service.act import Decision
from rules_service.consent_undo import UndoRequest, read_request
from rules_service.options import TAKE_BACK_OPTION
from rules_service.pace import PACE_OPTION, PACES
from rules_service.repository import MOVED_ON
from rules_service.votes import VOTE_ENDED
from storage import TableStatus, VoteKind
from wording import Words

MAX_UNDONE_LINES = 8
PAUSE_DAYS = (*range(1, 22), 24, 26, 28, 30)  # days, as many as a select takes; any player can end a pause early
NUDGED = N_("I’ll ask them in your name whether they are still there, but not during their quiet hours.")
VOTE_DONE = N_("Done: nobody else needs to vote.")
READY_ASKED = N_("Not everyone is ready. I’ve asked them, and the game starts as soon as everyone is.")
TABLE_ASLEEP = N_("The table is asleep. Nothing is lost: any of its players can wake it.")
TABLE_LEFT = N_("You’ve left the table. While your seat is free, you can take it again.")
TABLE_CLOSED = N_("The table is closed.")
GAME_STARTS = N_("The game starts.")
DRAWS_STAY = N_(
    "Draws come out the same, in the same order. Players will remember what they have seen, and "
    "everyone who agrees accepts that."
)
HAS_TIME = N_(
    "{player} has time until {time} ({ago}). After that, the others together can end the game or free that seat."
)
STILL_LATE = N_(
    "The others can see that you’re back. Your turn has already taken twice the time allowed. Until "
    "you end it, they can ask again to go on without you."
)
ALL_AGREE_LATER = N_(
    "Everyone present must agree, and the late player must have been notified at least {hours} hours earlier."
)
PUT_TO_SLEEP = N_(
    "**Put to sleep**: takes two of you, or just you if nobody else is around. It happens right "
    "away, and any of you can wake the table."
)
ABOUT_STARTING_OVER = N_(
    "**Start over** without the player who has never moved: this table closes, and a lobby with the same options and "
    "all of you opens here."
)
ASKED_FIRST = N_(
    "I’ll notify {owner} and ask everyone else here. After {hours} hours it happens if more vote for it than "
    "against, unless {owner} moves or presses a button first."
)


def vote_progress(info: TableInfo, kind: VoteKind, w: Words, *, done: str = VOTE_DONE, seat: int | None = None) -> str:
    """Return the text that confirms a vote to the player who started it.

    It gives the outcome or the time when it takes effect, or says that the others have been asked. ``seat``: the seat
    concerned by the vote, if any.
    """
    mine = [one for one in info.votes if one.kind == kind and (one.seat is None or seat in (None, one.seat))]
    if not mine:
        return w._(done)
    if set(mine[0].voters) - set(mine[0].answers):
        return w._("I’ve asked the others. Their votes are shown under the board.")
    if mine[0].closes is None:
        return w._(
            "Nobody else needs to vote. It happens when the late player’s time is up, unless they are back by then."
        )
    return w._(
        "Nobody else needs to vote. It happens {ago}, unless the late player is back by then.",
        ago=relative_time(mine[0].closes),
    )


def with_late_times(text: str, info: TableInfo, w: Words) -> str:
    """Return the text and, during votes, a line for each player who has time left before they are late."""
    lines = [text]
    for one in info.seats if info.votes else ():
        if one.late_from and not one.away and not one.vacant:
            times = {"time": discord.utils.format_dt(one.late_from, "f"), "ago": relative_time(one.late_from)}
            lines.append(w._(HAS_TIME, player=player_text(info, one.seat, w), **times))
    return "\n".join(lines)


def presence_said(info: TableInfo, user_id: int, w: Words) -> str:
    """Return the text that tells a player that the others can see they're back, and how long the others will wait."""
    mine = next(seat for seat in info.seats if seat.user_id == user_id and not seat.vacant)
    if mine.away:
        return w._(STILL_LATE)
    waits = [waits_until(mine.late_from, w)] if mine.late_from else []
    return "\n".join([w._("The others can see that you’re back."), *waits])


def waits_until(late: datetime, w: Words) -> str:
    """Return the text that says until when the others will wait for a player."""
    return w._(
        "The others will now wait for you until {time} ({ago}). Even then, nothing happens by itself.",
        time=discord.utils.format_dt(late, "f"),
        ago=relative_time(late),
    )


def more_time_said(info: TableInfo, user_id: int, w: Words) -> str:
    """Return the text with the new time until which the others wait for this player, who has just got more time."""
    late = next(seat.late_from for seat in info.seats if seat.user_id == user_id and not seat.vacant)
    assert late is not None
    return waits_until(late, w)


async def leave_lobby(request: Request) -> None:
    """Leave the table, usually a lobby, and wait briefly for its post to show that."""
    await request.act(acts.leave())
    await request.say_once_posted(request.table_id, request.words._(TABLE_LEFT) if request.typed else "")


def decision_of(words: str, request: Request, info: TableInfo) -> Decision | None:
    """Return the act named by a button's words, such as "free 2", at this table, or None if they name none."""
    said = words.split()
    number = read_number(said[1]) if len(said) > 1 else None
    match said:
        case ["here"]:
            return acts.confirm_presence()
        case ["time"]:
            return acts.more_time()
        case ["join" | "accept"]:
            return acts.join()
        case ["seatback"]:
            return acts.ask_for_seat()
        case ["decline"]:
            return acts.decline()
        case ["ready"]:
            return acts.ready()
        case ["say", name, answer]:
            vote = info.vote_named(name)
            return acts.answer(vote.number if vote else 0, answer == "1")  # There is no vote 0.
        case ["free"]:
            return acts.free()
        case ["free", _] if number is not None:
            return acts.free(number)
        case ["standin", _] if number is not None:
            return acts.free(number, computer=True)
        case ["remove", _] if number is not None:
            return acts.remove(number)
        case ["start" | "begin"]:
            return acts.start()
        case ["anew"]:
            return acts.start_over()
        case ["wake"]:
            return acts.wake(request.place)
        case ["awake"]:
            return acts.keep_awake()
        case ["endrest"]:
            return acts.end_pause()
        case ["pace", pace] if pace in PACE_OPTION.values:
            return acts.propose(VoteKind.PACE, pace)
        case ["rest", _] if number is not None and number in PAUSE_DAYS:
            return acts.propose_pause(number)
        case ["sleep"]:
            return acts.sleep()
        case ["leave" | "quit"] | ["leave", "now"]:
            return acts.leave()
        case ["close" | "end"] | ["close", "now"]:
            return acts.close()
    return None


def outcome_text(words: str, request: Request, info: TableInfo) -> str:
    """Return the outcome of the act named by a button's words, as text, or "" if there is nothing to say.

    ``info``: the table after the act.
    """
    w, lobby, started = request.words, info.status == TableStatus.LOBBY, info.started is not None
    match words.split():
        case ["here"]:
            return presence_said(info, request.user_id, w)
        case ["time"]:
            return more_time_said(info, request.user_id, w)
        case ["join"]:
            return w._("You’ve taken the seat.")
        case ["accept"]:
            return w._("You’ve joined the table: {where}.", where=where_is(info, w))
        case ["seatback"]:
            return w._("I’ve asked them. They’ll keep playing until they answer.")
        case ["decline"]:
            return w._("Invitation declined. Nobody is waiting for you.")
        case ["ready"]:
            return w._(N_("You’re ready.") if lobby else GAME_STARTS)
        case ["say", *_]:
            return w._("Your vote is saved.")
        case ["free", seat]:
            text = vote_progress(info, VoteKind.FREE_SEAT, w, done=N_("The seat is free."), seat=int(seat))
            return with_late_times(text, info, w)
        case ["standin", seat]:
            return vote_progress(info, VoteKind.STAND_IN, w, seat=int(seat))
        case ["remove", _]:
            return w._("The seat is free again.")
        case ["start" | "begin"]:
            return w._(GAME_STARTS if started else READY_ASKED)
        case ["anew"]:
            return vote_progress(info, VoteKind.START_OVER, w)
        case ["wake"]:
            return w._("The table is awake.")
        case ["awake"]:
            return w._(N_("The lobby stays open for another week.") if lobby else N_("The table stays awake."))
        case ["endrest"]:
            return w._("The pause is over.")
        case ["pace", _]:
            return vote_progress(info, VoteKind.PACE, w)
        case ["rest", _]:
            return vote_progress(info, VoteKind.PAUSE, w)
        case ["sleep"]:
            return vote_progress(info, VoteKind.SLEEP, w, done=TABLE_ASLEEP)
        case ["leave" | "quit", *_]:
            return w._(TABLE_LEFT if info.open else TABLE_CLOSED)
        case ["close" | "end", *_]:
            return with_late_times(vote_progress(info, VoteKind.CLOSE, w, done=TABLE_CLOSED), info, w)
    return ""


async def do_act(request: Request, words: str) -> str:
    """Carry out the act named by the button's words, and return its outcome as text.

    Raises any refusal of the act, and Refusal if the words name none, as in an outdated panel.
    """
    w, people = request.words, request.service.people
    match words.split():
        case ["nudge", *seat]:
            await people.nudge(request.table_id, request.person, read_number(seat[0]) if seat else None)
            return w._(NUDGED)
        case ["myseat"]:
            await people.take_seat_back(request.table_id, request.person, interaction=request.id)
            return w._("The computer no longer plays for you.")
    decision = decision_of(words, request, await request.info())
    if decision is None:
        raise Refusal(MOVED_ON)
    return outcome_text(words, request, await request.act(decision))


async def handle_act(press: Press) -> None:
    """Carry out the act named by a button of a post or notification, and answer with its outcome."""
    await press.say_once_posted(press.table_id, await do_act(press, named_act(press.custom_id)))


async def handle_act_in_place(press: Press) -> None:
    """Carry out the act named by a button of a panel, and replace the panel with its outcome."""
    await press.show_once_posted(press.table_id, await do_act(press, named_act(press.custom_id)))


def named_act(pressed: Id) -> str:
    """Return the words of the act named by a button: its action, with the seat or answer after it."""
    return " ".join([pressed.action, *pressed.said])


async def must_not_play(request: Request) -> None:
    """Raise Refusal if the moderator plays in the running game, because then they have only a player's rights."""
    info = await request.info()
    if info.seat_of(request.user_id) is not None and info.status == TableStatus.RUNNING:
        raise Refusal(
            N_(
                "You’re a player at this table, so decide with the others: *What now?* under the board, or "
                "`/table manage`."
            )
        )


async def sleep_as_moderator(request: Request) -> None:
    """Put the table to sleep without a vote. Raises Refusal for players of a running game."""
    await must_not_play(request)
    await request.act(acts.sleep_as_moderator())
    await request.say_once_posted(request.table_id, request.words._(TABLE_ASLEEP))


async def close_as_moderator(request: Request) -> None:
    """Close a lobby, or a game that has been waiting for a long time. Raises Refusal for players of a running game."""
    await must_not_play(request)
    await request.act(acts.close_as_moderator())
    await request.say_once_posted(request.table_id, request.words._(TABLE_CLOSED))


async def free_as_moderator(request: Request, seat: int | None = None) -> None:
    """Start to free the seat of a late player (by default the only late one). Any player can object to it.

    Raises Refusal for players of a running game.
    """
    await must_not_play(request)
    await request.act(acts.free_as_moderator(seat))
    await request.say_once_posted(
        request.table_id,
        request.words._("The late player is notified, and any player here can object. After that the seat is free."),
    )


def decides(info: TableInfo, user_id: int) -> bool:
    """Return whether a person can decide about a late player: somebody is late, and they play here and aren't late."""
    gone, mine = late_seats(info), info.seat_of(user_id)
    return bool(gone) and mine is not None and not any(seat.seat == mine for seat in gone if not seat.vacant)


async def what_now(request: Request) -> None:
    """Show the players what they can do about late players, and the consequences.

    Late players, and people who don't play here, only see who decides. If nobody is late, the players are told so.
    """
    info, w = await request.info(), request.words
    gone = late_seats(info)
    if not decides(info, request.user_id):
        nobody = not gone and info.seat_of(request.user_id) is not None
        text = N_("Nobody here is late now.") if nobody else N_("The players here who aren’t late decide how to go on.")
        await request.say(w._(text))
        return
    hours = int(PACES[info.options[PACE_OPTION.id]].reply_window.total_seconds() // 3600)
    texts, row = [], list[Item]()
    for seat in gone:
        if seat.vacant:
            continue
        owner = plain_player(info, seat.seat, w)
        if can_play(info.game):
            texts.append(w._("**A computer plays** for {owner}, who can take the seat back at any time.", owner=owner))
            label = w._("Computer plays for {player}", player=owner)
            row.append(button(Id(info.id, "standin", words=str(seat.seat)), label, PRIMARY))
        texts += [
            w._("**Open {owner}’s seat** to new players. While it is free, {owner} can take it again.", owner=owner),
            f"-# {w._(ASKED_FIRST, owner=owner, hours=hours)}",
        ]
        label = w._("Open {player}’s seat", player=owner)
        row.append(button(Id(info.id, "free", words=str(seat.seat)), label, PRIMARY))
    agree = w._(ALL_AGREE_LATER, hours=hours) if texts else w._("Everyone present must agree.")
    row += [button(Id(info.id, "sleep"), w._("Put to sleep")), button(Id(info.id, "close"), w._("Close"), DANGER)]
    texts += [w._(PUT_TO_SLEEP), w._("**Close**: the game ends without a result.")]
    if any(not seat.vacant and not seat.moved for seat in gone):
        texts.append(w._(ABOUT_STARTING_OVER))
        row.append(button(Id(info.id, "anew"), w._("Start over")))
    texts += [f"-# {agree}", w._("**Keep waiting**: do nothing. Running out of time never ends a game by itself.")]
    await request.show(layout(texts, (), [row]))


def back_button(info: TableInfo, w: Words) -> list[Item]:
    """Return the button for asking to undo, or none if the game isn't running, doesn't allow that, or has one seat."""
    if info.options.get(TAKE_BACK_OPTION.id) == "never" or len(info.seats) < 2 or info.status != TableStatus.RUNNING:
        return []
    return [button(Id(info.id, "back"), w._("Undo my turn") if info.alone else w._("Ask to undo"))]


async def preview_undo(request: Request, note: str = "") -> None:
    """Show the moves that would be undone, with a button to ask for that. Raises CannotUndo if there are none."""
    w = request.words
    snapshot, found = await request.service.read.undo_request(request.table_id, request.person)
    lines = what_goes(snapshot, found, snapshot.info.seat_of(request.user_id), w)
    alone = snapshot.info.alone
    label = w._("Undo") if alone else w._("Ask the others")
    go = button(Id(request.table_id, "askback", words=str(snapshot.seen_until(found.line))), label, PRIMARY)
    when = (
        N_("Nobody else plays here, so it is undone right away.")
        if alone
        else N_("All players have to agree within a day; no answer counts as no. The game continues in the meantime.")
    )
    texts = [note, w._("## Undo your turn?"), "\n".join(lines), w._(DRAWS_STAY), w._(when)]
    await request.show(layout(texts, (), [[go]]))


async def ask_undo(press: Press) -> None:
    """Start the vote on the previewed undo, and confirm it. If the game has moved on since, show a new preview."""
    snapshot, found = await press.service.read.undo_request(press.table_id, press.person)
    if snapshot.seen_until(found.line) != press.custom_id.first_number:
        await preview_undo(press, press.words._("The game has moved on. This is what would be undone now:"))
        return
    info = await press.act(acts.propose(VoteKind.UNDO, found.text))
    await press.show_once_posted(info.id, vote_progress(info, VoteKind.UNDO, press.words))


async def show_asked_undo(press: Press) -> None:
    """Show the moves that an open vote would undo, as the person may see them.

    Raises NoVote if it is already decided.
    """
    info, w = await press.info(), press.words
    asked = info.vote_named(press.custom_id.words)
    if asked is None or asked.kind != VoteKind.UNDO:
        raise NoVote(VOTE_ENDED)
    seat = info.seat_of(press.user_id)
    lines = what_goes(await press.service.read.seen(press.table_id, seat), read_request(asked.what), seat, w)
    await press.show(layout([w._("## What would be undone"), "\n".join(lines), w._(DRAWS_STAY)]))


def what_goes(snapshot: Snapshot, found: UndoRequest, seat: int | None, w: Words) -> list[str]:
    """Return lines with the number of each player's steps to undo, and with their effects, as far as the seat knows."""
    moves = [(player_text(snapshot.info, one, w), count) for one, count in found.moves.items()]
    counts = [
        w.ngettext("{player}: {count} step", "{player}: {count} steps", count, player=who) for who, count in moves
    ]
    lines = speaker_of(snapshot.info, snapshot.view(seat), w.lang).summary(snapshot.events(seat, found.line))
    more = [w._(EARLIER_TURNS, log=w._("Log"))] if len(lines) > MAX_UNDONE_LINES else []
    return [w.join_list(counts), *more, *(f"-# {line}" for line in lines[-MAX_UNDONE_LINES:])]


async def offer_undo(request: Request, text: str) -> bool:
    """After a refused undo, show the refusal with a button to ask for the undo. Return False if it can't be asked for.

    ``text``: the refusal.
    """
    try:
        info = await request.info()
        await request.service.read.undo_request(info.id, request.person)
    except CannotUndo:
        return False
    row = back_button(info, request.words)
    if row:
        still = (
            N_("Your whole turn can be undone.")
            if info.alone
            else N_("Undoing is still possible if all players agree.")
        )
        await request.show(layout([text, request.words._(still)], (), [row]))
    return bool(row)
