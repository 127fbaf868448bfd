from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import msgspec
import pytest
from PIL import Image

from renderer.canvas.colours import PAPER
from renderer.messina.round_end import EDGE, HEAD, ICON, accounts
from renderer.scene import Scene
from rules import GAMES
from rules.game import Event
from rules.messina.components import CITIZEN_CLASSES, TOKENS
from rules.messina.events import CitizensLost, Gained, Housed, Paid, RoundBegan, RoundEnded
from rules.messina.state import State
from rules.messina.view import View
from rules.table import Table
from tests.renderer.messina.views import position
from tests.renderer.scenes import apart, paint, words
from tests.test_recorded import FILES, read

NAMES = ("Alice", "Bob", "Carol", "Dora")
HALF_A_PHONE = 850 / 2


def round_ends() -> Iterator[tuple[State, Table, list[Event]]]:
    """Yield the state before each recorded end of a round, the table after it, and the events between them."""
    for path in FILES:
        if path.parent.name == "messina":
            log = read(path).log
            table = Table(GAMES["messina"], log.seats, log.seed, log.options)
            before, events = None, list[Event]()
            for step in Table.load(GAMES["messina"], log, trusted=True).steps:
                kept = table.fork()
                table.play(step.seat, step.move)
                now = [event for event in table.steps[-1].events if event.reader() is None]
                if any(isinstance(event, RoundEnded) for event in now):
                    before, events = kept.state, []
                events += now
                if before is not None and any(isinstance(event, RoundBegan) for event in now):
                    yield before, table, events
                    before = None


@pytest.mark.deep(one_in=4)
def test_each_row_has_its_players_gains_and_losses() -> None:
    seen, rats = Counter[str](), 0
    for before, table, events in round_ends():
        ended = next(at for at, event in enumerate(events) if isinstance(event, RoundEnded))
        if any(isinstance(event, Gained | Paid) for event in events[:ended]):
            continue  # The last turn brought something, too.
        found, lost = accounts(events, table.seats)
        for was, now, one in zip(before.players, table.state.players, found, strict=True):
            assert {token: one.gains[token] for token in TOKENS} == {
                token: getattr(now, token) - getattr(was, token) for token in TOKENS
            }
            assert one.gains["points"] == now.points - was.points
            assert one.rats == now.rats - was.rats
            rats += one.rats
            seen.update(one.settled)
        housed = [event for event in events if isinstance(event, Housed)]
        assert sum(len(one.settled) + one.lost.total() for one in found) == len(housed)
        assert lost == Counter(who for event in events if isinstance(event, CitizensLost) for who in event.citizens)
    assert seen.keys() == set(CITIZEN_CLASSES)
    assert rats


@pytest.mark.deep(one_in=4)
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_rounds_end_takes_half_a_phone_and_has_a_row_for_each_gain(seats: int) -> None:
    heights = dict[int, int]()
    for _, table, events in round_ends():
        if table.seats == seats:
            view: View = table.view(None)
            found, _lost = accounts(events, seats)
            rows = sum(one != type(one)() for one in found)
            post = Scene(view, NAMES[:seats], "round", words("de"), events=events)
            turn, size = paint(replace(post, part="turn")).size, paint(post).size
            assert turn[1] / turn[0] <= size[1] / size[0] <= HALF_A_PHONE / 351
            heights[rows] = size[1]
            if len(heights) > 1:
                break
    (few, low), (many, high), *_ = sorted(heights.items())
    assert (few < many) == (low < high)


@pytest.mark.parametrize("lost", [("nun",), ("craftsman", "nun", "nun", "aristocrat")])
def test_losses_to_the_plague_are_complete_beside_the_heading(lost: tuple[str, ...]) -> None:
    view = position(3)
    picture = paint(Scene(view, NAMES[:3], "round", words("de"), events=[RoundEnded(2), CitizensLost("h3", lost)]))
    shown = picture.crop((picture.width // 2, picture.height - HEAD, picture.width, picture.height))
    left, top, right, bottom = apart(shown, Image.new("RGB", shown.size, PAPER)) or (0, 0, 0, 0)
    assert (left > 0, right) == (True, shown.width - EDGE - 12), (left, right)
    assert abs(top + bottom - HEAD) <= 6, "beside the heading"
    assert right - left >= ICON * (1 + len({*lost}))


def test_the_points_are_at_the_end_of_a_row() -> None:
    view, events = position(2), [RoundEnded(2), CitizensLost("h3", ("nun",)), Gained(0, "h5", {"timber": 1})]

    def drawn(points: int) -> Image.Image:
        players = [msgspec.structs.replace(one, points=points) for one in view.players]
        now = msgspec.structs.replace(view, players=players, score=None)
        return paint(Scene(now, NAMES[:2], "round", words("en"), events=events))

    left, _, right, _ = apart(drawn(7), drawn(8)) or (0, 0, 0, 0)
    assert drawn(7).width - 150 < left < right
