"""Custom ids, ``m1:{table}:{seat}:{number}:{action}:{words}``, which carry everything that a press needs."""

from dataclasses import dataclass

PATTERN = r"m1:(?P<table>\d+):(?P<seat>-|\d+):(?P<number>\d+):(?P<action>[a-z]+):(?P<words>[^:]*)"
MAX_ID = 100  # Discord's limit for a custom id
MAX_DIGITS = 6  # of a number in an id


@dataclass(frozen=True)
class Id:
    """A custom id: the table, the seat (None: any person), the log number it was made at, the action and its words."""

    table: int
    action: str
    seat: int | None = None
    number: int = 0
    words: str = ""

    @property
    def said(self) -> tuple[str, ...]:
        """Return its words one by one."""
        return read_words(self.words)

    @property
    def count(self) -> int:
        """Return the first of its words as a number, or 0 if it is none, as in a forged id."""
        return self.counts[0]

    @property
    def counts(self) -> tuple[int, ...]:
        """Return all its words as numbers; there is at least one."""
        return tuple(int(word) if word.isdecimal() and len(word) <= MAX_DIGITS else 0 for word in self.said or ("",))

    def __str__(self) -> str:
        seat = "-" if self.seat is None else self.seat
        text = f"m1:{self.table}:{seat}:{self.number}:{self.action}:{self.words}"
        if len(text) > MAX_ID:
            raise ValueError(f"longer than a button's id may be: {text}")
        return text


def read_id(groups: dict[str, str]) -> Id:
    """Return the id from the groups of a match of `PATTERN`."""
    seat = None if groups["seat"] == "-" else int(groups["seat"])
    return Id(int(groups["table"]), groups["action"], seat, int(groups["number"]), groups["words"])


def read_words(text: str) -> tuple[str, ...]:
    """Return the words in an id or in the value of an option."""
    return tuple(text.split())
