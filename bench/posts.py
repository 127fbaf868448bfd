"""The amount of text after a turn: lines of a post on a phone, for recorded games in every language.

The line width is calibrated in `tests/bot/panel_height.py` against Chromium's rendering of a page 400 px wide.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

import msgspec

import wording
from bench import MEASURED_GAMES, Row
from bot.channel.posts import numbered
from bot.ui.widths import lines_on_phone
from games import GAMES
from rules.game import Event
from rules.log import Log
from rules.table import Table
from wording import Speaker
from wording.rattus.names import RAT

RECORDED = Path(__file__).parents[1] / "tests/recorded"
PEOPLE = ("Alice", "🤖 Ugolina", "Bob", "🤖 Lucrezia")  # names of typical length
MAX_LINES_PER_TURN = 4
GOAL = 0.95  # the share of turns whose post must have at most `MAX_LINES_PER_TURN` lines


@cache
def recorded(game_id: str) -> list[Table]:
    """Return the recorded games of Messina 1347 or Rattus, given its id."""
    found = [msgspec.json.decode(path.read_bytes()) for path in sorted(RECORDED.glob("*/*.json"))]
    logs = [msgspec.convert(one["log"], Log) for one in found]
    return [Table.load(GAMES[game_id].rules, log, trusted=True) for log in logs if log.game == game_id]


def turns(table: Table) -> Iterator[tuple[int, list[Event]]]:
    """Yield the number and public events of each turn, as posts use them."""
    found: dict[int, list[Event]] = {}
    for step in table.steps:
        found.setdefault(step.turn, []).extend(event for event in step.events if event.reader() is None)
    yield from found.items()


def headlines(game_id: str, lang: str) -> Iterator[str]:
    """Yield each headline of a player's turn or of automatic events, with the lines about rats that follow it."""
    for table in recorded(game_id):
        s = Speaker(GAMES[game_id].words, wording.words(lang), PEOPLE[: table.seats], table.view(None))
        for number, events in turns(table):
            found: list[str] = []
            for line in numbered(number, s.headlines(events)):
                if line.startswith(RAT) and found:
                    found[-1] += f"\n{line}"
                else:
                    found.append(line)
            yield from found


def short_headlines(game_id: str, lang: str) -> float:
    """Return the share of headlines that take at most `MAX_LINES_PER_TURN` lines."""
    long = [lines_on_phone(text) > MAX_LINES_PER_TURN for text in headlines(game_id, lang)]
    return 1 - sum(long) / len(long)


def posts() -> list[Row]:
    """Return the share of short headlines of each game in each language (more is better)."""
    what = f"posts: a player's turn has at most {MAX_LINES_PER_TURN} lines"
    kinds = product(MEASURED_GAMES, wording.languages())
    return [(f"{game_id}, {lang}: {what}", short_headlines(game_id, lang), GOAL) for game_id, lang in kinds]
