"""What the posts of a table say and which buttons they have, compared whole: lobbies, boards, votes and settings."""

from dataclasses import replace
from typing import Any

import pytest

import wording
from bot.channel import posts, table_words
from bot.channel.posts import board_rows, lobby_post, lobby_rows, numbered, table_state
from bot.channel.table_events import event_sentence, event_text
from bot.channel.table_words import option_lines, vote_buttons, vote_text
from games import GAMES
from rules_service import LogLine, Place, TableInfo
from storage import InvitedRow, LineKind, TableStatus, VoteKind
from tests.bot.infos import DAY, HOUR, NOON, computer, lobby, pressable, rows_in, running, seat, texts, vote, waiting
from tests.bot.toy import BOT_GAME

W = wording.words("en")
AT = int(NOON.timestamp())
DM = Place(10)
HAL = InvitedRow(8, NOON + DAY, 108, "Hal")
CARDS = "**Class cards:** the six of the base game (Peasant, Monk, Merchant, Knight, Witch, King)"
USUAL_PACE = "a move every few days; late after 7 days"
SMALL = (
    f"-# {CARDS}\n-# **Pace:** {USUAL_PACE}\n-# **Picture of the board:** tall, for phones\n"
    "-# Everything else is at its default; *Options* shows it.\n-# **Fingerprint of the seed:** `01234567…`"
)
HEAD = f"## Rattus\nAnn opened a table <t:{AT}:R>."
COMPUTERS = "You can play against the computer right away: *Computer players*."
KEPT = f"*kept for Hal until <t:{AT + 86400}:f> (<t:{AT + 86400}:R>)*"


def press(action: str, words: str = "", number: int = 0, seat: int | str = "-") -> str:
    return f"m1:5:{seat}:{number}:{action}:{words}"


JOIN, INVITE = f"+Join {press('join')}", f"Invite {press('invite')}"
LEAVE_AND_OPTIONS = [f"Leave {press('leave')}", f"Options {press('options')}"]
START, START_NOW, HELP = f"Start {press('start')}", f"!Start {press('start')}", f"Help {press('help')}"
AGAINST, AGAINST_NOW = f"Computer players {press('computers')}", f"!Computer players {press('computers')}"
COLOUR, READY, KEEP = f"Colour {press('colour')}", f"+Ready {press('ready')}", f"Keep this lobby {press('awake')}"


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the toy game, which no computer player knows, for two or three players."""
    monkeypatch.setitem(GAMES, "toy", BOT_GAME)


def test_P90_a_lobby_says_who_is_there_what_it_waits_for_and_how_it_is_played() -> None:
    """P90: its first player can call others, or play against the computer."""
    view = lobby_post(lobby("rattus", seat(0)))
    free = "1. **Ann**\n2. *free*\n3. *free*\n4. *free*"
    assert texts(view) == [HEAD, free, f"1 more player is needed. {COMPUTERS}", SMALL]
    assert rows_in(view) == [[JOIN, *LEAVE_AND_OPTIONS, START, HELP], [AGAINST_NOW, INVITE, COLOUR]]


def test_P91_P93_a_lobby_shows_who_is_ready_which_seats_are_kept_and_what_has_changed() -> None:
    """P91, P93: the host is named wherever they sit."""
    seats = (seat(0), seat(1, ready=False))
    view = lobby_post(lobby("rattus", *seats, invited=(HAL,), changed=("pace",), host_id=102))
    assert texts(view) == [
        HEAD.replace("Ann", "Ben"),
        f"1. **Ann** is ready\n2. **Ben**\n3. {KEPT}\n4. *free*",
        "The host can start now, or wait for others.\n"
        "The options changed after someone joined. Press *Ready* to agree to them.",
        SMALL.replace("late after 7 days", "late after 7 days *(changed)*"),
    ]
    assert rows_in(view) == [[JOIN, *LEAVE_AND_OPTIONS, START_NOW, HELP], [AGAINST, READY, INVITE, COLOUR]]


def test_P94_P96_a_full_lobby_counts_who_is_not_ready_and_says_when_it_closes() -> None:
    """P94, P96: no seat is left to offer; a computer player's can be given up."""
    four = (seat(0), seat(1, ready=False), computer(2, name="Doc"), seat(3, colour=2))
    start = vote(VoteKind.START, by=None, voters=(0, 1, 3), answers={0: True})
    view = lobby_post(lobby("rattus", *four, closes_at=NOON + 7 * DAY, votes=(start,)))
    assert texts(view) == [
        HEAD,
        "1. **Ann** is ready\n2. **Ben**\n3. **🤖 Doc** (steady)\n4. 🟩 **Dan** is ready",
        f"The host can start.\nThis lobby closes <t:{AT + 7 * 86400}:R> if nobody joins.",
        f"The host wants to start. Press *Ready* before <t:{AT + 2 * 86400}:f>. Then the game starts with everyone who "
        "is ready, if there are enough; the others lose their seats. Still not ready: 2.",
        SMALL,
    ]
    assert rows_in(view) == [[JOIN, *LEAVE_AND_OPTIONS, START_NOW, HELP], [AGAINST, READY, COLOUR, KEEP]]
    people = replace(lobby("rattus", *(seat(number) for number in range(4))), closes_at=NOON)
    assert pressable(lobby_rows(people, W))[1] == [COLOUR, KEEP]
    live = replace(people, options={**people.options, "pace": "live"})
    assert pressable(lobby_rows(live, W))[1] == [COLOUR], "a live lobby isn't kept"


def test_a_kept_seat_is_not_free() -> None:
    two = lobby("rattus", seat(0), seat(1), invited=(HAL, replace(HAL, player=9, name="Ida")))
    assert texts(lobby_post(two))[1].split("\n")[2:] == [f"3. {KEPT}", f"4. {KEPT.replace('Hal', 'Ida')}"]
    assert pressable(lobby_rows(two, W))[1] == [COLOUR], "neither others nor computers can be added"


def test_a_lobby_in_a_dm_is_for_one_person_and_computers() -> None:
    view = lobby_post(lobby("messina", seat(0), place=DM))
    assert texts(view)[1:3] == [
        "1. **Ann**",
        f"The host can start. Playing alone, you have a virtual opponent. {COMPUTERS}",
    ]
    assert rows_in(view) == [[*LEAVE_AND_OPTIONS, START_NOW, HELP], [AGAINST_NOW, COLOUR]]
    assert texts(lobby_post(lobby("rattus", seat(0), place=DM)))[1:3] == ["1. **Ann**", COMPUTERS]


@pytest.mark.usefixtures("toy")
def test_a_game_that_computers_do_not_play_offers_none() -> None:
    view = lobby_post(lobby("toy", seat(0), seat(1), seat(2)))
    assert rows_in(view) == [[JOIN, *LEAVE_AND_OPTIONS, START_NOW, HELP], [COLOUR]]
    assert texts(view)[2] == "The host can start."
    alone = lobby("toy", seat(0))
    assert texts(lobby_post(alone))[2] == "1 more player is needed."
    assert pressable(lobby_rows(alone, W))[1] == [INVITE, COLOUR]
    assert table_words.seats_at(replace(alone, place=DM)) == ()
    assert table_words.seats_at(alone) == (2, 3)


def test_a_game_for_one_or_for_two_gathers_as_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """A third game may be for one person alone."""
    rattus = GAMES["rattus"]
    monkeypatch.setitem(GAMES, "rattus", replace(rattus, rules=replace(rattus.rules, seats=(1,))))
    one = lobby_post(lobby("rattus", seat(0)))
    alone = f"The host can start. {rattus.words.alone_possible}"
    assert texts(one)[1:3] == ["1. **Ann**", alone.strip()]
    assert rows_in(one) == [[*LEAVE_AND_OPTIONS, START_NOW, HELP], [COLOUR]]
    monkeypatch.setitem(GAMES, "rattus", replace(rattus, rules=replace(rattus.rules, seats=(1, 2))))
    two = lobby_post(lobby("rattus", seat(0)))
    more = f"The host can start now, or wait for others. {rattus.words.alone_possible}".strip()
    assert texts(two)[1:3] == ["1. **Ann**\n2. *free*", f"{more} {COMPUTERS}"]
    assert rows_in(two) == [[JOIN, *LEAVE_AND_OPTIONS, START_NOW, HELP], [AGAINST_NOW, INVITE, COLOUR]]


def test_a_lobby_is_told_in_the_language_of_its_table() -> None:
    german = texts(lobby_post(lobby("rattus", seat(0), language="de")))
    assert len(german) == 4
    assert german[0] == f"## Rattus\nAnn hat <t:{AT}:R> einen Tisch eröffnet."
    assert german[3].startswith("-# **Ständekarten:** ")


def test_a_lobby_warns_of_its_cards_and_has_other_votes_below() -> None:
    few = {"cards": "peasant+monk+merchant+witch+baker+bishop"}
    warning = (
        "⚠️ No card of Chivalry is in play. With fewer than four players, parts of the map can stay out of the plague's"
        " reach."
    )
    three = [seat(number) for number in range(3)]
    assert texts(lobby_post(lobby("rattus", *three, options=few)))[2:4] == [
        *("The host can start now, or wait for others.", warning)
    ]
    assert warning not in texts(lobby_post(lobby("rattus", *three, seat(3), options=few)))
    starts = vote(VoteKind.START, number=2)
    view = lobby_post(lobby("rattus", seat(0), seat(1), votes=(starts, vote(VoteKind.MOVE, "77"))))
    assert texts(view)[3].split("\n")[1:] == [f"{PROPOSED[VoteKind.MOVE]} Waiting for 2 more yes votes."]
    assert rows_in(view)[2:] == [[f"+Yes {press('say', 'place-1 1')}", f"No {press('say', 'place-1 0')}"]]


def test_the_post_of_a_lobby_after_its_start_or_its_end_has_no_buttons() -> None:
    started = lobby_post(running("rattus", seat(0), seat(1), seat(2, vacant=True)))
    assert texts(started) == [
        HEAD,
        "1. **Ann**\n2. **Ben**\n3. **Cleo**",
        "The game has started; the board is further down.",
        SMALL,
    ]
    over = replace(running("rattus", seat(0), seat(1), seat(2, vacant=True)), status=TableStatus.OVER)
    assert texts(lobby_post(over)) == texts(started), "it says the same when the game is over"
    closed = lobby("rattus", seat(0), status=TableStatus.CANCELLED)
    gone = "## Rattus\nThis table was closed. `/table open` opens a new one."
    assert texts(lobby_post(closed)) == [gone]
    by = lobby_post(replace(closed, closer="Mo"))
    assert texts(by) == [gone, "Closed by Mo, a moderator of this channel."]
    assert [rows_in(view) for view in (started, lobby_post(closed), by)] == [[], [], []]
    assert texts(posts.moved_away(started_in(77))) == ["The table of Rattus from here continues in <#77>."]


def started_in(channel: int) -> TableInfo:
    return running("rattus", seat(0), place=Place(channel, 7))


def rows_of(info: TableInfo, again: str = "turn") -> list[list[str]]:
    return pressable(board_rows(info, 6, W, again))


def at(action: str, words: str = "") -> str:
    return press(action, words, 6)


def test_the_buttons_of_a_running_game_are_its_own_and_those_of_the_table() -> None:
    turn, log, help_ = f"!Your turn {at('turn')}", f"Log {at('log')}", f"Help {at('help')}"
    usual = [turn, f"My view {at('view')}", log, f"Replay {at('replay', 'turn')}", help_]
    plain = running("rattus", waiting(0), seat(1))
    assert rows_of(plain) == [usual, []]
    assert rows_of(plain, "") == [[turn, f"My view {at('view')}", log, help_], []]
    assert rows_of(running("messina", waiting(0), seat(1)), "round")[0] == [
        *(turn, f"Boards {at('view')}", log, f"Replay the round {at('replay', 'round')}", help_)
    ]
    busy = running(
        "rattus",
        waiting(0, away=True),
        computer(1, person=True, user_id=102),
        seat(2, vacant=True),
        votes=(vote(VoteKind.RETURN_SEAT, seat=1), vote(VoteKind.PACE, "brisk"), vote(VoteKind.UNDO, "3", number=5)),
        sleeps_at=NOON,
        paused_until=NOON + DAY,
    )
    assert rows_of(busy) == [
        usual,
        [f"+Yes {at('say', 'pace-1 1')}", f"No {at('say', 'pace-1 0')}"],
        [
            f"+Yes {at('say', 'back-1 1')}",
            f"No {at('say', 'back-1 0')}",
            f"What would be undone {at('lookback', 'back-1')}",
        ],
        [f"Take my seat back {at('myseat')}"],
        [f"+Take the free seat {at('join')}"],
        [f"What now? {at('whatnow')}", f"Keep awake {at('awake')}", f"End the pause {at('endrest')}"],
    ]
    asleep = replace(busy, asleep_since=NOON)
    assert rows_of(asleep) == [[f"+Wake {at('wake')}", log, f"Replay {at('replay', 'turn')}", help_]]
    assert rows_of(replace(plain, seats=(waiting(0), computer(1)))) == [usual, []], "its own seat isn't taken back"


@pytest.mark.usefixtures("toy")
def test_the_buttons_of_a_game_that_is_over() -> None:
    again, log = f"+Play again {at('again')}", f"Log {at('log')}"
    game, review = f"Replay the game {at('replay', 'game')}", f"Review {at('review')}"
    for name, views in (("rattus", []), ("messina", [f"Boards {at('view')}"])):
        over = running(name, waiting(0, away=True), seat(1, vacant=True), status=TableStatus.OVER, sleeps_at=NOON)
        assert rows_of(over, "game") == [[again, *views, log, game, review]]
        assert rows_of(replace(over, status=TableStatus.CANCELLED), "") == [[again, *views, log]]
    toy = running("toy", seat(0), seat(1), status=TableStatus.OVER)
    assert rows_of(toy, "game") == [[again, log, game]], "no computer player knows the game"


def test_P61_only_a_shared_table_asks_what_now_about_the_late() -> None:
    """P61: a lobby and a solo game don't."""
    late = (waiting(0, away=True), seat(1))
    assert [one.seat for one in posts.late_seats(running("rattus", *late))] == [0]
    assert posts.late_seats(lobby("rattus", *late)) == []
    assert posts.late_seats(running("rattus", late[0], computer(1))) == []
    assert posts.late_seats(running("rattus", waiting(0), seat(1))) == []


def test_P49_a_board_says_what_it_waits_for_apart_from_the_game() -> None:
    """P49: reminders and late players, absences, seats, votes, a pause, and the sleep that is near.

    P3: a deadline is a Discord timestamp, absolute and relative.
    """
    since, late = NOON - DAY, f"<t:{AT - 86400}:R>"
    reminded: dict[str, Any] = {"reminded": NOON + 2 * HOUR, "due_since": since}
    info = running(
        "rattus",
        seat(0, **reminded, late_from=NOON + DAY),
        seat(1, **reminded, late_from=NOON, away=True),
        seat(2, **reminded),
        seat(3, **reminded, vacant=True, freed=True, away_until=NOON + DAY),
        votes=(vote(VoteKind.PACE, "brisk"), vote(VoteKind.RETURN_SEAT, seat=1), vote(VoteKind.SLEEP)),
        sleeps_at=NOON + DAY,
        paused_until=NOON + 2 * DAY,
    )
    assert table_state(info, W).split("\n") == [
        f"🔴 **Ann** got a reminder. Their turn began {late}; late from <t:{AT + 86400}:f> (<t:{AT + 86400}:R>).",
        f"🔷 **Ben** is late. Their turn began {late}.",
        f"🟩 **Cleo** got a reminder <t:{AT + 7200}:R>.",
        f"🌙 This table is paused until <t:{AT + 2 * 86400}:D>: nobody will be late. Any of its players can end the "
        "pause.",
        "⭐ **Dan** was away for a long time, and the others or a moderator freed the seat. Anyone can take it and "
        "play on.",
        "🔴 **Ann** wants to change the pace to: several moves a day; late after 2 days. Waiting for 2 more yes votes.",
        "🔴 **Ann** wants to put this table to sleep. Any of its players can wake it. Waiting for 2 more yes votes.",
        f"The table goes to sleep <t:{AT + 86400}:R>. Nothing is lost, and one press keeps it awake.",
    ]
    others = running(
        "rattus",
        seat(0, reminded=NOON, away_until=NOON + DAY),
        computer(1, person=True, user_id=102, away_until=NOON + DAY),
        seat(2, vacant=True),
        computer(3),
        colours=(3, 2, 1, 0),
    )
    assert table_state(others, W).split("\n") == [
        f"🌙 ⭐ **Ann** is away until <t:{AT + 86400}:D>.",
        f"🌙 🟩 **🤖 Ben** is away until <t:{AT + 86400}:D>.",
        "A computer plays for 🟩 **🤖 Ben**, who can take the seat back at any time.",
        "🔷 **Cleo** has left. Anyone can take the seat and play on.",
    ]
    fallen = replace(info, asleep_since=NOON + HOUR)
    asleep = f"😴 This table fell asleep <t:{AT + 3600}:R>. Nothing is lost: any of its players can wake it."
    assert table_state(fallen, W) == asleep
    assert table_state(running("rattus", waiting(0), seat(1)), W) == ""


def test_P33_a_board_begins_with_who_is_called_and_why() -> None:
    info = running("rattus", seat(0), seat(1), seat(2))
    assert posts.call(info, [], W) == ""
    assert posts.call(info, [1], W) == "<@102>, your turn: Rattus in <#10>."
    assert posts.call(info, [2, 0], W) == "<@101> <@103>, your turn: Rattus in <#10>."
    over = replace(info, status=TableStatus.OVER, place=DM)
    assert posts.call(over, [0], W) == "<@101>, the game is over: Rattus in our DM."


def test_P84_the_first_line_of_a_turn_has_its_number() -> None:
    assert numbered(3, ["a", "b"]) == ["**3.** a", "b"]
    assert numbered(0, ["a", "b"]) == ["a", "b"]
    assert numbered(3, []) == []


PROPOSED = {
    VoteKind.PACE: "🔴 **Ann** wants to change the pace to: several moves a day; late after 2 days.",
    VoteKind.PAUSE: f"🔴 **Ann** wants to pause the table until <t:{AT}:D>. Nobody will be late while it is paused.",
    VoteKind.SLEEP: "🔴 **Ann** wants to put this table to sleep. Any of its players can wake it.",
    VoteKind.MOVE: "🔴 **Ann** wants to move this table to <#77>, two days after the vote began at the earliest.",
    VoteKind.FREE_SEAT: "🔴 **Ann** wants to open 🔷 **Ben**’s seat to new players.",
    VoteKind.STAND_IN: "🔴 **Ann** wants a computer to play for 🔷 **Ben**, who can take the seat back at any time.",
    VoteKind.CLOSE: "🔴 **Ann** wants to end this game without a result.",
    VoteKind.START_OVER: "🔴 **Ann** wants to start over without the player who has never moved.",
}
WHAT = {VoteKind.PACE: "brisk", VoteKind.PAUSE: f"{AT} 3", VoteKind.MOVE: "77 9"}
THREE = running("rattus", seat(0), seat(1), seat(2))


@pytest.mark.parametrize("kind", PROPOSED)
def test_P47_P55_a_vote_says_what_it_is_about_what_it_needs_and_when_it_ends(kind: VoteKind) -> None:
    """P47, P55: how many yes votes are missing, or that the majority counts; no voter is named."""
    about = 1 if kind in (VoteKind.FREE_SEAT, VoteKind.STAND_IN) else None
    open_ = vote(kind, WHAT.get(kind, ""), seat=about, voters=(0, 1, 2), answers={0: True})
    ends = f"The vote ends <t:{AT + 2 * 86400}:R>."
    if about:
        needs = f"It needs more votes for it than against it. {ends}"
    else:
        needs = "Waiting for 2 more yes votes."
        if kind in (VoteKind.CLOSE, VoteKind.START_OVER):
            needs += f" {ends}"
    assert vote_text(THREE, open_, W) == f"{PROPOSED[kind]} {needs}"
    yes, no = f"+Yes {press('say', f'{kind}-1 1')}", f"No {press('say', f'{kind}-1 0')}"
    assert pressable([vote_buttons(THREE, open_, W)]) == [[yes, no]]
    if not about:
        last = replace(open_, answers={0: True, 2: False})
        assert vote_text(THREE, last, W).startswith(f"{PROPOSED[kind]} Waiting for 1 more yes.")
        assert "Waiting" not in vote_text(THREE, replace(last, answers={0: True, 1: True, 2: True}), W)


def test_P52_P116_P62_a_vote_about_a_seat() -> None:
    """P52: before the late player has been notified; P116: a moderator's; P62: between two people alone."""
    free = vote(VoteKind.FREE_SEAT, seat=1, closes=None)
    told = "It needs more votes for it than against it. The late player is notified first and has time to answer."
    assert vote_text(THREE, free, W) == f"{PROPOSED[VoteKind.FREE_SEAT]} {told}"
    by_moderator = replace(free, what="moderator", by=None, seat=2)
    assert vote_text(THREE, by_moderator, W) == (
        f"A moderator wants to open 🟩 **Cleo**’s seat to new players. Any player here can object. {told}"
    )
    close = vote(VoteKind.CLOSE, closes=None)
    assert vote_text(THREE, close, W) == f"{PROPOSED[VoteKind.CLOSE]} Waiting for 2 more yes votes."
    back = vote(VoteKind.RETURN_SEAT, seat=1)
    assert vote_text(THREE, back, W) == "The previous player of this seat would like it back. Only you decide."
    assert table_words.to_all(replace(THREE, votes=(back, free))) == [free]
    yes, no = f"+Yes {press('say', 'return-1 1', 0, 1)}", f"No {press('say', 'return-1 0', 0, 1)}"
    assert pressable([vote_buttons(THREE, back, W, seat=1)]) == [[yes, no]]
    gone = vote(VoteKind.MOVE, "77 gone")
    assert vote_text(THREE, gone, W) == (
        "🔴 **Ann** wants to move this table to <#77>. It moves after a week unless someone votes no."
    )


def test_P94_P71_a_vote_to_start_or_to_undo_a_turn() -> None:
    """P94: by being ready; P71: with the number of moves of others since."""
    start = vote(VoteKind.START, by=None, voters=(0, 1, 2), answers={0: True})
    assert vote_text(THREE, start, W).endswith("the others lose their seats. Still not ready: 2.")
    assert vote_text(THREE, replace(start, answers=dict.fromkeys(range(3), True)), W).endswith("lose their seats.")
    assert pressable([vote_buttons(THREE, start, W, 1, 6)]) == [[f"+Ready {press('ready', '', 6, 1)}"]]
    until = f"Draws will come out the same. Vote by <t:{AT + 2 * 86400}:f>."
    others = {"3 0:2": "", "3 0:2 1:1": " and 1 move of others since", "3 0:1 1:1 2:2": " and 3 moves of others since"}
    for what, since in others.items():
        undo = vote(VoteKind.UNDO, what, answers={0: True, 1: True})
        assert vote_text(THREE, undo, W) == f"🔴 **Ann** asks to undo their last turn{since}. {until}"
    assert (
        pressable([vote_buttons(THREE, undo, W, 2)])[0][2]
        == f"What would be undone {press('lookback', 'back-1', 0, 2)}"
    )


MAIN = [
    "**Variant:** standard, with both boards of side a",
    "**Pace:** a move a day; late after 3 days",
    "**Picture of the board:** tall, for phones",
]
REST = "Everything else is at its default; *Options* shows it."
CONFIRM = "**End each turn with a button:** yes, and I can undo until then"


def test_settings_begin_with_the_main_ones_and_in_brief_are_those_that_differ() -> None:
    two = running("messina", seat(0), seat(1), options={"big_fire": "printed", "pace": "daily"}, changed=("confirm",))
    fire = "**Big fire:** as a fire, plus one more cube next to the hex"
    assert option_lines(two, W, brief=True) == [*MAIN, f"{CONFIRM} *(changed)*", fire, REST]
    every = option_lines(two, W)
    assert (every[:3], len(every), len(set(every))) == (MAIN, len(table_words.options_at(two)), len(every))
    assert every[3:6] == ["**Boards of side b:** dealt at random", "**Register priority tile:** not used", every[5]]
    assert every[5].startswith(CONFIRM)
    unsettled = replace(two, changed=tuple(two.options))
    assert option_lines(unsettled, W, brief=True) == option_lines(unsettled, W), "nothing is left out"
    assert all(line.endswith("*(changed)*") for line in option_lines(unsettled, W))


def test_options_are_those_that_matter_with_as_many_players_as_there_may_be() -> None:
    def known(info: TableInfo) -> set[str]:
        return {option.id for option in table_words.options_at(info)}

    one, two = lobby("messina", seat(0)), lobby("messina", seat(0), seat(1))
    alone = {"solo_bonus_scope", "solo_reshuffle"}
    assert known(one) - known(two) == alone
    assert known(two) - known(one) == set()
    assert known(running("messina", seat(0))) >= alone
    assert "priority_tile" not in known(running("messina", seat(0)))
    assert "priority_tile" in known(two)
    with_tile = replace(two, options={**two.options, "priority_tile": "on"})
    assert known(two) - known(with_tile) == {"round4_order"}
    assert "hexes" in known(two)
    assert "hexes" not in known(lobby("rattus", seat(0))), "its board has none"
    start = {len(seats): {option.id: option.values for option in table_words.options_at(running("rattus", *seats))}
             for seats in ([seat(0), seat(1)], [seat(0), seat(1), seat(2)])}  # fmt: skip
    assert [start[count]["start"] for count in (2, 3)] == [("lot", "0", "1"), ("lot", "0", "1", "2")]


def test_the_language_of_a_table_begins_with_the_present_one() -> None:
    assert table_words.language_option(running("rattus", language="hu")).values == ("hu", "en", "de", "pl")
    assert table_words.language_option(running("rattus", language="xx")).values[0] == "en"


def test_pace_and_proof_are_told_where_they_mean_something() -> None:
    assert table_words.pace_text(THREE, W) == f"-# Pace: {USUAL_PACE}"
    assert table_words.pace_text(running("rattus", seat(0), computer(1)), W) == ""
    assert table_words.proof_text(THREE, W) == ""
    assert table_words.proof_text(replace(THREE, seed="abc"), W) == (
        "-# Seed `abc`. Its SHA-256 fingerprint `0123456789abcdef` was fixed before the start."
    )


def line(kind: LineKind, text: str = "", name: str = "Ann") -> str:
    """Return what a log line about the table says, with Ben as the other person."""
    found = LogLine(3, kind, 0, name, text, NOON)
    return event_sentence(event_text(found) or "", found, "Ben", W)


def test_a_line_of_the_log_says_what_was_done_by_whom() -> None:
    assert line(LineKind.AWAY, f"{AT} {AT + 9}") == f"Ann is away from <t:{AT}:D> until <t:{AT + 9}:D>."
    assert line(LineKind.REST, f"{AT}") == f"Everyone agreed to Ann’s request: the table is paused until <t:{AT}:D>."
    assert line(LineKind.PACE, "daily") == (
        "Everyone agreed to Ann’s request: the pace is now a move a day; late after 3 days."
    )
    assert line(LineKind.PACE, "daily", "").startswith(
        "Nobody has played for an hour, so the pace is now a move a day;"
    )
    assert line(LineKind.LANGUAGE, "de") == "Ann set this table’s language to Deutsch."
    assert line(LineKind.JOIN) == "Ann took Ben’s free seat."
    assert line(LineKind.VOTE, "free 2") == "Ann voted to free Ben’s seat."
    assert line(LineKind.ASK, "standin 1") == "Ann asked the others to let a computer play for Ben."
    assert line(LineKind.SLEEP, "", "") == "Nobody has played for a long time, so the table has gone to sleep."
    assert line(LineKind.GONE, "", "\u200b") == "somebody has left this server."
    simpler = "🤖 Doc ran out of time to think and moved at a simpler level."
    assert [line(LineKind.SIMPLER, "", name) for name in ("Doc", "🤖 Doc")] == [simpler, simpler]
    assert line(LineKind.WAKE, "", "Doc") == "Doc woke the table. All timers restart."
