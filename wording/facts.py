"""The parts of an answer to a question: its name, price and consequences."""

import msgspec
from msgspec.structs import replace

from wording.text_limits import capital


class Facts(msgspec.Struct, frozen=True):
    """The parts of an answer, from which the caller composes texts to fit the available room.

    ``name`` is the text of a button, about 38 characters long. ``short`` replaces it beside a letter of the picture.
    ``badge`` has the price and the plague, which the picture shows unclearly or not at all. ``signs`` has the
    citizens and the gain, so that a button with both needs no explanation beside it. A button without ``short`` shows
    the application's emoji for the last sign, if there is one. Price, plague, citizens and gain must always be shown.
    ``note`` and ``way`` can be left out if there is no room. ``brief_price`` and ``brief_gain`` are shorter versions
    for short lines.
    """

    name: str
    short: str = ""
    badge: str = ""
    signs: str = ""
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
        """The parts that a player must know before choosing the answer."""
        return [text for text in (self.price, self.plague, self.citizens, self.gain) if text]

    @property
    def brief(self) -> "Facts":
        """The same answer with shorter texts for its price and gain."""
        return replace(self, price=self.brief_price or self.price, gain=self.brief_gain or self.gain)

    def parts(self, most: int | None = None) -> list[str]:
        """Return the parts except the name, most important first.

        Parts that aren't vital are left out if the line would be longer than ``most`` characters.
        """
        found = self.vital
        for text in filter(None, (self.note, self.way)):
            if most is None or len(", ".join([*found, text])) <= most:
                found.append(text)
        return found

    def besides(self, most: int | None = None) -> list[str]:
        """Return the parts, but without the gain if the name already ends with it."""
        return [part for part in self.parts(most) if part != self.gain or not self.name.endswith(f": {part}")]

    def text(self, comma: str = ", ", most: int | None = None) -> str:
        """Return the answer in one line: "Hex 7: costs 1 coin, plague 1, 1 nun, build".

        If the line would be longer than ``most`` characters, leave out parts and use shorter texts, but never drop a
        vital part.
        """
        name = capital(self.name)
        room = None if most is None else most - len(name) - 2
        parts = self.besides(room)
        if room is not None and len(comma.join(parts)) > room:
            parts = self.brief.vital
        if not parts:
            return name
        return comma.join([name, *parts]) if ": " in name else f"{name}: {comma.join(parts)}"
