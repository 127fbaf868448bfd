"""Logs, replays, and reviews of finished games, in ephemeral messages."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

import wording
from bot.channel.posts import TurnRange, guides, replayed
from bot.channel.reviews import ReviewedTable
from bot.channel.table_events import EVENTS, event_sentence, event_text
from bot.channel.table_words import plain_player, proof_text, seat_names, speaker_of
from bot.computers import can_play
from bot.context import Press, Request
from bot.preferences import ANIMATIONS, load_preferences, picture_style
from bot.ui.message import MAX_TEXT, Id, Item, button, indexes_around, layout, select, select_option
from bot.ui.reply import Refusal
from computer_players.review import Judgement
from games import GAMES
from games.drawing import tell_turn
from renderer import Scene, shown_names
from rules.errors import N_
from rules.log import Played
from rules.notation import read_number
from rules.table import Table
from rules_service import LogLine, Snapshot, TableInfo
from rules_service.consent_undo import undone_steps
from rules_service.daily import must_be_unsealed
from rules_service.history import TurnRecord, moves_of, turns_of
from storage import LineKind, TableStatus
from wording import Words
from wording.text_limits import MAX_PAGE_BYTES, weight

log = logging.getLogger(__name__)

MAX_LINES = 16  # lines on a page, unless one turn has more; a line with many rats and long names has 250 characters
HEADINGS_LENGTH = 500  # characters above and below the lines
MAX_DESCRIBED_TURNS = 6  # The log has the details of more turns.
PUBLIC_VIEW = "all"  # the option in the select of views for what everyone could see
Turns = range  # consecutive turns, as indexes into the list of turns that can be replayed


@dataclass(frozen=True)
class LogSection:
    """Lines of the log that belong together, with their title: "Turn 5 (round II)"."""

    title: str
    lines: Sequence[str]

    @property
    def text(self) -> str:
        """Return the title and the lines as one text."""
        return "\n".join([f"**{self.title}**", *self.lines])


async def turn_page(press: Press) -> None:
    """Show the page of the log named by a button or a choice in a select."""
    chosen = read_number(press.value)
    await show_log(press, press.custom_id.first_number if chosen is None else chosen)


async def show_log(request: Request, page: int = 0) -> None:
    """Show a page of the log. Page 0 has the newest turns.

    Raises Sealed if the game is a challenge of the day that others may still be playing.
    """
    lang, w = request.lang, request.words
    info, table_id = await request.info(), request.table_id
    must_be_unsealed(info)
    pages: list[list[LogSection]] = []
    if info.started is not None:
        snapshot = await request.service.read.seen(table_id, info.seat_of(request.user_id))
        people = await request.service.read.people_lines(table_id, reminders=True)
        pages = await asyncio.to_thread(lambda: log_pages(log_sections(snapshot, people, lang)))
        info = snapshot.info
    last = max(0, len(pages) - 1)
    page = min(page, last)
    texts = [one.text for one in pages[last - page]] if pages else [w._("Nothing has happened yet.")]
    head = w._("## Log of table {table}", table=table_id)
    if last:
        values = {"table": table_id, "page": last - page + 1, "pages": last + 1}
        head = w._("## Log of table {table}, page {page} of {pages}", **values)
    seed = proof_text(info, w) if page == 0 else ""
    rows = page_controls(table_id, pages, page, w)
    if info.started is not None:
        again = replayed(snapshot, TurnRange(()))
        row = guides(info, snapshot.seen, w, again)
        if info.status == TableStatus.OVER:
            if snapshot.table.over:  # A challenge may be a single turn.
                row.insert(0, button(Id(info.id, "manage", words="score"), w._("Result")))
            if info.daily is not None and snapshot.table.over:  # Other games have this button under their last post.
                row.append(button(Id(info.id, "review"), w._("Review")))
        rows.insert(0, row)
    await request.show(layout([head, "\n".join(texts), seed], (), rows))


def page_controls(table_id: int, pages: Sequence[Sequence[LogSection]], page: int, w: Words) -> list[list[Item]]:
    """Return the buttons and the select for the other pages."""
    last, row = len(pages) - 1, []
    if page < last:
        row.append(button(Id(table_id, "pages", words=str(page + 1)), w._("◀ Earlier")))
    if page > 0:
        row.append(button(Id(table_id, "pages", words=str(page - 1)), w._("Later ▶")))
    if last < 1:
        return [row]
    entries = [
        select_option(str(at), pages[last - at][0].title, chosen=at == page) for at in indexes_around(len(pages), page)
    ]
    return [row, [select(Id(table_id, "pages", words=f"{page} {last} to"), w._("Jump to a turn"), entries)]]


def log_sections(snapshot: Snapshot, people: Sequence[LogLine], lang: str) -> list[LogSection]:
    """Return the public log, turn by turn, with people's other actions in between, in the order of the log."""
    w = wording.words(lang)
    speaks = speaker_of(snapshot.info, snapshot.view(None), lang)
    sitting = {line.seat: line.name for line in people if line.kind == LineKind.SEAT and line.seat is not None}
    small = said_of_people([line for line in people if line.number >= snapshot.start], sitting, w)
    for line in (line for line in people if line.kind == LineKind.BACK):
        taken = undone_steps(snapshot.table, snapshot.numbers.index(line.number) + 1)
        events = [event for step in taken for event in step.events]
        small += [(line.number, f"-# ~~{text}~~") for text in speaks.summary(events)]
    small.sort(key=lambda one: one[0])
    found: list[LogSection] = []
    since = snapshot.start - 1
    for turn in turns_of(snapshot.table, None):
        until = snapshot.numbers[snapshot.table.steps[turn.last].number - 1]
        title = speaker_of(snapshot.info, turn.view, lang).turn(turn.number)
        meanwhile = [text for number, text in small if since < number <= until]
        found.append(LogSection(title, [*speaks.summary(snapshot.events(None, since, until)), *meanwhile]))
        since = until
    now = [*speaks.summary(snapshot.events(None, since)), *(text for number, text in small if number > since)]
    if now:
        found.append(LogSection(w._("Now"), now))
    if snapshot.table.over:
        found.append(LogSection(w._("Result"), speaks.final_table(snapshot.table.score()).split("\n")))
    return found


def said_of_people(people: Sequence[LogLine], sitting: dict[int, str], w: Words) -> list[tuple[int, str]]:
    """Return people's actions in small print, each with its log line. ``sitting``: the earlier player of each seat."""
    found, sitting = [], dict(sitting)
    for line in people:
        what, _, which = line.text.partition(" ")
        text, about = event_text(line), line.seat
        if line.kind is LineKind.VOTE or line.kind is LineKind.ASK:
            about = read_number(which)
        elif line.kind == LineKind.FREE:
            about = read_number(what)
        other = sitting.get(about, "") if about is not None else ""
        if line.kind == LineKind.JOIN and line.seat is not None:
            text = EVENTS[LineKind.RETURN if other == line.name else LineKind.JOIN]
            sitting[line.seat] = line.name
        if text:
            found.append((line.number, f"-# {event_sentence(text, line, other, w)}"))
    return found


def log_pages(blocks: Sequence[LogSection]) -> list[list[LogSection]]:
    """Divide the sections into pages, filled from the end. Sections that don't fit on a page are split."""
    room, pages = MAX_TEXT - HEADINGS_LENGTH, list[list[LogSection]]()
    for block in reversed([part for whole in blocks for part in divided_section(whole, room)]):
        page = [block, *pages[-1]] if pages else [block]
        fits = sum(len(one.lines) for one in page) <= MAX_LINES and sum(len(one.text) + 1 for one in page) <= room
        fits = fits and sum(weight(one.text) for one in page) <= MAX_PAGE_BYTES
        if pages and fits:
            pages[-1] = page
        else:
            pages.append([block])
    return pages[::-1]


def divided_section(block: LogSection, room: int) -> list[LogSection]:
    """Split the section into parts that each fit on a page."""
    parts: list[list[str]] = [[]]
    for line in block.lines:
        part = [*parts[-1], line]
        text = LogSection(block.title, part).text
        if parts[-1] and (len(part) > MAX_LINES or len(text) > room or weight(text) > MAX_PAGE_BYTES):
            part = [line]
            parts.append(part)
        parts[-1] = part
    return [LogSection(block.title, part) for part in parts]


@dataclass(frozen=True)
class PlayedTurns:
    """The turns that a person can replay, as the person may see them."""

    snapshot: Snapshot
    seat: int | None  # the seat whose view is shown; None: the public view
    turns: Sequence[TurnRecord]

    def round_of(self, turn: int) -> Turns:
        """Return the range of turns in the round of this turn, or of all turns if the game has no rounds."""
        begins, steps = GAMES[self.snapshot.info.game].round_begins, self.snapshot.table.steps
        played = [steps[one.first : one.last + 1] for one in self.turns]
        events = [[event for step in some for event in step.events] for some in played]
        last = [at for at, some in enumerate(events) if any(isinstance(event, begins) for event in some)]
        first = max((at + 1 for at in last if at < turn), default=0)
        return range(first, min((at for at in last if at >= turn), default=len(self.turns) - 1) + 1)

    def label(self, turn: TurnRecord, w: Words, names: Sequence[str] = ()) -> str:
        """Return a turn's players and number as plain text. ``names``: other names for the players, as in pictures."""
        info = self.snapshot.info
        players = w.join_list([names[seat] if names else plain_player(info, seat, w) for seat in turn.seats])
        named = speaker_of(self.snapshot.info, turn.view, w.lang).turn(turn.number)
        return w._("{turn}: {players}", turn=named, players=players)

    def captioned(self, moves: Sequence[Played[Any]], turns: Sequence[TurnRecord], w: Words) -> list[Played[Any]]:
        """Return the moves of these turns with their captions for a replay: the turn and its events so far."""
        info, found = self.snapshot.info, list[Played[Any]]()
        people = shown_names(seat_names(info), w, info.colours)
        for turn in turns:
            some = moves[len(found) : len(found) + turn.last + 1 - turn.first]
            found += tell_turn(some, self.label(turn, w, people), GAMES[info.game], w, people)
        return found

    def title(self, wanted: Turns, w: Words) -> str:
        """Return the heading for these turns."""
        first, last = self.turns[wanted[0]], self.turns[wanted[-1]]
        if len(wanted) > 1:
            numbers = {"first": first.number, "last": last.number, "turns": self.turns[-1].number}
            return w._("## Replay: turns {first} to {last} of {turns}", **numbers)
        return w._("## Replay\n{turn}", turn=self.label(first, w))


async def turns_to_replay(request: Request, eyes: str = "") -> PlayedTurns:
    """Return the turns of a table that can be replayed.

    ``eyes``: a seat or `PUBLIC_VIEW`. Anyone may choose it once the game is over; before that and by default, players
    see the game from their own seat, and spectators see the public view. Raises Refusal if no turn has ended yet, and
    Sealed while others may play the same challenge.
    """
    info = await request.info()
    must_be_unsealed(info)
    seat = info.seat_of(request.user_id)
    if not info.open and eyes:
        seat = read_number(eyes)
        seat = seat if seat is not None and seat < len(info.seats) else None
    snapshot = await request.service.read.seen(info.id, seat)
    turns = await asyncio.to_thread(turns_of, snapshot.table, seat)
    if not turns:
        raise Refusal(N_("No turn has ended yet, so there is nothing to replay."))
    return PlayedTurns(snapshot, seat, turns)


async def replay_post(press: Press) -> None:
    """Handle a post's replay button: replay its turn, or the round or the whole game that ended with it."""
    await press.reply.defer()
    game = await turns_to_replay(press)
    steps, numbers, posted = game.snapshot.table.steps, game.snapshot.numbers, press.custom_id.number
    public = (await press.service.read.snapshot(press.table_id)).read_by(None)
    began = [numbers[steps[one.first].number - 1] for one in game.turns]
    there = [at for at, line in enumerate(began) if public.seen_until(line) <= posted]
    last = there[-1] if there else 0
    wanted = {"round": game.round_of(last), "game": range(len(game.turns))}.get(press.custom_id.words, one_turn(last))
    await show_again(press, game, wanted)


async def rewind(press: Press) -> None:
    """Show the turns that a button or a select names, or the current turns again as another viewer sees them."""
    first, last, *_ = (*press.custom_id.numbers, 0)
    eyes = [*press.custom_id.said, "", "", ""][2]
    if press.custom_id.action == "eyes":
        eyes = press.value
    elif (chosen := read_number(press.value)) is not None:
        first = last = chosen
    await show_turns(press, first, last, eyes)


async def watch_turn(press: Press) -> None:
    """Show the turn named by a review's button, and the better play if the review is still available."""
    reviewed = await known_review(press)
    mistake = reviewed.watched(press.custom_id) if reviewed else None
    if reviewed is None or mistake is None:
        await show_turns(press, press.custom_id.first_number)
        return
    style = (await picture_style(press.app.storage, press.user_id, reviewed.info)).style
    scene = await asyncio.to_thread(reviewed.scene, mistake)
    pictures = await press.app.pictures.choices(reviewed.info.game, replace(scene, style=style))
    await press.show(await asyncio.to_thread(reviewed.turn_view, mistake, pictures), pictures)


async def give_file(request: Request) -> None:
    """Send two files about a finished game: its log, as a line that `python -m rules` reads, and all its events.

    `contrib/check_draws.py` uses the two together. Raises Refusal if the game isn't over, or Sealed while others may
    play the same challenge.
    """
    info = await request.info()
    if info.status != TableStatus.OVER:
        raise Refusal(N_("The log file contains every secret, so it’s only available once the game is over."))
    must_be_unsealed(info)
    snapshot = await request.service.read.snapshot(request.table_id)
    line, events = await asyncio.to_thread(game_files, snapshot.table)
    names = {"name": f"{info.game}-{info.id}.json", "events": f"{info.game}-{info.id}-events.json"}
    text = request.words._(
        "The whole game, to replay and analyse: `python -m rules < {name}`.\n"
        "Anyone can check the draws: `python contrib/check_draws.py {name} {events}`.",
        **names,
    )
    await request.reply.say(text, dict(zip(names.values(), (line, events), strict=True)))


def game_files(table: Table) -> tuple[bytes, bytes]:
    """Return a finished game as a line of the table protocol, and all its events, both as JSON."""
    line = msgspec.json.encode({"do": "load", "log": table.log()}) + b"\n"
    return line, msgspec.json.encode([*table.opening, *(event for step in table.steps for event in step.events)])


async def show_turns(request: Request, first: int | None = None, last: int | None = None, eyes: str = "") -> None:
    """Show the turns from one number to another (default: only the last turn).

    With only one of the numbers, show that turn. Raises Refusal if there are no such turns.
    """
    await request.reply.defer()
    game = await turns_to_replay(request, eyes)
    places = {turn.number: at for at, turn in enumerate(game.turns)}
    first = first if first is not None else last if last is not None else game.turns[-1].number
    last = first if last is None else last
    ends = {"first": game.turns[0].number, "last": game.turns[-1].number}
    if first not in places or last not in places:
        raise Refusal(N_("There is no such turn. You can replay turns {first} to {last}."), **ends)
    if first > last:
        told = N_("The first turn can’t be later than the last. You can replay turns {first} to {last}.")
        raise Refusal(told, **ends)
    await show_again(request, game, range(places[first], places[last] + 1))


async def show_again(request: Request, game: PlayedTurns, wanted: Turns) -> None:
    """Show some turns as an animation or, if the person wants no animations, as a picture with a description.

    An animation of a few turns has a description, too; with one of many turns, the text refers to the log.
    """
    snapshot, info, w = game.snapshot, game.snapshot.info, request.words
    drawn = GAMES[info.game].pictures
    style = (await picture_style(request.app.storage, request.user_id, info)).style
    mode = (await load_preferences(request.app.storage, request.user_id))[ANIMATIONS.option.id]
    some = [game.turns[at] for at in wanted]
    before, moves = await asyncio.to_thread(moves_of, snapshot.table, game.seat, some)
    moves = await asyncio.to_thread(game.captioned, moves, some, w)
    part = drawn.replay_part or drawn.parts(before, "tall")[0]
    scene = Scene(before, seat_names(info), part, w, style=style, colours=info.colours)
    if mode == "off":
        last = moves[some[-1].first - some[0].first :]
        touched = [target for move in last for target in move.touched]
        after = replace(scene, view=moves[-1].view, events=[event for move in last for event in move.events])
        pictures = await request.app.pictures.board(info.game, after, [part], lambda part: touched)
    else:
        pictures = await request.app.pictures.replay(info.game, scene, moves, request.user_id, moving=mode == "on")
    story = [w._("*{log}* has all the details.", log=w._("Log"))]
    if len(wanted) <= MAX_DESCRIBED_TURNS or mode == "off" or not pictures:
        speaks = speaker_of(info, moves[-1].view, request.lang)
        tell = speaks.summary if mode == "off" or not pictures else speaks.headlines
        story = tell([event for move in moves for event in move.events])
    texts = [game.title(wanted, w), "\n".join(story)]
    await request.show(layout(texts, pictures, replay_controls(game, wanted, w)), pictures)


def one_turn(at: int) -> Turns:
    """Return the range that contains only the turn with this index."""
    return range(at, at + 1)


def replay_controls(game: PlayedTurns, wanted: Turns, w: Words) -> list[list[Item]]:
    """Return the controls of a replay: other turns, the round, and the whole game.

    Once the game is over, there are also the log as a file and a choice of views.
    """
    info, turns, over = game.snapshot.info, game.turns, not game.snapshot.info.open
    eyes = (PUBLIC_VIEW if game.seat is None else str(game.seat)) if over else "-"

    def to(some: Turns, name: str) -> Id:
        words = f"{turns[some[0]].number} {turns[some[-1]].number} {eyes} {name}"
        return Id(info.id, "rewind", number=game.snapshot.seen, words=words)

    last, everything, around_it = wanted[-1], range(len(turns)), game.round_of(wanted[-1])
    steps, more = list[Item](), list[Item]()
    if last > 0:
        before = one_turn(last if len(wanted) > 1 else last - 1)
        steps += [button(to(one_turn(0), "first"), w._("⏮ First")), button(to(before, "before"), w._("◀ Earlier"))]
    if last < everything[-1]:
        steps.append(button(to(one_turn(last + 1), "after"), w._("Later ▶")))
        steps.append(button(to(one_turn(everything[-1]), "last"), w._("Last ⏭")))
    if around_it not in (wanted, everything):
        more.append(button(to(around_it, "round"), w._("The whole round")))
    if wanted != everything:
        more.append(button(to(everything, "game"), w._("The whole game")))
    if info.status == TableStatus.OVER:
        more.append(button(Id(info.id, "file"), w._("Log as a file")))
    rows = [steps, more]
    if len(turns) > 1:
        near = indexes_around(len(turns), last)
        entries = [
            select_option(str(turns[at].number), game.label(turns[at], w), chosen=wanted == one_turn(at)) for at in near
        ]
        rows.append([select(to(wanted, "turn"), w._("Another turn"), entries)])
    if over:
        players = {str(one.seat): plain_player(info, one.seat, w) for one in info.seats}
        views = {seat: w._("What {player} could see", player=player) for seat, player in players.items()}
        views = {PUBLIC_VIEW: w._("What everyone could see"), **views}
        entries = [select_option(seat, view, chosen=seat == eyes) for seat, view in views.items()]
        rows.append([select(replace(to(wanted, ""), action="eyes"), w._("Seen by"), entries)])
    return rows


async def review(request: Request, text: bool = False) -> None:
    """Show the review of a finished game or its progress, or start it if there is none.

    ``text``: show the review in words. Raises Refusal if the game can't be reviewed, or if its review isn't finished
    and the person didn't play in it. Raises Sealed while others may play the same challenge.
    """
    info = await request.info()
    one_turn = info.daily is not None and len(info.seats) > 1  # `/daily` shows the best turn
    if info.status != TableStatus.OVER or not can_play(info.game) or one_turn:
        raise Refusal(N_("I can only review finished games; this one is still running."))
    must_be_unsealed(info)
    row = await request.app.storage.reviews.of_table(info.id)
    if row is not None and row.finished:
        reviewed = await reviewed_table(request)
        if text:
            await request.show_pages(await asyncio.to_thread(reviewed.pages))
            return
        pictures = await request.app.reviewer.pictures(reviewed)
        await request.show(await reviewed.view(pictures), pictures)
        return
    own_seat(request, info)
    if row is not None and row.done is None:
        said = N_("The review of this game is {percent}% done. I’ll post it here.")
        if info.daily is not None:
            said = N_("The review of this game is {percent}% done.")
        await request.say(request.words._(said, percent=request.app.reviewer.progress(info.id)))
        return
    await request.app.reviewer.begin(info.id, request.user_id)
    if info.daily is not None:  # An attempt at a challenge has no channel.
        await request.say(request.words._("I’m reviewing this game. In a few minutes, *Review* will show the result."))
        return
    await request.say(
        request.words.ngettext(
            "I’m reviewing this game. That takes about {count} minute; then I’ll post it here and mention you.",
            "I’m reviewing this game. That takes about {count} minutes; then I’ll post it here and mention you.",
            await request.app.reviewer.minutes(info),
        )
    )


async def show_review_text(request: Request) -> None:
    """Show a finished review in words. Raises Refusal if there is none."""
    await request.show_pages(await asyncio.to_thread((await reviewed_table(request)).pages))


async def show_mistakes(request: Request) -> None:
    """Show the person's own most expensive turns. Raises Refusal if they didn't play or there is no finished review."""
    seat = own_seat(request, await request.info())
    await request.show(await (await reviewed_table(request)).own_view(seat))


async def stop_review(request: Request) -> None:
    """Stop a review in progress. Raises Refusal if there is none, or the person didn't play in the game."""
    info = await request.info()
    own_seat(request, info)
    if not await request.app.reviewer.cancel(info):
        raise Refusal(N_("No review of this game is in progress."))
    await request.say(request.words._("I’ve stopped the review."))


def own_seat(request: Request, info: TableInfo) -> int:
    """Return the person's seat. Raises Refusal if they have none."""
    seat = info.seat_of(request.user_id)
    if seat is None:
        raise Refusal(N_("Only the players of this game can have it reviewed."))
    return seat


async def reviewed_table(request: Request) -> ReviewedTable:
    """Return the finished review of a table in the person's language. Raises Refusal if there is none."""
    found = await known_review(request)
    if found is None:
        raise Refusal(N_("This game hasn’t been reviewed yet. Press *Review* under its last post."))
    return found


async def known_review(request: Request) -> ReviewedTable | None:
    """Return the finished review of a table in the person's language, or None.

    If there is one, the response is deferred first.
    """
    return await stored_review(request, slow=True)


async def stored_review(request: Request, *, slow: bool = False) -> ReviewedTable | None:
    """Return the finished review of a table in the person's language, or None.

    ``slow``: if there is one, defer the response first.
    """
    row = await request.app.storage.reviews.of_table(request.table_id)
    if row is None or not row.finished:
        return None
    if slow:
        await request.reply.defer()
    snapshot = await request.service.read.snapshot(request.table_id)
    judged = msgspec.json.decode(row.judged, type=list[Judgement])
    return await asyncio.to_thread(ReviewedTable, snapshot, judged, request.words)
