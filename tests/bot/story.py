"""Whole panels as text, for comparison with the texts in ``kept/``."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import bot.pictures
from bot.ui.message import Item
from bot.version import VERSION
from games import GAMES
from renderer import Scene
from tests.bot.message_limits import CONTAINER, GALLERY, ROW, TEXT
from tests.bot.sim import BUTTON, STRING_SELECT, Anything, Sim, components, message

KEPT = Path(__file__).with_name("kept")
STYLES = {1: "blue", 2: "grey", 3: "green", 4: "red", 5: "link"}
TIMESTAMP, SNOWFLAKE = re.compile(r"<t:(\d+):(\w)>"), re.compile(r"\d{15,}")
MINUTE = 60
MAX_BRIEF = 120  # characters of a brief text


class Story:
    """People's actions, and the whole message that each person then sees."""

    def __init__(self, sim: Sim, monkeypatch: pytest.MonkeyPatch, *, brief: bool = False) -> None:
        self.sim = sim
        self.brief = brief  # whether to shorten long texts, which are tested separately
        self.lines: list[str] = []
        self._drawn: list[str] = []
        small = GAMES["rattus"].pictures.png(Image.new("RGB", (11, 7)))

        def record(asked: str) -> bytes:
            # Leave out the drawing of posts, whose moment depends on the speed of the machine.
            if "as seat None" not in asked:
                self._drawn.append(f"[drawn: {asked}]")
            return small

        monkeypatch.setattr(bot.pictures, "draw_picture", lambda game, scene, side: record(f"{told(scene)} {side}"))
        monkeypatch.setattr(bot.pictures, "draw_thing", lambda game, name, words: record(f"{name} of {game}"))
        monkeypatch.setattr(
            bot.pictures, "draw_previews", lambda wanted, words: record(f"samples of {wanted[0][0].id}")
        )
        monkeypatch.setattr(bot.pictures, "draw_replay_samples", lambda game, *asked: record("samples of replays"))
        monkeypatch.setattr(
            bot.pictures,
            "draw_replay",
            lambda game, first, played, moving: record(f"{told(first)}, {len(played)} moves, {moving=}"),
        )

    def note(self, done: str, on: Anything) -> Anything:
        """Note a person's action and the resulting message. Return the message."""
        now = self.sim.again(message(on))
        self.lines += [f"=== {done}", *sorted(self._drawn), *self._lines_of(now), ""]
        self._drawn.clear()
        return now

    def _lines_of(self, on: Anything) -> Iterator[str]:
        text = "\n".join([message(on).content, *parts(components(on), MAX_BRIEF if self.brief else None)])
        at = self.sim.env.now().timestamp()
        text = TIMESTAMP.sub(lambda found: f"<{round((int(found[1]) - at) / MINUTE)} min:{found[2]}>", text)
        yield from filter(None, SNOWFLAKE.sub("…", text).replace(VERSION, "…").split("\n"))

    @property
    def text(self) -> str:
        """Return all notes as text."""
        return "\n".join(self.lines)


def told(scene: Scene[Any]) -> str:
    """Return one line that describes the content of a picture."""
    marks = "".join(f" {mark.letter}:{mark.target.id}" for mark in scene.marks)
    events = "".join(f" {type(event).__name__}" for event in scene.events)
    changed = "".join(f" {getattr(target, 'id', target)}" for target in scene.changed)
    seen = f"{scene.part} as seat {scene.view.seat} sees it, {' '.join(scene.names)}, {sorted(scene.style)}"
    return f"{seen}; marks{marks}; events{events}; changed{changed}"


def rows_of(rows: Iterable[Iterable[Item]]) -> list[str]:
    """Return the lines that describe these rows of buttons and selects."""
    found = [{"type": ROW, "components": [item.to_component_dict() for item in row]} for row in rows]
    return "\n".join(parts(found)).split("\n")


def parts(some: list[dict[str, Any]], most: int | None = None) -> Iterator[str]:
    """Yield the lines that describe these components.

    ``most``: keep only this many characters of each text, and only the values of options.
    """
    for part in some:
        kind = part["type"]
        if kind == CONTAINER:
            yield from parts(part["components"], most)
        elif kind == TEXT:
            yield part["content"][:most]
        elif kind == GALLERY:
            yield from (f"[picture: {str(item.get('description')).partition('. ')[0]}]" for item in part["items"])
        elif kind == ROW:
            yield "[row]"
            yield from parts(part["components"], most)
        elif kind == BUTTON:
            sign = (part.get("emoji") or {}).get("name") or ""
            off = " (disabled)" if part.get("disabled") else ""
            press = part.get("custom_id", part.get("url"))
            yield f"  [{sign}{part.get('label') or ''}] {STYLES[part['style']]} {press}{off}"
        else:
            many = f"{part.get('min_values', 1)}-{part.get('max_values', 1)}"
            yield f"  <{part.get('placeholder')}> {many} {part['custom_id']}" + " (people)" * (kind != STRING_SELECT)
            options = part.get("options", ())
            if most:
                yield "    " + ", ".join("*" * bool(option.get("default")) + option["value"] for option in options)
                continue
            for option in options:
                chosen = "*" if option.get("default") else "-"
                about = f" | {option['description']}" if option.get("description") else ""
                yield f"    {chosen} {option['label']} = {option['value']}{about}"
