"""What a panel offers: the legal answers under their question, and the ways back."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import islice
from string import digits
from typing import Any

import discord

import wording
from bot.channel.posts import speaker
from bot.games import GAMES, PickerHints
from bot.panels.move_picker import PLAIN, Choice, back, narrow
from bot.ui.custom_id import Id
from bot.ui.item import OPTIONS, ActionItem, button, select
from renderer import Mark
from rules.game import Target
from rules.notation import print_move
from rules_service import Snapshot
from wording import Speaker, Words
from wording.limits import LABEL, capital

FINAL = "🔒"  # the one sign for what cannot be taken back
IN_A_ROW = 5  # buttons, at most
LINE = 50  # letters of a line of small text on a phone
LATIN = 0x250  # signs beyond are as wide as two letters
PHONE, EDGES, BETWEEN = 348, 24, 10  # px of a phone for a row of buttons, round a label, between two buttons
NARROW, BROAD = frozenset(" .,:;·'|!()[]ijltfrI1“”"), frozenset("mwMWQ@…")  # letters that are less and more wide
FEW = 3  # answers that stand out, at most
REASONS = 2  # why something is not possible, at most


@dataclass(frozen=True)
class Turn:
    """A table as one seated person has it before them."""

    snapshot: Snapshot
    seat: int
    lang: str

    @property
    def words(self) -> Words:
        """What to say in the person's language."""
        return wording.words(self.lang)

    @cached_property
    def speaker(self) -> Speaker[Any]:
        """Who speaks of the game to the person, as they see it."""
        return speaker(self.snapshot.info, self.snapshot.view(self.seat), self.lang, self.seat)

    @property
    def question(self) -> str:
        """The question that the person has to answer."""
        asked: str = self.snapshot.table.state.pending[self.seat][-1].question
        return asked

    @property
    def in_english(self) -> Speaker[Any]:
        """The same in English: whatever people type is found by its words, too."""
        return speaker(self.snapshot.info, self.snapshot.view(self.seat), "en", self.seat)

    @cached_property
    def moves(self) -> list[str]:
        """Everything legal for the seat, in notation."""
        return [print_move(move) for move in self.snapshot.table.legal(self.seat)]

    @cached_property
    def lapsed(self) -> tuple[str, ...]:
        """What would be lost if the turn ended now."""
        return self.snapshot.table.lapses(self.seat)

    def mark(self, target: Target) -> Mark | None:
        """A thing with its letter, if a picture shows it."""
        letter = GAMES[self.snapshot.info.game].pictures.letter(self.speaker.view, target)
        return Mark(letter, target) if letter else None

    def id(self, action: str, words: str = "") -> Id:
        """A press on this panel."""
        return Id(self.snapshot.info.id, action, self.seat, self.snapshot.info.number, words)


@dataclass(frozen=True)
class Question:
    """What stands on the panel when something is asked, but for what the player has done so far."""

    texts: list[str]
    marks: list[Mark]  # what the picture shows: as much of the board as they are on; without any the plain board
    rows: list[Sequence[ActionItem]]


def question(turn: Turn, prefix: str = "", *, typed: bool = False) -> Question:
    """The question under the prefix, with its answers and the ways back. Who ``typed`` reads names for letters."""
    speaks = turn.speaker
    hints = GAMES[turn.snapshot.info.game].hints(speaks.view)
    answers = on_one_picture(turn, prefix, hints)
    verbs = list(dict.fromkeys(move.split()[0] for move in turn.moves))
    words = asking([answer.choice for answer in answers], prefix)
    asked = speaks.ask(turn.question, words, verbs)
    marks = [answer.mark for answer in answers if answer.mark] or said_before(turn, answers, words)
    about = [] if marks else [(mark, told) for target, told in speaks.about(words) if (mark := turn.mark(target))]
    marks = marks or [mark for mark, _ in about]
    if prefix and not marks:  # the picture of the first question stays
        marks = [answer.mark for answer in on_one_picture(turn, "", hints) if answer.mark]
    heard = goals_alone(answers, hints) if typed else answers
    small = [line for line in (speaks.means(), *list_of(turn, heard, typed=typed)) if line]
    if len(heard) < len(answers):
        left = next(one.choice.kind for one in answers if one not in heard)
        option = GAMES[turn.snapshot.info.game].rules.notation.kinds[left].__struct_fields__[hints.ways[left] - 1]
        small.append(turn.words._("There are other ways, too: `{option}` chooses one.", option=option))
    if typed and turn.lapsed:
        small += [answer.name for answer in answers if answer.choice.move == "end"]  # it names what would be lost
    final = [answer.name for answer in answers if answer.final and answer.choice.move != "end"]
    if final and typed:
        small.append(turn.words._("It cannot be taken back: {things}.", things=turn.words.join_list(final)))
    elif final:
        # Translators: {sign} stands before answers that cannot be taken back.
        small[-1:] = in_lines([*small[-1:], turn.words._("{sign} is final.", sign=FINAL)])
    if typed and about:
        asked = turn.words.bracketed(asked, "; ".join(text for _, text in about))
    told = [asked, *(f"**{mark.letter}** {text}" for mark, text in about if not typed)]
    told += [f"-# {line}" for line in small]
    texts = ["\n".join(filter(None, told)), "" if prefix else not_now(turn)]
    return Question(texts, marks, [*answer_rows(turn, answers), way_row(turn, prefix, hints)])


def so_far(turn: Turn) -> str:
    """What the player has done and can still take back."""
    info, table = turn.snapshot.info, turn.snapshot.table
    possible = table.undoable(turn.seat)
    if not possible:
        return ""
    mine = [step for step in table.steps if step.seat == turn.seat][-possible:]
    events = [event for step in mine for event in step.events]
    lines = speaker(info, turn.snapshot.view(None), turn.lang, turn.seat).summary(events)
    return "\n".join(f"-# {line}" for line in lines)


@dataclass(frozen=True)
class Answer:
    """A choice as it stands on the panel: what its button says, and what more there is to tell."""

    choice: Choice
    mark: Mark | None
    name: str
    more: str
    final: bool  # pressing it cannot be taken back

    @property
    def label(self) -> str:
        """What the button or the option of a select says."""
        text = f"{self.mark.letter} · {self.name}" if self.mark else self.name
        if self.choice.field and not self.choice.move and not self.choice.beside:
            text += " …"  # here the one beside the others says where it leads
        return f"{FINAL} {text}" if self.final else text

    def called(self, *, named: bool) -> str:
        """What stands before what it costs and brings: its letter, its name, or both."""
        if self.mark and not named:
            return self.mark.letter
        return f"{self.mark.letter} · {self.name}:" if self.mark else f"{self.name}:"


def on_one_picture(turn: Turn, prefix: str, hints: PickerHints) -> list[Answer]:
    """The answers, where those of the first question are about several pictures: the others open those kinds of move.

    A single answer about another picture stands beside the others without a letter.
    """
    answers = answers_of(turn, narrow(turn.moves, prefix, hints), hints)
    place = partial(GAMES[turn.snapshot.info.game].pictures.place, turn.speaker.view)
    places = Counter(place(answer.mark.target) for answer in answers if answer.mark)
    if prefix or len(places) < 2:
        return answers
    [(shown, _)] = places.most_common(1)
    elsewhere = Counter(one.choice.kind for one in answers if one.mark and place(one.mark.target) != shown)
    several = {kind for kind, count in elsewhere.items() if count > 1 and kind in hints.spread}
    if several:
        spread = [kind for kind in hints.spread if kind not in several]
        return on_one_picture(turn, prefix, replace(hints, spread=spread))
    return [replace(one, mark=None) if one.mark and place(one.mark.target) != shown else one for one in answers]


def said_before(turn: Turn, answers: Sequence[Answer], words: Sequence[str]) -> list[Mark]:
    """The things that a move under way is about, as far as it has been said."""
    game = GAMES[turn.snapshot.info.game]
    move = game.rules.notation.parse(answers[0].choice.moves[0]) if words else None
    targets = {target.id: target for target in game.rules.targets(move)} if move else {}
    return [mark for word in words[1:] if word in targets and (mark := turn.mark(targets[word]))]


def answers_of(turn: Turn, choices: Sequence[Choice], hints: PickerHints) -> list[Answer]:
    """The choices as they stand on the panel: of one kind and price in the order in which the picture is read."""
    found = [_answer(turn, choice, hints) for choice in choices]
    kinds = list(dict.fromkeys(choice.kind for choice in choices))

    def read(answer: Answer) -> tuple[int, bool, int, bool, str, int]:
        choice, letter = answer.choice, answer.mark.letter if answer.mark else ""
        place = letter.rstrip(digits)
        number = int(letter.removeprefix(place) or 0)
        return kinds.index(choice.kind), not choice.beside, hints.cost(choice.moves[0])[0], not letter, place, number

    return sorted(found, key=read)


def _answer(turn: Turn, choice: Choice, hints: PickerHints) -> Answer:
    game, table = GAMES[turn.snapshot.info.game], turn.snapshot.table
    move = game.rules.notation.parse(choice.move) if choice.move else None
    final = move is not None and table.final(turn.seat, move)
    mark = mark_of(turn, choice, hints)
    if not mark and not choice.field and " " not in choice.prefix:
        return Answer(choice, None, kind_text(turn, choice, final), "", final)
    name = turn.speaker.brief(choice.words)
    return Answer(choice, mark, name, beyond(name, answer_text(turn, choice, hints)), final)


def beyond(name: str, told: str) -> str:
    """What a text tells of an answer beyond its name: nothing twice, for a panel is small."""
    kind, colon, last = name.lower().rpartition(": ")
    whole = told.lower()
    if whole.endswith(last if colon else name.lower()) or name.lower().endswith(whole):
        return ""
    head, _, rest = told.partition(": ")
    if rest and (head.lower() == kind or head.lower().endswith((last, f"({last})"))):
        return rest
    if rest and name.lower().startswith(f"{head.lower()} "):  # "Hex 1 from dock NW" and "Hex 1: build"
        return rest
    rest = whole.partition(f" ({last}) ")[2]
    if rest:
        return told[-len(rest) :]
    if colon and whole.endswith(f" ({last})"):
        return told[: -len(f" ({last})")]
    head = whole.partition(" (")[0]
    if head != whole and head.endswith(last):
        rest = told[len(head) + 1 :]
        inner, _, after = rest[1:].partition(")")
        return rest if "(" in inner else f"{inner}{after}"
    gaps = (
        [", "] if colon else [", ", " "]
    )  # "Wagon" and "wagon for 1 coin", but not "Free step: city" and "city register"
    return next((told[len(last + gap) :] for gap in gaps if whole.startswith(last + gap)), told)


def kind_text(turn: Turn, choice: Choice, final: bool) -> str:
    """What the button of a kind of move says: dots if it opens more answers; of the end what is lost by it."""
    speaks = turn.speaker
    lost = speaks.lost(turn.lapsed) if choice.move == "end" else ""
    if lost:
        end = speaks.game.verb("end", speaks)
        text = turn.words._("{end}; lost: {things}", end=end, things=lost)
        if len(text) <= LABEL - len(FINAL) - 1:
            return text
        count = len(turn.lapsed)  # of these the question tells
        return turn.words.ngettext(
            "{end}, leaving {count} thing undone", "{end}, leaving {count} things undone", count, end=end
        )
    if final:
        return speaks.game.verb(choice.kind, speaks)  # the sign for what is final stands before it
    text = speaks.verb(choice.kind)
    return text if choice.move else f"{text.partition(': ')[0]} …"


def mark_of(turn: Turn, choice: Choice, hints: PickerHints) -> Mark | None:
    """The thing on the board that an answer is about, with its letter; None if it is about none that is shown."""
    info = turn.snapshot.info
    words = choice.moves[0].split()
    if not choice.field and choice.prefix != choice.moves[0]:
        return None  # a kind of move
    move = GAMES[info.game].rules.notation.parse(choice.moves[0])
    targets = {target.id: target for target in GAMES[info.game].rules.targets(move)} if move else {}
    place = choice.field or hints.points.get(words[0])
    named = words[1:] if place is None else words[place : place + 1] * (place > 0)
    together = "-".join(words[1:] if place is None else words[1 : place + 1])  # a thing may be named by several words
    found = (targets[word] for word in (together, *reversed(named)) if word in targets)
    return next((mark for one in found if (mark := turn.mark(one))), None)


def answer_text(turn: Turn, choice: Choice, hints: PickerHints) -> str:
    """All that is to be said of an answer: of a way the whole of it, with its price."""
    verb, *fields = choice.words
    names = GAMES[turn.snapshot.info.game].rules.notation.kinds[verb].__struct_fields__
    field = choice.field or len(names) == len(fields) == 1
    if not field or (choice.move and field == hints.ways.get(verb)):
        return turn.speaker.label_of(choice.move)
    following = dict.fromkeys(move.split()[field + 1] for move in choice.moves if field < len(names))
    return turn.speaker.choice(verb, names[field - 1], fields[-1], [verb, *fields[:-1]], list(following))


def asking(choices: Sequence[Choice], prefix: str) -> list[str]:
    """The words of the move whose next one is asked; none while the kind of move is open."""
    return choices[0].words[: choices[0].field or 1] if prefix else []


def answer_rows(turn: Turn, answers: Sequence[Answer]) -> list[list[ActionItem]]:
    """Buttons side by side, and a select for those of a kind that do not fit there."""
    beside = [answer for answer in answers if answer.choice.beside]
    others = [one for one in beside if one.choice.move != "end"]
    tried = others if turn.lapsed and len(others) < len(beside) else []
    saving = (one for one in tried if turn.snapshot.table.saves(turn.seat, one.choice.moves[0]))
    few = list(islice(saving, FEW + 1))
    best = few if len(few) <= FEW else []
    rows = [
        [_button(turn, beside[place], best=beside[place] in best) for place in row]
        for row in in_rows([one.label for one in beside])
    ]
    kinds: dict[str, list[Answer]] = {}
    for answer in answers:
        if not answer.choice.beside:
            kinds.setdefault(answer.choice.kind, []).append(answer)
    for kind, some in kinds.items():
        starts = range(0, len(some), OPTIONS)
        label = turn.speaker.verb(kind)
        for number, at in enumerate(starts, 1):
            text = turn.words._("{label} ({number})", label=label, number=number) if len(starts) > 1 else label
            rows.append([_select(turn, f"{kind} {at}", text, some[at : at + OPTIONS])])
    return rows


def in_rows(labels: Sequence[str]) -> list[list[int]]:
    """The places of buttons with these labels, in rows that fit the width of a phone.

    There Discord would break a row of five into two uneven ones.
    """
    rows: list[list[int]] = []
    room = 0
    for place, label in enumerate(labels):
        room -= label_width(label) + BETWEEN
        if room < 0 or len(rows[-1]) == IN_A_ROW:
            rows.append([])
            room = PHONE - label_width(label)
        rows[-1].append(place)
    return rows


def beside(rows: Sequence[Sequence[ActionItem]], more: ActionItem) -> list[Sequence[ActionItem]]:
    """A row, if there is one, with one more button; where a phone has no room for it there, in a row of its own."""
    every = [item for row in rows for item in row] + [more]
    return [[every[place] for place in row] for row in in_rows([getattr(one.item, "label", "") for one in every])]


def label_width(label: str) -> int:
    """How wide a button with this label is on a phone, in px: rather too wide than too narrow."""
    letters = sum(
        4.6 if one in NARROW else 12 if one in BROAD else 9 if one.isupper() else 7.8 if ord(one) < LATIN else 19
        for one in label
    )
    return round(EDGES + letters)


def _button(turn: Turn, answer: Answer, *, best: bool) -> ActionItem:
    """It stands out if it ends a turn in which nothing is left, or is one of few that use what would be lost."""
    best = best or (answer.choice.move == "end" and not turn.lapsed)
    style = discord.ButtonStyle.success if best else discord.ButtonStyle.secondary
    return button(turn.id("pick", answer.choice.prefix), answer.label, style)


def _select(turn: Turn, which: str, label: str, answers: Sequence[Answer]) -> ActionItem:
    """A select of answers; what is chosen comes with the press, so its id only tells it from others."""
    options = [
        discord.SelectOption(label=answer.label, value=answer.choice.prefix, description=answer.more or None)
        for answer in answers
    ]
    return select(turn.id("pick", which), label, options)


def list_of(turn: Turn, answers: Sequence[Answer], *, typed: bool = False) -> list[str]:
    """What each answer costs and brings, a line each if it fills one; the kind where two kinds are about one place.

    Who ``typed`` sees neither buttons nor selects: every answer is there, by its name.
    """
    kinds: dict[str, dict[str, list[str]]] = {}
    beside = [answer for answer in answers if typed or answer.choice.beside]
    alike = Counter((one.choice.kind, one.mark.letter) for one in beside if one.mark)
    told = [answer for answer in beside if answer.more]
    several = typed and len({answer.choice.kind for answer in told}) > 1
    for answer in told:
        twice = answer.mark is not None and alike[answer.choice.kind, answer.mark.letter] > 1
        alike_lines = kinds.setdefault(answer.choice.kind, {})
        name = without_kind(answer, told) if several else answer.name
        called = f"{name}:" if typed else answer.called(named=twice)
        alike_lines.setdefault(answer.more, []).append(called)
    letters = [letter for _, letter in {(one.choice.kind, one.mark.letter) for one in told if one.mark}]
    lines = []
    for kind, some in kinds.items():
        if several:  # what the button of the kind says is about the other buttons
            lines.append(turn.words._(turn.speaker.game.moves[kind].text))
        elif len(letters) > len(set(letters)):
            lines.append(turn.speaker.verb(kind))
        lines += in_lines([f"**{_together(called)}** {more}" for more, called in some.items()])
    return lines


def without_kind(answer: Answer, among: Sequence[Answer]) -> str:
    """The name of an answer that stands under its kind: without the kind, where all of that kind begin with it."""
    kind, colon, name = answer.name.partition(": ")
    same = [one for one in among if one.choice.kind == answer.choice.kind]
    alike = colon and len(same) > 1 and all(one.name.startswith(kind + colon) for one in same)
    return capital(name) if alike else answer.name


def goals_alone(answers: Sequence[Answer], hints: PickerHints) -> list[Answer]:
    """The answers, of ways to one goal the first alone, which costs least."""
    found: dict[tuple[str, ...], Answer] = {}
    for answer in answers:
        words = answer.choice.moves[0].split() if answer.choice.kind in hints.ways else [answer.choice.prefix]
        goal = tuple(word for place, word in enumerate(words) if place != hints.ways.get(answer.choice.kind))
        found.setdefault((answer.choice.kind, *goal), answer)
    return list(found.values())


def _together(called: Sequence[str]) -> str:
    """What several answers are called before what is said of all of them: the last one keeps its colon."""
    return ", ".join([*(one.removesuffix(":") for one in called[:-1]), called[-1]])


def in_lines(texts: Sequence[str]) -> list[str]:
    """Texts in lines of a phone: as many in one as it has room for."""
    lines: list[str] = []
    for text in texts:
        if lines and len(f"{lines[-1]} · {text}".replace("**", "")) <= LINE:
            lines[-1] += f" · {text}"
        else:
            lines.append(text)
    return lines


def not_now(turn: Turn) -> str:
    """Why what the question makes one think of cannot be done."""
    table, game = turn.snapshot.table, GAMES[turn.snapshot.info.game]
    reasons = []
    for move in game.wishes(turn.speaker.view, {move.split()[0] for move in turn.moves}):
        if move not in turn.moves:
            reason = table.why_not(turn.seat, move)
            if reason is not None:
                reasons.append(turn.speaker.refusal(reason))
    shown = list(dict.fromkeys(reasons))[:REASONS]
    return turn.words._("-# Not now: {reasons}", reasons=" ".join(shown)) if shown else ""


def commands_of(turn: Turn, moves: Sequence[str] = ()) -> str:
    """Return the commands for these moves, or for all that can be done now: "`/rattus take` or `/rattus place`"."""
    game = GAMES[turn.snapshot.info.game]
    verbs = dict.fromkeys(move.split()[0] for move in moves or turn.moves)
    return turn.words.join_choice([f"`/{game.command(verb)}`" for verb in verbs])


def way_row(turn: Turn, prefix: str, hints: PickerHints = PLAIN) -> list[ActionItem]:
    """The ways back: a question, or steps that are taken back."""
    table, w = turn.snapshot.table, turn.words
    row = []
    if prefix:
        row.append(button(turn.id("ask", back(turn.moves, prefix, hints)), w._("↩ Back")))
    possible = table.undoable(turn.seat)
    if possible:
        row.append(button(turn.id("undo", "1"), w._("Take back a step")))
    if possible > 1:
        row.append(
            button(
                turn.id("undo", "all"), w.ngettext("Start over ({count} step)", "Start over ({count} steps)", possible)
            )
        )
    return row
