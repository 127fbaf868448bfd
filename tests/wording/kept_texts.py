"""Texts for moments of recorded games. A person has read them, and they are kept in ``kept/``.

A file has texts of one game, below headings such as "=== 12 question": the number of a move and a kind of text, or
"=== 12 question de" in another language, or "=== 12 board bare" with a change of the view (`tests.wording.invented`).
A new heading gets its text by ``make keep``.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from games import GAMES
from rules.game import Event
from tests.test_recorded import FILES
from tests.wording.conftest import NAMES, Played, Position, replay
from tests.wording.invented import CHANGES, TURNS
from tests.wording.speakers import speaker
from wording import Speaker, help_page, thing_page, words

KEPT = Path(__file__).parent / "kept"
HEADING = "=== "
MOST = 25  # answers of a question
BEFORE = 12  # moves in a summary before a turn
LANGUAGES = ("de", "hu", "pl")
LAST = 60  # events in the summary at the end
ASKED, SHOWN = 1363000000, 1363000600


class Moment:
    """A move of a recorded game with the position before it and its events."""

    def __init__(self, game: str, played: Played, number: int, lang: str, change: str = "") -> None:
        self.game, self.played, self.number, self.lang = game, played, number, lang
        self.before: Position = played.positions[number]
        self.changed: Callable[[Any], Any] = CHANGES[game][change] if change else lambda view: view

    @property
    def own(self) -> Any:
        """Return the player's view of the position before the move."""
        return self.changed(self.before.own)

    @property
    def public(self) -> Any:
        """Return the public view of the position before the move."""
        return self.changed(self.before.public)

    @property
    def after(self) -> Any:
        """Return the public view of the position after the move."""
        positions = self.played.positions[self.number + 1 :]
        return positions[0].public if positions else self.played.table.view(None)

    def speaks(self, view: Any, reader: int | None = None) -> Speaker[Any]:
        return speaker(self.game, view, NAMES[: view.seats], self.lang, reader)

    def events(self, first: int) -> list[Event]:
        """Return the events of the moves from number ``first`` up to this one."""
        return [event for some in self.played.events[first + 1 : self.number + 2] for event in some]

    @property
    def turn(self) -> int:
        """Return the number of the seat's first move since another seat last moved."""
        others = [at for at, one in enumerate(self.played.positions[: self.number]) if one.seat != self.before.seat]
        return others[-1] + 1 if others else 0


def question(one: Moment) -> Iterator[str]:
    """Yield the question, the labels of whole moves, and the parts of every answer."""
    at, s = one.before, one.speaks(one.own)
    yield s.ask(at.question, [], at.verbs)
    yield f"In general: {s.ask(at.question, [])}"
    yield from (f"More: {text}" for text in [s.more(at.question, at.verbs)] if text)
    yield s.means()
    lost = s.lost(at.state.pending[at.seat][-1].lost_on_end_turn(at.state, at.seat))
    yield from [f"Lost at the end of the turn: {lost}"] * bool(lost)
    yield f"Buttons: {' | '.join(map(s.verb, at.verbs))}"
    yield from _about(s, [])
    yield from (s.label(move) for move in at.moves[:MOST])
    answers: dict[tuple[str, ...], dict[str, None]] = {}
    for said in (move.text.split() for move in at.moves):
        for depth, word in enumerate(said):
            answers.setdefault(tuple(said[:depth]), {})[word] = None
    for prefix, found in list(answers.items())[:MOST]:
        yield f"{' '.join(prefix)}: {s.ask(at.question, prefix)}" if prefix else "Answers:"
        for word in list(found)[:MOST]:
            said, following = [*prefix, word], list(answers.get((*prefix, word), ()))
            facts = s.facts(said, following)
            parts = {
                "short": facts.short, "signs": facts.badge, "brief": "; ".join(facts.brief.vital), "way": facts.way,
            }  # fmt: skip
            fitting = {"in 38": "; ".join(facts.parts(38))} if facts.parts(38) != facts.parts() else {}
            shown = [f"{name}: {part}" for name, part in {**parts, **fitting}.items() if part]
            yield " / ".join([f"  {s.choice(said, following)}", *shown])
            if word == "restack" or prefix == ("restack",):
                yield from _about(s, said)


def _about(s: Speaker[Any], said: Sequence[str]) -> Iterator[str]:
    for target, text in s.about(said):
        yield f"About {target.kind} {target.id}: {text}"


def board(one: Moment) -> Iterator[str]:
    """Yield the board in words, as the player sees it."""
    yield from _pages(one.speaks(one.own).board_text())


def _pages(texts: Sequence[str]) -> Iterator[str]:
    for number, page in enumerate(texts, 1):
        yield f"(page {number})\n{page}"


def public(one: Moment) -> Iterator[str]:
    """Yield the board in words, as everybody sees it, without the state of the turn."""
    s = one.speaks(one.public)
    yield from _pages(s.board_text(turn=False))
    yield ", ".join(f"{key}: {title}" for key, title in s.board_parts().items())


def pictures(one: Moment) -> Iterator[str]:
    """Yield the alt texts of all pictures, as the player and everybody see them."""
    for view in (one.own, one.public):
        s, shown = one.speaks(view), GAMES[one.game].pictures.parts
        alone = ["legend", *["boards"] * (view.question in ("board", "scroll_board"))]
        for part in dict.fromkeys(["", *shown(view, "tall"), *shown(view, "wide"), *alone]):
            yield f"{part}: {s.describe(part)}"


def lines(one: Moment) -> Iterator[str]:
    """Yield the status line and the other lines around a board."""
    own, everybody = one.speaks(one.own), one.speaks(one.public)
    yield from (everybody.status(ASKED), own.status(at=SHOWN), everybody.turn(0), everybody.turn(one.number))
    yield from (own.nearing_end(), everybody.nearing_end(brief=True), own.secrets(), own.discreet().secrets())
    yield from (everybody.means(), everybody.ask(one.before.question, []))


def told(one: Moment) -> Iterator[str]:
    """Yield a sentence about each event, for everybody and for the player."""
    for reader in (None, one.before.seat):
        yield from map(str, map(one.speaks(one.after, reader).sentence, one.events(one.number)))


def turn(one: Moment) -> Iterator[str]:
    """Yield the events of the turn so far, alone and together with earlier moves."""
    for first in (one.turn, max(0, one.turn - BEFORE)):
        events = one.events(first)
        s = one.speaks(one.after)
        yield from (*s.summary(events), "in short:", *s.headlines(events))
    yield from ("for the player:", *one.speaks(one.after, one.before.seat).summary(one.events(one.turn)))


def end(one: Moment) -> Iterator[str]:
    """Yield the result in all its forms, and the game's opening and last events."""
    s, score = one.speaks(one.after), one.played.table.score()
    yield from (s.final_table(score), s.result(score), s.standings(score), s.winners(score), s.score_now(score))
    yield from (*s.board_text(), *(s.describe(part) for part in ["", *GAMES[one.game].pictures.parts(s.view, "tall")]))
    yield from (s.status(), s.nearing_end(), s.turn(1))
    for events in (one.played.events[0], one.events(0)[-LAST:]):
        yield from (*s.summary(events), "in short:", *s.headlines(events))


KINDS: dict[str, Callable[[Moment], Iterator[str]]] = {
    one.__name__: one for one in (question, board, public, pictures, lines, told, turn, end)
}


@cache
def played(path: Path) -> Played:
    """Replay the recorded game of a file of texts. Games of random moves are stored beside the texts."""
    log = path.with_suffix(".json")
    return replay(log if log.exists() else next(one for one in FILES if one.parts[-2:] == log.parts[-2:]))


def text(path: Path, heading: str) -> str:
    """Return the current text for a heading of a file."""
    game = path.parent.name
    first, second, *others = heading.split(" ")
    if path.stem == "help":
        return "\n\n".join(help_text(game, first, second))
    if path.stem == "invented":
        return "\n".join(invented(game, second, *others))
    lang = next((one for one in others if one in LANGUAGES), "en")
    change = next((one for one in others if one not in LANGUAGES), "")
    return "\n".join(KINDS[second](Moment(game, played(path), int(first), lang, change)))


def invented(game: str, name: str, lang: str = "en") -> Iterator[str]:
    """Yield the events of an invented turn, for everybody and for one player."""
    events = TURNS[game][name]
    for reader in (None, 0):
        s = speaker(game, None, NAMES[:3], lang, reader)
        yield from (*s.summary(events), "in short:", *s.headlines(events))
        yield from ("one by one:", *(str(s.sentence(event)) for event in events))


def help_text(game: str, kind: str, id_: str) -> Iterator[str]:
    """Yield the texts about a thing that can be looked up, or a help page, or only the parts of it made from tables."""
    w = words("en")
    if kind == "thing":
        [thing] = [one for things in GAMES[game].things.values() for one in things if one.id == id_]
        yield from (thing.about(w), thing_page(thing, w))
    else:
        [page] = [one for one in GAMES[game].words.help if one.id == id_]
        yield from page.generated(w) if kind == "tables" else [help_page(id_, [page], w, {}) or ""]


def headings(path: Path) -> list[str]:
    return [line.removeprefix(HEADING) for line in path.read_text("utf-8").split("\n") if line.startswith(HEADING)]


def renewed(path: Path) -> str:
    """Return the whole file with its current texts."""
    return "\n".join(f"{HEADING}{heading}\n{text(path, heading)}\n" for heading in headings(path))
