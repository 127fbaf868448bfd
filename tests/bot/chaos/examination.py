"""Check a table's invariants on Discord and in the database, whatever has gone wrong."""

import json
import random
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from simcord.backend.models import Interaction, Message
from simcord.components import walk_components

import wording
from bot.channel import posts as told_by
from bot.channel.compose import board_of
from bot.channel.table_words import headlines_of, speaker_of
from bot.panels.tries import TRY_SIGN
from bot.ui.message import PASSING
from rules import GAMES
from rules.game import blocking_seats
from rules.table import Table
from rules_service.options import game_options, read_options
from tests.bot.chaos.fault_injection import FaultInjection, presses

MOVES = ("move", "undo")
SAMPLE = 6  # The texts of this many posts are compared.
TEXT, GALLERY = 10, 12  # component types
CUT = "…"  # The last character of a text that was too long for a message.


@dataclass
class Told:
    """The part of a table's log that the examination has checked so far."""

    table: Table | None = None
    lines: list[tuple[Any, ...]] = field(default_factory=list)
    # the due seats after each log line; the first set is before any line
    due: list[set[int]] = field(default_factory=lambda: [set()])
    left: set[int] = field(default_factory=set)  # seats that were vacant at some time


class Examination:
    """Checks the tables of one channel throughout the game."""

    def __init__(self, faults: FaultInjection, channel: int) -> None:
        self.faults = faults
        self.backend = faults.backend
        self.channel = channel
        self.began: dict[int, int] = {}  # first log number of each step
        self.worded: set[int] = set()  # posts that may show old pictures, because edits seemed to be refused
        self.played = 0  # moves that were planned
        self._logs: dict[int, Told] = defaultdict(Told)

    def public(self) -> list[Message]:
        """Return the bot's public messages in the channel, oldest first."""
        stored = self.backend.messages[self.channel]
        return [stored[number] for number in sorted(self.faults.made) if number in stored]

    # --- the log

    def follow(self, table_id: int) -> Table:
        """Return the game rebuilt from its log. Check that old lines are unchanged and that every digest matches."""
        log = self._logs[table_id]
        rows = [
            tuple(row)
            for row in self.faults.truth(
                "SELECT number, kind, seat, text, digest FROM moves WHERE table_id = ? ORDER BY number", table_id
            )
        ]
        assert rows[: len(log.lines)] == log.lines, "lines of the log are lost or changed"
        for number, kind, seat, text, digest in rows[len(log.lines) :]:
            assert number == len(log.due), "a line of the log is missing"
            if kind == "start":
                log.table = self._started(table_id)
            elif kind == "move":
                assert log.table is not None
                log.table.play(seat, text)
            elif kind == "undo":
                assert log.table is not None
                log.table.undo(seat, int(text))
            elif kind == "leave" and log.table is not None:
                log.left.add(seat)
            if kind in ("start", *MOVES):
                assert log.table is not None
                assert log.table.digest == digest, f"line {number} does not replay"
            log.due.append(set(blocking_seats(log.table.state)) if log.table is not None else set())
        log.lines = rows
        assert log.table is not None
        return log.table

    def _started(self, table_id: int) -> Table:
        [row] = self.faults.truth("SELECT game, seed, options FROM tables WHERE id = ?", table_id)
        [[seats]] = self.faults.truth("SELECT count(*) FROM seats WHERE table_id = ?", table_id)
        game = GAMES[row["game"]]
        return Table(game, seats, row["seed"], game_options(game, seats, read_options(row["options"])))

    # --- each step

    def plans(self, table: Any) -> list[Any]:
        """Return the plans of a table's players: seat, moves, delay of automatic play (None: off), and fallbacks."""
        return self.faults.truth(
            "SELECT s.seat, p.moves, p.wait, p.fallbacks FROM plans p JOIN seats s USING (table_id, player)"
            " WHERE p.table_id = ?",
            table["id"],
        )

    def step(self, table: Any, before: int, asked: Sequence[Interaction], plans: Sequence[Any], *, died: bool) -> None:
        """Check that each press or command played at most its own moves, and was answered unless a fault prevented it.

        ``before``: the log number before the step. P137: moves of plans stored by then (``plans``) are allowed, too.
        """
        self.began.setdefault(self.faults.step, before)
        if not self.faults.sim.bot.capabilities.pictures_in_edits:
            self.worded |= {message.id for message in self.public()}
        if table["id"] and table["status"] != "lobby" and before:
            lines = self.faults.truth(
                "SELECT kind, seat, text FROM moves WHERE table_id = ? AND number > ? AND kind IN ('move', 'undo')"
                " ORDER BY number", table["id"], before,
            )  # fmt: skip
            told = [self.faults.asked[record.id].what for record in asked]
            pressed = any(":pplay:" in what or what.startswith("plan ") for what in told)
            played = [as_planned(lines, *plan) for plan in plans if pressed or plan[2] is not None]
            # Some buttons make several moves: "spread gallia + spread italia".
            most = sum(1 + what.count(" + ") for what in told)
            assert len(lines) - sum(played) <= most, "a press has played twice"
            self.played += sum(played)
        for record in [] if died else asked:
            story = self.faults.asked[record.id]
            if any(not fault.startswith("answer done") for fault in story.failed):
                continue  # The answer to the press failed, too.
            answered = record.responded and (not record.loading or bool(record.followup_ids))
            assert answered, f"{story.what} has no answer: {story.failed}"

    # --- a lull

    def check(self, table: Any) -> None:
        """Check that nothing is missing or posted twice, only the newest post has buttons, and the pings are right."""
        waiting = self.faults.truth(
            "SELECT number, kind, attempts FROM announcements WHERE table_id = ? AND done_at IS NULL", table["id"]
        )
        assert not waiting, f"still silent about {[tuple(row) for row in waiting]}"
        posts = self.faults.truth("SELECT * FROM posts WHERE table_id = ? ORDER BY message_id", table["id"])
        known = {row["message_id"] for row in self.faults.truth("SELECT message_id FROM posts")}
        notices = {row["message_id"] for row in self.faults.truth("SELECT message_id FROM notices")}
        public = [message for message in self.public() if message.id not in notices and not is_review(message)]
        strays = [message.id for message in public if message.id not in known]
        assert not strays, f"posted, and not known to be: {strays}"
        live = [message for message in public if presses(message) and belongs(message) == table["id"]]
        standing = [message for message in public if message.id in {row["message_id"] for row in posts}]
        newest = standing[-1:]
        assert live == newest, f"live are {[message.id for message in live]}, the newest is {newest[0].id}"
        passing = [message.id for message in standing[:-1] if any(map(passes, walk_components(message.components)))]
        assert not passing, f"what goes on has not gone from {passing}"
        [last] = [row for row in posts if row["message_id"] == newest[0].id]
        if table["status"] == "lobby":
            self._lobby(newest[0], table)
            return
        self.follow(table["id"])
        [[line]] = self.faults.truth(
            "SELECT max(number) FROM announcements WHERE table_id = ? AND kind <> 'reveal'", table["id"]
        )
        assert last["number"] >= line, f"the newest board shows line {last['number']}, line {line} was to be told"
        if table["guild_id"] is None:
            assert standing == newest, "in a private conversation the table keeps one message"
        else:
            self._once(table["id"], posts)
        self._pings(table)

    def reviews(self) -> None:
        """Check that no review is unfinished, none is posted twice, and no post still offers to stop one."""
        open_ones = self.faults.truth("SELECT * FROM reviews WHERE done IS NULL OR untold <> ''")
        assert not open_ones, f"reviews without an end: {[tuple(row) for row in open_ones]}"
        found = {message.id: set(presses(message).values()) for message in self.public() if is_review(message)}
        dead = [number for number, does in found.items() if "stopreview" in does]
        assert not dead, f"there is nothing to stop at {dead}"
        finished = [number for number, does in found.items() if "mistakes" in does]
        assert len(finished) <= 1, f"the same review is in {finished}"

    async def shown(self, table: Any) -> None:
        """Check by their alt texts that the newest board's pictures are current, unless edits couldn't replace them."""
        rows = self.faults.truth("SELECT message_id FROM posts WHERE table_id = ?", table["id"])
        own = {row["message_id"] for row in rows}  # In a DM, the late end of another table may be below them.
        newest = [message for message in self.public() if message.id in own][-1]
        if table["started"] is None or newest.id in self.worded:
            return
        delivery = self.faults.sim.bot.app.announcer.delivery
        snapshot = await delivery.service.read.seen(table["id"], None)
        delivered = await delivery.outbox.delivered_state(table["id"], snapshot.info.number)
        assert delivered.post is not None
        board = await board_of(delivery, delivered.post, snapshot, delivered)
        told = {picture.alt for picture in await delivery.pictures_of(board)}
        alts = {item["description"] for part in walk_components(newest.components) for item in part.get("items", ())}
        assert alts <= told, f"{newest.id} shows {alts - told}"

    def _lobby(self, message: Message, table: Any) -> None:
        said = written(message)
        for row in self.faults.truth(
            "SELECT p.name FROM seats s JOIN players p ON p.id = s.player WHERE s.table_id = ?", table["id"]
        ):
            assert row["name"] in said, f"the lobby does not name {row['name']}"

    def _once(self, table_id: int, posts: Sequence[Any]) -> None:
        """Check that each start, move and undo of the announced turns is covered by exactly one board post."""
        told = [
            row["number"]
            for row in self.faults.truth(
                "SELECT number FROM announcements WHERE table_id = ? AND kind IN ('start', 'turn', 'over')"
                " ORDER BY number",
                table_id,
            )
        ]
        # A board post covers the turns that had ended when it was made.
        boards = [
            (row["message_id"], row["since"], max((at for at in told if at <= row["number"]), default=0))
            for row in posts
            if row["kind"] == "board"
        ]
        for number, kind, *_ in self._logs[table_id].lines[: told[-1]]:
            if kind in ("start", *MOVES):
                telling = [message for message, since, end in boards if since < number <= end]
                assert len(telling) == 1, f"line {number} is told by {telling}"

    async def words(self, table: Any, chance: random.Random) -> None:
        """Check that a random sample of the board posts describes the turns that they cover."""
        service = self.faults.sim.bot.app.service
        rows = self.faults.truth("SELECT * FROM posts WHERE table_id = ? AND kind = 'board'", table["id"])
        there = [row for row in rows if row["message_id"] in self.backend.messages[self.channel]]
        for row in chance.sample(there, min(SAMPLE, len(there))):
            [[until]] = self.faults.truth(
                "SELECT max(number) FROM announcements WHERE table_id = ? AND number <= ? AND kind IN"
                " ('start', 'turn', 'over')",
                *(table["id"], row["number"]),
            )
            snapshot = await service.read.snapshot(table["id"], row["number"])
            told = told_by.TurnRange(snapshot.turns(row["since"], until))
            info, view = snapshot.info, snapshot.table.view(None)
            message = self.backend.get_message(self.channel, row["message_id"])
            said = written(message).splitlines()
            pictured = any(part["type"] == GALLERY for part in walk_components(message.components))
            board = told_by.Board(snapshot, row["number"], row["since"], told)
            turns = [
                told_by.numbered(number, headlines_of(info, view, info.language, events))
                for number, events in board.told(pictured=pictured)
            ]
            w = wording.words(info.language)
            if w._(told_by.EARLIER_TURNS, log=w._("Log")) in said:
                full = list(turns)
                while turns and not set(turns[0]) & set(said):
                    del turns[0]
                assert any(turns), f"{row['message_id']} tells none of {full} but {said}"
            over = snapshot.table.over
            result = speaker_of(info, view, info.language).result(snapshot.table.score()) if over else ""
            lines = [result] if over else [line for some in turns for line in some]
            missing = [line for line in "\n".join(lines).splitlines() if line not in said]
            assert not missing or CUT in said, f"{row['message_id']} does not say {missing}"

    def _pings(self, table: Any) -> None:
        """Check that each player was pinged once per turn, except solo players and those who moved before the post."""
        log = self._logs[table["id"]]
        users = {
            row["user_id"]: row["seat"]
            for row in self.faults.truth(
                "SELECT p.user_id, s.seat FROM seats s JOIN players p ON p.id = s.player WHERE s.table_id = ?",
                table["id"],
            )
        }
        shows = {
            row["message_id"]: row["number"]
            for row in self.faults.truth("SELECT message_id, number FROM posts WHERE table_id = ?", table["id"])
        }
        anew = self.faults.truth("SELECT seat, number FROM pings WHERE table_id = ?", table["id"])
        turns = {
            seat: sorted({*begins(log.due, seat), *(row["number"] for row in anew if row["seat"] == seat)})
            for seat in users.values()
        }
        pinged: dict[tuple[int, int], list[int]] = defaultdict(list)
        for made in self.faults.made.values():
            for user in made.pinged:
                if user not in users or made.id not in shows:
                    continue
                seat, number = users[user], shows[made.id]
                if table["status"] == "over" and not log.due[number]:
                    continue  # The post about the end pings all players.
                assert seat in log.due[number], f"{made.id} pings seat {seat}, whose turn it is not"
                turn = turns[seat][bisect_right(turns[seat], number) - 1]
                pinged[seat, turn].append(made.id)
                now = self.began[made.step]
                if now >= number:
                    still = turns[seat][bisect_right(turns[seat], now) - 1] == turn and seat in log.due[now]
                    assert still, f"{made.id} pings seat {seat}, who had moved"
        twice = {turn: by for turn, by in pinged.items() if len(by) > 1 and turn[0] not in log.left}
        assert not twice, f"pinged twice (seat, line): {twice}"
        if len(users) == 1 or table["status"] != "running":
            assert len(users) > 1 or not pinged, "who plays alone is not called"
            return
        for seat in log.due[-1] - log.left:
            turn = turns[seat][-1]
            acted = any(who == seat for number, kind, who, *_ in log.lines[turn:] if kind in MOVES)
            assert acted or pinged[seat, turn], f"seat {seat} is due since line {turn} and was not pinged"


def begins(due: Sequence[set[int]], seat: int) -> list[int]:
    """Return the log numbers at which the seat's turns began, given the due seats after each log line."""
    return [number for number in range(1, len(due)) if seat in due[number] and seat not in due[number - 1]]


def as_planned(lines: Sequence[Any], seat: int, moves: str, wait: int | None, fallbacks: str) -> int:
    """Return the largest number of the seat's consecutive moves that match the start of the plan or a fallback."""
    done = [line["text"] for line in lines if (line["kind"], line["seat"]) == ("move", seat)]
    found = [
        len(list(takewhile(lambda pair: pair[0] == pair[1], zip(done[at:], planned, strict=False))))
        for at in range(len(done))
        for planned in (json.loads(moves), *json.loads(fallbacks))
    ]
    return max(found, default=0)


def passes(part: dict[str, Any]) -> bool:
    """Return whether this text or picture is removed when its message is no longer the newest."""
    return part["type"] in (TEXT, GALLERY) and part.get("id", 0) >= PASSING


def is_review(message: Message) -> bool:
    """Return whether a post shows a review, in progress or ended, or a shared try of one of its turns."""
    does = set(presses(message).values())
    return bool(does & {"stopreview", "mistakes"}) or does == {"review"} or written(message).startswith(TRY_SIGN)


def belongs(message: Message) -> int:
    """Return the id of the table to which a message with buttons belongs."""
    return int(next(iter(presses(message))).split(":")[1])


def written(message: Message) -> str:
    """Return the texts of a stored message, without labels."""
    return "\n".join(
        part["content"] for part in walk_components(message.components) if isinstance(part.get("content"), str)
    )
