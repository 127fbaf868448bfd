"""The ephemeral panel of a turn: the question, the legal answers as buttons, advice, hints, undo and back."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from msgspec.structs import astuple

from bot.channel.posts import EARLIER_TURNS, parts_of_post, table_row, table_state
from bot.channel.table_words import plain_player, relative_time, speaker_of, where_is
from bot.computers import can_play
from bot.context import App, Press, Request
from bot.panels.answers import LETTER_SEPARATOR, rows_of
from bot.panels.bg_stats import bg_stats_link
from bot.panels.board_panel import SINCE_LAST_MOVE, last_own_move, since_last_move, since_own_move
from bot.panels.daily_card import daily_id, own_text, show_here
from bot.panels.daily_turns import judged
from bot.panels.personal import DM_REFUSED, channel_name, note_button, note_text
from bot.panels.table_acts import back_button, offer_undo
from bot.panels.turn_parts import (
    AND,
    Question,
    Turn,
    back_and_undo,
    commands_of,
    in_small,
    on_one_picture,
    question_of,
    so_far,
    whole_answer,
)
from bot.preferences import (
    COACH,
    DETAILS,
    ENDING,
    QUIET_HOURS_OFFERED,
    REFUSED,
    load_preferences,
    picture_style,
    store_preferences,
)
from bot.ui.message import PRIMARY, Id, Item, Picture, button, layout
from bot.ui.reply import Refusal, failure_reason
from bot.ui.widths import fits_one_line
from computer_players.search import PlanAdvice
from games import GAMES
from games.move_picker import Said, moves_beginning
from renderer import Mark
from rules.errors import N_, CannotUndo, NotYourTurn
from rules.game import Target, apply_move, copy_state
from rules.notation import End, Move
from rules.plan import has_turn_left
from rules_service import Outcome, Stale, TableInfo
from rules_service.computers import COMPUTER_SIGN
from rules_service.hours import ZONE_KEY
from rules_service.options import HINTS_ALONE, HINTS_NEVER, HINTS_OPTION
from rules_service.turn_timers import NUDGED_WITHOUT_HURRY
from storage import TableStatus
from wording import Facts, Words
from wording.text_limits import pages
from workers.worker import WorkerUnavailable

log = logging.getLogger(__name__)

ADVICE_SIGN = "💡"
GAMES_WITH_DETAILS = 3
SAME_GAIN = 0.5  # points; smaller differences are below the computer's precision
MAX_CONTROLS_BESIDE = 3
MAX_NEWS = 3  # lines; a button shows the rest
GAME_OVER = N_("**The game is over.**")
RESULT_ELSEWHERE = N_("The result is in the channel, and *Log* has the points by category.")
NOTHING_TO_DECIDE = N_("There is nothing to decide at this table now.")
MOVED_ON = N_("The game has moved on; this is the current position.")


async def advice_text(app: App, user_id: int, turn: Turn) -> str:
    """Return advice on the question, or "". In the person's first game, each kind of question gets advice once.

    There is none if they can end the turn without a loss, or have turned advice off. The advice is recorded as seen.
    """
    # No computer is needed if the turn can be ended without losing anything.
    if "end" in turn.moves and not turn.lost_on_end_turn:
        return ""
    info = turn.snapshot.info
    text = GAMES[info.game].words.advice.get(turn.question)
    known = await app.storage.people.preferences(user_id)
    if text is None or known.get(COACH.option.id) == "off":
        return ""
    key, now = f"advice-{info.game}-{turn.question}", str(info.number)
    if not await is_early(app, user_id, info, f"first-{info.game}", 1) or known.get(key, now) != now:
        return ""
    if key not in known:
        await app.storage.people.prefer(user_id, key, now)
    return f"{ADVICE_SIGN} {turn.words._(text)}"


async def wanted_details(app: App, user_id: int, info: TableInfo, found: Question) -> list[str]:
    """Return the lines about costs and gains that the person wants: all, those missing on buttons, or none."""
    chosen = (await app.storage.people.preferences(user_id)).get(DETAILS.option.id, DETAILS.option.default)
    if chosen == "early":
        # A try of a turn from other people's game must not count as one of the person's first games.
        mine = info.seat_of(user_id) is not None
        early = mine and await is_early(app, user_id, info, f"early-{info.game}", GAMES_WITH_DETAILS)
        return found.unsaid if early else []
    return found.details if chosen == "on" else []


async def is_early(app: App, user_id: int, info: TableInfo, key: str, most: int) -> bool:
    """Return whether this is one of the person's first ``most`` tables of the game.

    If fewer are known so far, this table becomes one of them. The tables are stored as the preference ``key``.
    """
    stored = (await app.storage.people.preferences(user_id)).get(key)
    known = await app.storage.tables.first_of(user_id, info.game, most) if stored is None else stored.split()
    early = list(map(str, known))
    if str(info.id) not in early and len(early) < most:
        early.append(str(info.id))
    if (now := " ".join(early)) != stored:
        await app.storage.people.prefer(user_id, key, now)
    return str(info.id) in early


def hints_allowed(info: TableInfo) -> bool:
    """Return whether the table allows hints, and its game has computer players."""
    wanted = info.options.get(HINTS_OPTION.id, HINTS_OPTION.default)
    return can_play(info.game) and wanted != HINTS_NEVER and (wanted != HINTS_ALONE or info.alone)


def hint_text(turn: Turn, found: PlanAdvice) -> str:
    """Return a hint: the move with its main facts, the second-best move, and why the recommended move is better.

    The reason is its gain over the second best or, if that is too small, something in the position that speaks for it.
    """
    w = turn.words
    move, facts = lettered_move(turn, found.moves[0])
    reasons = w.join_list(facts.vital or facts.parts()[:1])
    advice = f"{COMPUTER_SIGN} **{move}**."
    if reasons:
        advice = w._("{sign} **{move}**: {facts}.", sign=COMPUTER_SIGN, move=move, facts=reasons)
    if not found.other:
        return " ".join([advice, w._("Nothing else is possible.")])
    other, _ = lettered_move(turn, found.other)
    further = further_moves(turn, found.moves)
    gained, second = "", w._("**{other}** is about as good.", other=other)
    if found.gain > SAME_GAIN:
        gained, second = turn.speaker.advantage(found.advantage), w._("Second best: **{other}**.", other=other)
    now = "" if gained else turn.speaker.reason(found.moves[0].split())
    return " ".join(filter(None, [advice, now, further, gained, second]))


def further_moves(turn: Turn, moves: Sequence[str]) -> str:
    """Return the text about the moves after the first one, or "" if there are none.

    Among the moves, only the last may reveal a secret, because the others are tried out here.
    """
    game, state = turn.snapshot.table.game, copy_state(turn.snapshot.table.state)
    labels = list[str]()
    for at, text in enumerate(moves):
        move = game.notation.parse(text)
        assert move is not None
        if at:
            labels.append(speaker_of(turn.snapshot.info, game.view(state, turn.seat), turn.lang).label(move))
        if at < len(moves) - 1:
            apply_move(game, state, turn.seat, move)
    return turn.words._("Then: {moves}.", moves=turn.words._("; ").join(labels)) if labels else ""


def lettered_move(turn: Turn, text: str) -> tuple[str, Facts]:
    """Return a move's letter and name as on the panel, and its costs and gains."""
    move = turn.speaker.game.notation.parse(text)
    assert move is not None
    answers = [one for one in on_one_picture(turn, (), turn.hints) if one.choice.move == move]
    answer = answers[0] if answers else whole_answer(turn, move)
    name = f"{answer.letter}{LETTER_SEPARATOR}{answer.facts.name}" if answer.letter else answer.facts.name
    return name, answer.facts if answers else turn.speaker.facts(move.words)


@dataclass(frozen=True)
class Extras:
    """Additional content of a panel, beside the question or the text about whose turn it is."""

    news: Sequence[str] = ()  # headlines since the player's last move
    more: bool = False  # whether to show the controls that don't fit in one row
    details: bool = False  # whether to show what each answer costs and brings
    others: bool = False  # whether to show the answers in selects, which had no room
    advised: Move | None = None  # the move that a hint recommends; `advice` says why
    advice: str = ""
    turn_over: bool = False  # the turn is over, and the note already says so
    next_steps: Sequence[Item] = ()  # buttons at the end of a turn
    marked: str = ""  # a heading for a question that isn't one of the turn
    last_row: Sequence[Item] = ()  # the buttons of a last row, below the controls


NO_EXTRAS = Extras()


async def turn_of(request: Request) -> Turn:
    """Return the table as the player sees it. Raises NotSeated, NoTable, WrongPhase, Closed, DamagedGame."""
    snapshot, seat = await request.service.read.seen_from_seat(request.table_id, request.user_id)
    return Turn(snapshot, seat, request.lang)


async def news_since_move(app: App, turn: Turn) -> list[str]:
    """Return lines about the events since the player's last move.

    There are none if it isn't their turn, they have already moved in it, or the table's last post covers the events.
    """
    number, begun = last_own_move(turn.snapshot, turn.seat), turn.snapshot.info.seats[turn.seat].due_number
    if not number or not turn.moves or begun is None or number >= begun:
        return []
    # The table's last post usually covers it already, so the lines are composed only if it doesn't.
    posts = [post for post in await app.storage.outbox.posts(turn.snapshot.info.id) if post.number]
    covered = bool(posts) and posts[-1].since <= number
    return [] if covered else since_own_move(turn.snapshot, turn.seat, turn.lang)[1]


def asked_extras(press: Press) -> Extras:
    """Return the additional content requested by a button: more controls or answers, or details of each answer."""
    action = press.custom_id.action
    return Extras(
        more=action in ("more", "pmore", "tmore"),
        details=action in ("details", "pdetails", "tdetails"),
        others=action in ("others", "pothers", "tothers"),
    )


async def show_again(press: Press) -> None:
    """Show the pressed panel's question again with the content that the button requests, without playing anything."""
    await show_panel(press, await turn_of(press), press.custom_id.said, extras=asked_extras(press))


async def pick(press: Press) -> None:
    """Handle an answer: play the move if it is complete, otherwise ask for its next field."""
    turn = await turn_of(press)
    said = tuple(press.value.split()) if press.value else press.custom_id.said
    row = turn.rows.get(said, ()) if AND in said else ()
    left = row or moves_beginning(turn.legal, said)
    if press.custom_id.seat != turn.seat or not left:
        await show_panel(press, turn, note=turn.words._(MOVED_ON))
    elif len(left) > 1 and not row:
        await show_panel(press, turn, said)
    else:
        play, moves, seen = press.service.play, [move.text for move in left], press.custom_id.number
        try:
            outcome = await play.move(press.table_id, press.user_id, *moves, seen=seen, interaction=press.id)
        except (Stale, NotYourTurn):
            await show_panel(press, await turn_of(press), note=turn.words._(MOVED_ON))
        else:
            await show_outcome(press, turn, outcome)


async def undo(press: Press) -> None:
    """Undo the player's last step, or all their steps that can be undone, and show the panel."""
    turn = await turn_of(press)
    play, seen = press.service.play, press.custom_id.number
    steps = None if press.custom_id.words == "all" else 1
    try:
        outcome = await play.undo(press.table_id, press.user_id, steps, seen=seen, interaction=press.id)
    except (Stale, CannotUndo):
        await show_panel(press, await turn_of(press), note=turn.words._(MOVED_ON))
    else:
        await show_panel(press, Turn(outcome.snapshot, turn.seat, turn.lang), note=turn.words._("Undone."))


async def undo_steps(request: Request, steps: int = 1) -> None:
    """Undo this many of the player's own steps.

    If that is refused, offer to ask the others to undo, or raise CannotUndo if they can't be asked.
    """
    mine = await turn_of(request)
    try:
        outcome = await request.service.play.undo(request.table_id, request.user_id, steps, interaction=request.id)
    except CannotUndo as error:
        if not await offer_undo(request, mine.speaker.refusal(error)):
            raise
        return
    await show_panel(request, Turn(outcome.snapshot, mine.seat, mine.lang), note=mine.words._("Undone."))


async def disable_advice(request: Request) -> None:
    """Turn off advice at every table, and show the panel again."""
    await store_preferences(request.app.storage, request.user_id, {COACH.option.id: "off"})
    note = request.words._("Advice is off. `/preferences` turns it on again.")
    await show_panel(request, await turn_of(request), note=note)


async def show_outcome(request: Request, turn: Turn, outcome: Outcome) -> None:
    """Show the result of a move: secrets that the player learnt, effects that are now final, and the next question."""
    info, w = outcome.snapshot.info, turn.words
    secrets = [event for event in outcome.events if event.reader() == turn.seat]
    secret = [value for event in secrets for value in astuple(event)]
    after = Turn(outcome.snapshot, turn.seat, turn.lang, told=secret)
    lines, told = [after.speaker.sentence(event) for event in secrets], list[str]()
    final = outcome.public if outcome.crossed_barrier else ()
    # A single event that ends the turn has its own line below. If it revealed a secret, that sentence covers it.
    if len(final) > 1 or not (outcome.turn_over or secrets):
        told = after.speaker.summary(final)
    now = await end_by_itself(request, after)
    if now is not None:
        outcome, after = now, Turn(now.snapshot, turn.seat, turn.lang)
    announcer = request.app.announcer
    trouble = await announcer.until_shown(info.id) if outcome.announced else announcer.troubles.get(info.id)
    posted = info.daily is None
    again = posted and bool(after.moves) and outcome.snapshot.table.steps[-1].ends and not trouble
    if now is not None and (trouble or not posted):
        # No post tells what the end of the turn has brought.
        told = [*told, *after.speaker.summary(now.public)]
    # If it is the player's turn again at once, the post right above the panel has the news.
    if not again:
        lines += told
    if now is not None:
        lines.append(w._("There was nothing left to do, so your turn ended by itself, as you chose in `/preferences`."))
    # Confirm the end of the turn here, because the channel may not show it.
    if posted and outcome.turn_over and not outcome.snapshot.table.over:
        lines.append(w._("**Your turn is done.**"))
    if trouble:
        lines.append(trouble.text(w))
    next_steps: list[Item] = []
    if posted and outcome.turn_over:
        done, next_steps = await after_turn(request, info, w)
        lines += done
    note = "\n".join(line for line in lines if line)
    if again and isinstance(request, Press):
        await answer_below_posts(request, info.id)
    await show_panel(request, after, note=note, extras=Extras(turn_over=outcome.turn_over, next_steps=next_steps))
    # Nothing that only this panel says may vanish with it.
    if outcome.turn_over and posted and info.alone and isinstance(request, Press) and not next_steps:
        request.app.computers.then(info.id, partial(go_on, request, outcome.snapshot.number))


async def go_on(press: Press, number: int) -> None:
    """Replace the panel of a turn with the question of the next turn, once the computers' moves are posted.

    ``number``: the last log line of that turn. Nothing is shown if the player has moved since or can't move yet, or if
    the panel can no longer be updated.
    """
    try:
        await press.app.announcer.until_shown(press.table_id)
        turn = await turn_of(press)
        snapshot = turn.snapshot
        mine = [snapshot.numbers[step.number - 1] for step in snapshot.table.steps if step.seat == turn.seat]
        if turn.moves and max(mine, default=0) <= number and not press.interaction.is_expired():
            await answer_below_posts(press, press.table_id)
            note = await note_text(press.app, press.user_id, press.table_id, turn.words)
            await show_panel(press, turn, note=note, extras=Extras(news=await news_since_move(press.app, turn)))
    except Exception as error:  # *Your turn* shows the same.
        log.warning("table %s: could not show the next question, %s", press.table_id, failure_reason(error))


async def answer_below_posts(press: Press, table_id: int) -> None:
    """Make the answer a new message if the table has a newer post below the pressed panel."""
    panel, posts = press.interaction.message, await press.app.storage.outbox.posts(table_id)
    if panel is not None and posts and posts[-1].message_id > panel.id:
        press.reply.move_down()


async def after_turn(request: Request, info: TableInfo, w: Words) -> tuple[list[str], list[Item]]:
    """Return lines and buttons for the end of a turn: the player's next table (P38), quiet hours, and failed DMs (P21).

    Quiet hours are offered only once, and a refused DM is reported only once.
    """
    user = request.user_id
    lines, buttons = list[str](), list[Item]()
    other = await request.service.read.next_table(user, besides=info.id)
    if other is not None:
        since = next(seat.due_since for seat in other.seats if seat.user_id == user and seat.due_since)
        values = {"game": GAMES[other.game].title, "where": where_is(other, w), "since": relative_time(since)}
        lines.append(w._("Next up: {game} in {where}. Your turn began {since}.", **values))
        label = w._("Your turn: {where}", where=channel_name(request.app, other, w))
        buttons.append(button(Id(other.id, "turn"), label, PRIMARY))
    known = await request.app.storage.people.preferences(user)
    # Ask about quiet hours once per player, ever (P24).
    if not info.alone and QUIET_HOURS_OFFERED not in known and ZONE_KEY not in known:
        lines.append(w._("I can hold back notifications while you sleep."))
        if request.typed:
            lines.append(w._("Set your city, your quiet hours and your quiet days in `/preferences`."))
        buttons.append(button(Id(0, "hours"), w._("Set quiet hours")))
        await request.app.storage.people.prefer(user, QUIET_HOURS_OFFERED, "yes")
    if known.get(REFUSED) == "new":
        lines.append(w._(DM_REFUSED))
        await request.app.storage.people.prefer(user, REFUSED, "told")
    return lines, buttons


async def end_by_itself(request: Request, turn: Turn) -> Outcome | None:
    """End the turn automatically if the player prefers that and has no other choice.

    It isn't ended if that would lose something, or if the turn showed the player a secret. Return the outcome, or None
    if the turn wasn't ended here.
    """
    table = turn.snapshot.table
    if turn.legal != [End()] or table.lost_on_end_turn(turn.seat):
        return None
    mine = [step for step in table.steps if step.turn == table.turn and step.seat == turn.seat]
    if not mine or any(event.reader() == turn.seat for step in mine for event in step.events):
        return None
    if (await load_preferences(request.app.storage, request.user_id))[ENDING.option.id] != "itself":
        return None
    seen = turn.snapshot.seen
    try:
        return await request.service.play.move(turn.snapshot.info.id, request.user_id, turn.moves[0], seen=seen)
    # Another press was faster.
    except (Stale, NotYourTurn):
        return None


async def show_panel(request: Request, turn: Turn, said: Said = (), note: str = "", extras: Extras = NO_EXTRAS) -> None:
    """Show the question that follows these words of a move.

    If the player has nothing to decide, show whose turn it is, or that the game is over. The result is included if the
    channel can't show it.
    """
    info, table = turn.snapshot.info, turn.snapshot.table
    if info.daily is not None and info.status != TableStatus.RUNNING:
        await show_end_of_daily(request, turn, note, extras)
    elif info.status != TableStatus.RUNNING:
        text = turn.words._(RESULT_ELSEWHERE if table.over else NOTHING_TO_DECIDE)
        if table.over and not extras.turn_over:
            text = f"{turn.words._(GAME_OVER)} {text}"
        if table.over and info.id in request.app.announcer.troubles:
            text = turn.speaker.final_table(table.score())
        if table.over:
            text = f"{text}\n{bg_stats_link(info, table.score(), turn.words)}"
        pictures = await picture_of_end(request, turn) if table.over and turn.happened else []
        await request.show(layout([text], pictures, above=note), pictures)
    elif not turn.moves:
        await show_waiting(request, turn, note, extras)
    elif said and not moves_beginning(turn.legal, said):
        # The panel is older than the position.
        await show_question(request, turn, (), turn.words._(MOVED_ON), extras)
    else:
        await show_question(request, turn, said, note, extras)


async def show_end_of_daily(request: Request, turn: Turn, note: str, extras: Extras) -> None:
    """Show how the person's attempt at a challenge of the day ended, with the result as others may see it."""
    info, table, w, dailies = turn.snapshot.info, turn.snapshot.table, turn.words, request.service.dailies
    assert info.daily is not None
    daily, attempt = await dailies.of_day(info.daily), await dailies.attempt(request.user_id, info.daily)
    assert daily is not None
    attempt = None if attempt is None else await judged(request, attempt)
    texts, pictures = [own_text(daily, attempt, w)], list[Picture]()
    if table.over:
        over = "" if extras.turn_over else w._(GAME_OVER)
        texts = [over, turn.speaker.final_table(table.score()), *texts]
    if table.over or (attempt is not None and attempt.moves):
        like = await picture_style(request.app.storage, request.user_id, info)
        parts = parts_of_post(turn.snapshot, like.layout, ())  # no post shows it
        pictures = await request.app.pictures.board(info.game, replace(turn.scene, style=like.style), parts)
    row = [*show_here(request, info.daily, attempt), button(daily_id("daily", info.daily), w._("Challenge of the day"))]
    await request.show(layout(texts, pictures, [row], above=note), pictures)


async def show_waiting(request: Request, turn: Turn, note: str, extras: Extras) -> None:
    """Show a player who has nothing to decide whose turn it is, and what else they can do."""
    info, w, now = turn.snapshot.info, turn.words, request.app.clock.now()
    since = min((int(seat.due_since.timestamp()) for seat in info.seats if seat.due_since), default=None)
    # At the end of a turn only the table's post names the next player, because panels aren't updated later.
    shown = turn.speaker.status(since, at=int(now.timestamp()))
    status = "" if extras.turn_over else "\n".join([w._("It is not your turn."), shown])
    votes = table_row(info, turn.snapshot.seen, w) if request.is_at(info.place) else []
    items = [*extras.next_steps, *back_and_undo(turn, ()), *votes, *nudge_buttons(info, turn.seat, now, w)]
    own = [*can_ask_back(turn), note_button(info.id, w)]
    # While others play, the player can plan their next turn, if there is one.
    plannable = info.status == TableStatus.RUNNING and not (info.alone or info.asleep_since)
    if plannable and has_turn_left(turn.snapshot.table, turn.seat):
        label = w._("My plan") if await request.service.plans.exists(info.id, turn.seat) else w._("Plan my turn")
        own.insert(0, button(Id(info.id, "plan"), label, PRIMARY))
    rows = rows_of([*items, *own])
    # The last events of the turn must not vanish with its question.
    pictures = await picture_of(request, turn) if extras.turn_over and turn.happened else []
    await request.show(layout([status, table_state(info, w)], pictures, rows, above=note), pictures)


async def show_question(request: Request, turn: Turn, said: Said, note: str, extras: Extras) -> None:
    """Show the notes, the picture, the question, its answers, and other controls.

    The controls take at most one row unless ``extras.more``, and are left out with ``extras.others``. The rows for the
    rest of a plan and ``extras.last_row`` come last.
    """
    info, w = turn.snapshot.info, turn.words
    found, pictures = await question_with_picture(request, turn, said, advised=extras.advised)
    advised = await advice_text(request.app, request.user_id, turn) if turn.played and not extras.advice else ""
    details = found.details
    if not (request.typed or extras.details or not found.marks):
        details = await wanted_details(request.app, request.user_id, info, found)
    earlier = w._(EARLIER_TURNS, log=w._("What happened"))
    told = [earlier, *extras.news[1 - MAX_NEWS :]] if len(extras.news) > MAX_NEWS else extras.news
    news = since_last_move(told, w)
    above = [
        news and f"{news}\n",
        note,
        "" if turn.planned else so_far(turn),
        *found.context,
        *in_small(details),
        advised,
    ]
    typing = w._("Next: {commands}", commands=commands_of(turn)) if request.typed else ""
    controls = back_and_undo(turn, said, turn.hints)
    if turn.played and not extras.advice and len(turn.moves) > 1 and hints_allowed(info):
        controls.append(button(turn.id("hint", *said), w._("Hint")))
    if len(details) < len(found.details):
        controls.append(button(turn.id("details", *said), w._("Details")))
    if len(extras.news) > MAX_NEWS:
        controls.append(button(turn.id("recap"), w._("What happened")))
    if turn.played and moved_in_turn(turn):
        controls += can_ask_back(turn)
    if turn.played and info.daily is not None:
        # No post shows the board, or leads back to the challenge.
        controls.append(button(Id(info.id, "view", turn.seat, turn.snapshot.seen), w._("Boards")))
        controls.append(button(daily_id("daily", info.daily), w._("Challenge of the day")))
    if advised:
        controls.append(button(turn.id("hush"), w._("No more advice")))
    if extras.others:
        rows = [*found.selects, [button(turn.id("ask", *said), w._("↩ Back"))]]
    else:
        rows = rows_of_question(turn, said, found, controls, more=extras.more)
    if turn.played and moved_in_turn(turn) and await request.service.plans.exists(info.id, turn.seat):
        # The player has decided what the others made impossible; the rest of the plan may still be possible.
        rest = await request.service.plans.rest(info.id, request.user_id)
        rows.append([button(turn.id("prest"), w._("Go on with my plan"), PRIMARY)] if rest else [])
    texts = [extras.marked, *found.texts, extras.advice, typing]
    view = layout(texts, pictures, [*rows, extras.last_row], above="\n".join(filter(None, above)), close=True)
    await request.show(view, pictures)


def rows_of_question(
    turn: Turn, said: Said, found: Question, controls: Sequence[Item], *, more: bool = False
) -> list[list[Item]]:
    """Return the answers and the other controls in rows. Selects that don't fit are moved behind a button."""
    shown = replace(found, selects=[]) if found.selects and len(found.rows_with(controls)) > found.max_rows else found
    if shown is not found:
        controls = [button(turn.id("others", *said), turn.words._("Other choices …")), *controls]
    beside = controls if len(controls) <= MAX_CONTROLS_BESIDE else []
    return shown.rows_with(beside, one_row(turn, said, controls[len(beside) :], more=more))


def one_row(turn: Turn, said: Said, controls: Sequence[Item], *, more: bool) -> list[list[Item]]:
    """Return the controls in one row that fits a phone, with the last ones behind "More …" if necessary.

    With ``more``, return all of them, in several rows if necessary.
    """
    if more or not controls or fits_one_line(controls):
        return rows_of(controls)
    way = button(turn.id("more", *said), turn.words._("More …"))
    first = next(controls[:at] for at in range(len(controls) - 1, -1, -1) if fits_one_line([*controls[:at], way]))
    return [[*first, way]]


def moved_in_turn(turn: Turn) -> bool:
    """Return whether the player has made a move in the game's current turn."""
    table = turn.snapshot.table
    return table.turn in (step.turn for step in table.steps if step.seat == turn.seat)


async def show_recap(request: Request) -> None:
    """Show complete sentences about the events since the player's last move, in ephemeral messages."""
    turn = await turn_of(request)
    lines = since_own_move(turn.snapshot, turn.seat, turn.lang, whole=True)[1]
    w = turn.words
    await request.show_pages(
        pages([w._(SINCE_LAST_MOVE), *lines] if lines else [w._("Nothing has happened since your last move.")])
    )


async def show_hint(press: Press) -> None:
    """Show the question again with the move recommended by the strong computer player, and why.

    Raises Refusal if hints are turned off, it isn't the player's turn, or no hint was found in time.
    """
    turn = await turn_of(press)
    if not hints_allowed(turn.snapshot.info):
        raise Refusal(N_("Hints are turned off at this table."))
    if not turn.moves:
        raise Refusal(N_("The game has moved on; ask again when it’s your turn."))
    try:
        found = await press.app.computers.hint(turn.snapshot, turn.seat, press.user_id)
    except WorkerUnavailable:
        raise Refusal(N_("The computer found no answer in time. Please ask again in a minute.")) from None
    move = turn.speaker.game.notation.parse(found.moves[0])
    assert move is not None
    said = press.custom_id.said
    said = said if move in moves_beginning(turn.legal, said) else ()
    await show_panel(press, turn, said, extras=Extras(advised=move, advice=hint_text(turn, found)))


def can_ask_back(turn: Turn) -> list[Item]:
    """Return the button for asking to undo, or none if the player hasn't moved or can undo the move alone (P71)."""
    table = turn.snapshot.table
    moved = any(step.seat == turn.seat for step in table.steps)
    return back_button(turn.snapshot.info, turn.words) if moved and not table.undoable(turn.seat) else []


def nudge_buttons(info: TableInfo, mine: int, now: datetime, w: Words) -> list[Item]:
    """Return the buttons to nudge other players who got a reminder or have kept the table waiting for days (P26)."""
    slow = {
        seat.seat: w._("Nudge {player}", player=plain_player(info, seat.seat, w))
        for seat in info.seats
        if seat.due_since and seat.seat != mine and not (seat.vacant or seat.computer)
        if seat.reminded or seat.due_since + NUDGED_WITHOUT_HURRY <= now
    }
    return [button(Id(info.id, "nudge", words=str(one)), label) for one, label in slow.items()]


async def question_with_picture(
    request: Request, turn: Turn, said: Said = (), advised: Move | None = None
) -> tuple[Question, list[Picture]]:
    """Return the question after the choices made so far, with a picture of the relevant part of the board."""
    found = question_of(turn, said, typed=request.typed, advised=advised)
    return found, await picture_of(request, turn, found.marks, found.advised)


async def picture_of_end(request: Request, turn: Turn) -> list[Picture]:
    """Return the picture of the game's end, as in a post, but in the style that the person prefers."""
    info = turn.snapshot.info
    like = await picture_style(request.app.storage, request.user_id, info)
    scene = replace(turn.scene, style=like.style)
    return await request.app.pictures.board(info.game, scene, [GAMES[info.game].parts.turn_on_phone])


async def picture_of(
    request: Request, turn: Turn, marks: Sequence[Mark] = (), advised: Sequence[Target] = ()
) -> list[Picture]:
    """Return the picture of a panel, with marks on the choices and on what the advised answer names."""
    info = turn.snapshot.info
    like = await picture_style(request.app.storage, request.user_id, info)
    style = like.style | ({"wide"} if like.layout == "wide" else set())
    scene = replace(turn.scene, marks=marks, advised=advised, style=style)
    return await request.app.pictures.choices(info.game, scene)
