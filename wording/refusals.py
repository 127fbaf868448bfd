"""Refusals in words: the reason, with names in place of ids, and what would be right."""

from collections.abc import Sequence
from typing import Any

from wording.catalogue import Words
from wording.limits import capital
from wording.players import harmless, player

SHOWN = 8  # legal moves that are named
AS_WRITTEN = ("word", "near", "text", "usage", "verbs")  # values that are about how a move is written


def refusal(error: Exception, w: Words, game: Any, view: Any, names: Sequence[str]) -> str:
    """See `wording.refusal`. Legal moves are left out where the reason itself lists what is possible."""
    given: dict[str, object] = getattr(error, "values", {})
    values = {key: _value(game, key, value, w, view, names) for key, value in given.items()}
    lines = [w._(getattr(error, "template", str(error)), **values)]
    legal: Sequence[str] = getattr(error, "legal", ())
    if legal and not any(isinstance(value, tuple) for value in given.values()):
        shown = [_move(game, text, view, w, names) for text in legal[:SHOWN]]
        if len(legal) > SHOWN:
            shown.append(w.ngettext("and {count} more", "and {count} more", len(legal) - SHOWN))
        lines.append(w._("You could instead: {moves}.", moves=w._("; ").join(shown)))
    due: Sequence[int] = getattr(error, "due", ())
    if due:
        lines.append(w._("Waiting for {players}.", players=w.join_list([player(names, seat, w) for seat in due])))
    return capital(" ".join(lines))


def _value(game: Any, key: str, value: object, w: Words, view: Any, names: Sequence[str]) -> object:
    """A value of the error as a player calls it: ids by their names, seats by their players, other text made safe."""
    if isinstance(value, tuple | list):
        return w.join_list([str(_value(game, key, one, w, view, names)) for one in value]) or w._("none")
    if key == "owner" and isinstance(value, int):
        return player(names, value, w)
    if not isinstance(value, str):
        return value
    named = game.name_of(value, w, view) if game and key not in AS_WRITTEN else None
    return named or harmless(value)


def _move(game: Any, text: str, view: Any, w: Words, names: Sequence[str]) -> str:
    """The label of a legal move as Markdown; its notation where the reader's view is not at hand."""
    if not game or view is None:
        return f"`{text}`"
    return harmless(game.label_of(text, view, w, names))
