"""What can be refused, in a player's words.

Every refusal carries its sentence as a template and the values for it, so that the bot can say the same in
another language: ``template`` is the English sentence and the key of the message catalogue at once. Sentences that only
programs and hosts read, of positions that no game can have reached and of the table protocol, are not in the catalogue.
"""

from collections.abc import Mapping


def N_(template: str) -> str:  # noqa: N802 - the name gettext's extraction tools know
    """Mark a template for the message catalogue and return it unchanged."""
    return template


ALTERNATIVES = frozenset({"prices", "tokens"})  # values of refusals that list things of which one is chosen


class InContext(str):
    """A text that is another entry of the catalogue than the same text elsewhere: ``context`` says where it stands."""

    context: str


def P_(context: str, text: str) -> str:  # noqa: N802 - as `N_`
    """Mark a text for the catalogue that means, or is inflected as, something else elsewhere, and return it."""
    marked = InContext(text)
    marked.context = context
    return marked


class RulesError(Exception):
    """Something asked of the rules that they refuse; nothing has changed. ``code`` names the kind for programs."""

    code = "refused"

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template, values)
        self.template = template
        self.values: Mapping[str, object] = values

    def __str__(self) -> str:
        return self.template.format_map(self.values)


class BadNotation(RulesError):
    """The text is not a move of this game at all."""

    code = "notation"


class IllegalMove(RulesError):
    """A move of this game that is not legal now. ``legal`` lists moves of the same kind that are."""

    code = "illegal"

    def __init__(self, template: str, *, legal: tuple[str, ...] = (), **values: object) -> None:
        super().__init__(template, **values)
        self.legal = legal


class NotYourTurn(RulesError):
    """The seat has nothing to decide now. ``due`` lists the seats that have."""

    code = "turn"

    def __init__(self, template: str, *, due: tuple[int, ...] = (), **values: object) -> None:
        super().__init__(template, **values)
        self.due = due


class GameOver(RulesError):
    """The game has ended, nothing more can be played."""

    code = "over"


class CannotUndo(RulesError):
    """Undo would cross a barrier: new information, or somebody else's turn."""

    code = "undo"


class BadOptions(RulesError):
    """An unknown game, a wrong number of seats, an unknown option or value."""

    code = "options"


class BadPosition(RulesError):
    """A position or log that no game can have reached."""

    code = "position"
