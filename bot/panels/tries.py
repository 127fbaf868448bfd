"""*Try again*: play a turn of a reviewed game again on a private copy, with the real questions, buttons and undo.

The copy is one of the sampled positions in which the turn was judged, so it shows nothing that its player could not
know, and a try is judged in the same way as the turn. A try is not stored: the ids of its buttons contain all its
moves, each as an index of the legal moves. Only a new best try is stored, with the review.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar
from zlib import crc32

import msgspec

import wording
from bot.channel.delivery import send_message
from bot.channel.plan_words import plan_lines
from bot.channel.reviews import BETTER, PLAYED, ReviewedTable, expected_text, gain_text
from bot.channel.table_words import person_name, player_text, speaker_of
from bot.context import Press
from bot.panels.history import stored_review
from bot.panels.opening import may_post, spoken_here
from bot.panels.turn import MOVED_ON, NO_EXTRAS, Extras, asked_extras, show_question
from bot.panels.turn_parts import Turn, in_small
from bot.preferences import picture_style
from bot.ui.message import PRIMARY, Id, Picture, button, layout
from bot.ui.reply import Refusal
from computer_players.review import (
    MIN_POINTS,
    Judgement,
    JudgeRequest,
    Mistake,
    Way,
    WaysRequest,
    is_clearly_better,
    is_decided,
    positions_of,
    request_of,
    stretches,
)
from games import GAMES
from games.move_picker import Said, moves_beginning
from renderer import Scene
from rules.errors import N_
from rules.notation import read_number
from rules.plan import Course, follow, going_on
from rules.table import Table
from storage import TableStatus
from wording import Words
from wording.speaker import AFTER_TRY, BY_NEXT_TURN
from workers.worker import WorkerUnavailable

TRY_SIGN = "🎯"
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
MARK, PER_MOVE = 4, 2  # digits in an ID for the checksum, and for each move
MOST_MOVES = 16  # moves of an unfinished try; with this many, the id of its longest button is full
MOST_TRIES = 99  # how many tries are counted
NOT_OVER = N_("You can try a turn again once the game is over and has been reviewed.")
NO_REVIEW = N_("The review of this game is no longer stored. Press *Review* under its last post for a new one.")
OTHER_REVIEW = N_(
    "This game’s review no longer has that turn. Please open the review again: *Review* under the game’s last post."
)
OTHER_RULES = N_("I’ve been updated since you began this try, so it starts over.")
TOO_LONG = N_("This try has no room for more moves. Undo some, or end the turn.")
NO_ANSWER = N_("The computer found no answer in time. Please press the button again in a minute.")
TRY_ABOUT = N_("{sign} **{turn}, tried again.** In the game: {played}.")
TRY_PRIVATE = N_("Only you see this, and the game stays as it was. What you could not know then is drawn at random.")
TRY_FOR_OTHER = N_(
    "You play as {player}. Only you see this, and the game stays as it was. What {player} could not know then is drawn "
    "at random."
)
YOUR_TRY = N_("{sign} **Your try: {tried}.** In the game: {played}. Best found: {best}.")
NEW_BEST = N_("That is better than the best turn known so far, and replaces it.")
BEST = N_("That is the best turn known so far.")
AS_BEST = N_("That is about as good as the best turn I found.")
BETTER_AND_AS_BEST = N_("That is better than what was played, and about as good as the best turn I found.")
BETTER_THAN_PLAYED = N_("That is better than what was played.")
AS_PLAYED = N_("That is about as good as what was played.")
WORSE = N_("The original turn was better.")
SHARED = N_(
    "{sign} **{game} · {turn}, tried again:** {person} reached {tried} on try {count}. In the game: "
    "{played}. Best found: {best}."
)
SHARED_FOR_OTHER = N_(
    "{sign} **{game} · {turn}, tried again:** {person} played as {player} and reached {tried} on try {count}. In the "
    "game: {played}. Best found: {best}."
)
SAME = N_("That is what was played.")


@dataclass(frozen=True)
class Try:
    """A try: the moves so far in a turn of a reviewed game, on one of the sampled positions."""

    reviewed: ReviewedTable
    mistake: Mistake
    request: JudgeRequest
    start: Table
    trail: tuple[int, ...] = ()  # the try's moves, each as an index of the legal moves
    count: int = 1  # the number of the try

    @property
    def seat(self) -> int:
        """Return the seat that played the turn."""
        return self.mistake.seat

    @property
    def words(self) -> Words:
        """Return the texts in the person's language."""
        return self.reviewed.words

    @cached_property
    def course(self) -> Course:
        """Return the moves so far, in the sampled position."""
        return self.follow(moves_on(self.start, self.seat, self.trail) or ())

    @property
    def moves(self) -> list[str]:
        """Return the moves so far in notation."""
        return [move.text for move in self.course.moves]

    @property
    def best(self) -> list[str]:
        """Return the best moves known, from the review or from a try."""
        judgement = self.mistake.judgement
        return judgement.tried or judgement.plan or self.request.moves

    @property
    def turn(self) -> "TryTurn":
        """Return the turn of the try in its current position."""
        snapshot = replace(self.reviewed.snapshot, table=self.course.table, views={})
        return TryTurn(snapshot, self.seat, self.words.lang, self)

    def at(self, trail: tuple[int, ...], count: int = 0) -> "Try":
        """Return a copy of the try with these moves. ``count``: its number, if it is the next try."""
        found = replace(self, trail=trail, count=count or self.count)
        assert found.mark, "computed here, in a thread"
        return found

    def follow(self, moves: Sequence[str]) -> Course:
        """Return the course of these moves, played from the position at the start of the turn."""
        return follow(self.start, self.seat, moves)

    def id(self, action: str, *said: str) -> Id:
        """Return the custom id for a button of the try's panel: the try's mark, moves and number, then these words."""
        trail = self.mark + "".join(in_digits(place, PER_MOVE) for place in self.trail)
        words = " ".join((trail, str(self.count), *said))
        return Id(self.reviewed.info.id, f"t{action}", number=self.mistake.stretch.first, words=words)

    @cached_property
    def mark(self) -> str:
        """Return a checksum of the position and its legal moves, which shows whether encoded moves are still valid."""
        legal = [] if self.course.ended else [move.text for move in self.course.table.legal(self.seat)]
        said = "|".join([self.start.digest, *self.moves, "", *legal])
        return in_digits(crc32(said.encode()) % len(DIGITS) ** MARK, MARK)


@dataclass(frozen=True)
class TryTurn(Turn):
    """The turn of a try: the usual panel, but its moves are not played."""

    played: ClassVar[bool] = False
    attempt: Try

    def id(self, action: str, *said: str) -> Id:
        """Return the custom id for a button of this panel."""
        return self.attempt.id(action, *said)


def in_digits(number: int, width: int) -> str:
    """Return a number written with `DIGITS`, padded to this width."""
    return "".join(DIGITS[number // len(DIGITS) ** place % len(DIGITS)] for place in reversed(range(width)))


def moves_on(start: Table, seat: int, trail: Sequence[int]) -> list[str] | None:
    """Return the moves of an encoded trail in notation, or None if its indexes are invalid."""
    table, moves = start.fork(), list[str]()
    for number, place in enumerate(trail, 1):
        legal = table.legal(seat)
        if place >= len(legal):
            return None
        moves.append(legal[place].text)
        if number < len(trail):
            table.play(seat, moves[-1])
    return moves


def read_trail(words: str) -> tuple[str, tuple[int, ...]] | None:
    """Return the mark and the encoded moves in the first word of an id, or None if it is malformed, as if forged."""
    mark, rest = words[:MARK], words[MARK:]
    if len(mark) < MARK or len(rest) % PER_MOVE or not set(words) <= {*DIGITS}:
        return None
    return mark, tuple(int(rest[at : at + PER_MOVE], len(DIGITS)) for at in range(0, len(rest), PER_MOVE))


async def try_of(press: Press) -> tuple[Try, Said, str]:
    """Return the try that a press is about, the words of its button, and a note if the try had to restart.

    Raises Refusal if the game isn't over, or no stored review of it lists this turn.
    """
    info = await press.info()
    if info.status != TableStatus.OVER:
        raise Refusal(NOT_OVER)
    reviewed = await stored_review(press)
    if reviewed is None:
        raise Refusal(NO_REVIEW)
    first = press.custom_id.number
    mistake = next((one for one in reviewed.review.mistakes if one.stretch.first == first), None)
    if mistake is None:
        raise Refusal(OTHER_REVIEW)
    return await asyncio.to_thread(read_try, reviewed, mistake, press.custom_id.said)


def read_try(reviewed: ReviewedTable, mistake: Mistake, said: Said) -> tuple[Try, Said, str]:
    """Return the try that an id's words describe, the words after the try's own, and a note if it had to restart."""
    request = request_of(reviewed.snapshot.table, str(reviewed.info.id), mistake.stretch.first)
    start = going_on(reviewed.snapshot.table.game, positions_of(request)[0])
    begun = Try(reviewed, mistake, request, start)
    if not said:
        return begun, (), ""
    count = max(1, min(read_number(" ".join(said[1:2])) or 1, MOST_TRIES))
    found = read_trail(said[0])
    if found is not None and moves_on(start, mistake.seat, found[1]) is not None:
        going = begun.at(found[1], count)
        if going.mark == found[0] and len(going.moves) == len(going.trail):
            return going, said[2:], ""
    return begun.at((), count), (), reviewed.words._(OTHER_RULES)


async def show(press: Press) -> None:
    """Show the try of the pressed button: its next question, or its value at the end."""
    attempt, said, note = await try_of(press)
    await show_try(press, attempt, said, note, asked_extras(press))


async def pick(press: Press) -> None:
    """Handle an answer: make the move if it is complete, otherwise ask for its next field."""
    attempt, said, note = await try_of(press)
    if note or attempt.course.ended:
        await show_try(press, attempt, note=note)
        return
    said = tuple(press.value.split()) if press.value else said
    legal = attempt.turn.legal
    left = moves_beginning(legal, said)
    if len(left) != 1:
        await show_try(press, attempt, said if left else (), "" if left else press.words._(MOVED_ON))
        return
    after = await asyncio.to_thread(attempt.at, (*attempt.trail, legal.index(left[0])))
    if len(after.trail) > MOST_MOVES and not after.course.ended:
        await show_try(press, attempt, note=press.words._(TOO_LONG))
    else:
        await show_try(press, after)


async def undo(press: Press) -> None:
    """Undo the try's last move, or all of them."""
    attempt, said, note = await try_of(press)
    before = await asyncio.to_thread(attempt.at, () if said == ("all",) else attempt.trail[:-1])
    await show_try(press, before, note=note)


async def again(press: Press) -> None:
    """Start the next try of the same turn."""
    attempt, _, note = await try_of(press)
    following = await asyncio.to_thread(attempt.at, (), min(attempt.count + 1, MOST_TRIES))
    await show_try(press, following, note=note)


async def show_try(press: Press, attempt: Try, said: Said = (), note: str = "", extras: Extras = NO_EXTRAS) -> None:
    """Show the next question of a try, or its value at the end."""
    if attempt.course.ended:
        await show_worth(press, attempt)
        return
    w, turn = attempt.words, attempt.turn
    said = said if moves_beginning(turn.legal, said) else ()
    if not attempt.trail and not said:
        known = [attempt.request.moves, attempt.best]
        press.app.computers.ai.judge_ahead(WaysRequest(attempt.request, known), press.user_id)
    info, seat = attempt.reviewed.info, attempt.seat
    private = TRY_PRIVATE if info.seat_of(press.user_id) == seat else TRY_FOR_OTHER
    about = w._(TRY_ABOUT, sign=TRY_SIGN, turn=turn_name(attempt, w), played=value_played(attempt))
    head = [about, *in_small([w._(private, player=player_text(info, seat, w))] if not attempt.trail else []), note]
    await show_question(press, turn, said, "\n".join(filter(None, head)), extras)


def value_played(attempt: Try) -> str:
    """Return the expected result of the moves that were played."""
    return attempt.reviewed.value(attempt.mistake.judgement.played[attempt.seat])


def turn_name(attempt: Try, w: Words) -> str:
    """Return the name of the turn: "Turn 14, round III"."""
    view = attempt.start.view(attempt.seat)
    return speaker_of(attempt.reviewed.info, view, w.lang).turn(attempt.mistake.turn)


async def worth(press: Press, attempt: Try) -> tuple[Way, Way, Way]:
    """Return the values of the played moves, the try and the best moves. Raises Refusal if that takes too long."""
    ways = [attempt.request.moves, attempt.moves, attempt.best]
    try:
        played, tried, best = await press.app.computers.ai.compare(WaysRequest(attempt.request, ways), press.user_id)
    except WorkerUnavailable:
        raise Refusal(NO_ANSWER) from None
    return played, tried, best


async def show_worth(press: Press, attempt: Try) -> None:
    """Show the value of a finished try beside those of the played moves and the best known moves.

    A try that beats the best known moves is stored with the review.
    """
    ways = await worth(press, attempt)
    w, info, turn = attempt.words, attempt.reviewed.info, attempt.turn
    told = [values_text(attempt, YOUR_TRY, ways, w), verdict(attempt, *ways)]
    if is_new_best(attempt, *ways):
        await remember(press, attempt)
    scene = await asyncio.to_thread(scene_of, attempt, attempt.request.moves, attempt.moves)
    pictures = await drawn(press, attempt, scene)
    signs = w._("{played} what was played, {better} your try", played=PLAYED, better=BETTER)
    rows = [
        [
            button(attempt.id("again"), w._("Try again"), PRIMARY),
            button(turn.id("undo", "1"), w._("Undo")),
            button(attempt.id("best"), w._("Show the best turn")),
        ]
    ]
    if not press.in_dm:  # Only on a server of the bot would other people see the post.
        rows[0].append(button(attempt.id("share"), w._("Share")))
    signs = signs if pictures and has_signs(scene) else ""
    text = "\n".join([*told, *in_small([signs, *plan_lines(info, attempt.course, w)])])
    await press.show(layout([text], pictures, rows), pictures)


def values_text(attempt: Try, text: str, ways: Sequence[Way], w: Words, **more: object) -> str:
    """Return the text with the expected results of the played moves, the try and the best known moves filled in."""
    played, tried, best = (shown(attempt, way, ways[0], w) for way in ways)
    return w._(text, sign=TRY_SIGN, played=played, tried=tried, best=best, **more)


def shown(attempt: Try, way: Way, played: Way, w: Words) -> str:
    """Return the expected result of a way to play as text.

    In a decided game, add the points that it gains over the played moves, unless they are too few to matter.
    """
    alone, seat = attempt.reviewed.alone, attempt.seat
    chance, points = expected_text(way.expected[seat], w, alone=alone), way.points[seat] - played.points[seat]
    if alone or not is_decided(way.expected[seat]) or points < MIN_POINTS:
        return chance
    return w._("{chance} ({points})", chance=chance, points=gain_text(points, w))


def clearly_better(attempt: Try, one: Way, other: Way) -> bool:
    """Return whether one way to play is better than the other by more than the sampling noise."""
    points = one.points[attempt.seat] - other.points[attempt.seat]
    return is_clearly_better(one.expected, other.expected, points, attempt.seat)


def is_new_best(attempt: Try, played: Way, tried: Way, best: Way) -> bool:
    """Return whether a try beats the best known moves by a visible difference."""
    seat, w = attempt.seat, attempt.words
    return tried.expected[seat] > best.expected[seat] and shown(attempt, tried, played, w) != shown(
        attempt, best, played, w
    )


async def remember(press: Press, attempt: Try) -> None:
    """Store a try with the review as the best known moves, unless another try was stored first."""
    reviews, table_id = press.app.storage.reviews, attempt.reviewed.info.id
    row = await reviews.of_table(table_id)
    if row is not None and (better := await asyncio.to_thread(improved, row.judged, attempt)):
        await reviews.improve(table_id, row.judged, better)


def improved(judged: str, attempt: Try) -> str:
    """Return the stored review with the try as its best known moves, or "" if those have changed in the meantime."""
    every = msgspec.json.decode(judged, type=list[Judgement])
    firsts = [stretch.first for stretch in stretches(attempt.reviewed.snapshot.table)]
    at, known = firsts.index(attempt.mistake.stretch.first), attempt.mistake.judgement
    if (every[at].tried, every[at].plan) != (known.tried, known.plan):
        return ""
    every[at] = msgspec.structs.replace(every[at], tried=attempt.moves)
    return msgspec.json.encode(every).decode()


def verdict(attempt: Try, played: Way, tried: Way, best: Way) -> str:
    """Return a text that compares a try with the played moves and the best known ones, and gives the reason."""
    w, seat = attempt.words, attempt.seat
    better, worse = clearly_better(attempt, tried, played), clearly_better(attempt, played, tried)
    if attempt.moves == attempt.request.moves:
        return w._(SAME)
    if is_new_best(attempt, played, tried, best):
        said = NEW_BEST
    elif attempt.moves == attempt.best:
        said = BEST
    elif not clearly_better(attempt, best, tried):
        said = BETTER_AND_AS_BEST if better else AS_BEST
    else:
        said = BETTER_THAN_PLAYED if better else WORSE if worse else AS_PLAYED
    speaks = speaker_of(attempt.reviewed.info, attempt.start.view(seat), w.lang, seat)
    why = speaks.advantage(tried.advantage, AFTER_TRY if worse else BY_NEXT_TURN) if better or worse else ""
    return " ".join(filter(None, [w._(said), why]))


def scene_of(attempt: Try, one: Sequence[str], other: Sequence[str]) -> Scene[object]:
    """Return the board at the start of the turn, with marks on the things that either of two ways to play involves."""
    return attempt.reviewed.compared(attempt.start.view(attempt.seat), one, other)


def has_signs(scene: Scene[object]) -> bool:
    """Return whether the two ways to play that are marked in a scene differ in anything on the board."""
    return any(mark.letter for mark in scene.marks)


async def drawn(press: Press, attempt: Try, scene: Scene[object]) -> list[Picture]:
    """Return the picture of a scene in the style that the person prefers."""
    info = attempt.reviewed.info
    style = (await picture_style(press.app.storage, press.user_id, info)).style
    return await press.app.pictures.choices(info.game, replace(scene, style=style))


async def show_best(press: Press) -> None:
    """Show the best known moves beside those of the finished try. If the try isn't finished, show it instead."""
    attempt, _, note = await try_of(press)
    if note or not attempt.course.ended:
        await show_try(press, attempt, note=note)
        return
    w, info = attempt.words, attempt.reviewed.info
    course = await asyncio.to_thread(attempt.follow, attempt.best)
    played, _, known = await worth(press, attempt)
    best = shown(attempt, known, played, w)
    head = w._("{sign} **Best found: {best}.**", sign=TRY_SIGN, best=best)
    if attempt.moves == attempt.best:
        head += " " + w._("That is your try.")
    scene = await asyncio.to_thread(scene_of, attempt, attempt.moves, attempt.best)
    pictures = await drawn(press, attempt, scene)
    signs = w._("{tried} your try, {better} the best turn", tried=PLAYED, better=BETTER)
    signs = signs if pictures and has_signs(scene) else ""
    row = [button(attempt.id("again"), w._("Try again"), PRIMARY), button(attempt.id("ask"), w._("↩ Back"))]
    text = "\n".join([head, *in_small([signs, *plan_lines(info, course, w)])])
    await press.show(layout([text], pictures, [row]), pictures)


async def share(press: Press) -> None:
    """Post the value of a finished try publicly here, without its moves. Raises Refusal if the bot can't post here."""
    attempt, _, note = await try_of(press)
    if note or not attempt.course.ended:
        await show_try(press, attempt, note=note)
        return
    may_post(press)
    ways = await worth(press, attempt)
    w = wording.words(spoken_here(press))
    info, seat = attempt.reviewed.info, attempt.seat
    text = SHARED if info.seat_of(press.user_id) == seat else SHARED_FOR_OTHER
    more = {
        "game": GAMES[info.game].title,
        "turn": turn_name(attempt, w),
        "person": person_name(press.interaction.user.display_name, w),
        "player": player_text(info, seat, w),
        "count": attempt.count,
    }
    channel = press.app.client.get_partial_messageable(press.place.channel_id, guild_id=press.place.guild_id)
    # The same press is posted once.
    await send_message(channel, layout([values_text(attempt, text, ways, w, **more)]), str(press.id))
    await press.say(press.words._("Posted."))
