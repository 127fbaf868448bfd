from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import msgspec

import wording
from bot.channel import delivery
from bot.channel.announcer import back_off
from bot.channel.compose import newly_due, turn_range
from bot.channel.delivery import DISCORD_IS_DOWN, Kept, Shown, Trouble, kept_parts, recognised, record_of, trouble_of
from bot.channel.notice_texts import buttons_of
from bot.channel.posts import (
    Board,
    TurnRange,
    events_of_round_end,
    fitting,
    going_on,
    lobby_post,
    parts_of_post,
    public_events,
    replayed,
    steps_since,
)
from bot.discord_api.refusals import CODES, lasting, out_of_reach, refuses_content
from bot.ui.message import Picture, layout
from rules import GAMES
from rules.errors import RulesError
from rules.messina.events import RoundBegan, RoundEnded
from rules.rattus.events import Placed
from rules.table import Table
from rules_service import Seat, Snapshot
from storage import Announcement, DeliveredState, Notice, NoticeKind, PostKind, TableStatus
from tests.bot.infos import DAY, NOON, computer, lobby, rows_in, running, seat, sent, snapshot, texts, waiting
from tests.test_recorded import FILES, read

W = wording.words("en")
TWO = running("rattus", seat(0), waiting(1), options={"seating": "joined", "start": "0"})
PLAYED = snapshot(TWO, "place gallia 2", "end", "place italia 2")
SHOWN = TurnRange(PLAYED.turns(1, 3), PLAYED.events(None, 3, 9))
PICTURE = [Picture(b"", "the map")]
CALLED, TOLD = "To act: <@102> – place cubes (before the game).", "🔴 **Ann**: 2 cubes in Gallia."
GOES_ON = "🔷 **Ben**’s turn continues:\n🔷 **Ben**: 2 cubes in Italia."
DUE = "To act: 🔷 **Ben** – place cubes (before the game)."


def press(action: str, words: str = "", number: int = 4) -> str:
    return f"m1:5:-:{number}:{action}:{words}"


def board(of: Snapshot = PLAYED, shown: TurnRange = SHOWN, **more: Any) -> Board:
    return Board(of, of.number, 1, shown, **more)


def test_a_board_shows_whole_turns_and_while_it_is_newest_the_unfinished_one() -> None:
    """P33: pings come first. Temporary texts go with the buttons. A board without news has only temporary texts."""
    view = board(pings=[1], small="-# small").view(PICTURE)
    assert texts(view) == [f"~{CALLED}", TOLD, f"~{GOES_ON}", "-# small"]
    assert rows_in(view) == [
        [
            f"!Your turn {press('turn')}", f"My view {press('view')}", f"Log {press('log')}",
            f"Replay {press('replay', 'turn')}",
        ]
    ]  # fmt: skip
    assert texts(board().view(PICTURE)) == [TOLD, f"~{GOES_ON}", f"~{DUE}"]
    *_, words, now = texts(board().view([]))
    assert ("### Options" in words, "### The turn" in words, now) == (True, False, f"~{DUE}"), "it is not said twice"
    for pings, now in (([1], CALLED), ([], DUE)):
        only = board(shown=TurnRange([]), pings=pings)
        assert texts(only.view(PICTURE)) == [f"~{now}"], "the picture stays"
        assert texts(only.view(PICTURE, passing=True)) == [now], "something has to stay"


def test_p83_the_first_turns_of_many_are_left_to_the_log() -> None:
    """P83: a post describes as many of the latest turns as fit, at least one. Without a picture, it describes all."""
    turns = [f"**{number}.** " + "two cubes here and two cubes there, " * 3 for number in range(4)]
    assert fitting(turns[:3], ["To act"], W) == turns[:3]
    assert fitting(turns, ["To act"], W) == ["-# Earlier turns: *Log*.", *turns[1:]]
    assert fitting(turns, ["To act\n" * 9], W) == ["-# Earlier turns: *Log*.", turns[3]]
    many = TurnRange([(number, PLAYED.events(None, 1)) for number in range(1, 20)])
    assert texts(board(shown=many).view(PICTURE))[0].startswith("-# Earlier turns: *Log*.\n**16.** ")
    assert texts(board(shown=many).view([]))[0].startswith("**1.** ")


def test_a_board_says_briefly_that_the_end_is_near() -> None:
    recorded = read(next(path for path in FILES if path.stem == "2_players_cubes_plain"))
    info = running("rattus", seat(0), seat(1), options=recorded.log.options)
    moves = [entry.move for entry in recorded.log.entries[:25]]
    view = board(snapshot(info, *moves, seed=recorded.log.seed), TurnRange([]), small="-# small").view(PICTURE)
    end, due = "~The end is near: 🔷 **Ben** has 2 cubes left. Ahead now, with 18 points: 🔷 **Ben**.", texts(view)[2]
    assert texts(view) == ["-# small", end, due]
    assert due.startswith("~To act: ")


def test_only_the_post_that_begins_a_round_says_that_the_end_is_near() -> None:
    log = read(next(path for path in FILES if path.match("messina/2_players_plain.json"))).log
    info = running("messina", seat(0), seat(1), options=log.options)
    table = Table.load(GAMES["messina"], log, trusted=True)
    last = [at for at, step in enumerate(table.steps) if any(isinstance(one, RoundBegan) for one in step.events)][-1]
    table = Table.load(GAMES["messina"], msgspec.structs.replace(log, entries=log.entries[: last + 1]), trusted=True)
    count = len(table.steps)
    begun = replace(snapshot(info), table=table, number=count + 1, numbers=tuple(range(2, count + 2)))
    for events, near in ((table.steps[-1].events, True), (table.steps[0].events, False)):
        told = "".join(texts(board(begun, TurnRange([(1, events)])).view(PICTURE)))
        assert ("This is the last round." in told) is near


def test_a_game_that_was_ended_early_names_the_person() -> None:
    ended = replace(PLAYED, info=replace(TWO, status=TableStatus.CANCELLED))
    over = "<@102>, the game is over: Rattus in <#10>."
    view = board(ended, TurnRange(SHOWN.turns), pings=[1]).view(PICTURE)
    assert texts(view) == [over, TOLD, "**The players ended this game.**"]
    by = replace(ended, info=replace(ended.info, closer="Mo"))
    closed = board(by, TurnRange(SHOWN.turns)).view(PICTURE)
    assert texts(closed) == [TOLD, "**This game was ended early.**", "Closed by Mo, a moderator of this channel."]
    end = [[f"+Play again {press('again')}", f"Log {press('log')}", f"Replay {press('replay', 'game')}"]]
    assert (rows_in(view), rows_in(closed)) == (end, end)


def test_the_last_post_begins_with_the_result() -> None:
    recorded = read(next(path for path in FILES if path.stem == "2_players_cubes_plain"))
    info = running("rattus", seat(0), seat(1), options=recorded.log.options, status=TableStatus.OVER)
    final = snapshot(info, *(entry.move for entry in recorded.log.entries), seed=recorded.log.seed)
    result = "🏆 🔷 **Ben** wins!\n🥇 🔷 **Ben** **16** · 🥈 🔴 **Ann** **6**"
    shown = TurnRange(final.turns(final.number - 3, final.number))
    view = board(final, shown, pings=[0, 1], small="-# small").view(PICTURE)
    over = "<@101> <@102>, the game is over: Rattus in <#10>."
    assert texts(view) == [f"{over}\n{result}", "-# small"]
    kinds = [type(item).__name__ for item in view.walk_children()]
    assert kinds[:4] == ["Container", "TextDisplay", "MediaGallery", "TextDisplay"], "the result is above the picture"
    first, words = texts(board(final, shown).view([]))
    assert (first, words[:20]) == (result, "## Rattus: game over")


def test_a_replay_is_offered_of_the_game_the_round_or_the_turn() -> None:
    assert replayed(PLAYED, SHOWN) == "turn"
    assert replayed(snapshot(TWO), SHOWN) == ""
    assert replayed(replace(PLAYED, info=replace(TWO, status=TableStatus.OVER)), SHOWN) == "game"
    recorded = read(next(path for path in FILES if path.stem == "2_players_plain"))
    two = running("messina", seat(0), waiting(1), options=recorded.log.options)
    played = snapshot(two, *(entry.move for entry in recorded.log.entries[:60]), seed=recorded.log.seed)
    by_turn = [replayed(played, TurnRange([one])) for one in played.turns(1, played.number)]
    assert {*by_turn} == {"turn", "round"}
    assert by_turn.count("round") < len(by_turn) / 2


def test_a_round_s_end_is_one_picture_and_told_in_words_only_without_it() -> None:
    ends, recorded = 0, read(next(path for path in FILES if path.stem == "2_players_plain"))
    two = running("messina", waiting(0), waiting(1), options=recorded.log.options)
    moves = [entry.move for entry in recorded.log.entries[:60]]
    played = snapshot(two, *moves, seed=recorded.log.seed)
    numbers = [step.number for step in played.table.steps if any(isinstance(e, RoundBegan) for e in step.events)]
    for number in numbers[:2]:
        now = snapshot(two, *moves[:number], seed=recorded.log.seed)
        shown = TurnRange(now.turns(number - 2, now.number))
        assert parts_of_post(now, "tall", shown.events) == ["round"]
        events = events_of_round_end(now, now.number - 1)
        assert any(isinstance(event, RoundEnded) for event in events), "all of it, if it took several posts"
        pictured, worded = (texts(board(now, shown).view(pictures))[0] for pictures in (PICTURE, []))
        assert [sum(head in text for head in ("is over.**", "New: ")) for text in (pictured, worded)] == [0, 2]
        assert "Turn order" in pictured
        assert len(pictured.split("\n")) < len(worded.split("\n"))
        ends += 1
    assert ends == 2


def test_an_unfinished_turn_is_headed_by_its_player_or_the_deciding_others() -> None:
    by_ann = [Placed(0, "anglia", 2, "", "")]
    assert going_on(PLAYED, TurnRange([], by_ann)) == "Decided so far:\n🔴 **Ann**: 2 cubes in Anglia."
    assert going_on(PLAYED, TurnRange([])) == ""
    both = TurnRange([], [*by_ann, *SHOWN.going_on])
    assert going_on(PLAYED, both).startswith("🔷 **Ben**’s turn continues:\n")


def test_steps_since_a_log_line_are_the_later_moves() -> None:
    assert [step.move for step in steps_since(PLAYED, 2)] == ["end", "place italia 2"]
    assert [step.move for step in steps_since(PLAYED, 1)] == ["place gallia 2", "end", "place italia 2"]
    assert public_events(PLAYED, 3) == PLAYED.events(None, 3)
    assert len(public_events(PLAYED, 1)) == 2


def test_a_post_shows_whole_turns_and_at_the_end_everything() -> None:
    so_far = DeliveredState(3, 4, frozenset(), None, ())
    assert turn_range(PLAYED, 1, so_far) == SHOWN
    for status in (TableStatus.OVER, TableStatus.CANCELLED):
        over = replace(PLAYED, info=replace(TWO, status=status))
        assert turn_range(over, 1, so_far) == TurnRange(PLAYED.turns(1, 4), [])


# Who is pinged


def announced(number: int, kind: PostKind = PostKind.TURN) -> Announcement:
    return Announcement(1, 5, number, 0, kind, "", NOON, 0, None, 10)


def called(
    seats: list[Seat], *waits: Announcement, pinged: set[tuple[int, int]] | None = None
) -> list[tuple[int, int]]:
    info = running("rattus", *seats, number=9)
    found = newly_due(snapshot(info), waits, pinged or set())
    return [(one.seat, number) for one, number in found]


def test_P19_a_board_pings_everybody_whose_turn_has_begun_without_a_ping() -> None:
    """P19: the post that begins a turn pings its player once, but not a computer or a free seat."""
    all_due = [waiting(0, due_number=3), waiting(1, due_number=4), waiting(2, due_number=4), seat(3)]
    for kind in (PostKind.START, PostKind.TURN, PostKind.SEAT, PostKind.WAKE):
        assert called(all_due, announced(4, kind)) == [(1, 4), (2, 4)]
    for kind in (PostKind.REVEAL, PostKind.PACE):
        assert called(all_due, announced(4, kind)) == []
    assert called(all_due, announced(3), announced(4)) == [(0, 3), (1, 4), (2, 4)]
    assert called(all_due, announced(3), announced(4), pinged={(1, 4), (2, 3)}) == [(0, 3), (2, 4)]
    others = [waiting(0, due_number=4, vacant=True), computer(1, due_number=4), waiting(2, due_number=4)]
    others.append(computer(3, person=True, due_number=4))
    assert called(others, announced(4)) == [(2, 4)]


def test_P37_the_last_board_pings_all_who_have_played() -> None:
    """P37: the last board also pings players helped by a computer, but not computers or players who left."""
    seats = [waiting(0), seat(1, vacant=True), computer(2), computer(3, person=True, user_id=104)]
    assert called(seats, announced(9, PostKind.OVER)) == [(0, 9), (3, 9)]
    assert called(seats, announced(9, PostKind.OVER), pinged={(0, 9), (3, 8)}) == [(3, 9)]


# Messages as Discord returns them


def test_a_message_is_kept_without_what_passes_and_made_again_without_buttons() -> None:
    two = [Picture(b"", "the map"), Picture(b"", "Ben’s cards", "cards.png")]
    view = board(pings=[1], small="-# small").view(two, passing=True)
    message = sent(view, 99, [(7, "https://cdn/x/board.png?ex=1"), (8, "https://cdn/cards.png")])
    pictures = (Shown(7, "board.png", "the map"), Shown(8, "cards.png", "Ben’s cards"))
    kept = Kept((TOLD, "-# small"), pictures, passing=True)
    assert kept_parts(message) == kept
    assert texts(kept.view()) == [TOLD, "-# small"]
    assert rows_in(kept.view()) == []
    assert [(one.name, one.alt) for one in kept.shown()] == [("board.png", "the map"), ("cards.png", "Ben’s cards")]
    lasting = sent(board().view(PICTURE), 99, [(7, "https://cdn/board.png")])
    assert kept_parts(lasting) == Kept((TOLD,), (Shown(7, "board.png", "the map"),))
    lost = sent(board().view(PICTURE), 99, [(0, "https://cdn/board.png")])
    assert kept_parts(lost) == Kept((TOLD,), ())
    record = record_of(lasting, TWO, PostKind.BOARD, 4, 2)
    assert (record.message_id, record.table_id, record.channel_id, record.number) == (99, 5, 10, 4)
    assert (record.kind, record.live, record.since) == (PostKind.BOARD, True, 2)
    assert record.body == kept_parts(lasting).json()
    assert Kept(("new",), pictures, passing=True, above=True).json(lasting) == (
        Kept(("new",), kept_parts(lasting).pictures).json()
    )


def test_the_text_above_a_picture_stays_there() -> None:
    final = layout(["-# small"], PICTURE, (), above="the result")
    kept = kept_parts(sent(final, 99, [(7, "https://cdn/board.png")]))
    assert kept == Kept(("the result", "-# small"), (Shown(7, "board.png", "the map"),), above=True)
    kinds = [type(item).__name__ for item in kept.view().walk_children()]
    assert kinds == ["Container", "TextDisplay", "MediaGallery", "TextDisplay"]
    assert texts(kept.view()) == ["the result", "-# small"]
    assert not kept_parts(sent(layout(["only", "texts"]))).above


def test_a_post_is_recognised_by_its_buttons_and_a_closed_lobby_by_its_text() -> None:
    assert recognised(sent(board().view([])), TWO) == (PostKind.BOARD, 4)
    assert recognised(sent(board().view([])), replace(TWO, id=6)) == (None, 0)
    begun = lobby("rattus", seat(0))
    assert recognised(sent(lobby_post(begun)), begun) == (PostKind.LOBBY, 0)
    closed = replace(begun, status=TableStatus.CANCELLED)
    assert recognised(sent(lobby_post(closed)), closed) == (PostKind.LOBBY, 0)
    assert recognised(sent(lobby_post(closed)), replace(closed, closer="Mo"))[0] is None
    assert recognised(sent(lobby_post(closed)), begun)[0] is None
    assert recognised(sent(layout(["## Rattus"])), TWO) == (None, 0)
    reminder = Notice(1, 2, NoticeKind.FIRST_REMINDER, NOON, 5, 1, 1, 0, None, "n", None, None, None)
    assert recognised(sent(layout(["Ben?"], (), [buttons_of(reminder, TWO, W)])), TWO) == (None, 0), "it is no board"


# Why a channel can't be updated


def failed(status: int, code: int = 0, kind: type[discord.HTTPException] = discord.HTTPException) -> Any:
    answer: Any = SimpleNamespace(status=status, reason="")
    return kind(answer, {"code": code, "message": ""})


def test_problems_of_a_channel_are_explained_to_people_who_can_fix_them() -> None:
    def told(error: Exception) -> tuple[str, Mapping[str, Any], int | None, bool]:
        found = trouble_of(error, None, 7)
        return found.text(W), found.values, found.guild_id, found.ours

    gone = (
        "This table’s channel is gone. The game is safe. Use `/table show` in the channel where you want to continue."
    )
    assert told(failed(404, 10003)) == (gone, {}, 7, False)
    assert "DM" in told(failed(403, 50007))[0]
    for code in (50083, 160005):
        assert "thread is locked" in told(failed(400, code))[0]
    for code in (50001, 50013):
        said, values, guild, ours = told(failed(403, code))
        assert values == {"permissions": ("View Channel", "Send Messages")}
        assert "View Channel and Send Messages" in said
        assert (guild, ours) == (7, False)
    assert trouble_of(RulesError("{a} is wrong", a=1), None, 7) == Trouble("{a} is wrong", {"a": 1}, 7)
    down: tuple[Any, ...] = (DISCORD_IS_DOWN.text(W), {}, 7, False)
    for error in (failed(500), failed(404, 10008), aiohttp.ClientError(), OSError(), TimeoutError()):
        assert told(error) == down
    said, values, guild, ours = told(ValueError("a fault"))
    assert "my host’s log says why" in said
    assert (values, guild, ours) == ({}, 7, True)
    assert trouble_of(failed(500), None).guild_id is None


def test_a_refusal_is_about_pictures_or_about_the_channel() -> None:
    codes = ((400, 0), (413, 0), (403, 0), (500, 0), (400, 50083), (400, 160005))
    assert [refuses_content(failed(*one)) for one in codes] == [True, True, False, False, False, False]
    out = [failed(403, kind=discord.Forbidden), failed(400, 50083), failed(400, 160005)]
    assert all(map(out_of_reach, out))
    assert not any(map(out_of_reach, (failed(404), failed(400), failed(500), OSError())))


def test_refusals_are_grouped_by_whether_a_retry_can_succeed() -> None:
    """A post whose error code is in the wrong group would be lost, or retried forever.

    A temporarily refused post stays queued.
    """
    gone = {10003, 10004, 10008, 10013, 10062, 40060, 50005, 50008, 50021, 50024, 50027}
    assert {code for code in CODES if lasting(failed(400, code))} == gone
    assert [lasting(failed(status)) for status in (400, 401, 403, 404, 413, 429, 500)] == [
        *(True, False, False, True, True, False, False)
    ]
    assert not lasting(OSError())
    assert not any(meaning.ours for meaning in CODES.values()), "nothing simpler helps with what has a code of its own"


def test_P34_a_message_mentions_exactly_these_people() -> None:
    """P34: a message never mentions @everyone, roles or people who were forgotten."""
    info = running("rattus", seat(0), seat(1, user_id=None), seat(2))
    allowed = delivery.mention_seats(info, [2, 1, 0])
    for found, users in ((allowed, [103, 101]), (delivery.mention_only(), [])):
        assert found.users == [discord.Object(user) for user in users]
        assert (found.everyone, found.roles, found.replied_user) == (False, False, False)


def test_a_closed_channel_is_tried_less_and_less_often() -> None:
    """The waits double up to an hour. After two days, there is one attempt a day."""
    waits = [back_off(attempts) / timedelta(seconds=10) for attempts in range(12)]
    assert waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360]
    assert [back_off(attempts) for attempts in (56, 57, 500)] == [timedelta(hours=1), DAY, DAY]
