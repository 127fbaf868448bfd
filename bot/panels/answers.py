"""The answers to a question as shown in a panel: buttons and options with their labels, and lines with details.

All texts are composed of an answer's parts (`wording.Facts`), so that no essential fact is lost if there is little
room.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache

import discord
import msgspec

from bot.ui.message import SIGN_EMOJI, Item, select_option
from bot.ui.widths import MAX_IN_ROW, PHONE_WIDTH, WIDE_WIDTH, buttons_by_line, label_of, label_width, lines_of
from games.move_picker import Choice
from renderer import Mark
from rules.notation import Move
from wording import Facts, Words
from wording.text_limits import MAX_ENTRY, capital

PHONE_LINE = 50  # characters in a line of small text on a phone
ONES = re.compile(r"(?<=\D)1(?!\d)| ")  # what is left out between signs: spaces, and the number 1, as in gains
LETTER_SEPARATOR = " · "  # between a letter and the name of its thing


class Answer(msgspec.Struct, frozen=True):
    """A choice as it is shown on a panel."""

    choice: Choice
    mark: Mark | None
    facts: Facts
    final: bool  # the answer can't be undone; False for the end of the turn itself
    ends: bool = False  # the answer also ends the turn
    tail: str = ""  # the end of the label, which says that the answer ends the turn

    def leads_to(self, move: Move) -> bool:
        """Return whether the answer is this move, or leads to it and says more about it than its kind."""
        return move in self.choice.moves and bool(self.choice.move or self.choice.field)

    @property
    def letter(self) -> str:
        """Return the answer's letter in the picture, or ""."""
        return self.mark.letter if self.mark else ""

    @property
    def says_all(self) -> bool:
        """Return whether the button's signs show everything that a player must know."""
        return bool(self.letter and self.facts.signs and self.choice.beside)

    @property
    def label(self) -> str:
        """Return the label of the button or option."""
        return self._label(brief=False)

    @property
    def brief(self) -> str:
        """Return a shorter label: the letter without the name. For the end of the turn, it counts what is lost."""
        return self._label(brief=True)

    def _label(self, *, brief: bool) -> str:
        facts = self.facts
        if self.says_all:
            others, _, last = facts.signs.rpartition(" ")
            if not facts.short and last in SIGN_EMOJI:
                parts = [last, self.letter, facts.badge, others]
            else:
                arrow = "→" if facts.badge else ""
                parts = [self.letter + LETTER_SEPARATOR.rstrip(), facts.short, facts.badge, arrow, facts.signs]
                if brief and facts.short:
                    parts[1:] = [f"{ONES.sub('', facts.badge)}{arrow}{facts.signs}"]
            text = " ".join(filter(None, parts))
        elif brief and self.letter:
            text = f"{self.letter} {facts.badge}".rstrip()
        else:
            name = (self.letter and facts.short) or (brief and self.choice.kind == "end" and facts.short) or facts.name
            text = f"{self.letter}{LETTER_SEPARATOR}{name}" if self.letter else name
            text += f" {facts.badge}" * bool(facts.badge)
        text += self.tail
        if self.choice.field and not self.choice.move and not self.choice.beside:
            # The answer beside the others already names its destination.
            text += " …"
        return text

    def more(self, w: Words, most: int | None = None, *, named: bool = False) -> str:
        """Return the answer's price, plague, citizens and gain, and other details if all fit in ``most`` characters.

        ``named``: they are shown beside the name, so a gain that the name already gives is left out.
        """
        named = named or not self.letter or not self.facts.short
        return w._(", ").join(self.facts.besides(most) if named else self.facts.parts(most))

    def option(self, w: Words) -> discord.SelectOption:
        """Return the answer as a select option. A price for which its description has no room goes into its label."""
        label, more = self.label, self.more(w, MAX_ENTRY)
        if len(more) > MAX_ENTRY:
            label, more = f"{label}: {self.facts.price}" if self.facts.price else label, more
            more = w._(", ").join([part for part in self.facts.vital if part != self.facts.price])
        return select_option(self.choice.prefix, label, more)


def list_by_letter(answers: Sequence[Answer], w: Words, heads: Callable[[str], str]) -> list[str]:
    """Return lines with the costs and gains of the answers that have buttons of their own, by letter or name.

    ``heads`` returns the heading for a kind of move. Headings are used only if several kinds share a letter.
    """
    beside = [answer for answer in answers if answer.choice.beside]
    alike = Counter((one.choice.kind, one.letter) for one in beside)
    listed = [(answer, more) for answer in beside if (more := answer.more(w))]
    letters = [letter for _, letter in {(one.choice.kind, one.letter) for one, _ in listed if one.letter}]

    def called(answer: Answer) -> str:
        if not answer.letter:
            return f"{answer.facts.name}:"
        twice = alike[answer.choice.kind, answer.letter] > 1
        return f"{answer.letter}{LETTER_SEPARATOR}{answer.facts.name}:" if twice else answer.letter

    lines = [(answer.choice.kind, called(answer), more) for answer, more in listed]
    return lines_by_kind(lines, heads if len(letters) > len(set(letters)) else None)


def list_by_name(answers: Sequence[Answer], w: Words, heads: Callable[[str], str]) -> list[str]:
    """Return lines with the costs and gains of the answers, by name, for players who use no buttons.

    ``heads`` returns the heading for a kind of move. Headings are used only if there are several kinds.
    """
    listed = [answer for answer in answers if answer.more(w, named=True)]
    several = len({answer.choice.kind for answer in listed}) > 1
    named = [(one, without_kind(one, listed) if several else one.facts.name) for one in listed]
    lines = [(one.choice.kind, f"{name}:", one.more(w, named=True)) for one, name in named]
    return lines_by_kind(lines, heads if several else None)


def lines_by_kind(lines: Sequence[tuple[str, str, str]], heads: Callable[[str], str] | None) -> list[str]:
    """Return texts made of these lines, each given as kind, name and details, grouped by kind under headings.

    Answers with the same details share a line, and so do others if they fit. ``heads``: None for no headings.
    """
    kinds: dict[str, dict[str, list[str]]] = {}
    for kind, name, more in lines:
        kinds.setdefault(kind, {}).setdefault(more, []).append(name)
    found = []
    for kind, some in kinds.items():
        found += [heads(kind)] if heads else []
        begins = len(found)
        for more, names in some.items():
            # The names of several answers come before their common text; only the last one keeps its colon.
            called = ", ".join(with_ranges([*(one.removesuffix(":") for one in names[:-1]), names[-1]]))
            text = f"**{called}** {more}"
            if len(found) > begins and len(f"{found[-1]} · {text}".replace("**", "")) <= PHONE_LINE:
                found[-1] += f" · {text}"
            else:
                found.append(text)
    return found


def with_ranges(names: Sequence[str]) -> list[str]:
    """Return the names, with three or more consecutive letters or numbers as a range: "A–D", "7–9"."""
    found = list[list[str]]()
    for name in names:
        before = found[-1][-1] if found else ""
        follows = before.isdecimal() and name.isdecimal() and int(name) == int(before) + 1
        follows |= len(before) == len(name) == 1 and before.isalpha() and ord(name) == ord(before) + 1
        if follows:
            found[-1].append(name)
        else:
            found.append([name])
    return [text for some in found for text in ([f"{some[0]}–{some[-1]}"] if len(some) > 2 else some)]


def without_kind(answer: Answer, among: Sequence[Answer]) -> str:
    """Return the name of an answer under its heading: without the kind if all names of that kind start with it."""
    kind, colon, name = answer.facts.name.partition(": ")
    same = [one for one in among if one.choice.kind == answer.choice.kind]
    alike = colon and len(same) > 1 and all(one.facts.name.startswith(kind + colon) for one in same)
    return capital(name) if alike else answer.facts.name


@lru_cache(1024)
def in_rows(labels: tuple[str, ...], weight: int = 0) -> Sequence[Sequence[int]]:
    """Return the indexes of buttons in rows that take the fewest lines on phones and wide screens.

    Of equally good rows, take those with the fewest buttons alone in a line on a phone, then the most even ones. A
    screen breaks a row that is too wide. ``weight``: a line on a wide screen counts as much as this many on a
    phone.
    """
    widths = list(map(label_width, labels))
    best: list[tuple[int, int, int, int, list[list[int]]]] = [(0, 0, 0, 0, [])]
    for end in range(1, len(widths) + 1):
        found = []
        for start in range(max(0, end - MAX_IN_ROW), end):
            cost, wide, alone, uneven, rows = best[start]
            row, some = list(range(start, end)), widths[start:end]
            lines, more = buttons_by_line(some, PHONE_WIDTH), lines_of(some, WIDE_WIDTH)
            cost += len(lines) + weight * more
            found.append((cost, wide + more, alone + lines.count(1), uneven + len(row) * len(row), [*rows, row]))
        best.append(min(found))
    return best[-1][4]


def rows_of(items: Sequence[Item], weight: int = 0) -> list[list[Item]]:
    """Return the buttons in the rows that `in_rows` chooses."""
    return [[items[place] for place in row] for row in in_rows(tuple(map(label_of, items)), weight)]
