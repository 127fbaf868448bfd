"""The texts of a game (`GameWords`), their use for one reader and position (`Speaker`), and refusals in words."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar

from msgspec.structs import replace

from rules.errors import ALTERNATIVES, N_, InContext
from rules.game import Event, Score, Target
from rules.notation import Move, Notation
from wording.catalogue import Words, with_minus_sign
from wording.facts import Facts
from wording.help_pages import Page
from wording.option_words import TABLE_OPTION_WORDS, OptionWords
from wording.player_names import MAX_NAME, MEDALS, colour, harmless, medal, plain_player, player, seat_mark, won_by
from wording.text_files import read_sections
from wording.text_limits import (
    MAX_ALT_TEXT,
    MAX_BUTTON,
    MAX_ENTRY,
    MAX_LABEL,
    MAX_PAGE,
    capital,
    pages,
    shortened,
    whole_sentences,
)


class Seen(Protocol):
    """The fields that every game's view has."""

    @property
    def game(self) -> str:
        """The id of the game."""

    @property
    def seats(self) -> int:
        """The number of players."""

    @property
    def seat(self) -> int | None:
        """The viewer's seat, or None for the public."""

    @property
    def due(self) -> Sequence[int]:
        """The seats that have to decide."""


# Translators: why one turn is better than another; {things} is "3 citizens", {less} the number after the other one.
BY_NEXT_TURN = N_("By the next turn: {things} instead of {less}.")
# Translators: why the turn that was played is better than a try; {things} is "3 citizens", {less} the try's number.
AFTER_TRY = N_("By the next turn: {things}; after your try: {less}.")


class Advantage(Protocol):
    """The advantage of one way to play over another: `computer_players.advantage.Advantage`."""

    @property
    def kind(self) -> str:
        """The kind, a word that the game defines."""

    @property
    def more(self) -> int:
        """The amount after the better way to play."""

    @property
    def less(self) -> int:
        """The amount after the other way to play."""


V = TypeVar("V", bound=Seen)
E = TypeVar("E", bound=Event)
# In alt texts names get shorter until everything fits.
NAME_LENGTHS = (MAX_NAME, 12, 8)


def of_kind(events: Sequence[Event], kind: type[E]) -> list[E]:
    """Return the events of this type."""
    return [event for event in events if isinstance(event, kind)]


MAX_LEGAL_MOVES = 8
# These values are Markdown already, or come from the code.
MARKDOWN_VALUES = ("commands", "refusal", "option")
# These values are never the ID of a thing; the host is a person.
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
    """Return a refusal for the player (Markdown): the reason, the first 8 legal moves, and who is to move.

    ``error`` can be any exception. Attributes as in `rules.errors` add to the text: ``template`` with ``values``,
    ``legal`` and ``due``. ``name_of`` turns ids into names, and ``label_of`` turns moves into labels. Without
    ``label_of``, moves stay in notation. Legal moves are left out if the reason itself lists the possibilities.
    """
    given: dict[str, object] = getattr(error, "values", {})

    def who(seat: int) -> str:
        return player(names, seat, w, colours)

    values = {key: _refused_value(key, value, w, name_of, who) for key, value in given.items()}
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


def _refused_value(key: str, value: object, w: Words, name_of: NameOf, who: Callable[[int], str]) -> object:
    """Return a value of the error in players' terms: names for ids, players for seats, otherwise safe text."""
    if isinstance(value, InContext):
        return w._(value)
    if isinstance(value, tuple | list):
        join = w.join_choice if key in ALTERNATIVES else w.join_list
        return join([str(_refused_value(key, one, w, name_of, who)) for one in value]) or w._("none")
    if key == "owner" and isinstance(value, int):
        return who(value)
    if not isinstance(value, str) or key in MARKDOWN_VALUES:
        return value
    named = name_of(value) if key not in TYPED_VALUES else None
    return named or harmless(value)


@dataclass(frozen=True)
class BoardSection:
    """A section of the board in words: its key, its plain-text heading, and its lines in Markdown."""

    id: str
    title: str
    lines: Sequence[str]


def _on_pages(head: str, sections: Sequence[BoardSection]) -> list[str]:
    """Return the sections below a header, split into pages that each fit into a message.

    A page starts with the heading of a section. A section too long for a page continues on the next one under its
    heading.
    """
    found = [head]
    for section in sections:
        title = f"### {harmless(section.title)}\n"
        lines = pages(section.lines, MAX_PAGE - len(title))
        if len(lines) == 1 and len(found[-1]) + 1 + len(title) + len(lines[0]) <= MAX_PAGE:
            found[-1] += f"\n{title}{lines[0]}"
        else:
            found += [title + some for some in lines]
    return found


@dataclass(frozen=True)
class MoveWords(Generic[V]):
    """A kind of move: its sign, the text of its button, and a question for each field that a panel asks for.

    ``label`` describes a whole move. Without it, the text of the button is used.
    """

    sign: str
    text: str
    asks: Mapping[str, str] = field(default_factory=dict)
    label: Callable[[Any, "Speaker[V]"], str] | None = None


def read_moves(path: Path, labels: Mapping[str, Callable[[Any, "Speaker[V]"], str]]) -> dict[str, MoveWords[V]]:
    """Return the words of each kind of move from a file: button, "[sign: 🔥]", and "[field: fire] How many?"."""
    return {
        one.id: MoveWords(one.value("sign"), one.title, one.tagged("field"), labels.get(one.id))
        for one in read_sections(path, tags=["sign", "field"], known=[labels]).values()
    }


@dataclass(frozen=True)
class QuestionWords(Generic[V]):
    """A question: the task of the players who answer it, and its text or a function that returns its text.

    The function takes the speaker and the possible kinds of move. ``values`` has the values to fill into the text.
    ``more`` is additional advice, shown elsewhere if there is little room. For this question, ``calls`` has different
    button texts for some kinds of move, and ``asks`` different questions for some of their fields ("place region").
    """

    task: str
    text: str | Callable[["Speaker[V]", Collection[str]], str]
    more: Callable[["Speaker[V]", Collection[str]], str] = lambda s, verbs: ""
    calls: Mapping[str, str] = field(default_factory=dict)
    asks: Mapping[str, str] = field(default_factory=dict)
    values: Callable[["Speaker[V]"], Mapping[str, object]] = lambda s: {}

    def ask(self, s: "Speaker[V]", verbs: Collection[str]) -> str:
        """Return the question in a sentence."""
        return s._(self.text, **self.values(s)) if isinstance(self.text, str) else self.text(s, verbs)


def read_questions(
    path: Path,
    texts: Mapping[str, Callable[["Speaker[V]", Collection[str]], str]],
    more: Mapping[str, Callable[["Speaker[V]", Collection[str]], str]],
    values: Mapping[str, Callable[["Speaker[V]"], Mapping[str, object]]],
) -> dict[str, QuestionWords[V]]:
    """Return questions from a file of texts, by id: task, text, and "[button: done] No more cubes".

    ``texts`` has the texts that aren't in the file, ``more`` the additional advice, and ``values`` the values in texts.
    """
    return {
        one.id: QuestionWords(
            one.title,
            texts.get(one.id, one.plain),
            more.get(one.id, lambda s, verbs: ""),
            one.tagged("button"),
            one.tagged("field"),
            values.get(one.id, lambda s: {}),
        )
        for one in read_sections(path, tags=["button", "field"], known=[texts, more, values]).values()
    }


@dataclass(frozen=True)
class GameWords(Generic[V]):
    """The texts of a game: tables of texts, and functions that take the speaker (`Speaker`).

    The `Speaker` method of the same name, if there is one, documents a function's result and its maximum length.
    """

    notation: Notation[Any]
    moves: Mapping[str, MoveWords[V]]  # by kind of move; the descriptions of commands
    fields: Mapping[str, str]  # by field of a move: the description of a command's parameter
    options: Mapping[str, OptionWords]
    help: Sequence[Page]
    name_of: Callable[[str, Words], str | None]  # names anything by its ID, including the game; None for any other word
    facts: Callable[[Sequence[str], Sequence[str], "Speaker[V]"], Facts]
    questions: Mapping[str, QuestionWords[V]]
    sentence: Callable[[Event, "Speaker[V]"], str | None]
    summary: Callable[[Sequence[Event], "Speaker[V]"], list[str]]
    task: Callable[["Speaker[V]"], str]  # the task of those whose turn it is: "place cubes"
    phase: Callable[["Speaker[V]"], str]  # the stage of the game: "turn 5"
    describe: Callable[[str, Sequence[str], "Speaker[V]"], str]  # a part of the board, with the names of the players
    board_text: Callable[["Speaker[V]"], Sequence[BoardSection]]  # the last section is about the turn, or the result
    final_table: Callable[[Score, "Speaker[V]"], str]
    # By question: a sentence of advice for players who meet it for the first time.
    advice: Mapping[str, str] = field(default_factory=dict)
    # Every seat by its place, with its points, in a game that is over or as if it ended now; in lines.
    ranks: Callable[[Score, "Speaker[V]"], Sequence[str]] = lambda score, s: [
        f"{medal(place)} {s.player(seat)}: **{score.points[seat]}**" for place, seat in enumerate(score.ranking)
    ]
    # The winner and everybody's points, for the post about the result; by default the whole final table.
    result: Callable[[Score, "Speaker[V]"], str] = lambda score, s: s.game.final_table(score, s)
    # The name of a turn by its number, as seen where it began.
    turn: Callable[[int, "Speaker[V]"], str] = lambda number, s: s._(
        "Turn {turn}, {phase}", turn=number, phase=s.game.phase(s)
    )
    # By default, a post shows the same as the log.
    headlines: Callable[[Sequence[Event], "Speaker[V]"], list[str]] = lambda events, s: s.game.summary(events, s)
    # A sentence that the end is near, and who leads; shorter if ``brief``. By default, there is none.
    nearing_end: Callable[["Speaker[V]", bool], str] = lambda s, brief: ""
    name_here: Callable[[str, "Speaker[V]"], str | None] | None = None  # for names that depend on the position
    verb: Callable[[str, "Speaker[V]"], str] = lambda verb, s: s._(s.game.moves[verb].text)  # the verb without its sign
    means: Callable[["Speaker[V]"], str] = lambda s: ""
    lost: Callable[[Sequence[str], "Speaker[V]"], Sequence[str]] = lambda lapsed, s: ()
    # By field: how questions about later fields name its value, if not as elsewhere.
    field_names: Mapping[str, Callable[[str, Words], str]] = field(default_factory=dict)
    about: Callable[[Sequence[str], "Speaker[V]"], Sequence[tuple[Target, str]]] = lambda said, s: ()
    secrets: Callable[["Speaker[V]"], str] = lambda s: ""
    discreet: Callable[[V], V] = lambda view: view
    # What there is more of after the better way to play, with its number; "" for a kind from an older version.
    advantage: Callable[[Advantage, "Speaker[V]"], str] = lambda found, s: ""
    # A reason for a move that the position shows and the move's facts don't; "" if there is none.
    reason: Callable[[Sequence[str], "Speaker[V]"], str] = lambda said, s: ""
    option_warning: Callable[[Mapping[str, str], int], str] = lambda options, people: ""
    alone_possible: str = N_("You can also play alone.")
    alone_question: str = N_("Do you want to play alone?")

    def option(self, option: str) -> OptionWords:
        """Return the words of an option of this game or of all tables. Without such words, the id is the title."""
        return self.options.get(option) or TABLE_OPTION_WORDS.get(option) or OptionWords(option, {})


class Speaker(Words, Generic[V]):
    """The texts on one position of a game, for one reader and language.

    It combines the game's words, the language, the names, and the reader's view. ``names`` are raw, one per seat; seats
    without a name are called by their colours. ``colours`` gives the colour of each seat, as in `wording.player_names`.
    ``reader`` is the seat of the only reader, who is addressed as "you"; None is for a text that everybody reads.
    """

    game: GameWords[V]
    has_emoji = True  # Texts on pictures have no emoji, so no fact there may depend on one.

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
        """Return the seat as Markdown: its mark and its name, or its colour if no name is known."""
        return player(self.names, seat, self, self.colours)

    def plain_player(self, seat: int) -> str:
        """Return the seat's name as plain text, or its colour if no name is known."""
        return plain_player(self.names, seat, self, self.colours)

    def did(self, seat: int, phrases: Sequence[str]) -> str:
        """Return a sentence about a seat's actions.

        ``phrases`` are in the past tense without a subject, so that both a name and "you" can precede them.
        """
        values = {"player": self.player(seat), "did": self.join_clauses(phrases)}
        # Translators: {did} is one or several clauses, each with a verb that agrees with one person. If the verb
        # changes after "you", the clause has a form for that.
        return capital(self._("You {did}.", **values) if seat == self.reader else self._("{player} {did}.", **values))

    def verb(self, verb: str) -> str:
        """Return the button text of a kind of move, with an emoji: "🐀 Turn over a rat".

        Plain text of at most 38 characters.
        """
        return shortened(f"{self.game.moves[verb].sign} {self.game.verb(verb, self)}", MAX_BUTTON)

    def facts(self, said: Sequence[str], following: Sequence[str] = ()) -> Facts:
        """Return the parts of an answer: its name, price and gain. Plain text.

        ``said`` holds the words of the move so far, or all of them: the kind first, the answer last. ``following`` has
        the possible values of the next field, if they are known.
        """
        found = self.game.facts(said, following, self)
        return replace(found, name=shortened(capital(found.name), MAX_LABEL), short=capital(found.short))

    def choice(self, said: Sequence[str], following: Sequence[str] = ()) -> str:
        """Return the answer with its facts, in one line of at most 100 characters: see `facts`."""
        return shortened(self.facts(said, following).text(self._(", "), MAX_ENTRY), MAX_ENTRY)

    def label(self, move: Move) -> str:
        """Return the label of a move: "Merchant: 2 cubes from Gallia to Italia".

        Plain text of at most 100 characters, unique among the moves.
        """
        kind = str(move.__struct_config__.tag)
        label = self.game.moves[kind].label
        return shortened(capital(label(move, self) if label else self.game.verb(kind, self)), MAX_ENTRY)

    def means(self) -> str:
        """Return in a line what the viewer has, "You have 3 coins and 1 timber.", or "" if that doesn't matter."""
        return self.game.means(self)

    def lost(self, lapsed: Sequence[str]) -> str:
        """Return what would be lost if the turn ended now (`Decision.lost_on_end_turn`): "2 city steps"."""
        return self.join_list(self.game.lost(lapsed, self))

    def about(self, said: Sequence[str] = ()) -> Sequence[tuple[Target, str]]:
        """Return the things that the question is about, except its answers, each with a line about it or "".

        ``said``: the words of the move so far.
        """
        return self.game.about(said, self)

    def label_of(self, text: str) -> str:
        """Return the label of a move in notation, or the text itself if it is not a move."""
        move = self.game.notation.parse(text)
        return text if move is None else self.label(move)

    def ask(self, question: str, prefix: Sequence[str], verbs: Collection[str] = ()) -> str:
        """Return the panel's question in a sentence, with a hint about the current situation. Markdown.

        ``prefix``: the words of the move so far. In a panel's first question it is empty, and ``verbs`` names the
        possible kinds of move. If there is only one kind, the answers are values of its first field with more than one
        possible value.
        """
        asked, moves, names = self.game.questions[question], self.game.moves, self.game.field_names
        fields = self.game.notation.kinds[prefix[0]].__struct_fields__ if prefix else ()
        if not 0 < len(prefix) <= len(fields):
            return asked.ask(self, verbs)
        values = {
            name: names[name](word, self) if name in names else self.name_of(word) or word
            for name, word in zip(fields, prefix[1:], strict=False)
        }
        name = fields[len(prefix) - 1]
        return self._(asked.asks.get(f"{prefix[0]} {name}") or moves[prefix[0]].asks[name], **values)

    def more(self, question: str, verbs: Collection[str] = ()) -> str:
        """Return additional advice on the question, such as prices and other possibilities. Markdown."""
        return self.game.questions[question].more(self, verbs)

    def sentence(self, event: Event) -> str | None:
        """Return one event as one sentence (Markdown), or None if there is no text or the reader may not know of it."""
        return self.game.sentence(event, self) if event.reader() in (None, self.reader) else None

    def summary(self, events: Sequence[Event]) -> list[str]:
        """Return the events as sentences (Markdown) without secrets.

        Successive actions of a seat share a sentence. Pass the events of one or more whole turns. Events that only one
        seat may know of are left out.
        """
        return self.game.summary([event for event in events if event.reader() is None], self)

    def headlines(self, events: Sequence[Event]) -> list[str]:
        """Return the events as headlines (Markdown), one per player and turn: destinations, losses and gains.

        Pass the same events as to `summary`, whose more complete text is in the log.
        """
        return self.game.headlines([event for event in events if event.reader() is None], self)

    def status(
        self, since: int | None = None, *, at: int | None = None, called: Mapping[int, str] = MappingProxyType({})
    ) -> str:
        """Return the status line: whose turn it is, their task, and since when, or that the game is over.

        Markdown. ``called`` has the mentions to use in place of names, by seat.

        ``at`` is the time of the position, for an answer that is not updated later. Both times are in seconds since
        1970, and are shown in the reader's own time zone.
        """
        if not self.view.due:
            return self._("The game is over.")
        who = [called.get(seat) or self.player(seat) for seat in dict.fromkeys([*called, *self.view.due])]
        values = {"players": self.join_list(who), "task": self.game.task(self), "phase": self.game.phase(self)}
        # Translators: {task} is what they have to do, as a button might say it: "place cubes".
        text = self._("To act: {players} – {task} ({phase}).", **values)
        if since is not None:
            # Translators: {ago} is shown as "2 hours ago".
            text = " ".join([text, self._("Asked {ago}.", ago=f"<t:{since}:R>")])
        if at is not None:
            # Translators: the line after whose turn it was at that time; {ago} is shown as "2 hours ago".
            text = "\n".join([text, self._("-# Shown {ago}.", ago=f"<t:{at}:R>")])
        return text

    def turn(self, number: int) -> str:
        """Return the name of a turn, as seen where it began: "Turn 14, round III".

        Plain text. The number 0 stands for the time before the first turn.
        """
        return self.game.turn(number, self) if number else capital(self.game.phase(self))

    def describe(self, part: str = "") -> str:
        """Return the position as the alt text of its picture: plain text of at most 1,024 characters.

        ``part`` is the name of a picture if the board has several (`renderer.Pictures.parts`); "" stands for all of
        them. Names of players are shortened if there is little room. If the text is still too long, its last sentences
        are left out, with a note about that.
        """
        text = ""
        for most in NAME_LENGTHS:
            names = [shortened(self.plain_player(seat), most) for seat in range(self.view.seats)]
            if len(set(names)) < len(names):
                names = [f"{name} ({colour(seat, self, self.colours)})" for seat, name in enumerate(names)]
            text = self.game.describe(part, names, self)
            if len(text) <= MAX_ALT_TEXT:
                return text
        return whole_sentences(text, MAX_ALT_TEXT, self._("For the rest, see the board as text."))

    def board_text(self, part: str = "", *, turn: bool = True) -> list[str]:
        """Return the whole position as text, for playing without pictures.

        Markdown, pages of at most 3,500 characters.

        The viewer's own things come first. The state of the turn, or the result, comes last, and is left out without
        ``turn``. With ``part``, only the section with that id is returned, if there is one.
        """
        sections = self.game.board_text(self)
        wanted = [section for section in sections if section.id == part] or sections[: len(sections) if turn else -1]
        return _on_pages(f"## {self.name_of(self.view.game)}: {self.game.phase(self)}", wanted)

    def board_parts(self) -> dict[str, str]:
        """Return the heading of each text section of the board by the section's id. Plain text."""
        return {section.id: section.title for section in self.game.board_text(self)}

    def own_first(self) -> list[int]:
        """Return all seats, the viewer's first."""
        return sorted(range(self.view.seats), key=lambda seat: seat != self.view.seat)

    def marked_player(self, seat: int) -> str:
        """Return the seat as plain text with its mark, which distinguishes players of the same name."""
        return f"{seat_mark(seat, self.colours)} {self.plain_player(seat)}"

    def advantage(self, found: Advantage | None, text: str = BY_NEXT_TURN) -> str:
        """Return why one way to play is better than another, as a sentence, or "" without an advantage. Markdown.

        The text fits both the player to move and other readers.
        """
        things = self.game.advantage(found, self) if found else ""
        return self._(text, things=things, less=found.less) if found and things else ""

    def reason(self, said: Sequence[str]) -> str:
        """Return a reason for the viewer's move if the position shows a clear one, otherwise "". Markdown."""
        return self.game.reason(said, self)

    def secrets(self) -> str:
        """Return the viewer's secret knowledge, in a line to be shown below the private picture, or "". Markdown."""
        return self.game.secrets(self)

    def discreet(self) -> "Speaker[V]":
        """Return a speaker that leaves out the viewer's secrets, for autocomplete."""
        return Speaker(self.game, self, self.names, self.game.discreet(self.view), self.reader, self.colours)

    def final_table(self, score: Score) -> str:
        """Return the winners, every seat's points with their sources, any tie-break, and any reason for the end.

        Markdown.
        """
        return self.game.final_table(score, self)

    def result(self, score: Score) -> str:
        """Return the text of the post about the result: the winners, everybody's points, and any tie-break.

        Markdown.
        """
        return self.game.result(score, self)

    def standings(self, score: Score) -> str:
        """Return everybody's points by rank, in a line: "🥇 Anna **12** · 🥈 Bob **9**". Markdown."""
        places = {seat: 0 if seat in score.winners else place for place, seat in enumerate(score.ranking)}
        signs = {seat: MEDALS[place] if place < len(MEDALS) else f"{place + 1}." for seat, place in places.items()}
        return " · ".join(
            f"{sign} {self.player(seat)} **{with_minus_sign(score.points[seat])}**" for seat, sign in signs.items()
        )

    def winners(self, score: Score) -> str:
        """Return the sentence that names the winners. Markdown."""
        return won_by(score, [self.player(seat) for seat in range(self.view.seats)], self)

    def score_now(self, score: Score) -> str:
        """Return each seat's points if the game ended now, by rank. Markdown."""
        return "\n".join([self._("**If the game ended now**"), *self.game.ranks(score, self)])

    def nearing_end(self, *, brief: bool = False) -> str:
        """Return a line about the approaching end and the leaders, or "" if the end isn't near. Markdown.

        ``brief`` leaves out the consequences, for posts.
        """
        return self.game.nearing_end(self, brief)

    def refusal(self, error: Exception) -> str:
        """Return a refusal in words: see `wording.refusal`. Ids become names, and moves become labels."""
        return refusal(error, self, self.name_of, self.label_of, self.names, self.colours)

    def name_of(self, word: str) -> str | None:
        """Return the display name of an ID in this position, or None if the word is not an ID."""
        return self.game.name_here(word, self) if self.game.name_here else self.game.name_of(word, self)


class PlainSpeaker(Speaker[V]):
    """A speaker for pictures: names have neither marks nor formatting."""

    has_emoji = False

    def player(self, seat: int) -> str:
        """Return the seat's name as plain text, or its colour if no name is known."""
        return self.plain_player(seat)

    def headlines(self, events: Sequence[Event]) -> list[str]:
        """Return the events as headlines in plain text."""
        return [line.replace("*", "") for line in super().headlines(events)]
