"""Refusals in words: the reason, with names in place of ids, and what is possible."""

from collections.abc import Callable, Sequence

from rules.errors import ALTERNATIVES, InContext
from wording.catalogue import Words
from wording.player_names import harmless, player
from wording.text_limits import capital

MAX_LEGAL_MOVES = 8
# They are Markdown already, or come from the code.
MARKDOWN_VALUES = ("commands", "refusal", "option")
# They are never the id of a thing; the host is a person.
TYPED_VALUES = ("said", "word", "near", "text", "usage", "verbs", "host")

NameOf = Callable[[str], str | None]


def refusal(
    error: Exception,
    w: Words,
    name_of: NameOf = lambda word: None,
    label_of: Callable[[str], str] | None = None,
    names: Sequence[str] = (),
    colours: Sequence[int] = (),
) -> str:
    """Return a refusal for the player (Markdown): the reason, and the first 8 legal moves.

    It takes every error with a ``template`` and its ``values`` (such as `rules.errors.RulesError`). Ids become names by
    ``name_of``. Moves become labels by ``label_of``, or stay in notation without it. Legal moves are left out if the
    reason itself lists what is possible.
    """
    given: dict[str, object] = getattr(error, "values", {})

    def who(seat: int) -> str:
        return player(names, seat, w, colours)

    values = {key: _value(key, value, w, name_of, who) for key, value in given.items()}
    template = getattr(error, "template", str(error))
    lines = [w._(template, **values)]
    legal: Sequence[str] = getattr(error, "legal", ())
    if legal and not any(isinstance(value, tuple) for value in given.values()):
        shown = [harmless(label_of(move)) if label_of else f"`{move}`" for move in legal[:MAX_LEGAL_MOVES]]
        if len(legal) > MAX_LEGAL_MOVES:
            shown.append(w.ngettext("and {count} more", "and {count} more", len(legal) - MAX_LEGAL_MOVES))
        lines.append(w._("You could do this instead: {moves}.", moves=w._("; ").join(shown)))
    due: Sequence[int] = getattr(error, "due", ())
    if due:
        lines.append(w._("Waiting for {players}.", players=w.join_list([who(seat) for seat in due])))
    return capital(" ".join(lines))


def _value(key: str, value: object, w: Words, name_of: NameOf, who: Callable[[int], str]) -> object:
    """Return a value of the error in players' terms: names for ids, players for seats, and safe text for the rest."""
    if isinstance(value, InContext):
        return w._(value)
    if isinstance(value, tuple | list):
        join = w.join_choice if key in ALTERNATIVES else w.join_list
        return join([str(_value(key, one, w, name_of, who)) for one in value]) or w._("none")
    if key == "owner" and isinstance(value, int):
        return who(value)
    if not isinstance(value, str) or key in MARKDOWN_VALUES:
        return value
    named = name_of(value) if key not in TYPED_VALUES else None
    return named or harmless(value)
