from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from discord import ui

from bot.channel.posts import Board, TurnRange, events_of_round_end, parts_of_post, public_events
from bot.ui.message import Picture
from bot.ui.widths import label_of
from games import GAMES
from renderer import Scene
from rules.table import Table
from rules_service import Snapshot
from tests.bot.infos import computer, running, seat, texts, waiting
from tests.bot.panel_height import SCREENS, height
from tests.bot.test_panel_height import RECORDED, TABLES
from tests.test_recorded import read
from wording import words

PHONE = SCREENS[0]
GOAL = 0.95
MAX_PICTURE = 425  # px, half of a phone's screen
EVERY = {1: 1, 2: 2, 3: 3, 4: 4}  # Check one in this many posts of the recorded games, by number of players.
LANGUAGES = ("en", "de", "hu", "pl")
NAMES = ("Alice", "Ugolina", "Bob", "Lucrezia")  # of typical length


def posts_of(game: str, seats: int, *, computers: bool) -> Iterator[tuple[Snapshot, int]]:
    """Yield a sample of posts: the position, and the log line before its turns. Computers' turns share a post."""
    count = 0
    for path in sorted((RECORDED / game).glob(f"{seats}*.json")):
        log = read(path).log
        table, since = Table(GAMES[game].rules, log.seats, log.seed, log.options), 1
        steps = Table.load(GAMES[game].rules, log, trusted=True).steps
        for number, (step, following) in enumerate(pairwise(steps), 2):
            table.play(step.seat, step.move)
            if following.turn == step.turn or (computers and following.seat):
                continue
            count += 1
            if count % EVERY[seats] == 0:
                due = {one.seat for one in table.due()}
                people = [(waiting if one in due else seat)(one, name=NAMES[one]) for one in range(seats)]
                if computers:
                    people[1:] = [computer(one, name=NAMES[one]) for one in range(1, seats)]
                info = running(game, *people, options=dict(log.options), number=number)
                yield Snapshot(info, table.fork(), number, 1, tuple(range(2, number + 1)), unseen=()), since
            since = number


def picture_size(snapshot: Snapshot, since: int, shown: TurnRange) -> tuple[int, int]:
    """Return the size of a post's only picture."""
    [part] = parts_of_post(snapshot, "tall", shown.events)
    events = (events_of_round_end if part == "round" else public_events)(snapshot, since)
    scene = Scene(snapshot.view(None), NAMES[: snapshot.table.seats], part, words("en"), events=events)
    return GAMES[snapshot.info.game].pictures.paint(scene).size


@pytest.mark.deep(one_in=4)
@pytest.mark.parametrize("computers", [False, True], ids=["people", "computers"])
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_post_fits_the_screen_of_a_phone(game: str, seats: int, computers: bool) -> None:
    """Posts of tables of people, tables with computers, and solo games fit."""
    fits: dict[str, list[bool]] = {lang: [] for lang in LANGUAGES}
    for snapshot, since in posts_of(game, seats, computers=computers):
        shown = TurnRange(snapshot.turns(since, snapshot.number))
        called = () if computers or seats == 1 else snapshot.view(None).due
        wide, high = picture_size(snapshot, since, shown)
        assert PHONE.across * high / wide <= MAX_PICTURE
        for lang in LANGUAGES:
            told = replace(snapshot, info=replace(snapshot.info, language=lang))
            view = Board(told, snapshot.number, since, shown, called).view([Picture(b"", "")])
            buttons = [row for row in view.walk_children() if isinstance(row, ui.ActionRow)]
            rows = [[label_of(item) for item in row.children] for row in buttons]
            assert len(rows) == 1
            fits[lang].append(height(PHONE, texts(view), [(wide, high)], rows) <= PHONE.usable)
    for lang, found in fits.items():
        assert len(found) >= 4
        assert sum(found) / len(found) >= GOAL, (lang, sum(found), len(found))
