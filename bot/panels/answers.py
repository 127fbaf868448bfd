"""The answers of a question as a panel shows them: buttons and options with their labels, and lines that tell more.

Every text is composed of an answer's parts (`wording.Facts`), so nothing that must be known is lost for want of room.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import discord

from bot.panels.move_picker import Choice
from bot.ui.item import ActionItem
from renderer import Mark
from rules.notation import Move
from wording import Facts, Words
from wording.limits import ENTRY, capital

IN_A_ROW = 5  # buttons, at most
LINE = 50  # letters of a line of small text on a phone
LATIN = 0x250  # signs beyond are as wide as two letters
PHONE, EDGES, BETWEEN = 350, 24, 8  # px of a phone for a row of buttons, round a label, between two buttons
NARROW, BROAD = frozenset(" .,:;·'|!()[]ijltfI“”"), frozenset("mwMWQ@…")  # letters that are less and more wide
VARIANT = "\ufe0f"  # after a sign: it is drawn in colours
SPLIT = " · "  # between a letter and what it stands on


@dataclass(frozen=True)
class Answer:
    """A choice as it is shown on a panel."""

    choice: Choice
    mark: Mark | None
    facts: Facts
    final: bool  # pressing it cannot be undone
    ends: bool = False  # pressing it ends the turn
    tail: str = ""  # what the label says last: that it ends the turn

    def leads_to(self, move: Move) -> bool:
        """Whether it is the move, or more of it than its kind."""
        return move in self.choice.moves and bool(self.choice.move or self.choice.field)

    @property
    def letter(self) -> str:
        """Its letter in the picture."""
        return self.mark.letter if self.mark else ""

    @property
    def name(self) -> str:
        """What it is called where no letter is seen."""
        return self.facts.name

    @property
    def label(self) -> str:
        """What the button or the option of a select says."""
        name = self.facts.short or self.name if self.letter else self.name
        text = f"{self.letter}{SPLIT}{name}" if self.letter else name
        text += f" {self.facts.badge}" * bool(self.facts.badge) + self.tail
        if self.choice.field and not self.choice.move and not self.choice.beside:
            text += " …"  # here the one beside the others says where it leads
        return text

    def more(self, w: Words, most: int | None = None, *, named: bool = False) -> str:
        """What its line tells beside the label, or the name: price, plague, citizens, gain, and what else has room."""
        named = named or not self.letter or not self.facts.short
        return w._(", ").join(self.facts.besides(most) if named else self.facts.parts(most))

    def option(self, w: Words) -> discord.SelectOption:
        """The answer as an option of a select: what its description has no room for goes into its label."""
        label, more = self.label, self.more(w, ENTRY)
        if len(more) > ENTRY:
            label, more = f"{label}: {self.facts.price}" if self.facts.price else label, more
            more = w._(", ").join([part for part in self.facts.vital if part != self.facts.price])
        return discord.SelectOption(label=label[:ENTRY], value=self.choice.prefix, description=more[:ENTRY] or None)

    def called(self, *, named: bool) -> str:
        """What stands before its line: its letter, its name, or both."""
        if self.letter and not named:
            return self.letter
        return f"{self.letter}{SPLIT}{self.name}:" if self.letter else f"{self.name}:"


def list_of(
    answers: Sequence[Answer], w: Words, heads: Callable[[str], str], *, typed: bool = False, plain: bool = False
) -> list[str]:
    """Return what each answer costs and brings, a line each if it fills one; the kind where two are about one place.

    Who ``typed`` sees neither buttons nor selects: every answer is there, by its name. ``heads``: what a kind of move
    is called; ``plain``: every kind has its head.
    """
    kinds: dict[str, dict[str, list[str]]] = {}
    beside = [answer for answer in answers if typed or answer.choice.beside]
    alike = Counter((one.choice.kind, one.letter) for one in beside if one.letter)
    told = [answer for answer in beside if answer.more(w, named=typed)]
    several = typed and len({answer.choice.kind for answer in told}) > 1
    for answer in told:
        twice = bool(answer.letter) and alike[answer.choice.kind, answer.letter] > 1
        lines = kinds.setdefault(answer.choice.kind, {})
        name = without_kind(answer, told) if several else answer.name
        called = f"{name}:" if typed else answer.called(named=twice)
        lines.setdefault(answer.more(w, named=typed), []).append(called)
    letters = [letter for _, letter in {(one.choice.kind, one.letter) for one in told if one.letter}]
    found = []
    for kind, some in kinds.items():
        if several or plain or len(letters) > len(set(letters)):
            found.append(heads(kind))
        found += in_lines([f"**{together(called)}** {more}" for more, called in some.items()])
    return found


def without_kind(answer: Answer, among: Sequence[Answer]) -> str:
    """The name of an answer that stands under its kind: without the kind, where all of that kind begin with it."""
    kind, colon, name = answer.name.partition(": ")
    same = [one for one in among if one.choice.kind == answer.choice.kind]
    alike = colon and len(same) > 1 and all(one.name.startswith(kind + colon) for one in same)
    return capital(name) if alike else answer.name


def together(called: Sequence[str]) -> str:
    """What several answers are called before what is said of all of them: the last one keeps its colon."""
    return ", ".join([*(one.removesuffix(":") for one in called[:-1]), called[-1]])


def in_lines(texts: Sequence[str]) -> list[str]:
    """Texts in lines of a phone: as many in one as it has room for."""
    lines: list[str] = []
    for text in texts:
        if lines and len(f"{lines[-1]} · {text}".replace("**", "")) <= LINE:
            lines[-1] += f" · {text}"
        else:
            lines.append(text)
    return lines


def in_rows(labels: Sequence[str]) -> list[list[int]]:
    """The places of buttons with these labels, in rows: as few lines as can be on a phone, then as few rows, all alike.

    A phone breaks a row that is too wide; a wide screen shows it as it is.
    """
    widths = list(map(label_width, labels))
    best: list[tuple[int, int, int, list[list[int]]]] = [(0, 0, 0, [])]
    for end in range(1, len(widths) + 1):
        found = []
        for start in range(max(0, end - IN_A_ROW), end):
            lines, count, uneven, rows = best[start]
            row = list(range(start, end))
            found.append((lines + _lines(widths[start:end]), count + 1, uneven + len(row) ** 2, [*rows, row]))
        best.append(min(found, key=lambda one: one[:3]))
    return best[-1][3]


def one_line(labels: Sequence[str]) -> bool:
    """Whether a phone shows buttons with these labels in one line."""
    return _lines(list(map(label_width, labels))) == 1


def _lines(widths: Sequence[int]) -> int:
    """How many lines of a phone a row of buttons takes."""
    lines, room = 1, PHONE + BETWEEN
    for width in widths:
        room -= width + BETWEEN
        if room < 0:
            lines, room = lines + 1, PHONE - width
    return lines


def label_of(item: ActionItem) -> str:
    """The label of a button, with its emoji as a sign."""
    emoji, label = getattr(item.item, "emoji", None), str(getattr(item.item, "label", "") or "")
    return f"☠️ {label}" if emoji else label


def label_width(label: str) -> int:
    """How wide a button with this label is on a phone, in px: rather too wide than too narrow."""
    return round(EDGES + sum(map(_wide, label)))


def _wide(one: str) -> float:
    if one == VARIANT:
        return 0
    if one in NARROW:
        return 4.6
    if one in BROAD:
        return 12
    return 9.4 if one.isupper() else 7.9 if ord(one) < LATIN else 19
