"""An answer to a question in parts: what it is called, what it costs, and what follows from choosing it."""

from dataclasses import dataclass, replace

from wording.limits import capital


@dataclass(frozen=True)
class Facts:
    """The parts of an answer, as values: whoever shows them composes the texts and knows how much room there is.

    ``name`` is what a button says, in about 38 characters. ``short`` says the same beside a letter of the picture,
    and ``badge`` what the picture does not show, or not clearly: the price and the plague. Of the others the price,
    the plague, the citizens and the gain may never be left out; the note and the way are, where there is no room.
    ``brief_price`` and ``brief_gain`` are the same in fewer letters, for lines that have room for no more.
    """

    name: str
    short: str = ""
    badge: str = ""
    price: str = ""
    plague: str = ""
    citizens: str = ""
    gain: str = ""
    note: str = ""
    way: str = ""
    brief_price: str = ""
    brief_gain: str = ""

    @property
    def vital(self) -> list[str]:
        """What must be known before choosing the answer."""
        return [text for text in (self.price, self.plague, self.citizens, self.gain) if text]

    @property
    def brief(self) -> "Facts":
        """The same in fewer letters."""
        return replace(self, price=self.brief_price or self.price, gain=self.brief_gain or self.gain)

    def parts(self, most: int | None = None) -> list[str]:
        """Everything besides the name, the weightiest first; with ``most`` what has room, and all that is vital."""
        found = self.vital
        for text in filter(None, (self.note, self.way)):
            if most is None or len(", ".join([*found, text])) <= most:
                found.append(text)
        return found

    def besides(self, most: int | None = None) -> list[str]:
        """The parts without what the name says by itself: "Hut: 2 coins"."""
        return [part for part in self.parts(most) if part != self.gain or not self.name.endswith(f": {part}")]

    def text(self, comma: str = ", ", most: int | None = None) -> str:
        """The answer by itself, in one line: "Hex 7: costs 1 coin, plague 1, 1 nun, build"."""
        name = capital(self.name)
        room = None if most is None else most - len(name) - 2
        parts = self.besides(room)
        if room is not None and len(comma.join(parts)) > room:
            parts = self.brief.vital
        if not parts:
            return name
        return comma.join([name, *parts]) if ": " in name else f"{name}: {comma.join(parts)}"
