import csv
import json
import random
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import parse_qs, urlparse

import pytest

from bot.panels.server_stats import MAX_PAIRS, MAX_PEOPLE, table_of
from bot.panels.stats import cost_of_turns, games_in_lines, pace_of_turns
from storage import ResultsRow, ServerResultRow
from tests.bot.players import certain_seed, leave, seat_all, take_seat
from tests.bot.sim import Sim, buttons, message, pictures, text
from tests.kept import kept_case
from wording import words

pytestmark = pytest.mark.usefixtures("undrawn")  # These tests need no boards.

HERE, NOON = 7, datetime(2026, 1, 1, 12, tzinfo=UTC)


def row(points: int, place: int, people: int = 2, game: str = "rattus", answers: tuple[int, ...] = ()) -> ResultsRow:
    return ResultsRow(1, NOON, game, HERE, people, 0, points, place, answers)


@pytest.mark.kept
def test_p103_kinds_of_games_are_in_order_with_computers_apart() -> None:
    """P103: games between people come first, then those with computers, then solo games, by game and player count."""
    some = [
        *(row(1, 1, 1, "messina"), row(2, 1, 3), row(3, 2, 2, "messina"), row(4, 1, 2), row(5, 1, 2)),
        *(replace(row(6, 2, 2), computers=1), replace(row(7, 1, 3, "messina"), computers=2), replace(row(8, 3, 3))),
        replace(row(9, 1, 1, "rattus"), computers=1),
    ]
    now = games_in_lines(some, words("en"))
    assert now == kept_case(Path(__file__).with_name("kept") / "stats.json", "kinds of games", now)


def test_the_cost_of_turns_is_a_share_of_a_win_or_in_solo_games_points() -> None:
    """The cost is the mean over all turns, with solo games apart. Games where the person had no turn don't count."""
    losses = [(2, 10, 0.5), (4, 30, 0.7), (3, 0, 9.0), (1, 4, 6.0), (1, 0, 9.0)]
    assert cost_of_turns(losses, words("en")).split("\n") == [
        "-# Only you see this: a turn cost you 3% of a win on average.",
        "-# Only you see this: in solo games, a turn cost you 1.5 points on average.",
    ]
    assert cost_of_turns(losses[2:3], words("en")) == ""


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        *(((), ""), ((60, 120), "less than an hour"), ((3600, 7200, 9000), "2 hours")),
        *(((60, 3600 * 47, 3600 * 90), "47 hours"), ((3599,), "less than an hour"), ((3600,), "within 1 hour.")),
        *(((3600 * 48 - 1,), "within 48 hours."), ((3600 * 48,), "within 2 days."), ((3600 * 24 * 3,), "3 days")),
    ],
)
def test_p105_the_answer_time_is_the_median(answers: tuple[int, ...], said: str) -> None:
    """P105: the answer time is the median, in days or hours. Solo games have none."""
    alone = [row(1, 1, 1, answers=(9,)), replace(row(1, 1, 3, answers=(9, 9, 9)), computers=2)]
    told = pace_of_turns([row(1, 1, answers=answers), *alone], words("en"))
    assert said in told
    assert bool(told) == bool(said)


async def play_out(sim: Sim, *, swap: bool = False) -> int:
    """Play a game of two to its end, two hours per move. Return its id. ``swap``: another person gets Bob's seat."""
    with pytest.MonkeyPatch.context() as dealt:
        certain_seed(dealt, "counted")
        table = await seat_all(sim, [sim.alice, sim.bob], game="rattus", seating="joined", start="0")
    if swap:
        await leave(sim, sim.bob)
        await take_seat(sim, sim.carol)
    chance, service = random.Random(5), sim.bot.app.service
    while turns := (await service.read.snapshot(table)).table.due():
        sim.jump(7200)
        info = await service.read.info(table)
        await service.play.move(table, info.seats[turns[0].seat].user_id or 0, chance.choice(turns[0].moves))
    await sim.bot.app.announcer.until_shown(table)
    return table


async def test_p103_p105_p106_statistics_are_private_unless_shown(sim: Sim) -> None:
    """P103, P105, P106: the answer is ephemeral, per server or in total. *Show here* posts it without answer times.

    Preferences can limit statistics to the person or turn them off. Two moves in a turn, two hours each, count as one
    answer after four hours.
    """
    table = await play_out(sim)
    snapshot, read = await sim.bot.app.service.read.snapshot(table), sim.bot.app.service.read
    score = snapshot.table.score()
    await sim.command(sim.alice, "preferences", statistics="none")
    assert "You have turned your statistics off" in text(await sim.command(sim.alice, "stats"))
    assert await sim.bot.app.storage.results.missing(sim.alice.id) == [table], "nothing was worked out"
    await sim.command(sim.alice, "preferences", statistics="server")
    answer = await sim.command(sim.alice, "stats")
    assert message(answer).flags.ephemeral
    assert f"1 game; place {score.ranking.index(0) + 1}: 1×; best {score.points[0]}," in text(answer)
    assert "Only you see this: you typically answer " in text(answer)
    await sim.click(sim.alice, answer, "Everywhere")
    assert "Your games everywhere" in text(sim.again(answer))
    await sim.click(sim.alice, sim.again(answer), "On this server")
    shown = sim.again(answer)
    await sim.click(sim.alice, shown, "Show here")
    assert text(sim.latest()).startswith("## Alice’s games on this server")
    assert "typically" not in text(sim.latest())
    await sim.command(sim.alice, "preferences", statistics="me")
    assert "Show here" not in buttons(await sim.command(sim.alice, "stats"))
    assert "Only you can see" in text(await sim.click(sim.alice, shown, "Show here"))
    assert "Everywhere" not in buttons(await sim.command(sim.alice.user, "stats"))
    assert "You haven’t finished a game" in text(await sim.command(sim.dora, "stats"))
    [mine], [others] = await read.results(sim.alice.id), await read.results(sim.bob.id)
    assert others.points == score.points[1]
    exported = message(await sim.command(sim.alice, "me export"))
    place, points = score.place(0), score.points[0]
    rows = [*csv.reader(pictures(sim.env, exported)[1].decode().splitlines())]
    assert rows[1:] == [[f"{mine.ended:%Y-%m-%d %H:%M}", "rattus", str(table), "2", "0", str(place), str(points)]]
    assert set(mine.answers) <= {7200 * moves for moves in range(1, 30)}
    played = timedelta(hours=2 * len(snapshot.table.entries))
    assert timedelta(seconds=sum(mine.answers) + sum(others.answers)) == played, "one of two is always waited for"


async def test_p104_a_seat_handed_over_and_a_game_given_up_count_for_nobody(sim: Sim) -> None:
    """P104: only games played to their end count, and only for people who were there from the start to the end."""
    await play_out(sim, swap=True)
    await seat_all(sim, [sim.alice, sim.bob])
    for who in (sim.alice, sim.bob):
        await sim.manage(who, "close")
    assert [len(await sim.bot.app.service.read.results(who.id)) for who in sim.people] == [1, 0, 0, 0]


def won(table: int, *players: int) -> list[ServerResultRow]:
    """Return the results of a game that these players finished in this order, one point apart."""
    places = enumerate(players, 1)
    return [ServerResultRow(table, "rattus", one, f"P{one}", 20 - place, place) for place, one in places]


def test_p148_the_table_counts_places_points_and_who_was_ahead() -> None:
    """P148: people with the most games come first. A shared first place is not a win. Long lists are cut."""
    shared = [replace(one, place=1) for one in won(4, 1, 2)]
    [games, ahead] = table_of([*won(1, 1, 2), *won(2, 2, 1, 3), *won(3, 1, 3), *shared], words("en"))
    assert games.split("\n") == [
        "**Rattus:** 4 games",
        "P1: 4 games, 3 won; average place 1.2, average score 18.8",
        "P2: 3 games, 2 won; average place 1.3, average score 18.3",
        "P3: 2 games, 0 won; average place 2.5, average score 17.5",
    ]
    assert ahead.split("\n") == ["**Head-to-head results**", "P1 1 : 1 P2", "P1 2 : 0 P3", "P2 1 : 0 P3"]
    many = table_of([row for table in range(20) for row in won(table, 0, table + 1)], words("en"))
    assert [len(one.split("\n")) for one in many] == [1 + MAX_PEOPLE + 1, 1 + MAX_PAIRS]
    assert "and 9 more players" in many[0]


async def test_p148_a_server_sees_how_its_people_played(sim: Sim) -> None:
    """P148: the results cover 90 days or all time, and are ephemeral until a press posts them. People can opt out."""
    table = await play_out(sim)
    score = (await sim.bot.app.service.read.snapshot(table)).table.score()
    await sim.command(sim.bob, "preferences", statistics="me")
    answer = await sim.command(sim.carol, "table stats")
    assert message(answer).flags.ephemeral
    average = f"average place {score.place(0)}, average score {score.points[0]}"
    line = f"Alice: 1 game, {int(score.place(0) == 1)} won; {average}"
    assert line in text(answer)
    assert "Bob" not in text(answer)
    await sim.click(sim.carol, answer, "Show here")
    assert line in text(sim.latest())
    sim.jump(91 * 86400)
    assert "Nobody has finished a game" in text(await sim.command(sim.carol, "table stats"))
    await sim.click(sim.carol, answer, "All time")
    assert line in text(sim.again(answer))
    assert "only available on a server" in text(await sim.command(sim.carol.user, "table stats"))


async def test_p149_a_finished_game_can_be_recorded_in_bg_stats(sim: Sim) -> None:
    """P149: the page of the result has a link with names, points, places and winners, but no Discord id."""
    table = await play_out(sim)
    score = (await sim.bot.app.service.read.snapshot(table)).table.score()
    answer = await sim.click(sim.carol, await sim.click(sim.carol, sim.latest(), "Log"), "Result")
    [address] = re.findall(r"\((https://app.bgstatsapp.com\S+)\)", text(answer))
    play = json.loads(parse_qs(urlparse(address).query)["data"][0])
    assert play["game"]["name"] == "Rattus"
    assert [one["name"] for one in play["players"]] == ["Alice", "Bob"]
    assert [one["score"] for one in play["players"]] == [str(points) for points in score.points]
    assert [seat for seat in (0, 1) if play["players"][seat]["winner"]] == score.winners
    assert not any(str(person.id) in address for person in sim.people)
