"""The parts of messages: custom ids, buttons, selects, forms, pictures, and their container.

A custom id, ``m1:{table}:{seat}:{number}:{action}:{words}``, contains everything that a press needs, so buttons survive
a restart.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import count
from typing import Any
from zlib import crc32

import discord
from discord import ui

from rules.notation import MAX_STORED_INTEGER, read_number
from wording.player_names import SEAT_MARKS, ZERO_WIDTH_SPACE
from wording.text_limits import MAX_ALT_TEXT, MAX_ENTRY, MAX_LABEL, MAX_OPTIONS, border, lighter, shortened, weight

ID_PATTERN = r"m1:(?P<table>\d+):(?P<seat>-|\d+):(?P<number>\d+):(?P<action>[a-z]+):(?P<words>[^:]*)"
MAX_ID = 100  # Discord's limit for a custom id
MAX_COUNT = 999_999  # the largest number among the words of an ID
MAX_PLACEHOLDER = 150  # characters of what a select shows while nothing is chosen
MAX_TITLE = 45  # Discord's limit for the title of a form and the label of a field
MAX_TEXT = 3900  # characters of all texts of a message together; Discord's limit is 4,000
MAX_BYTES = 9000  # the limit for all texts of a message, by their `weight`
MIN_ROW_BYTES = 4000  # the room for texts of buttons and selects, for which other texts may be cut
OPTION_BYTES = (300, 200, 150, 100, 70, 50)  # the lengths tried for the texts of an option until they fit
MIN_ALT_BYTES = 150  # alt texts are not shortened below this length
PASSING = 1_000_000  # component IDs of temporary parts of a message begin here; those that Discord assigns are small
INK = discord.Colour(0x6B4A2B)  # the accent colour of every container
PRIMARY, SECONDARY = discord.ButtonStyle.primary, discord.ButtonStyle.secondary
SUCCESS, DANGER = discord.ButtonStyle.success, discord.ButtonStyle.danger

Item = ui.Item[Any]  # a button or select; the client finds the action of a press by its custom id
SIGN_EMOJI: dict[str, discord.PartialEmoji] = {}  # the emoji for each sign that has one, filled when the bot starts


@dataclass(frozen=True)
class Id:
    """A custom id: table, seat (None: any person), number (usually of log lines, `Snapshot.seen`), action and words."""

    table: int
    action: str
    seat: int | None = None
    number: int = 0
    words: str = ""

    @property
    def said(self) -> tuple[str, ...]:
        """Return the words as a tuple."""
        return tuple(self.words.split())

    @property
    def first_number(self) -> int:
        """Return the first word as a number, or 0 if it isn't a valid number, as in a forged id."""
        return self.numbers[0]

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return the words as numbers, or (0,) if there are none.

        Words that aren't numbers or are too large count as 0.
        """
        found = [read_number(word) or 0 for word in self.said or ("",)]
        return tuple(number if number <= MAX_COUNT else 0 for number in found)

    def __str__(self) -> str:
        seat = "-" if self.seat is None else self.seat
        text = f"m1:{self.table}:{seat}:{self.number}:{self.action}:{self.words}"
        if len(text) > MAX_ID:
            raise ValueError(f"longer than a button's id may be: {text}")
        return text


def read_id(text: str | None) -> Id | None:
    """Return the custom id of an item if it is one of ours, otherwise None."""
    if (read := re.fullmatch(ID_PATTERN, text or "")) is None:
        return None
    # No real table, seat or line has the largest number.
    table, seat, number = (
        None if text == "-" else found if (found := read_number(text)) is not None else MAX_STORED_INTEGER
        for text in read.group("table", "seat", "number")
    )
    return Id(table or 0, read["action"], seat, number or 0, read["words"])


def split_sign(label: str) -> tuple[discord.PartialEmoji | None, str]:
    """Return a label as emoji and text. If it begins with no sign that has an emoji, return None and the label."""
    sign, _, text = label.partition(" ")
    found = SIGN_EMOJI.get(sign)
    return (found, text) if found and text else (None, label)


def drawn_signs(texts: Sequence[str], room: int = MAX_BYTES, most: int = MAX_TEXT) -> list[str]:
    """Return the texts with the application's emoji instead of signs, or unchanged if they would become too long.

    Signs of seats, of which a log has many, stay if only their emoji would make the texts too long. Signs in names
    always stay (`wording.safe_name`). ``room``: the bytes that the texts may take; ``most``: the characters.
    """
    without_seats = {sign: emoji for sign, emoji in SIGN_EMOJI.items() if sign not in SEAT_MARKS}
    for known in filter(None, (SIGN_EMOJI, without_seats)):
        any_sign = "|".join(map(re.escape, sorted(known, key=len, reverse=True)))
        signs = re.compile(f"(?<!{ZERO_WIDTH_SPACE})(?:{any_sign})")
        drawn = [type(text)(signs.sub(lambda found: str(SIGN_EMOJI[found[0]]), text)) for text in texts]
        if sum(map(len, drawn)) <= most and sum(map(weight, drawn)) <= room:
            return drawn
    return list(texts)


def button(press: Id, label: str, style: discord.ButtonStyle = SECONDARY) -> Item:
    """Return a button with this custom id. A sign at the start of its label becomes the bot's emoji if it has one."""
    sign, text = split_sign(label)
    return ui.Button(label=shortened(text, MAX_LABEL), emoji=sign, style=style, custom_id=str(press))


def select_option(value: str, label: str, about: str = "", *, chosen: bool = False) -> discord.SelectOption:
    """Return an option of a select, shortened to Discord's limits."""
    label, about = shortened(label, MAX_ENTRY), shortened(about, MAX_ENTRY)
    return discord.SelectOption(label=label, value=value, description=about or None, default=chosen)


def indexes_around(count: int, at: int) -> range:
    """Return the range of indexes around ``at``, out of ``count``, that fit in a select."""
    first = max(0, min(at - MAX_OPTIONS // 2, count - MAX_OPTIONS))
    return range(first, min(first + MAX_OPTIONS, count))


def select(
    press: Id, placeholder: str, options: Sequence[discord.SelectOption], picks: int = 1, least: int | None = None
) -> Item:
    """Return a select of up to 25 options, of which exactly ``picks`` must be chosen.

    With ``least``, any number from ``least`` to ``picks`` can be chosen.
    """
    for option in options:
        option.emoji, option.label = split_sign(option.label)
    # Clients keep the choice in a select as long as its component id stays the same, and by default that is its place
    # in the message. So the id depends on the custom id: another question in the same place shows its own answer.
    return ui.Select(
        id=crc32(str(press).encode()) >> 1 | 1,
        placeholder=shortened(placeholder, MAX_PLACEHOLDER),
        options=list(options),
        min_values=picks if least is None else least,
        max_values=picks,
        custom_id=str(press),
    )


def text_form(press: Id, title: str, ask: str, text: str = "", *, most: int, paragraph: bool = False) -> ui.Modal:
    """Return a form with one optional field for up to ``most`` characters.

    ``ask``: the label of the field; ``text``: what is in it at first. The handler of the custom id gets the typed text
    as the chosen value.
    """
    style = discord.TextStyle.paragraph if paragraph else discord.TextStyle.short
    field = ui.TextInput[Any](custom_id="text", style=style, default=text or None, max_length=most, required=False)
    found = ui.Modal(title=shortened(title, MAX_TITLE), timeout=None, custom_id=str(press))
    found.add_item(ui.Label(text=shortened(ask, MAX_TITLE), component=field))
    # Forms are found by their IDs, so discord.py doesn't need to keep them.
    found.stop()
    return found


def typed_texts(components: object) -> Iterator[str]:
    """Yield the texts typed into the fields of a form, from Discord's data."""
    if isinstance(components, list):
        for component in components:
            yield from typed_texts(component)
    elif isinstance(components, Mapping):
        if isinstance(value := components.get("value"), str):
            yield value
        yield from typed_texts(components.get("components"))
        yield from typed_texts(components.get("component"))


@dataclass(frozen=True)
class Picture:
    """The bytes of a PNG or GIF, its description, and a file name that reveals nothing about the position."""

    data: bytes
    alt: str
    name: str = "board.png"

    def file(self) -> discord.File:
        """Return the picture as an attachment that can be sent once."""
        return discord.File(BytesIO(self.data), self.name)  # The description is in the gallery.


def picture_gallery(picture: Picture, number: int | None = None, room: int = MAX_BYTES) -> "ui.MediaGallery[Any]":
    """Return a gallery that shows only the attached picture.

    ``number``: its component id, if we set one; ``room``: the bytes that its description may take.
    """
    found: ui.MediaGallery[Any] = ui.MediaGallery(id=number)
    found.add_item(
        media=f"attachment://{picture.name}", description=lighter(shortened(picture.alt, MAX_ALT_TEXT), room)
    )
    return found


class Passing(str):
    """A text that is removed from its message later."""


def layout(
    texts: Sequence[str],
    pictures: Sequence[Picture] = (),
    rows: Iterable[Sequence[Item] | str | Picture] = (),
    *,
    close: bool = False,
    passing: bool = False,
    above: str = "",
) -> ui.LayoutView:
    """Return a message: the text ``above``, the pictures, the texts, the rows. Texts that are too long are cut.

    All texts together stay within `MAX_BYTES`: alt texts are shortened first, then the longest texts.

    The pictures still have to be attached; each has its own gallery. The rows may include short texts and pictures that
    introduce the next row.

    ``close``: join the texts into one component, with little space between them. ``passing``: the pictures are removed
    later.
    """
    box: ui.Container[Any] = ui.Container(accent_colour=INK)
    ids, rows = count(PASSING), list(rows)
    least = sum(min(weight(shortened(picture.alt, MAX_ALT_TEXT)), MIN_ALT_BYTES) for picture in pictures)
    texts = [above, *texts]
    room = MAX_BYTES - lighten(rows, MAX_BYTES - least - sum(map(weight, texts)))
    head, *fitting = (
        fit_texts(texts, room=room - least) if above.strip() else ["", *fit_texts(texts, room=room - least)]
    )
    alts = fit_alts([picture.alt for picture in pictures], room - sum(map(weight, [head, *fitting])))
    between = [row for row in rows if isinstance(row, str)]
    room += sum(map(weight, between)) - sum(map(weight, alts))
    head, *shown = drawn_signs([head, *fitting, *between], room)
    fitting, between = shown[: len(fitting)], shown[len(fitting) :]
    if head:
        box.add_item(ui.TextDisplay(head))
    for picture, alt in zip(pictures, alts, strict=True):
        box.add_item(picture_gallery(replace(picture, alt=alt), next(ids) if passing else None))
    for text in ["\n".join(fitting)] if close and fitting else fitting:
        box.add_item(ui.TextDisplay(text, id=next(ids) if isinstance(text, Passing) else None))
    for row in rows:
        if isinstance(row, str | Picture):
            box.add_item(picture_gallery(row) if isinstance(row, Picture) else ui.TextDisplay(between.pop(0)))
            continue
        for start in range(0, len(row), 5):
            box.add_item(ui.ActionRow(*row[start : start + 5]))
    view = ui.LayoutView(timeout=None)
    view.add_item(box)
    # Presses are handled by their IDs, so discord.py doesn't need to keep the view or a timer.
    view.stop()
    return view


def weight_of_row(row: Sequence[Item] | str | Picture) -> int:
    """Return how many bytes the texts of a row take."""
    if isinstance(row, str | Picture):
        return weight(row.alt if isinstance(row, Picture) else row)
    found: list[str | None] = []
    for item in row:
        if isinstance(item, ui.Select):
            found += [item.placeholder, *(text for one in item.options for text in (one.label, one.description))]
        elif isinstance(item, ui.Button):
            found.append(item.label)
    return sum(weight(text) for text in found if text)


def lighten(rows: Sequence[Sequence[Item] | str | Picture], room: int) -> int:
    """Shorten the options of selects if the rows take more than ``room`` bytes: first descriptions, then labels.

    Return how many bytes the rows take afterwards. They may always take `MIN_ROW_BYTES`.
    """
    items = [item for row in rows if not isinstance(row, str | Picture) for item in row]
    options = [one for item in items if isinstance(item, ui.Select) for one in item.options]
    took = sum(map(weight_of_row, rows))
    for key in ("description", "label"):
        for most in OPTION_BYTES:
            if took <= max(room, MIN_ROW_BYTES):
                return took
            for option in options:
                if text := getattr(option, key):
                    setattr(option, key, lighter(text, most))
            took = sum(map(weight_of_row, rows))
        if key == "description" and took > max(room, MIN_ROW_BYTES):
            for option in options:
                option.description = None
            took = sum(map(weight_of_row, rows))
    return took


def fit_alts(alts: Sequence[str], room: int) -> list[str]:
    """Return the alt texts, with the longest shortened if all of them together take more than ``room`` bytes."""
    fitting = [shortened(alt, MAX_ALT_TEXT) for alt in alts]
    while fitting and (over := sum(map(weight, fitting)) - room) > 0:
        longest = max(range(len(fitting)), key=lambda at: weight(fitting[at]))
        most = weight(fitting[longest])
        if most <= MIN_ALT_BYTES:
            break
        fitting[longest] = lighter(fitting[longest], max(most - over, most // 2, MIN_ALT_BYTES))
    return fitting


def fit_texts(texts: Sequence[str], most: int = MAX_TEXT, room: int = MAX_BYTES) -> list[str]:
    """Return the non-empty texts. If they are too long together, cut the longest ones, at line breaks if possible.

    ``most``: in characters; ``room``: in bytes.
    """
    fitting = [text for text in texts if text.strip()]
    for measure, limit in ((len, most), (weight, room)):
        while (over := sum(map(measure, fitting)) - limit) > 0:
            longest = max(range(len(fitting)), key=lambda at: measure(fitting[at]))
            text = fitting[longest]
            # A character may have several bytes, so cutting one character for each excess byte may cut too much.
            kept = text[: border(text, max(len(text) - max(over * len(text) // measure(text), 1) - 2, len(text) // 2))]
            cut = type(text)((kept.rsplit("\n", 1)[0] or kept) + "\n…")
            if len(cut) >= len(text):
                break
            fitting[longest] = cut
    return fitting


def passes_away(item: Item) -> bool:
    """Return whether an item of a message is a text or gallery that is removed later."""
    return isinstance(item, ui.TextDisplay | ui.MediaGallery) and (item.id or 0) >= PASSING
