"""Moves typed as text: they are matched with the legal moves, then played, planned, or taken as a lesson's answer.

Autocomplete offers the legal moves that match.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from string import digits

from discord import app_commands

from bot.channel.plan_words import TURN_ENDS
from bot.context import Request
from bot.panels import board_panel, daily
from bot.panels import plan as plan_panel
from bot.panels.help_panel import NEXT_STEP, games_with_lessons, lesson_turn, show_lessons, show_step, take_answer
from bot.panels.turn import show_outcome, turn_of, undo_steps
from bot.panels.turn_parts import Turn, commands_of
from bot.typed.choices import MAX_CHOICES, MAX_QUOTE, Choices, lone_line, offering, with_more
from bot.typed.tables import table_here, turn_here, waiting_for
from bot.ui.reply import Refusal
from games import GAMES
from games.move_picker import goal_words
from rules.errors import N_, BadNotation, IllegalMove
from rules.notation import End, Move
from rules_service.plans import NOTHING_TO_PLAN, PLAN_ENDS
from wording import Words, find
from wording.text_limits import MAX_LABEL, shortened

MAX_NAMED = 8
SAY_MORE = N_("Please be more specific. Possible moves: {moves}.")


@dataclass(frozen=True)
class TypedMove:
    """A legal move with the texts that people can type for it."""

    move: Move
    label: str
    english: str = ""  # the label in English
    goal: str = ""  # the names of the place that a path leads to, in both languages

    @property
    def text(self) -> str:
        """Return the move in notation."""
        return self.move.text

    def is_written(self, text: str) -> bool:
        """Return whether the text is the move in notation, where a region can stand for a rat in that region."""
        words, whole = text.lower().split(), self.move.words
        pairs = zip(words, whole, strict=False)
        return len(words) == len(whole) and all(known == word or known.startswith(f"{word}-") for word, known in pairs)


def typed_moves(turn: Turn) -> list[TypedMove]:
    """Return every legal move with the texts that this player can type for it."""
    paths = GAMES[turn.snapshot.info.game].picker.path_fields
    speaks, english = turn.speaker.discreet(), turn.in_english.discreet()
    translated, ending = turn.words.lang != "en", End() if turn.planned else None
    return [
        TypedMove(
            move,
            speaks.label(move) if move != ending else turn.words._(TURN_ENDS),
            english.label(move) if translated else "",
            names_of(turn, move.words[-1]) if move.kind in paths else "",
        )
        for move in turn.legal
    ]


def names_of(turn: Turn, word: str) -> str:
    """Return a word of the notation with its name in the player's language and in English: "h6 Hexfeld 6 Hex 6"."""
    return " ".join([word, *(speaks.name_of(word) or "" for speaks in (turn.speaker, turn.in_english))])


def places_like(turn: Turn, words: Sequence[str]) -> dict[str, str]:
    """Return all numbered things of the same kinds as these words, legal or not, with their names in both languages."""
    # A hex out of reach must not match another one whose effects happen to contain its number.
    kinds = {word.rstrip(digits) for word in words if word[-1:].isdigit()}
    alike = [one for one in GAMES[turn.snapshot.info.game].rules.words() if one[-1:].isdigit()]
    return {one: names_of(turn, one) for one in alike if one.rstrip(digits) in kinds}


async def play_text(request: Request, move: str) -> None:
    """Play the legal move that matches the typed text: notation, a label, or some words of a label."""
    turn = await turn_of(request)
    await play_notation(request, turn, meant_move(turn, move))


async def plan_text(
    request: Request,
    move: str = "",
    undo: int | None = None,
    for_me: bool | None = None,
    play: bool = False,
    fallback: int = 0,
) -> None:
    """Show or change the plan of the next turn or a fallback, or play the plan once the turn has begun.

    Raises Refusal if there is nothing to plan, or the plan can't be played yet.
    """
    found, plans, once = await plan_panel.plan_of(request, fallback), request.service.plans, request.id
    if found.due:
        await (plan_panel.play(request, found.row.revision) if play else plan_panel.show_plan(request, found))
    elif play:
        raise Refusal(N_("It isn’t your turn yet. `/plan for_me:True` plays your plan for you once it is."))
    elif move:
        if found.course is None or found.course.ended:
            raise Refusal(NOTHING_TO_PLAN if found.course is None else PLAN_ENDS)
        chosen = meant_move(plan_panel.plan_turn(found, request.lang), move)
        await plan_panel.show_changed(request, found, plans.add(found, chosen, interaction=once))
    elif undo:
        await plan_panel.show_changed(request, found, plans.undo(found, undo, interaction=once))
    elif for_me is not None:
        await plan_panel.let_play(request, found, wanted=for_me)
    else:
        await plan_panel.show_plan(request, found, saved=True)


async def daily_text(
    request: Request, number: int | None = None, move: str = "", undo: int | None = None, text: bool = False
) -> None:
    """Show a challenge of the day or, in the running attempt, play a move, undo moves or show the board in words."""
    if not (move or undo or text):
        await daily.show_typed(request, number)
        return
    here = request.about(await daily.running_attempt(request, number))
    if move:
        await play_text(here, move)
    elif undo:
        await undo_steps(here, undo)
    else:
        await board_panel.look(here, own=True, text=True)


async def learn_text(request: Request, game: str = "", answer: str = "") -> None:
    """Show a game's lesson (all lessons if no game was typed), or answer the lesson's current step."""
    if not game or not answer:
        await show_lessons(request, game)
        return
    step = await lesson_turn(request, game)
    if step.step.move:
        await take_answer(request, step, tuple(meant_move(step, answer).split()))
    else:
        await show_step(request, game, step.snapshot.number + 1)


async def play_notation(request: Request, turn: Turn, move: str) -> None:
    """Play a move in notation, and show its outcome. Raises Refusal with the possible commands if it is illegal.

    If no move is possible, or the error already names the possible ones, raises that error (BadNotation or
    IllegalMove).
    """
    try:
        outcome = await request.service.play.move(turn.snapshot.info.id, request.user_id, move, interaction=request.id)
    except (BadNotation, IllegalMove) as error:
        verb = next(iter(move.lower().split()), "")
        alike, legal = turn.of_kind(verb), getattr(error, "legal", ())
        other = [one for one in turn.legal if one.text in legal and one not in alike]
        # No move is possible, or the refusal already says which ones are.
        if not turn.moves or (alike and not other):
            raise
        refusal = turn.speaker.refusal(error)
        raise Refusal(N_("{refusal} Next: {commands}"), refusal=refusal, commands=commands_of(turn, other)) from error
    await show_outcome(request, turn, outcome)


def meant_move(turn: Turn, text: str) -> str:
    """Return the notation of the legal move with this label or these words.

    Raises Refusal if several moves match, or none does. Illegal notation is returned unchanged, because the rules
    explain what is wrong with it.
    """
    known = typed_moves(turn)
    for one in known:
        if one.label.casefold() == text.strip().casefold():
            return one.text
    if turn.speaker.game.notation.parse(text) is not None:
        found = [one for one in known if one.is_written(text)]
    else:
        found = fitting_moves(text, known, turn)
    least = cheapest_moves(turn, [one.move for one in found])
    found = [one for one in found if one.move in least]
    if len(found) > 1:
        raise Refusal(SAY_MORE, moves=some_of([one.label for one in found], turn.words))
    verb = next(iter(text.lower().split()), "")
    if not found and turn.moves and verb not in turn.speaker.game.notation.kinds:
        raise Refusal(
            N_("None of your possible moves is called “{said}”. Next: {commands}"),
            said=shortened(text, MAX_LABEL),
            commands=commands_of(turn),
        )
    # Notation of an illegal move is returned unchanged, so that the rules give the reason.
    return found[0].text if found else text


def cheapest_moves(turn: Turn, moves: Sequence[Move]) -> list[Move]:
    """Return the cheapest of moves that differ only in their path, or all of them if they differ in more."""
    game = GAMES[turn.snapshot.info.game]
    if len({goal_words(game.picker.path_fields, move) for move in moves}) != 1:
        return list(moves)
    cost = game.hints(turn.speaker.view).cost
    least = min(map(cost, moves))
    return [move for move in moves if cost(move) == least]


def fitting_moves(text: str, known: Sequence[TypedMove], turn: Turn) -> list[TypedMove]:
    """Return the moves that contain all typed words in any order, or all moves if no text was typed.

    "h13", "Hex 13" and "13 hex" mean the place rather than any other 13 if a move is about it, and the goal of a
    path rather than its start.
    """
    if not text.strip():
        return list(known)
    aimed = aimed_at(text, known, turn)
    if aimed is not None:
        return aimed
    among = [(one.text, one.label, f"{one.text} {one.english}") for one in known]
    hits = {move for some in find(text, among) for move in some}
    found = [one for one in known if one.text in hits]
    places = set(re.findall(r"\d+", text))
    if not places:
        return found
    exact = [one for one in found if {*text.lower().split()} & {*one.move.words[1:]}] or found
    return [one for one in exact if places <= {*re.findall(r"\d+", one.text)}] or exact


def aimed_at(text: str, known: Sequence[TypedMove], turn: Turn) -> list[TypedMove] | None:
    """Return the moves to the typed place (empty if it is out of reach), or None if no place was typed."""
    goals = {one.text: one.goal for one in known if one.goal}
    reached = {one.move.words[-1] for one in known if one.goal}
    beyond = {word: names for word, names in places_like(turn, list(reached)).items() if word not in reached}
    aimed = {one for some in find(text, [(one, names, "") for one, names in (goals | beyond).items()]) for one in some}
    found = [one for one in known if one.text in aimed]
    # A number alone may also be an amount if no path leads to a place with that number.
    return found if found or (aimed and not text.strip().isdecimal()) else None


def move_choices(turn: Turn, typed: str) -> Choices:
    """Offer the legal moves that match the typed text, with a line that gives the number of those left out."""
    shown, left = shown_moves(fitting_moves(typed, typed_moves(turn), turn))
    choices = [app_commands.Choice(name=one.label, value=one.text) for one in shown]
    return with_more(choices, left, typed, turn.words)


def shown_moves(found: Sequence[TypedMove]) -> tuple[list[TypedMove], int]:
    """Return as many moves as Discord shows, a fair share of each kind of move, and the number of those left out."""
    if len(found) <= MAX_CHOICES:
        return list(found), 0
    kinds: dict[str, list[TypedMove]] = {}
    for one in found:
        kinds.setdefault(one.move.kind, []).append(one)
    in_turn = [one for one_each in zip_longest(*kinds.values()) for one in one_each if one]
    # Reserve one place for a line that says how many moves are left out.
    chosen = set(in_turn[: MAX_CHOICES - 1])
    return [one for one in found if one in chosen], len(found) - len(chosen)


def some_of(labels: Sequence[str], w: Words) -> str:
    """Return the first few labels of moves or values in one text, followed by the number of the others."""
    more = len(labels) - MAX_NAMED
    rest = [w.ngettext("and {count} more", "and {count} more", more)] if more > 0 else []
    return w._("; ").join([*labels[:MAX_NAMED], *rest])


@offering
async def offered_moves(request: Request, typed: str) -> Choices:
    """Offer the legal moves that match the typed text. If there are none, offer a line with the reason.

    The line says whose turn it is, or that nothing matches.
    """
    mine = await turn_here(request)
    if mine is None or not mine.moves:
        whose = await waiting_for(request)
        return lone_line(whose, typed) if whose else []
    none = {"said": shortened(typed.strip(), MAX_QUOTE), "commands": commands_of(mine)}
    return move_choices(mine, typed) or lone_line(
        mine.words._("Nothing matches “{said}”. Next: {commands}", **none), typed
    )


@offering
async def offered_plan_moves(request: Request, typed: str) -> Choices:
    """Offer the legal moves that would continue the plan and match the typed text."""
    fallback = request.interaction.namespace.fallback or 0
    found = await plan_panel.plan_of(request.about(await table_here(request)), fallback)
    if found.due or found.course is None or found.course.ended:
        return []
    return move_choices(plan_panel.plan_turn(found, request.lang), typed)


@offering
async def offered_daily_moves(request: Request, typed: str) -> Choices:
    """Offer the legal moves that match the typed text in the person's running attempt at a challenge of the day."""
    info = await daily.running_attempt(request, request.interaction.namespace.number)
    return move_choices(await turn_of(request.about(info)), typed)


@offering
async def offered_answers(request: Request, typed: str) -> Choices:
    """Offer the matching answers to the current step of a lesson, or "next" if the step asks no question."""
    game = request.interaction.namespace.game
    if game not in games_with_lessons():
        return []
    step = await lesson_turn(request, game)
    if not step.step.move:
        return [app_commands.Choice(name=NEXT_STEP, value=NEXT_STEP)]
    return move_choices(step, typed)
