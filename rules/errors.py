"""The errors for everything that the rules can refuse, worded for players.

Every refusal is a template with values, so that the bot can show it in any language. ``template`` is the English
sentence and the key of the message catalogue. Sentences about impossible positions and the table protocol are not in
the catalogue, because only programs and hosts see them.
"""

from collections.abc import Mapping


def N_(template: str) -> str:  # noqa: N802 - the name that gettext's extraction tools know
    """Mark a template for the message catalogue and return it unchanged."""
    return template


ALTERNATIVES = frozenset({"prices", "tokens"})  # values of refusals that list alternatives


class InContext(str):
    """A text that has a catalogue entry of its own for each ``context``."""

    context: str


def P_(context: str, text: str) -> str:  # noqa: N802 - as `N_`
    """Mark a text that needs a different translation in this context, and return it."""
    marked = InContext(text)
    marked.context = context
    return marked


class RulesError(Exception):
    """A request was refused; nothing has changed. ``code`` names the kind for programs."""

    code = "refused"

    def __init_subclass__(cls, code: str = "") -> None:
        cls.code = code or cls.code

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template, values)
        self.template = template
        self.values: Mapping[str, object] = values

    def __str__(self) -> str:
        return self.template.format_map(self.values)


class BadNotation(RulesError, code="notation"):
    """The text is not a move of this game."""


class IllegalMove(RulesError, code="illegal"):
    """A move of this game that is not legal now. ``legal`` lists the legal moves of the same kind."""

    def __init__(self, template: str, *, legal: tuple[str, ...] = (), **values: object) -> None:
        super().__init__(template, **values)
        self.legal = legal


class NotYourTurn(RulesError, code="turn"):
    """The seat has nothing to decide now. ``due`` lists the seats that have."""

    def __init__(self, template: str, *, due: tuple[int, ...] = (), **values: object) -> None:
        super().__init__(template, **values)
        self.due = due


class GameOver(RulesError, code="over"):
    """The game has ended; further moves are impossible."""


class CannotUndo(RulesError, code="undo"):
    """The undo would cross a barrier (new information or a turn's end), or the line is missing, or the game is over."""


class BadOptions(RulesError, code="options"):
    """An unknown game, option, value or seat, a wrong number of seats, or a bad seed."""


class BadPosition(RulesError, code="position"):
    """A position or log that is malformed, or that no game can have reached."""
