"""The parts of a turn's panel: the question, its legal answers, undo and back."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from itertools import product
from string import digits
from typing import Any, ClassVar

import discord
from msgspec.structs import replace

import wording
from bot.channel.plan_words import TURN_ENDS
from bot.channel.table_words import speaker_of
from bot.panels.answers import Answer, list_by_letter, list_by_name, rows_of
from bot.ui.message import PRIMARY, SECONDARY, SUCCESS, Id, Item, button, select
from bot.ui.widths import phone_lines
from games import GAMES, PickerHints
from games.move_picker import DEFAULT_HINTS, Choice, Said, field_place, goal_words, next_answers, question_before
from renderer import Mark, Scene
from rules.errors import N_
from rules.game import Event, Target
from rules.notation import End, Move
from rules_service import Snapshot
from wording import Facts, Speaker, Words
from wording.text_limits import MAX_LABEL, MAX_OPTIONS, shortened

AND = "+"  # between the moves that one press makes
ENDS = "✅"  # the sign of an answer that ends the turn
MAX_NAMED = 6  # in groups of more answers, the names are the first thing left out if there is little room
MAX_WITHOUT_ROW = 2  # kinds with at most this many answers need no row of their own
WEIGHTS = (0, 1, 2, 5)  # lines on a phone that saving one on a wide screen may cost; the first that helps is used
MAX_LINES = 8  # lines of buttons that fit below a tall picture on a phone
MAX_WHOLE_MOVE = MAX_LABEL - 6  # characters of a whole move on a button, beside its letter
MAX_REASONS = 2
SAVE_PLAN = N_("Save plan")


@dataclass(frozen=True)
class Turn:
    """A table as seen by one seated player."""

    snapshot: Snapshot
    seat: int
    lang: str
    told: Collection[object] = field(default=(), kw_only=True)  # IDs of things that the text above already describes
    finality: dict[tuple[Move, ...], tuple[bool, bool]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    played: ClassVar[bool] = True  # whether the panel's moves are played; otherwise it shows a copy of the game
    planned: ClassVar[bool] = False  # whether the panel's moves are a plan

    @property
    def words(self) -> Words:
        """Return the texts in the player's language."""
        return wording.words(self.lang)

    @cached_property
    def speaker(self) -> Speaker[Any]:
        """Return the speaker that describes the game to the player, with what they may see."""
        return speaker_of(self.snapshot.info, self.snapshot.view(self.seat), self.lang, self.seat)

    @cached_property
    def hints(self) -> PickerHints:
        """Return the game's hints about how its questions are asked in the current position."""
        return GAMES[self.snapshot.info.game].hints(self.speaker.view)

    @property
    def question(self) -> str:
        """Return the id of the question that the player has to answer."""
        asked: str = self.snapshot.table.state.pending[self.seat][-1].question
        return asked

    @cached_property
    def in_english(self) -> Speaker[Any]:
        """Return the same speaker in English, because players can also type the English words."""
        return speaker_of(self.snapshot.info, self.snapshot.view(self.seat), "en", self.seat)

    @cached_property
    def legal(self) -> list[Move]:
        """Return all legal moves of the seat."""
        return self.snapshot.table.legal(self.seat)

    @cached_property
    def moves(self) -> list[str]:
        """Return the legal moves in notation."""
        return [move.text for move in self.legal]

    @cached_property
    def kinds(self) -> list[str]:
        """Return the kinds of legal moves, in the order in which they first occur."""
        return list(dict.fromkeys(move.kind for move in self.legal))

    def of_kind(self, verb: str) -> list[Move]:
        """Return the legal moves of a kind."""
        return [move for move in self.legal if move.kind == verb]

    @cached_property
    def rows(self) -> dict[Said, tuple[Move, ...]]:
        """Return the groups of moves that one press makes one after the other, by the words of their button.

        There are none if the panel's moves aren't played.
        """
        rows = self.hints.in_a_row(self.legal) if self.played else ()
        return {tuple(f" {AND} ".join(move.text for move in row).split()): tuple(row) for row in rows}

    def final(self, *moves: Move) -> tuple[bool, bool]:
        """Return whether a legal move, or several in a row, can't be undone afterwards, and whether the turn then ends.

        Only moves that can't be undone end a turn.
        """
        if moves not in self.finality:
            table = self.snapshot.table
            final = table.final(self.seat, *moves)
            self.finality[moves] = final, final and table.ends(self.seat, *moves)
        return self.finality[moves]

    @cached_property
    def lost_on_end_turn(self) -> tuple[str, ...]:
        """Return the IDs of what would be lost if the turn ended now."""
        return self.snapshot.table.lost_on_end_turn(self.seat)

    @cached_property
    def happened(self) -> Sequence[Event]:
        """Return the events shown in the seat's picture: of its turn, of its last turn, or of the end of the game.

        There are none unless one of them is of a kind in `BotGame.shown_in_panel`.
        """
        table = self.snapshot.table
        steps = [step for step in table.steps if table.over or step.seat == self.seat]
        now = table.turn if self.legal else max((step.turn for step in steps), default=0)
        return self.shown([event for step in table.steps if step.turn == now for event in step.events])

    def shown(self, events: Sequence[Event]) -> Sequence[Event]:
        """Return the events that the seat may see, or none unless one is of a kind in `BotGame.shown_in_panel`."""
        known = [event for event in events if event.reader() in (None, self.seat)]
        kinds = GAMES[self.snapshot.info.game].shown_in_panel
        return known if any(isinstance(event, kinds) for event in known) else ()

    @property
    def scene(self) -> Scene[Any]:
        """Return the scene of the panel's picture, without the marks of possible choices."""
        speaks = self.speaker
        return Scene(speaks.view, speaks.names, words=self.words, colours=speaks.colours, events=self.happened)

    def mark(self, target: Target) -> Mark | None:
        """Return the mark of a thing with its letter, or None if it has no letter in any picture."""
        letter = GAMES[self.snapshot.info.game].pictures.letter(self.speaker.view, target)
        return Mark(letter, target) if letter else None

    def id(self, action: str, *said: str) -> Id:
        """Return the custom id for a button of this panel that carries these words."""
        return Id(self.snapshot.info.id, action, self.seat, self.snapshot.seen, " ".join(said))


@dataclass(frozen=True)
class Question:
    """A question on the panel with its answers, without the player's moves so far."""

    said: Said  # the words of the move that are already chosen
    details: list[str]  # what each answer costs and brings
    unsaid: list[str]  # the details that the buttons don't show in signs
    context: list[str]  # useful facts in addition to the question
    texts: list[str]  # the question itself
    marks: list[Mark]  # the picture shows the part of the board with these marks, or the plain board if there are none
    # Functions that make the buttons of answers, in groups that each start a row. Each takes less room than the one
    # before, which is seldom needed: letters without names in large groups, then in all groups, with kinds together.
    groups: Sequence[Callable[[], list[list[Item]]]]
    selects: list[list[Item]]  # the other answers
    advised: list[Target] = field(default_factory=list)  # the things on the picture that the advised answer names
    max_rows: int = DEFAULT_HINTS.max_rows

    @property
    def rows(self) -> list[list[Item]]:
        """Return the answers in rows, without other controls."""
        return self.rows_with(())

    def rows_with(self, controls: Sequence[Item], below: Sequence[list[Item]] = ()) -> list[list[Item]]:
        """Return the answers in rows, with ``controls`` after the last button, and with the rows ``below``.

        Names are replaced by letters if there would be too many rows otherwise.
        """
        ways = list[tuple[int, list[list[Item]]]]()
        for make, weight in product(self.groups, WEIGHTS):
            *first, last = make() or [[]]
            rows = [row for group in (*first, [*last, *controls]) for row in rows_of(group, weight)]
            rows += [*self.selects, *below]
            too_many = max(0, len(rows) - self.max_rows) + max(0, phone_lines(rows) - MAX_LINES)
            if not too_many:
                return rows
            ways.append((too_many, rows))
        return min(ways, key=lambda way: way[0])[1]


def question_of(turn: Turn, said: Said = (), *, typed: bool = False, advised: Move | None = None) -> Question:
    """Return the question after the choices made so far, with its answers.

    With ``typed``, show names instead of letters. The answer that leads to the ``advised`` move is highlighted.
    """
    speaks, w = turn.speaker, turn.words
    hints = turn.hints
    answers = on_one_picture(turn, said, hints)
    offered = mark_endings(turn, answers if said or typed or advised else in_a_row(turn, answers))
    answers = mark_endings(turn, answers)
    # The words of the move that precede the one being asked; none if the kind of move is still open.
    words = answers[0].choice.words[: answers[0].choice.field or 1] if said else ()
    asked, more = speaks.ask(turn.question, words, turn.kinds), "" if said else speaks.more(turn.question, turn.kinds)
    if turn.planned and turn.legal == [End()]:
        asked = w._("This is your whole turn.")
    marks, about = [answer.mark for answer in answers if answer.mark], list[tuple[Mark, str]]()
    if not marks:
        # The things already named in an unfinished move.
        targets = targets_of(turn, answers[0].choice.moves[0]) if words else {}
        marks = [mark for word in words[1:] if word in targets and (mark := turn.mark(targets[word]))]
        about = [] if marks else [(mark, text) for target, text in speaks.about(words) if (mark := turn.mark(target))]
        marks = marks or [mark for mark, _ in about]
        # Keep the picture of the first question.
        if said and not marks:
            marks = [answer.mark for answer in on_one_picture(turn, (), hints) if answer.mark]
        # No answer has the letters of these marks.
        marks = [mark._replace(letter="") for mark in marks]
    untold = [text for mark, text in about if text and mark.target.id not in turn.told]
    if typed:
        unsaid = details = details_by_name(turn, answers, hints)
        asked, more = " ".join(filter(None, [asked, more])), ""
        if untold:
            asked = w.bracketed(asked, "; ".join(untold))
    else:
        details = [*list_by_letter(answers, w, speaks.verb), *untold]
        others = [one for one in answers if not one.says_all]
        same = len(others) == len(answers)
        unsaid = details if same else [*list_by_letter(others, w, speaks.verb), *untold]
    context = in_small([] if said else [not_now(turn)])
    texts = ["\n".join([asked, *in_small([more, speaks.means(), final_text(offered, turn, typed=typed)])])]
    shown = buttons(turn, offered, advised)
    whole = [whole_answer(turn, advised)] if advised else []
    best = [one.mark.target for one in (*answers, *whole) if one.mark and advised and one.leads_to(advised)]
    return Question(said, details, unsaid, context, texts, marks, shown, selects(turn, answers), best, hints.max_rows)


def in_small(lines: Sequence[str]) -> list[str]:
    """Return the non-empty lines in small print."""
    return [f"-# {line}" for line in lines if line]


def details_by_name(turn: Turn, answers: list[Answer], hints: PickerHints) -> list[str]:
    """Return lines about the answers' costs and gains for a player who types.

    Only the cheapest path to each goal is listed. If ending the turn would lose something, a line names that.
    """
    w, moves = turn.words, turn.speaker.game.moves
    cheapest: dict[Said, Answer] = {}
    for answer in answers:
        move = answer.choice.moves[0]
        has_path = field_place(hints.path_fields, move)
        cheapest.setdefault(goal_words(hints.path_fields, move) if has_path else answer.choice.said, answer)
    alone = list(cheapest.values())
    details = list_by_name(alone, w, lambda kind: w._(moves[kind].text))
    if len(alone) < len(answers):
        left = next(one.choice.kind for one in answers if one not in alone)
        details.append(w._("There are other ways, too: choose one with `{option}`.", option=hints.path_fields[left]))
    if turn.lost_on_end_turn:
        # The label of the end says what would be lost.
        details += [answer.facts.name for answer in answers if answer.choice.said == ("end",)]
    return details


def in_a_row(turn: Turn, answers: list[Answer]) -> list[Answer]:
    """Return the answers, and additional ones that each make several moves.

    Two or more additional answers replace the answers that make one of their moves; a single one replaces none. Their
    labels are the letters of the moves, or the game's own label if they make all legal moves. If a move has no letter,
    there are no additional answers.
    """
    letters = {one.choice.move: one.letter for one in answers if one.letter}
    labels, rows = turn.hints.row_labels, list[Answer]()
    for said, row in turn.rows.items():
        if not letters.keys() >= set(row):
            return answers
        name = f" {AND} ".join(letters[move] for move in row)
        if said[0] in labels and len(row) == len(turn.legal):
            name = turn.words._(labels[said[0]])
        rows.append(Answer(Choice(said, row), None, Facts(name), *turn.final(*row)))
    replaced = {move for row in turn.rows.values() for move in row} if len(rows) > 1 else set()
    return [*(one for one in answers if one.choice.move not in replaced), *rows]


def mark_endings(turn: Turn, answers: list[Answer]) -> list[Answer]:
    """Return the answers, with ", ends your turn" or a sign on those that end the turn, unless all of them do.

    The sign is used if the label of any such answer consists of signs.
    """
    if all(one.ends for one in answers if one.choice.kind != "end"):
        return answers
    tail = f" {ENDS}" if signed(answers) else turn.words._(", ends your turn")
    return [replace(one, tail=tail) if one.ends and one.choice.kind != "end" else one for one in answers]


def signed(answers: Sequence[Answer]) -> bool:
    """Return whether a sign marks the end of the turn, because a label of an answer that ends it consists of signs."""
    return any(one.says_all and one.ends for one in answers)


def final_text(answers: Sequence[Answer], turn: Turn, *, typed: bool) -> str:
    """Return a line about the answers that end the turn or can't be undone, or "" if only the end of the turn does.

    In a try or a lesson every move can be undone, so the line is only about the end of the turn.
    """
    w, undoable = turn.words, not turn.played and not turn.planned
    others = [one for one in answers if one.choice.kind != "end"]
    final = [one for one in others if one.final]
    if not final:
        return ""
    if all(one.ends for one in others):
        return w._("Your choice ends your turn.")
    if len(final) == len(others):
        told = w._("Your plan ends with this choice.") if turn.planned else w._("Your choice can’t be undone.")
        return "" if undoable else told
    lines = [w._("{sign} ends your turn.", sign=ENDS)] * (signed(final) and not typed)
    names = [one.facts.name if typed or not one.letter else one.letter for one in final if typed or not one.ends]
    if names and not undoable:
        text = N_("Your plan ends with: {things}.") if turn.planned else N_("Can’t be undone: {things}.")
        lines.append(w._(text, things=w.join_list(list(dict.fromkeys(names)))))
    return " ".join(lines)


def so_far(turn: Turn) -> str:
    """Return lines about the moves that the player can still undo, or "" if there are none."""
    table = turn.snapshot.table
    possible = table.undoable(turn.seat)
    if not possible:
        return ""
    mine = [step for step in table.steps if step.seat == turn.seat][-possible:]
    events = [event for step in mine for event in step.events]
    return "\n".join(f"-# {line}" for line in turn.speaker.summary(events))


def on_one_picture(turn: Turn, said: Said, hints: PickerHints) -> list[Answer]:
    """Return the answers to the next question, whose marks are all on one picture.

    At the first question, several answers of a kind that would need another picture become one answer for the kind. A
    single such answer loses its mark.
    """
    answers = answers_of(turn, next_answers(turn.legal, said, hints), hints)
    place = partial(GAMES[turn.snapshot.info.game].pictures.place, turn.speaker.view)
    places = Counter(place(answer.mark.target) for answer in answers if answer.mark)
    if said or len(places) < 2:
        return answers
    [(shown, _)] = places.most_common(1)
    elsewhere = Counter(one.choice.kind for one in answers if one.mark and place(one.mark.target) != shown)
    several = {kind for kind, count in elsewhere.items() if count > 1 and kind in hints.inline}
    if several:
        inline = [kind for kind in hints.inline if kind not in several]
        return on_one_picture(turn, said, replace(hints, inline=inline))
    # A single answer about another picture is shown beside the others without a letter.
    return [replace(one, mark=None) if one.mark and place(one.mark.target) != shown else one for one in answers]


def targets_of(turn: Turn, move: Move) -> dict[str, Target]:
    """Return the things that a move refers to, by id."""
    return {target.id: target for target in GAMES[turn.snapshot.info.game].rules.targets(move)}


def answers_of(turn: Turn, choices: Sequence[Choice], hints: PickerHints) -> list[Answer]:
    """Return the choices as answers, sorted by kind of move, cost, and letter in the picture."""
    found = _lit([_answer(turn, choice, hints) for choice in choices], {*hints.path_fields, *hints.rare})
    kinds = list(dict.fromkeys(choice.kind for choice in choices))

    def read(answer: Answer) -> tuple[int, bool, int, bool, str, int]:
        choice, letter = answer.choice, answer.letter
        place = letter.rstrip(digits)
        number = int(letter.removeprefix(place) or 0)
        # A select with many paths is sorted only by letter.
        by_letter = not choice.beside and choice.kind in hints.path_fields
        cost = 0 if by_letter else hints.cost(choice.moves[0])[0]
        return kinds.index(choice.kind), not choice.beside, cost, not letter, place, number

    return sorted(found, key=read)


def _lit(answers: list[Answer], ways: Collection[str]) -> list[Answer]:
    """Return the answers. If buttons have marks, answers of the kinds in ``ways`` lose the marks that no button has."""
    lit = {one.mark for one in answers if one.choice.beside and one.mark}
    return [
        replace(one, mark=None) if lit and one.mark not in lit and one.choice.kind in ways else one for one in answers
    ]


def _answer(turn: Turn, choice: Choice, hints: PickerHints) -> Answer:
    speaks, mark, following = turn.speaker, mark_of(turn, choice, hints), choice.field + 1
    # The end of a turn says so itself, and trying it out takes longest.
    final, ends = turn.final(choice.move) if choice.move and choice.kind != "end" else (False, False)
    if not mark and not choice.field and len(choice.said) == 1:
        name, short = kind_text(turn, choice)
        facts = replace(speaks.facts(choice.said) if choice.move else Facts(""), name=name, short=short)
    elif choice.move and choice.field and choice.field == field_place(hints.path_fields, choice.move):
        # A path has the name of its first place, and the cost and effects of the whole path.
        start = speaks.facts(choice.words)
        facts = replace(speaks.facts(choice.move.words), name=start.name, short="", way="")
    else:
        left = {move.words[following]: None for move in choice.moves if len(move.words) > following}
        facts = speaks.facts(choice.words, list(left))
    return Answer(choice, mark, facts, final, ends)


def kind_text(turn: Turn, choice: Choice) -> tuple[str, str]:
    """Return a long and a short label for a kind of move, with an ellipsis if more choices follow.

    If ending the turn loses something, its long label says what (or counts it if there is no room), and its short label
    counts it. In all other cases the short label is "".
    """
    speaks = turn.speaker
    lost = speaks.lost(turn.lost_on_end_turn) if choice.said == ("end",) else ""
    if turn.planned and choice.said == ("end",) and not lost:
        return turn.words._(SAVE_PLAN if turn.legal == [End()] else TURN_ENDS), ""
    if lost:
        end = turn.words._(TURN_ENDS) if turn.planned else speaks.game.verb("end", speaks)
        counted, text = (
            turn.words._("{end}; lost: {things}", end=end, things=things)
            for things in (len(turn.lost_on_end_turn), lost)
        )
        return text if len(text) <= MAX_LABEL else counted, counted
    text = speaks.verb(choice.kind)
    return text if choice.move else f"{text.partition(': ')[0]} …", ""


def mark_of(turn: Turn, choice: Choice, hints: PickerHints) -> Mark | None:
    """Return the mark of the thing on the board that the answer concerns, or None if it concerns none with a letter."""
    move = choice.moves[0]
    words, targets = move.words, targets_of(turn, move)
    if not choice.field and len(choice.said) < len(words):
        # The answer is a kind of move and names no thing.
        return None
    place = choice.field or field_place(hints.letter_fields, move)
    named = words[1:] if place is None else words[place : place + 1] * (place > 0)
    # A thing may be named by several words.
    together = "-".join(words[1:] if place is None else words[1 : place + 1])
    found = (targets[word] for word in (together, *reversed(named)) if word in targets)
    return next((mark for one in found if (mark := turn.mark(one))), None)


def buttons(
    turn: Turn, answers: Sequence[Answer], advised: Move | None = None
) -> Sequence[Callable[[], list[list[Item]]]]:
    """Return functions that make the answers' buttons in groups, from the longest labels to the shortest.

    The second function uses brief labels in large groups. The third uses them everywhere, and puts all kinds of moves
    except the end of the turn into one group. The advised answer is highlighted, and gets a button of its own if it has
    none. Without advice only the end of a turn is highlighted, if nothing is left to do, because anything else would
    look like advice.
    """
    beside = [answer for answer in answers if answer.choice.beside]
    hints = GAMES[turn.snapshot.info.game].picker
    if advised and not any(answer.leads_to(advised) for answer in beside):
        extra = whole_answer(turn, advised)
        # Don't name a letter that isn't in the picture.
        beside.insert(0, extra if any(extra.mark == one.mark for one in answers) else replace(extra, mark=None))

    def style(answer: Answer) -> discord.ButtonStyle:
        if advised:
            return PRIMARY if answer.leads_to(advised) else SECONDARY
        ends_well = answer.choice.kind == "end" and not turn.lost_on_end_turn
        return SUCCESS if ends_well else SECONDARY

    rows = groups(beside, hints.path_fields)
    # A letter that answers of several kinds share needs its name.
    shared = Counter(one.letter for one in beside)
    ends = [one for one in beside if one.choice.kind == "end"]
    together = [[one for one in beside if one not in ends], ends]

    def as_buttons(answers: Sequence[Answer], *, brief: bool) -> list[Item]:
        labels = [one.brief if brief and not (one.letter and shared[one.letter] > 1) else one.label for one in answers]
        return [
            button(turn.id("pick", *one.choice.said), label, style(one))
            for one, label in zip(answers, labels, strict=True)
        ]

    return (
        cache(lambda: [as_buttons(row, brief=False) for row in rows]),
        cache(lambda: [as_buttons(row, brief=len(row) > MAX_NAMED) for row in rows]),
        cache(lambda: [as_buttons(row, brief=True) for row in together if row]),
    )


def groups(answers: Sequence[Answer], ways: Collection[str]) -> list[list[Answer]]:
    """Return the answers in groups that each start a new row.

    Each kind with many answers that have letters is a group, and so is the end of the turn. All other answers form one.
    ``ways``: kinds that count as one, because all their answers are destinations.
    """
    # Kinds with ``ways`` form one group, because all their answers are destinations.
    kinds = ["ways" if one.choice.kind in ways else one.choice.kind for one in answers]
    count = Counter(kinds)
    found: dict[str, list[Answer]] = {}
    for kind, one in zip(kinds, answers, strict=True):
        several = count[kind] > MAX_WITHOUT_ROW and one.letter
        found.setdefault(kind if several or kind == "end" else "", []).append(one)
    return list(found.values())


def whole_answer(turn: Turn, move: Move) -> Answer:
    """Return a move as one answer with its whole label, shortened to fit a button."""
    hints = GAMES[turn.snapshot.info.game].picker
    choice, label = Choice(move.words, (move,)), shortened(turn.speaker.label(move), MAX_WHOLE_MOVE)
    return Answer(choice, mark_of(turn, choice, hints), Facts(label), *turn.final(move))


def selects(turn: Turn, answers: Sequence[Answer]) -> list[list[Item]]:
    """Return selects of the answers without a button: one for each kind, or several if a kind has too many answers.

    Kinds that are rarely wanted share one.
    """
    hints = GAMES[turn.snapshot.info.game].picker
    # These kinds share a select because their moves are rarely wanted.
    together = {*hints.path_fields, *hints.rare}
    kinds: dict[str, list[Answer]] = {}
    for answer in (one for one in answers if not one.choice.beside):
        kind = answer.choice.kind
        kinds.setdefault(next((one for one in kinds if {one, kind} <= together), kind), []).append(answer)
    rows = []
    for kind, some in kinds.items():
        label = turn.speaker.verb(kind)
        if kind in hints.folded_labels and any(one.choice.kind == kind and one.choice.beside for one in answers):
            label = turn.words._(hints.folded_labels[kind])
        for at in range(0, len(some), MAX_OPTIONS):
            part = some[at : at + MAX_OPTIONS]
            text = label
            if len(some) > MAX_OPTIONS:
                ends = [one.letter or one.facts.name for one in (part[0], part[-1])]
                text = turn.words._("{first} – {last}: {label}", first=ends[0], last=ends[1], label=label)
            rows.append([select(turn.id("pick", kind, str(at)), text, [one.option(turn.words) for one in part])])
    return rows


def not_now(turn: Turn) -> str:
    """Explain why moves that the question suggests aren't possible now, or return ""."""
    table, game = turn.snapshot.table, GAMES[turn.snapshot.info.game]
    illegal = [move for move in game.moves_to_explain(turn.speaker.view, turn.kinds) if move not in turn.legal]
    reasons = [table.why_not(turn.seat, move.text) for move in illegal]
    shown = list(dict.fromkeys(turn.speaker.refusal(one) for one in reasons if one is not None))[:MAX_REASONS]
    return turn.words._("Not now: {reasons}", reasons=" ".join(shown)) if shown else ""


def commands_of(turn: Turn, moves: Sequence[Move] = ()) -> str:
    """Return the commands for these moves, by default for all legal moves: "`/rattus take` or `/rattus place`".

    A plan and a challenge of the day have one command for all moves.
    """
    if turn.planned:
        return "`/plan move:`"
    if turn.snapshot.info.daily is not None:
        return "`/daily move:`"
    game = GAMES[turn.snapshot.info.game]
    verbs = dict.fromkeys(move.kind for move in moves or turn.legal)
    return turn.words.join_choice([f"`/{game.command(verb)}`" for verb in verbs])


def back_and_undo(turn: Turn, said: Said, hints: PickerHints = DEFAULT_HINTS) -> list[Item]:
    """Return the buttons to go back to the previous question, undo a step, or start over, if they are possible."""
    table, w = turn.snapshot.table, turn.words
    row = []
    if said:
        row.append(button(turn.id("ask", *question_before(turn.legal, said, hints)), w._("↩ Back")))
    steps = len(table.undoable_groups(turn.seat))
    if steps:
        row.append(button(turn.id("undo", "1"), w._("Undo")))
    if steps > 1:
        row.append(button(turn.id("undo", "all"), w._("Start over")))
    return row
