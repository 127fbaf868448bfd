"""Who speaks of a game: what a game has to say (`GameWords`), said to one reader of one position (`Speaker`)."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Protocol, TypeVar

from rules.game import Event, Score, Target
from rules.notation import Move, Notation
from wording.board_section import BoardSection, on_pages
from wording.catalogue import Words, minus
from wording.facts import Facts
from wording.help_pages import Page
from wording.limits import ALT, BUTTON, ENTRY, LABEL, capital, short, whole_sentences
from wording.options import ALONE, TABLE, AloneWords, OptionWords
from wording.players import NAME, colour, mark, medal, plain_player, player, sign_of
from wording.refusals import refusal


class Seen(Protocol):
    """What the view of every game has."""

    @property
    def game(self) -> str:
        """The id of the game."""

    @property
    def seats(self) -> int:
        """How many play."""

    @property
    def seat(self) -> int | None:
        """The viewer; None: the public."""

    @property
    def due(self) -> Sequence[int]:
        """The seats that have to decide."""


V = TypeVar("V", bound=Seen)
NAMES = (NAME, 12, 8)  # letters of the names in alt texts, until there is room


class NearingEnd(Protocol):
    """What `GameWords.nearing_end` is."""

    def __call__(self, s: "Speaker[Any]", *, brief: bool = False) -> str:
        """Return that the end is near."""


@dataclass(frozen=True)
class MoveWords(Generic[V]):
    """A kind of move: its sign and what its button says, and by field what is asked when a panel has come to it.

    ``label`` tells a whole move; without it a move is told as its button.
    """

    sign: str
    text: str
    asks: Mapping[str, str] = field(default_factory=dict)
    label: Callable[[Any, "Speaker[V]"], str] | None = None


@dataclass(frozen=True)
class QuestionWords(Generic[V]):
    """A question: the task of whoever has to answer it, and what is asked, given the kinds of move there are.

    ``more`` is what is good to know besides: where there is little room it is told elsewhere.
    ``calls`` is what the buttons of some kinds of move say instead where this is the question.
    """

    task: str
    ask: Callable[["Speaker[V]", Collection[str]], str]
    more: Callable[["Speaker[V]", Collection[str]], str] = lambda s, verbs: ""
    calls: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class GameWords(Generic[V]):
    """Everything that a game has to say: the texts of its tables, and functions that get who speaks (`Speaker`).

    What each function returns, and how long it may be, is written at the method of `Speaker` that has its name.
    """

    notation: Notation[Any]
    moves: Mapping[str, MoveWords[V]]  # by kind of move; what commands are about
    fields: Mapping[str, str]  # by field of a move: what the parameter of a command is about
    options: Mapping[str, OptionWords]
    help: Sequence[Page]
    name_of: Callable[[str, Words], str | None]  # anything by its id, the game itself too; None if it is no such id
    facts: Callable[[Sequence[str], Sequence[str], "Speaker[V]"], Facts]
    ask: Callable[[str, Sequence[str], Collection[str], "Speaker[V]"], str]
    sentence: Callable[[Event, "Speaker[V]"], str | None]
    summary: Callable[[Sequence[Event], "Speaker[V]"], list[str]]
    task: Callable[["Speaker[V]"], str]  # what those who are due have to do: "place cubes"
    phase: Callable[["Speaker[V]"], str]  # where the game is: "turn 5"
    describe: Callable[[str, Sequence[str], "Speaker[V]"], str]  # a part of the board, with what players are called
    board_text: Callable[["Speaker[V]"], Sequence[BoardSection]]  # the last one is about the turn, or the result
    final_table: Callable[[Score, "Speaker[V]"], str]
    # By question: a sentence of advice to who meets it for the first time.
    advice: Mapping[str, str] = field(default_factory=dict)
    # Every seat by its place, with its points, of a game that is over or as it would end now; the lines.
    ranks: Callable[[Score, "Speaker[V]"], Sequence[str]] = lambda score, s: [
        f"{medal(place)} {s.player(seat)}: **{score.points[seat]}**" for place, seat in enumerate(score.ranking)
    ]
    # Who won, and everybody's points: what a post says of the result. Without it all of it.
    result: Callable[[Score, "Speaker[V]"], str] = lambda score, s: s.game.final_table(score, s)
    # What a turn is called by its number, as seen where it began.
    turn: Callable[[int, "Speaker[V]"], str] = lambda number, s: s._(
        "Turn {turn}, {phase}", turn=number, phase=s.game.phase(s)
    )
    # Without it a post tells what the log does.
    headlines: Callable[[Sequence[Event], "Speaker[V]"], list[str]] = lambda events, s: s.game.summary(events, s)
    # That the end is near, and who is ahead.
    nearing_end: "NearingEnd" = lambda s, *, brief=False: ""
    name_here: Callable[[str, "Speaker[V]"], str | None] | None = None  # as `name_of`, where the position matters
    verb: Callable[[str, "Speaker[V]"], str] = lambda verb, s: s._(s.game.moves[verb].text)  # without its sign
    means: Callable[["Speaker[V]"], str] = lambda s: ""
    lost: Callable[[Sequence[str], "Speaker[V]"], Sequence[str]] = lambda lapsed, s: ()
    more: Callable[[str, Collection[str], "Speaker[V]"], str] = lambda question, verbs, s: ""
    about: Callable[[Sequence[str], "Speaker[V]"], Sequence[tuple[Target, str]]] = lambda said, s: ()
    secrets: Callable[["Speaker[V]"], str] = lambda s: ""
    discreet: Callable[[V], V] = lambda view: view
    option_warning: Callable[[Mapping[str, str], int], str] = lambda options, people: ""
    alone: AloneWords = ALONE

    def option(self, option: str) -> OptionWords:
        """The words of an option of this game or of every table; its id where there are none."""
        return self.options.get(option) or TABLE.get(option) or OptionWords(option, {})


class Speaker(Words, Generic[V]):
    """Speaks of one position of a game in one language, to one reader: the words of both, the names, what may be seen.

    ``names`` are raw, one per seat; where they are missing seats are called by their colours. ``colours``: which
    one each seat has, as in `wording.players`. ``reader`` is the seat that alone will read it, and is told of itself as
    "you"; None stands for everybody.
    """

    game: GameWords[V]

    def __init__(
        self,
        game: GameWords[V],
        words: Words,
        names: Sequence[str],
        view: V,
        reader: int | None = None,
        colours: Sequence[int] = (),
    ) -> None:
        super().__init__(words.lang, words.catalogue)
        self.game = game
        self.names = names
        self.view = view
        self.reader = reader
        self.colours = colours

    def player(self, seat: int) -> str:
        """The seat as Markdown: its mark and its name, or its colour if no name is known."""
        return player(self.names, seat, self, self.colours)

    def plain_player(self, seat: int) -> str:
        """The seat as plain text without a mark."""
        return plain_player(self.names, seat, self, self.colours)

    def did(self, seat: int, phrases: Sequence[str]) -> str:
        """What a seat did, in clauses of the past tense without a subject that go with a name and with "you"."""
        values = {"player": self.player(seat), "did": self.join_clauses(phrases)}
        # Translators: {did} are one or several clauses, each with a verb that goes with one person; where that changes
        # after "you", they have a form for it.
        return capital(self._("You {did}.", **values) if seat == self.reader else self._("{player} {did}.", **values))

    def verb(self, verb: str) -> str:
        """The button for a kind of move, with an emoji: "🐀 Turn over a rat". Plain text, at most 38 characters."""
        return short(f"{self.game.moves[verb].sign} {self.game.verb(verb, self)}", BUTTON)

    def facts(self, said: Sequence[str], following: Sequence[str] = ()) -> Facts:
        """Return the parts of an answer: what it is called, what it costs and brings. Plain text.

        ``said`` holds the words of the move so far, or all of them: the kind first, the answer last. ``following``:
        the values that the next field can have then, if they are known.
        """
        found = self.game.facts(said, following, self)
        return replace(found, name=short(capital(found.name), LABEL), short=capital(found.short))

    def choice(self, said: Sequence[str], following: Sequence[str] = ()) -> str:
        """Return the answer by itself, with its facts, in one line of at most 100 characters: see `facts`."""
        return short(self.facts(said, following).text(self._(", "), ENTRY), ENTRY)

    def label(self, move: Move) -> str:
        """A whole move: "Merchant: 2 cubes from Gallia to Italia". Plain text, at most 100 characters, each its own."""
        kind = str(move.__struct_config__.tag)
        label = self.game.moves[kind].label
        return short(capital(label(move, self) if label else self.game.verb(kind, self)), ENTRY)

    def means(self) -> str:
        """What the viewer has to decide with, in a line: "You have 3 coins and 1 timber."; "" if that is nothing."""
        return self.game.means(self)

    def lost(self, lapsed: Sequence[str]) -> str:
        """What lapses where the turn ends now (`rules.decision.Decision.lapses`): "2 city steps"."""
        return self.join_list(self.game.lost(lapsed, self))

    def about(self, said: Sequence[str] = ()) -> Sequence[tuple[Target, str]]:
        """The things that the question is about besides its answers, each with a line that tells what it is.

        ``said``: the words of the move that is under way.
        """
        return self.game.about(said, self)

    def label_of(self, text: str) -> str:
        """The label of a move in notation; the notation itself if it is none."""
        move = self.game.notation.parse(text)
        return text if move is None else self.label(move)

    def ask(self, question: str, prefix: Sequence[str], verbs: Collection[str] = ()) -> str:
        """What the panel asks, in a sentence, with a hint of what matters now. Markdown.

        ``prefix``: the words of the move so far; empty when the kind of move is still open, and ``verbs`` then names
        the kinds there are.
        """
        return self.game.ask(question, prefix, verbs, self)

    def more(self, question: str, verbs: Collection[str] = ()) -> str:
        """What is good to know before answering, besides the question: prices, what else is possible. Markdown."""
        return self.game.more(question, verbs, self)

    def sentence(self, event: Event) -> str | None:
        """One event as one sentence (Markdown), or None if there is nothing to say or the reader may not know of it."""
        return self.game.sentence(event, self) if event.reader() in (None, self.reader) else None

    def summary(self, events: Sequence[Event]) -> list[str]:
        """What happened, as sentences (Markdown) without a secret, short and complete: one for all that one seat did.

        Hand in the events of a whole turn, or of several. Events that only one seat may know of are left out.
        """
        return self.game.summary([event for event in events if event.reader() is None], self)

    def headlines(self, events: Sequence[Event]) -> list[str]:
        """Return what happened as headlines (Markdown), one a player and turn: who went where, lost or gained what.

        Hand in the same events as to `summary`, which leaves nothing out and is what the log says.
        """
        return self.game.headlines([event for event in events if event.reader() is None], self)

    def status(self, since: int | None = None, *, at: int | None = None) -> str:
        """Return whose turn it is, for what, and since when. Markdown.

        ``at``: when this is so, for an answer that nobody brings up to date. Both are in seconds since 1970, and are
        shown in the reader's own time.
        """
        if not self.view.due:
            return self._("The game is over.")
        who = [self.player(seat) for seat in self.view.due]
        values = {"players": self.join_list(who), "task": self.game.task(self), "phase": self.game.phase(self)}
        # Translators: {task} is what they have to do, as a button might say it: "place cubes".
        text = self._("To act: {players} – {task} ({phase}).", **values)
        if since is not None:
            # Translators: {ago} is shown as "2 hours ago".
            text = " ".join([text, self._("Asked {ago}.", ago=f"<t:{since}:R>")])
        if at is not None:
            # Translators: The line before whose turn it was then; {ago} is shown as "2 hours ago".
            text = "\n".join([self._("-# The position {ago}:", ago=f"<t:{at}:R>"), text])
        return text

    def turn(self, number: int) -> str:
        """What a turn is called, seen where it began: "Turn 14, round III". Plain text; 0 is before the first one."""
        return self.game.turn(number, self) if number else capital(self.game.phase(self))

    def describe(self, part: str = "") -> str:
        """The position as the alt text of its picture: plain text, never more than 1,024 characters.

        ``part`` is the picture's name where the board is drawn in several (`renderer.parts`); "" stands for all of it.
        Players are called by their names, by less of them where there is little room. Of what is still too long the
        last sentences are left out, and the text says so.
        """
        text = ""
        for most in NAMES:
            text = self.game.describe(part, self._called(most), self)
            if len(text) <= ALT:
                return text
        return whole_sentences(text, ALT, self._("The rest is in the board as text."))

    def _called(self, most: int) -> list[str]:
        """What each seat is called in plain text, in so many letters: names, with colours where they are alike."""
        names = [short(self.plain_player(seat), most) for seat in range(self.view.seats)]
        if len(set(names)) == len(names):
            return names
        return [f"{name} ({colour(seat, self, self.colours)})" for seat, name in enumerate(names)]

    def board_text(self, part: str = "", *, turn: bool = True) -> list[str]:
        """The whole position in order, for playing without pictures. Markdown, pages of at most 3,500 characters.

        What is the viewer's own comes first, the state of the turn, or the result, last; not at all without ``turn``.
        With ``part`` one section alone.
        """
        sections = self.game.board_text(self)
        wanted = [section for section in sections if section.id == part] or sections[: len(sections) if turn else -1]
        return on_pages(f"## {self.name_of(self.view.game)}: {self.game.phase(self)}", wanted)

    def board_parts(self) -> dict[str, str]:
        """What the sections of the board in words are asked for by, and their headings. Plain text."""
        return {section.id: section.title for section in self.game.board_text(self)}

    def own_first(self) -> list[int]:
        """The seats in the order in which they are told: the viewer's before the others'."""
        return sorted(range(self.view.seats), key=lambda seat: seat != self.view.seat)

    def marked_player(self, seat: int) -> str:
        """The seat as plain text with its mark, which tells players of one name apart."""
        return f"{mark(seat, self.colours)} {self.plain_player(seat)}"

    def secrets(self) -> str:
        """What only the viewer knows, in a line to go under the private picture; "" if that is nothing. Markdown."""
        return self.game.secrets(self)

    def discreet(self) -> "Speaker[V]":
        """Speaks as before, but not of what only the viewer knows: for what is suggested while somebody types."""
        return Speaker(self.game, self, self.names, self.game.discreet(self.view), self.reader, self.colours)

    def final_table(self, score: Score) -> str:
        """The result: why the game ended, who won, every seat with its points and where they come from. Markdown."""
        return self.game.final_table(score, self)

    def result(self, score: Score) -> str:
        """Return who won and everybody's points, and nothing else of `final_table`. Markdown."""
        return self.game.result(score, self)

    def standings(self, score: Score) -> str:
        """Return everybody's points by rank, in a line: "🥇 Anna **12** · 🥈 Bob **9**". Markdown."""
        return " · ".join(
            f"{sign_of(0 if seat in score.winners else place)} {self.player(seat)} **{minus(score.points[seat])}**"
            for place, seat in enumerate(score.ranking)
        )

    def score_now(self, score: Score) -> str:
        """What each would have if the game ended now, by rank. Markdown."""
        return "\n".join([self._("**If the game ended now**"), *self.game.ranks(score, self)])

    def nearing_end(self, *, brief: bool = False) -> str:
        """Return that the end is near and who is ahead, in a line; "" long before it. Markdown.

        ``brief``: without what that means, for posts.
        """
        return self.game.nearing_end(self, brief=brief)

    def refusal(self, error: Exception) -> str:
        """What a refused player reads: see `wording.refusal`. Ids become names, and moves become labels."""
        return refusal(error, self, self.name_of, self.label_of, self.names, self.colours)

    def name_of(self, word: str) -> str | None:
        """The name of anything by its id, as it is in this position; None if the word is no such id."""
        return self.game.name_here(word, self) if self.game.name_here else self.game.name_of(word, self)
