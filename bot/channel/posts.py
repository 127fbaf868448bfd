"""The posts of a table: its lobby, its boards and, at the end, its result, all with their buttons.

Other functions choose the parts of a board that a message shows, and find the changes on each part.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import discord
from discord import ui

import wording
from bot.channel.table_words import (
    LEVEL_NAMES,
    brief_speaker,
    exact_time,
    headlines_of,
    option_lines,
    person_name,
    player_text,
    relative_time,
    seats_at,
    speaker_of,
    to_all,
    vote_buttons,
    vote_text,
    where_is,
)
from bot.computers import can_play
from bot.pictures import since_round_end
from bot.ui.message import PRIMARY, SECONDARY, SUCCESS, Id, Item, Passing, Picture, button, layout
from bot.ui.widths import fits_one_line, lines_on_phone
from games import GAMES
from renderer import ChangedTargets
from rules.errors import N_
from rules.game import Event, Target
from rules.log import Step
from rules_service import Seat, Snapshot, TableInfo
from rules_service.pace import LIVE_PACE, PACE_OPTION
from rules_service.votes import VOTE_RULES
from storage import TableStatus, VoteKind
from wording import Words

MAX_LINES = 11  # lines of text that fit on a phone below a picture of half a screen
FINGERPRINT_DIGITS = 8  # The other digits are shown on request.
EARLIER_TURNS = N_("-# Earlier turns: *{log}*.")
SEAT_FREED = N_(
    "{player} was away for a long time, and the others or a moderator freed the seat. Anyone can take it and play on."
)


def closed(info: TableInfo, w: Words) -> str:
    """Return a line that names the moderator who closed the table, or ""."""
    name = person_name(info.closer, w) if info.closer else ""
    return w._("Closed by {name}, a moderator of this channel.", name=name) if name else ""


def moved_away(info: TableInfo) -> ui.LayoutView:
    """Return the post for a table's old channel that says where the game continues."""
    w = wording.words(info.language)
    values = {"game": GAMES[info.game].title, "where": where_is(info, w)}
    return layout([w._("This channel’s {game} table continues in {where}.", **values)])


@dataclass(frozen=True)
class TurnRange:
    """The events in a post: complete turns, and the part of the current turn that can't be undone."""

    turns: Sequence[tuple[int, Sequence[Event]]]  # The number of each turn, and its events.
    going_on: Sequence[Event] = ()

    @property
    def events(self) -> list[Event]:
        """Return the events of the complete turns."""
        return [event for _, events in self.turns for event in events]


@dataclass(frozen=True)
class Board:
    """The post of a running or finished game."""

    snapshot: Snapshot
    number: int  # The line of the log that the post was made for.
    since: int  # The post covers what happened after this line.
    shown: TurnRange
    pings: Sequence[int] = ()  # The seats that the post pings in its first words.
    small: str = ""  # The small print.

    def view(self, pictures: Sequence[Picture], *, passing: bool = False) -> ui.LayoutView:
        """Return the post: the pictures, the headlines, and whose turn it is.

        When the game is over, it has only the result, the pictures and the small print; the log has the rest. Without
        pictures, the board is described in words. ``passing``: the pictures show part of the unfinished turn, and are
        as temporary as the text about it.
        """
        info, table = self.snapshot.info, self.snapshot.table
        w = wording.words(info.language)
        speaks = brief_speaker(info, self.snapshot.view(None), info.language)
        rows = board_rows(info, self.snapshot.seen_until(self.number), w, replayed(self.snapshot, self.shown))
        words = [] if pictures else speaks.board_text(turn=False)
        if table.over:
            final = speaker_of(info, speaks.view, info.language)
            result = "\n".join(filter(None, [call(info, self.pings, w), final.result(table.score())]))
            return layout([self.small, *words], pictures, rows, above=result)
        view, lang, shown = speaks.view, info.language, self.told(pictured=bool(pictures))
        told = ["\n".join(numbered(number, headlines_of(info, view, lang, events))) for number, events in shown]
        told, going = list(filter(None, told)), going_on(self.snapshot, self.shown)
        if info.status == TableStatus.CANCELLED:
            ended = w._("**This game was ended early.**") if info.closer else w._("**The players ended this game.**")
            texts = [call(info, self.pings, w), "\n".join(told), going, self.small, *words, ended, closed(info, w)]
        else:
            called = mentions(info, self.pings)
            # Where there are rounds, only the post that begins one says that the end is near.
            near = speaks.nearing_end(brief=True) if begins_round(info.game, self.shown) is not False else ""
            now = [near, speaks.status(called=called), table_state(info, w)]
            head = "\n".join(fitting(told, [going, self.small, *now], w) if pictures else told)
            # The line about whose turn it is will be removed, but something of the post must stay.
            stays = head or self.small or words or (pictures and not passing)
            now = [*map(Passing, now)] if stays else now
            # A phone shows the first words of a post to those that it pings (P33).
            first = [now.pop(1)] if called else []
            texts = [*first, head, Passing(going), self.small, *words, *now]
        return layout(texts, pictures, rows, passing=passing)

    def told(self, *, pictured: bool) -> Sequence[tuple[int, Sequence[Event]]]:
        """Return the complete turns to describe in words: the number and events of each.

        Between rounds, the events that the picture shows are left out.
        """
        parts = GAMES[self.snapshot.info.game].parts
        if not pictured or not between_rounds(self.snapshot, self.shown.events):
            return self.shown.turns
        return [(number, parts.told_beside(events)) for number, events in self.shown.turns]


def fitting(told: Sequence[str], others: Sequence[str], w: Words) -> list[str]:
    """Return the turns' descriptions. If a phone has no room for all, a line about the log replaces the earliest.

    ``others``: the other texts of the post.
    """
    found, left_out = list(told), list[str]()
    while len(found) > 1 and sum(map(lines_on_phone, filter(None, [*left_out, *found, *others]))) > MAX_LINES:
        found, left_out = found[1:], [w._(EARLIER_TURNS, log=w._("Log"))]
    return [*left_out, *found]


def between_rounds(snapshot: Snapshot, events: Sequence[Event]) -> bool:
    """Return whether a post about these events shows the board between two rounds.

    Return False when the game is over, because its post shows the result instead.
    """
    ends = GAMES[snapshot.info.game].parts.round_ends
    if snapshot.table.over or not any(isinstance(event, ends) for event in events):
        return False
    return any(isinstance(event, ends[0]) for event in public_events(snapshot, 0))


def mentions(info: TableInfo, seats: Sequence[int]) -> dict[int, str]:
    """Return a mention of the person in each of these seats."""
    return {seat.seat: f"<@{seat.user_id}>" for seat in info.seats if seat.seat in seats and seat.user_id}


def call(info: TableInfo, calls: Sequence[int], w: Words) -> str:
    """Return the first line of the last post, with pings and their reason, as phones show it in alerts (P33).

    Return "" if nobody is pinged.
    """
    people = " ".join(mentions(info, calls).values())
    values = {"people": people, "game": GAMES[info.game].title, "where": where_is(info, w)}
    return w._("{people}, the game is over: {game} in {where}.", **values) if people else ""


def numbered(number: int, lines: Sequence[str]) -> list[str]:
    """Return the headlines of a turn, the first one with the turn's number. Events before turn 1 have no number."""
    return [f"**{number}.** {line}" if number and at == 0 else line for at, line in enumerate(lines)]


def replayed(snapshot: Snapshot, shown: TurnRange) -> str:
    """Return what can be replayed from a post: the "turn", the "round" or the "game", or "" before the first move."""
    if not snapshot.table.steps:
        return ""
    if not snapshot.info.open:
        return "game"
    return "round" if begins_round(snapshot.info.game, shown) else "turn"


def begins_round(game: str, shown: TurnRange) -> bool | None:
    """Return whether a round begins in the events of a post, or None if the game has no rounds."""
    begins = GAMES[game].round_begins
    return any(isinstance(event, begins) for event in shown.events) if begins else None


def going_on(snapshot: Snapshot, shown: TurnRange) -> str:
    """Describe the unfinished turn so far, or return "". The post with the whole turn later replaces this text."""
    speaks = speaker_of(snapshot.info, snapshot.view(None), snapshot.info.language)
    lines = headlines_of(snapshot.info, speaks.view, snapshot.info.language, shown.going_on)
    if not lines:
        return ""
    due = speaks.view.due
    if len(due) == 1 and any(getattr(event, "seat", due[0]) == due[0] for event in shown.going_on):
        head = speaks._("{player}’s turn continues:", player=speaks.player(due[0]))
    else:
        head = speaks._("Decided so far:")
    return "\n".join([head, *lines])


def board_rows(info: TableInfo, seen: int, w: Words, again: str = "") -> list[list[Item]]:
    """Return the buttons under a board that shows ``seen`` log lines. ``again``: the result of `replayed`."""
    press = partial(public, info.id, seen)
    view, *further = guides(info, seen, w, again)
    log = press("log", w._("Log"))
    if not info.open:
        review = [press("review", w._("Review"))] * (info.status == TableStatus.OVER and can_play(info.game))
        own = [view] * bool(GAMES[info.game].parts.own)
        return [in_one_line([press("again", w._("Play again"), SUCCESS), *review, log, *further[:-1], *own])]
    if info.asleep_since:
        return [in_one_line([press("wake", w._("Wake"), SUCCESS), log, *further])]
    rows = [in_one_line([press("turn", w._("Your turn"), PRIMARY), view, log, *further])]
    rows += [vote_buttons(info, vote, w, seen=seen) for vote in to_all(info)]
    if any(seat.computer and seat.person for seat in info.seats):
        rows.append([press("myseat", w._("Take my seat back"))])
    if info.vacant:
        rows.append([press("join", w._("Take the free seat"), SUCCESS)])
    return [*rows, table_row(info, seen, w)]


def guides(info: TableInfo, seen: int, w: Words, again: str) -> list[Item]:
    """Return the buttons for the board, the replay and help. They are also shown below the log."""
    press = partial(public, info.id, seen)
    view = press("view", w._("Boards") if GAMES[info.game].parts.own else w._("My view"))
    return [view, *([press("replay", w._("Replay"), words=again)] if again else ()), press("help", w._("Help"))]


def in_one_line(buttons: Sequence[Item]) -> list[Item]:
    """Return as many of these buttons as fit on one line of a phone."""
    return next(list(buttons[:most]) for most in range(len(buttons), 0, -1) if fits_one_line(buttons[:most]))


def table_row(info: TableInfo, seen: int, w: Words) -> list[Item]:
    """Return the buttons about the table itself: for late players, a table about to fall asleep, or a pause."""
    press = partial(public, info.id, seen)
    row = []
    if late_seats(info):
        row.append(press("whatnow", w._("What now?")))
    if info.sleeps_at:
        row.append(press("awake", w._("Keep awake")))
    if info.paused_until:
        row.append(press("endrest", w._("End the pause")))
    return row


def late_seats(info: TableInfo) -> list[Seat]:
    """Return the seats of a game that are late or have been free for a long time. Solo games have none."""
    return [seat for seat in info.seats if info.started and seat.away and not info.alone]


def public(
    table: int, seen: int, action: str, label: str, style: discord.ButtonStyle = SECONDARY, words: str = ""
) -> Item:
    """Return a button of a post. Its id contains ``seen``, the number of log lines shown, to identify the post."""
    return button(Id(table, action, number=seen, words=words), label, style)


def table_state(info: TableInfo, w: Words) -> str:
    """Return the state of the table apart from the game: late players, absences, free seats, votes, pause and sleep."""
    if info.asleep_since:
        since = relative_time(info.asleep_since)
        return w._("😴 This table fell asleep {since}. Nothing is lost: any of its players can wake it.", since=since)
    lines = [slow(info, seat, w) for seat in info.seats if seat.reminded and seat.due_since and not seat.vacant]
    if info.paused_until:
        text = N_("🌙 This table is paused until {date}: nobody will be late. Any of its players can end the pause.")
        lines.append(w._(text, date=discord.utils.format_dt(info.paused_until, "D")))
    for seat in info.seats:
        owner = player_text(info, seat.seat, w)
        if seat.away_until and not seat.vacant:
            date = discord.utils.format_dt(seat.away_until, "D")
            lines.append(w._("🌙 {player} is away until {date}.", player=owner, date=date))
        if seat.computer and seat.person:
            lines.append(w._("A computer plays for {player}, who can take the seat back at any time.", player=owner))
        elif seat.freed:
            lines.append(w._(SEAT_FREED, player=owner))
        elif seat.vacant:
            lines.append(w._("{player} has left. Anyone can take the seat and play on.", player=owner))
    questions = [vote_text(info, vote, w) for vote in to_all(info)]
    if info.sleeps_at:
        when = relative_time(info.sleeps_at)
        questions.append(
            w._("The table goes to sleep {when}. Nothing is lost, and any of its players can keep it awake.", when=when)
        )
    return "\n".join([*lines, *questions])


def slow(info: TableInfo, seat: Seat, w: Words) -> str:
    """Describe how late a player is, or when they got a reminder and from when on they'll be late (P49)."""
    owner = player_text(info, seat.seat, w)
    if seat.away:
        since = relative_time(seat.due_since or info.opened)
        return w._("{player} is late. Their turn began {since}.", player=owner, since=since)
    if seat.late_from is None or seat.due_since is None:
        return w._("{player} got a reminder {ago}.", player=owner, ago=relative_time(seat.reminded or info.opened))
    values = {"player": owner, "since": relative_time(seat.due_since), "late": exact_time(seat.late_from)}
    return w._("{player} got a reminder. Their turn began {since}; they’ll be late from {late}.", **values)


def parts_of_post(snapshot: Snapshot, layout: str, events: Sequence[Event]) -> list[str]:
    """Return the board parts to post: the one that shows a turn or a round's end, or all of them.

    If all are posted, the first, which shows the most, comes last, nearest to the buttons. A part that isn't posted can
    be seen in each player's own view.
    """
    game = GAMES[snapshot.info.game]
    if between_rounds(snapshot, events):
        return [game.parts.round]
    if turn := (game.parts.turn_on_phone if layout == "tall" else "") or game.parts.turn:
        return [turn]
    first, *others = game.pictures.parts(snapshot.view(None), layout)
    return [*others, first]


def parts_of_view(snapshot: Snapshot, layout: str, seat: int | None) -> list[str]:
    """Return the board parts for a player's own view: shared parts and their own. Spectators see everyone's."""
    game = GAMES[snapshot.info.game]
    seats = {seat} if seat is not None else set(range(snapshot.table.seats))
    names = game.pictures.parts(snapshot.view(seat), layout)
    return [name for name in names if game.parts.owner(name) in (None, *seats)]


def steps_since(snapshot: Snapshot, since: int) -> list[Step]:
    """Return the moves after this log line."""
    return [step for step in snapshot.table.steps if snapshot.numbers[step.number - 1] > since]


def changed_targets(snapshot: Snapshot, since: int, part: str) -> ChangedTargets:
    """Return the things on a part of the board that were changed by the moves after this log line.

    For a picture of the whole board, return them by part.
    """
    game = GAMES[snapshot.info.game]
    if part != game.parts.everything:
        return touched(snapshot, since, part)
    parts = game.pictures.parts(snapshot.view(None), "tall")
    return {name: touched(snapshot, since, name) for name in parts}


def public_events(snapshot: Snapshot, since: int) -> list[Event]:
    """Return the public events of the moves after this log line."""
    return [event for step in steps_since(snapshot, since) for event in step.events if event.reader() is None]


def events_of_round_end(snapshot: Snapshot, since: int) -> list[Event]:
    """Return the public events after this log line, or since the last round ended if that was earlier."""
    events = public_events(snapshot, since)
    whole = since_round_end(snapshot.info.game, public_events(snapshot, 0))
    return max(events, list(whole), key=len)


def touched(snapshot: Snapshot, since: int, part: str) -> list[Target]:
    """Return the things on a part that the moves after this log line changed.

    A player's own things count only on that player's part.
    """
    game = GAMES[snapshot.info.game]
    found: dict[Target, None] = {}
    for step in steps_since(snapshot, since):
        move = game.rules.notation.parse(step.move)
        targets = game.rules.targets(move) if move is not None else ()
        whose = game.parts.owner(part) == step.seat
        found |= dict.fromkeys(target for target in targets if whose or target.kind not in game.parts.own_kinds)
    return list(found)


def lobby_post(info: TableInfo) -> ui.LayoutView:
    """Return the post of a lobby that is open or was cancelled, or whose game has started."""
    w = wording.words(info.language)
    game = GAMES[info.game]
    if info.started is None and not info.open:
        text = w._("## {game}\nThis table was closed. `/table open` opens a new one.", game=game.title)
        return layout([text, closed(info, w)])
    host = person_name(next((seat.name for seat in info.seats if seat.user_id == info.host_id), ""), w)
    since = relative_time(info.opened)
    head = w._("## {game}\n{host} opened a table {since}.", game=game.title, host=host, since=since)
    sealed = w._("**Fingerprint of the seed:** `{fingerprint}…`", fingerprint=info.fingerprint[:FINGERPRINT_DIGITS])
    small = "\n".join(f"-# {line}" for line in [*option_lines(info, w, brief=True), sealed])
    people = "\n".join(seat_lines(info, w))
    if info.started:
        return layout([head, people, w._("The game has started; the board is further down."), small])
    warning = game.words.option_warning(info.options, len(info.seats))
    texts = [head, people, "\n".join(hints(info, w)), w._(warning) if warning else "", table_state(info, w), small]
    votes = [vote_buttons(info, vote, w) for vote in to_all(info) if not VOTE_RULES[vote.kind].by_readiness]
    return layout(texts, (), [*lobby_rows(info, w), *votes])


def can_join(info: TableInfo) -> bool:
    """Return whether the table is on a server and can have several players."""
    return info.place.guild_id is not None and max(seats_at(info)) > 1


def free_seats(info: TableInfo) -> int:
    """Return how many seats are free and not reserved."""
    return max(seats_at(info)) - len(info.seats) - len(info.invited)


def asks_ready(info: TableInfo) -> bool:
    """Return whether the lobby is waiting for players who aren't ready."""
    return not all(seat.ready for seat in info.seats)  # After the start, every seat counts as ready.


def seat_lines(info: TableInfo, w: Words) -> list[str]:
    """Return the numbered players, and before the start also the reserved and free seats."""
    lines = []
    for seat in info.seats:
        sign = "" if seat.colour is None else f"{wording.SEAT_MARKS[seat.colour]} "
        name = person_name(seat.shown, w)
        if asks_ready(info) and seat.ready and seat.person:
            lines.append(sign + w._("**{player}** is ready", player=name))
        else:
            lines.append(f"{sign}**{name}**" + (f" ({w._(LEVEL_NAMES[seat.computer])})" if seat.computer else ""))
    if can_join(info) and not info.started:
        kept = [(person_name(one.name, w), exact_time(one.until)) for one in info.invited]
        lines += [w._("*kept for {player} until {when}*", player=name, when=until) for name, until in kept]
        free = w._("free")
        lines += [f"*{free}*"] * free_seats(info)
    return [f"{number}. {line}" for number, line in enumerate(lines, 1)]


def hints(info: TableInfo, w: Words) -> list[str]:
    """Return lines about what the lobby is waiting for, changed options, and when it closes."""
    counts, here = seats_at(info), len(info.seats)
    first = []
    if here in counts and not any(vote.kind == VoteKind.START for vote in info.votes):
        more = can_join(info) and here < max(counts)
        first.append(w._("The host can start now, or wait for others.") if more else w._("The host can start."))
        if here == 1:
            first.append(w._(GAMES[info.game].words.alone_possible))
    elif here not in counts and can_join(info):
        needed = min(counts) - here
        first.append(w.ngettext("{count} more player is needed.", "{count} more players are needed.", needed))
    if here == 1 and max(counts) > 1 and can_play(info.game):
        first.append(w._("You can play against the computer right away: *Computer players*."))
    lines = [" ".join(first)] if first else []
    if info.changed:
        lines.append(w._("The options changed after someone joined. Press *Ready* to agree to them."))
    if info.closes_at:
        lines.append(w._("This lobby closes {when} if nobody joins.", when=relative_time(info.closes_at)))
    return lines


def lobby_rows(info: TableInfo, w: Words) -> list[list[Item]]:
    """Return the buttons to join and start, and those to gather players."""
    # The ids stay the same after every edit because several people press at once.
    press = partial(public, info.id, 0)
    here, free = len(info.seats), free_seats(info) > 0
    starts = PRIMARY if here in seats_at(info) else SECONDARY
    acts = [press("leave", w._("Leave")), press("options", w._("Options")), press("start", w._("Start"), starts)]
    gathering = [press("colour", w._("Colour"))]
    if can_join(info):
        acts.insert(0, press("join", w._("Join"), SUCCESS))
        if free:
            gathering.insert(0, press("invite", w._("Invite")))
    if asks_ready(info):
        gathering.insert(0, press("ready", w._("Ready"), SUCCESS))
    if can_play(info.game) and (free or any(seat.computer for seat in info.seats)):
        gathering.insert(0, press("computers", w._("Computer players"), PRIMARY if here == 1 else SECONDARY))
    if info.closes_at and info.options[PACE_OPTION.id] != LIVE_PACE:
        gathering.append(press("awake", w._("Keep this lobby")))
    return [[*acts, press("help", w._("Help"))], gathering]
