"""Refusals in words: the reason, with names in place of ids, and what would be right."""

from collections.abc import Sequence
from typing import Any

from bot.wording.catalogue import Words
from bot.wording.players import player

SHOWN = 8  # legal moves that are named


def refusal(error: Exception, w: Words, game: Any, view: Any, names: Sequence[str]) -> str:
    """See `bot.wording.refusal`."""
    values: dict[str, Any] = {
        key: value(game, key, v, view, w, names) for key, v in getattr(error, "values", {}).items()
    }
    lines = [w.t(getattr(error, "template", str(error)), **values)]
    legal: Sequence[str] = getattr(error, "legal", ())
    if legal:
        shown = [move_text(game, text, view, w, names) for text in legal[:SHOWN]]
        if len(legal) > SHOWN:
            shown.append(w.n("and {count} more", "and {count} more", len(legal) - SHOWN))
        lines.append(w.t("You could instead: {moves}.", moves=w.t("; ").join(shown)))
    due: Sequence[int] = getattr(error, "due", ())
    if due:
        lines.append(w.t("Waiting for {players}.", players=w.both([player(names, seat, w) for seat in due])))
    return " ".join(lines)


def value(game: Any, key: str, given: object, view: Any, w: Words, names: Sequence[str]) -> object:
    """A value of the error as a player calls it."""
    if isinstance(given, str) and game:
        return game.name_of(given, w) or given
    if key in ("seat", "owner") and isinstance(given, int):
        return player(names, given, w)
    return given


def move_text(game: Any, text: str, view: Any, w: Words, names: Sequence[str]) -> str:
    """The label of a move in notation; the notation itself where it cannot be read."""
    if not game or view is None:
        return f"`{text}`"
    label: str = game.label_of(text, view, w, names)
    return label
