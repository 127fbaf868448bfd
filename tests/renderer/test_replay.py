from dataclasses import replace
from functools import cache
from hashlib import sha256
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageSequence

from renderer import Scene, replay
from renderer.canvas.canvas import Sprite
from renderer.pictures import SpritePath
from renderer.rattus.regions import rat_places, token_of
from renderer.replay import FADE_MS, HOLD_MS, LAST_HOLD_MS, MAX_FRAMES, PATH_MS, in_the_air
from renderer.scene import V
from rules.game import Target
from rules.log import Played
from rules.messina.events import RoundBegan, Went
from rules.rattus.components import TOKEN_FACES
from rules.rattus.events import Exchanged, Placed, RatMoved
from rules.rattus.view import RatView
from rules.table import Table
from rules_service.history import TurnRecord, moves_of, turns_of
from tests.kept import kept_case
from tests.renderer.compare import is_exact
from tests.renderer.rattus.views import NAMES, position
from tests.renderer.scenes import PICTURES
from tests.renderer.sheets import recorded
from tools import replay_animation

KEPT = Path(__file__).parent / "golden" / "replays.json"  # the first digits of the files' digests


@cache
def played(name: str) -> tuple[Table, list[TurnRecord]]:
    """Return a recorded game and its turns."""
    table = recorded(name)
    return table, turns_of(table, None)


def scene_of(view: V) -> Scene[V]:
    game = PICTURES[view.game]  # type: ignore[attr-defined]
    return Scene(view, NAMES[: view.seats], game.replay_part)  # type: ignore[attr-defined]


def there(view: Any) -> object:
    """Return the places of all pieces that can move in replays."""
    if view.game == "rattus":
        return view.plague, [(one.id, [rat.handle for rat in one.rats], one.cubes) for one in view.regions]
    places = [*view.hexes, *view.docks]
    return (
        [(one.id, sorted(figure.seat for figure in one.figures)) for one in places],
        [(one.id, one.cubes, one.citizens) for one in view.hexes],
    )


@pytest.mark.parametrize("name", ["rattus/4_players_supply_plain", "messina/4_players_plain"])
def test_flying_pieces_have_their_owners_colour(name: str) -> None:
    table, turns = played(name)
    before, moves = moves_of(table, None, turns[:12])
    seen = set()
    for move in moves:
        scene = scene_of(before)
        for event in (one for one in move.events if isinstance(one, Went | Placed)):
            for path in (
                path for keyframe in PICTURES[table.game.id].keyframes(before, event, scene) for path in keyframe.paths
            ):
                tones = {colour for _, colour in path.sprites[0].rgb.getcolors(10_000) or ()}
                assert scene.looks[event.seat].rgb in tones
                seen.add(event.seat)
        before = move.view
    assert len(seen) == 4


@pytest.mark.parametrize(
    "name", ["rattus/4_players_supply_plain", "rattus/4_players_supply_cards_knight_king", "messina/4_players_plain"]
)
def test_after_its_events_the_board_is_as_the_move_left_it(name: str) -> None:
    table, turns = played(name)
    before, moves = moves_of(table, None, turns)
    pictures, seen = PICTURES[table.game.id], 0
    for move in moves:
        view = before
        for event in move.events:
            for keyframe in pictures.keyframes(view, event, scene_of(view)):
                view, seen = keyframe.view, seen + 1
        if not any(isinstance(event, Exchanged | RoundBegan) for event in move.events):
            assert there(view) == there(move.view), move.events
        before = move.view
    assert seen > len(turns)


def test_a_rat_that_moves_starts_at_its_place_and_keeps_the_face_that_is_known() -> None:
    before = position(4, rats=2, faces={"gallia-b": TOKEN_FACES["R26"]})
    [shown] = PICTURES["rattus"].keyframes(before, RatMoved(0, "merchant", "gallia-b", "italia-c"), scene_of(before))
    there = {one.id: rat_places(one) for view in (before, shown.view) for one in view.regions if len(one.rats) > 1}
    [path] = shown.paths
    assert list(path.points) == [there["gallia"][1], there["italia"][2]]
    assert path.sprites == [token_of(RatView("italia-c", TOKEN_FACES["R26"]))]


def seen_again(name: str, first: int, last: int, *, moving: bool = True) -> tuple[bytes, list[int]]:
    """Return the replay of these turns as a file, and the duration of each of its frames."""
    table, turns = played(name)
    before, moves = moves_of(table, None, [turn for turn in turns if first <= turn.number <= last])
    made = replay.replay_gif(PICTURES[table.game.id], scene_of(before), moves, moving=moving)
    return made, shown(made)


def shown(made: bytes) -> list[int]:
    """Return the duration of each frame in a file, in milliseconds."""
    with Image.open(BytesIO(made)) as gif:
        return [int(frame.info["duration"]) for frame in ImageSequence.Iterator(gif)]


def assert_kept(name: str, made: bytes) -> None:
    """Assert that a file is as kept to the last byte, unless it is drawn with other versions than the kept one."""
    now = sha256(made).hexdigest()[:16]
    assert kept_case(KEPT, name, now) == now or not is_exact()


@pytest.mark.kept
@pytest.mark.deep(one_in=10)
def test_positions_stay_and_motions_pass() -> None:
    moving = replay_animation.animation()
    assert moving == replay_animation.FILE.read_bytes() or not is_exact(), "`make keep` renews docs/replay.gif"
    times = shown(moving)
    assert len(times) <= MAX_FRAMES
    assert times[-1] == LAST_HOLD_MS
    assert sum(time >= HOLD_MS for time in times) >= 6
    assert sum(time < 200 for time in times) > 40
    motions = [sum(group) for moves, group in groupby(times, key=lambda time: time < HOLD_MS) if moves]
    assert {min((PATH_MS, FADE_MS), key=lambda usual: abs(usual - motion)) for motion in motions} == {PATH_MS, FADE_MS}
    assert all(min(abs(motion - PATH_MS), abs(motion - FADE_MS)) <= 120 for motion in motions), motions
    unmoved, still = seen_again("rattus/4_players_supply_plain", 18, 18, moving=False)
    assert_kept("still", unmoved)
    assert all(time >= HOLD_MS for time in still)
    assert len(still) < len(times) / 4


@pytest.mark.kept
@pytest.mark.deep(one_in=10)
def test_several_turns_with_much_to_see_are_shown_by_their_ends() -> None:
    _, one = seen_again("rattus/4_players_supply_plain", 26, 26, moving=False)
    ends, several = seen_again("rattus/4_players_supply_plain", 21, 27, moving=False)
    assert_kept("ends", ends)
    assert len(several) == 1 + 7
    assert len(one) > 6


@pytest.mark.kept
@pytest.mark.deep(one_in=10)
def test_replays_that_are_too_large_are_scaled_down_or_thinned_out(monkeypatch: pytest.MonkeyPatch) -> None:
    made, times = seen_again("rattus/4_players_supply_plain", 21, 26, moving=False)
    monkeypatch.setattr(replay, "MAX_BYTES", len(made) - 1)
    smaller, same = seen_again("rattus/4_players_supply_plain", 21, 26, moving=False)
    assert len(smaller) < len(made)
    assert len(same) == len(times)
    assert_kept("large", made)
    assert_kept("smaller", smaller)
    monkeypatch.setattr(replay, "MAX_BYTES", 100_000)
    least, fewer = seen_again("rattus/4_players_supply_plain", 21, 26, moving=False)
    assert len(least) <= 100_000
    assert len(fewer) < len(times)
    assert_kept("least", least)
    with Image.open(BytesIO(least)) as gif, Image.open(BytesIO(made)) as whole:
        assert gif.width < whole.width


def test_a_replay_without_visible_events_is_one_picture() -> None:
    table, turns = played("rattus/4_players_supply_plain")
    before, _ = moves_of(table, None, turns[:1])
    made = replay.replay_gif(PICTURES["rattus"], scene_of(before), [Played((), (), before, True)], moving=True)
    with Image.open(BytesIO(made)) as gif:
        assert (gif.format, getattr(gif, "n_frames", 1)) == ("GIF", 1)


@pytest.mark.kept
@pytest.mark.parametrize("positions", [40, 1], ids=["every move", "ends of turns"])
def test_things_changed_in_a_turn_are_marked_until_the_next_one_ends(positions, monkeypatch):
    monkeypatch.setattr(replay, "MAX_POSITIONS_WITHIN_TURNS", positions)
    table, turns = played("messina/4_players_plain")
    before, _ = moves_of(table, None, turns[:1])
    touched = Target("hex", before.hexes[0].id)
    moves = [Played((), (touched,), before, True), Played((), (), before, True)]
    sharp = replace(scene_of(before), style=frozenset({"high"}))
    plain, made = (
        replay.replay_gif(PICTURES["messina"], one, moves, moving=False) for one in (scene_of(before), sharp)
    )
    assert_kept("marked", made)
    with Image.open(BytesIO(plain)) as usual, Image.open(BytesIO(made)) as gif:
        first, marked, last = (frame.convert("RGB") for frame in ImageSequence.Iterator(gif))
        for high, low in zip((first, marked, last), ImageSequence.Iterator(usual), strict=True):
            assert ImageChops.difference(high, low.convert("RGB")).getbbox(), "in high contrast to its end"
    assert ImageChops.difference(first, marked).getbbox() is not None
    assert ImageChops.difference(first, last).getbbox() is None


@pytest.mark.kept
@pytest.mark.deep(one_in=4)
@pytest.mark.parametrize("moving", [False, True])
def test_a_strip_under_the_picture_names_each_turn(moving: bool) -> None:
    table, turns = played("rattus/4_players_supply_plain")
    before, moves = moves_of(table, None, turns[18:20])
    plain = replay.replay_gif(PICTURES["rattus"], scene_of(before), moves, moving=moving)
    ends = [at for at, move in enumerate(moves) if move.ends]
    titled = [replace(move, title=f"Turn {18 + (at > ends[0])}") for at, move in enumerate(moves)]
    named = replay.replay_gif(PICTURES["rattus"], scene_of(before), titled, moving=moving)
    with Image.open(BytesIO(plain)) as bare, Image.open(BytesIO(named)) as gif:
        assert gif.width == bare.width
        assert gif.height - bare.height == replay.strip_height(1, gif.width)
        strips = [
            frame.convert("RGB").crop((0, bare.height, gif.width, gif.height)).tobytes()
            for frame in ImageSequence.Iterator(gif)
        ]
        assert len(strips) == sum(1 for _ in ImageSequence.Iterator(bare))
    if moving:
        assert_kept("titled", named)
    assert len(set(strips)) == 2, "one for each turn"
    assert len(set(strips[0])) > 2, "there is something on it"


STORY = (
    "Anna went to hex 7, rescued 1 craftsman, and built the craftsman workshop. +1 coin, -1 timber. " * 2,
    "The end.",
)


@pytest.mark.parametrize("boards", [80, 4])
def test_each_turn_is_shown_whole_and_long_enough_to_read(boards: int, monkeypatch: pytest.MonkeyPatch) -> None:
    table, turns = played("messina/4_players_plain")
    before, moves = moves_of(table, None, turns[:6])
    numbers = [number for number, turn in enumerate(turns[:6]) for _ in range(turn.first, turn.last + 1)]
    told = [
        replace(move, title=f"Turn {number}", story=STORY[: 1 + move.ends])
        for number, move in zip(numbers, moves, strict=True)
    ]
    monkeypatch.setattr(replay, "MAX_POSITIONS_WITHIN_TURNS", 1)
    monkeypatch.setattr(replay, "MAX_FRAMES", boards)
    said, put = list[replay.Page](), replay._captioned

    def note(board: Image.Image, page: replay.Page, high: int) -> Image.Image:
        said.append(page)
        return put(board, page, high)

    monkeypatch.setattr(replay, "_captioned", note)
    times = shown(replay.replay_gif(PICTURES["messina"], scene_of(before), told, moving=False))
    assert len(times) == len(said)
    for number in range(6):
        pages = [(page, time) for page, time in zip(said, times, strict=True) if page[0] == f"Turn {number}"]
        lines = [line for page, _ in pages for line in page[1:]]
        assert " ".join(lines).split() == " ".join(STORY).split()
        assert sum(time for _, time in pages) >= 1000 + replay.CHARACTER_MS * len(STORY[0])
    assert min(times) >= 1000
    assert max(map(len, said)) == 1 + replay.MAX_STORY_LINES


@pytest.mark.parametrize("width", replay.REPLAY_WIDTHS)
def test_the_strip_is_readable_on_a_phone(width: int) -> None:
    """A screen of 400 px shows a picture 352 px wide."""
    assert round(replay.CAPTION_SIZE * width / replay.REPLAY_WIDTHS[0]) * 352 / width >= 11


def test_a_piece_flies_along_its_way_and_starts_and_lands_slowly() -> None:
    piece = Sprite(Image.new("RGB", (4, 4), "white"), Image.new("L", (4, 4), 255))
    path, ground = SpritePath([piece], [(10, 10), (90, 10), (90, 50)]), Image.new("RGB", (100, 60))
    places = {}
    for time in (0, 0.25, 0.5, 0.75, 1):
        left, top, right, bottom = in_the_air(ground, [path], time).getbbox() or (0, 0, 0, 0)
        places[time] = (left + right) / 2, (top + bottom) / 2
    assert (places[0], places[0.5], places[1]) == ((10, 10), (90, 10), (90, 50))
    assert places[0.25] == (pytest.approx(10 + 80 * 0.29, abs=1), 10)
    assert places[0.75] == (90, pytest.approx(50 - 40 * 0.29, abs=1))
