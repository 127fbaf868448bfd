"""The texts of a finished game's review, as a post with a chart or in words."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import islice, takewhile
from typing import Any

import discord

import wording
from bot.channel.delivery import OWN_TURNS
from bot.channel.table_words import plain_player, player_text, seat_names, speaker_of
from bot.ui.message import Id, Item, Picture, button, layout
from computer_players.review import MIN_COST, MIN_POINTS, Judgement, Mistake, is_decided, number_of_positions, review_of
from games import GAMES
from renderer import Mark, Scene
from renderer.review_chart import ReviewChart, TurningPoint
from rules.errors import N_
from rules.game import Target, apply_move, copy_state
from rules.notation import End, Move
from rules_service import Snapshot
from wording import Words
from wording.catalogue import with_minus_sign
from wording.text_limits import MAX_ALT_TEXT, whole_sentences

PLAYED, BETTER = "×", "+"  # marks of the played moves, and of better ones
MAX_TICKS = 8  # turns named below a chart of a game without rounds
LINES_PER_PAGE = 30
MAX_IN_ONE_ROW = 2  # turns whose buttons share a row
MAX_NAMED = 3  # moves that differ between two turns and are named one by one


class ReviewedTable:
    """A finished game with its review, worded in one language."""

    def __init__(self, snapshot: Snapshot, judged: Sequence[Judgement], words: Words) -> None:
        """Review the game.

        ``judged`` must cover the whole game. If it is empty, only texts about single turns are available.
        """
        self.snapshot, self.info, self.words = snapshot, snapshot.info, words
        if judged:
            self.review = review_of(snapshot.table, judged)
        self.alone = snapshot.table.seats == 1  # In a solo game points count instead of chances to win.
        self._before = dict[int, Any]()  # by stretch: the position before it

    def value(self, expected: float) -> str:
        """Return a seat's expected result: its chance to win in percent, or its points."""
        return expected_text(expected, self.words, alone=self.alone)

    async def view(self, pictures: Sequence[Picture], asked: int | None = None) -> discord.ui.LayoutView:
        """Return the post: the chart, the turning points, decisions and luck. ``asked`` is the requester to ping."""
        w, points = self.words, self.review.turning_points
        head = w._("## Review: {game}", game=GAMES[self.info.game].title)
        texts = await asyncio.to_thread(self.sentences, points) or [w._("No single turn decided this game.")]
        texts = [*([] if pictures else [self.summary()]), *texts, self.basis()]
        more = {OWN_TURNS: w._("My turns"), "reviewtext": w._("As text")}
        rows = [
            *self.turn_buttons(points),
            [button(Id(self.info.id, action), more[action]) for action in more],
        ]
        balance = "\n".join(self.balance(seat) for seat in range(self.snapshot.table.seats))
        said = w._("{player} asked for this review.", player=f"<@{asked}>") if asked else ""
        return layout([*texts, balance, said], pictures, rows, above=head)

    async def own_view(self, seat: int) -> discord.ui.LayoutView:
        """Return the ephemeral message with the seat's own most expensive turns."""
        w, mistakes = self.words, self.review.mistakes_of(seat)
        head = w._("## Your most expensive turns")
        none = w._("I found no turn in which the strong computer player would have done clearly better than you.")
        texts = await asyncio.to_thread(self.sentences, mistakes) or [none]
        mean = self.review.lost(seat) / max(1, self.review.turns_of[seat])
        if self.alone:
            loss = w._("On average a turn cost you {points} points.", points=w.decimal(mean))
        else:
            loss = w._("On average a turn cost you {percent}% of a win.", percent=w.decimal(100 * mean))
        rows = self.turn_buttons(mistakes)
        return layout([head, *texts, loss, self.balance(seat)], (), rows)

    def sentences(self, mistakes: Sequence[Mistake]) -> list[str]:
        """Return a text for each of these turns: the moves played, better moves, and the reason."""
        return [self.sentence(number, mistake) for number, mistake in enumerate(mistakes, 1)]

    def sentence(self, number: int, mistake: Mistake) -> str:
        """Describe a turn: the moves played, and the most similar better turn with the reason why it is better.

        If the best turn is clearly better still, describe it, too.
        """
        w, before, judgement = self.words, self.before(mistake), mistake.judgement
        speaks = speaker_of(self.info, self.snapshot.table.game.view(before, mistake.seat), w.lang)
        played, near = self.played(mistake), judgement.near or judgement.plan
        lines = [self.heading(number, mistake)]
        alike = next((at for at, pair in enumerate(zip(near, played, strict=False)) if len({*pair}) > 1), len(played))
        if alike == len(played) - 1 and isinstance(self._parsed(played)[-1], End):
            text = N_("Better ({gain}): the same turn, and also:")
        else:
            while 0 < alike < len(near) and near[alike].split()[0] == near[alike - 1].split()[0]:
                alike -= 1  # Rats that are placed one after another are described together.
            shorter = len(near) < len(played) and not _without(near, played)
            text = N_("Better ({gain}), after the same start:") if alike and not shorter else N_("Better ({gain}):")
        expected, points = judgement.best, judgement.points
        if judgement.near:
            expected, points = judgement.near_expected, judgement.near_points
        gain = self.result(expected[mistake.seat], points, self.value(judgement.played[mistake.seat]))
        why = speaks.advantage(judgement.advantage)
        lines.append(" ".join(filter(None, [w._(text, gain=gain), self._told(mistake, near, alike, played), why])))
        if judgement.near and self.lasting(judgement, mistake.seat):
            lines.append(self.best(mistake))
        return "\n-# ".join(lines)

    def best(self, mistake: Mistake) -> str:
        """Return the best turn found, and its expected result."""
        judgement = mistake.judgement
        told = self._told(mistake, judgement.plan, 0, self.played(mistake))
        best = self.result(judgement.best[mistake.seat], judgement.points)
        return self.words._("Best ({best}): {told}", best=best, told=told)

    def heading(self, number: int, mistake: Mistake) -> str:
        """Return a turn's name and the moves played in it.

        ``number``: the turn's number among those of the review (0: none).
        """
        view = self.snapshot.table.game.view(self.before(mistake), None)
        values = {"turn": speaker_of(self.info, view, self.words.lang).turn(mistake.turn)}
        values["played"] = self._told(mistake, self.played(mistake))
        if not number:
            return self.words._("**{turn}:** {played}", **values)
        return self.words._("**{number}. {turn}:** {played}", number=number, **values)

    def result(self, expected: float, points: float, played: str = "") -> str:
        """Return the expected result of a better turn, beside the ``played`` one unless both are the same.

        If the game was almost decided, add the points that the better turn gains.
        """
        w, found = self.words, self.value(expected)
        if played not in ("", found):
            found = w._("{best} instead of {after}", best=round(expected) if self.alone else found, after=played)
        if self.alone or not is_decided(expected) or points < MIN_POINTS:
            return found
        return w._("{chance}, {points}", chance=found, points=gain_text(points, w))

    def lasting(self, judgement: Judgement, seat: int) -> bool:
        """Return whether the best turn is clearly better for the seat than the most similar better turn."""
        least = MIN_POINTS if self.alone else MIN_COST
        return judgement.best[seat] - judgement.near_expected[seat] >= least

    def before(self, mistake: Mistake) -> Any:
        """Return the position before the turn, or before its part after a reveal if only that could be improved."""
        first = mistake.stretch.first
        if first not in self._before:
            self._before[first] = next(islice(self.snapshot.table.moments(), first, None)).state
        return self._before[first]

    def played(self, mistake: Mistake) -> list[str]:
        """Return the moves played from `before` on, in notation."""
        steps = self.snapshot.table.steps[mistake.stretch.first : mistake.stretch.last + 1]
        return [step.move for step in steps]

    def _told(self, mistake: Mistake, moves: Sequence[str], since: int = 0, other: Sequence[str] = ()) -> str:
        """Return a headline of the seat's actions in the moves from index ``since`` on, without chance events.

        If only a few moves differ from the ``other`` ones, or the headline says nothing about them, return the moves
        that differ instead.
        """
        (told, labels), (same, others) = (self._headline(mistake, some, since) for some in (moves, other))
        added, left_out = _without(labels, others), _without(others, labels)
        few = left_out and (since or not added) and len(added) + len(left_out) <= MAX_NAMED
        if told and told != same and not few:
            return told
        w, player = self.words, player_text(self.info, mistake.seat, self.words)
        more, fewer = (w._("; ").join(some) for some in (added, left_out))
        if told and fewer:
            text = (
                N_("{player}: {moves}. Played: {played}.")
                if more
                else N_("{player}: the same turn, but without “{played}”.")
            )
            return w._(text, player=player, moves=more, played=fewer)
        if more or labels:
            return f"{player}: {more or w._('; ').join(labels)}."
        return speaker_of(self.info, None, w.lang).did(mistake.seat, [w._("ended the turn")])

    def _headline(self, mistake: Mistake, moves: Sequence[str], since: int) -> tuple[str, list[str]]:
        """Return a headline of the seat's actions in the moves from index ``since`` on, and the labels of these moves.

        Automatic consequences are left out: reveals, the seat's production between rounds, the virtual opponent.
        """
        game, state, seat = self.snapshot.table.game, copy_state(self.before(mistake)), mistake.seat
        labels, events = list[str](), list[Any]()
        for at, move in enumerate(self._parsed(moves)):
            label = speaker_of(self.info, game.view(state, seat), self.words.lang).label(move)
            caused = apply_move(game, state, seat, move)
            if at >= since:
                labels += [label] * (not isinstance(move, End))
                events += takewhile(lambda event: hasattr(event, "seat"), caused)
        own = [event for event in events if event.seat == seat]
        return " ".join(speaker_of(self.info, game.view(state, None), self.words.lang).headlines(own)), labels

    def _parsed(self, moves: Sequence[str]) -> list[Move]:
        notation = self.snapshot.table.game.notation
        return [move for text in moves if (move := notation.parse(text)) is not None]

    def scene(self, mistake: Mistake) -> Scene[Any]:
        """Return the board as the player saw it, marked with the played moves and the better ones."""
        view = self.snapshot.table.game.view(self.before(mistake), mistake.seat)
        return self.compared(view, self.played(mistake), mistake.judgement.plan)

    def compared(self, view: Any, one: Sequence[str], other: Sequence[str]) -> Scene[Any]:
        """Return the board in this view. Marks show what one way to play involves, or the other, or both."""
        game = self.snapshot.table.game
        marks: list[list[Target]] = [
            [target for move in self._parsed(moves) for target in game.targets(move)] for moves in (one, other)
        ]
        played, better = marks
        every = {target: "" for target in better if target in played}
        every |= {target: PLAYED for target in played if target not in better}
        every |= {target: BETTER for target in better if target not in played}
        return Scene(
            view,
            seat_names(self.info),
            words=self.words,
            colours=self.info.colours,
            marks=[Mark(sign, target) for target, sign in every.items()],
            advised=[target for target, sign in every.items() if sign == BETTER],
        )

    def turn_view(self, mistake: Mistake, pictures: Sequence[Picture]) -> discord.ui.LayoutView:
        """Return a message about a turn with its picture, and buttons to replay it and to try it again."""
        number = next((at for at, one in enumerate(self.review.turning_points, 1) if one == mistake), 1)
        replay = Id(self.info.id, "rewind", words=f"{mistake.turn} {mistake.turn} - watch")
        rows = [[button(replay, self.words._("Replay")), button(self.try_id(mistake), self.words._("Try it"))]]
        return layout([self.signs() if pictures else "", self.sentence(number, mistake)], pictures, rows)

    def signs(self) -> str:
        """Explain the signs in a turn's picture in small print."""
        return "-# " + self.words._("{played} what was played, {better} what was better", played=PLAYED, better=BETTER)

    def balance(self, seat: int) -> str:
        """Describe how a seat's expected result changed: by its decisions, luck, others' decisions, and the rest."""
        w, review = self.words, self.review
        numbers = [review.decided(seat), review.luck(seat), review.given(seat)]
        decided, luck, given = (round((1 if self.alone else 100) * number) for number in numbers)
        changed = round((1 if self.alone else 100) * (review.results[seat] - review.start[seat]))
        said = {
            "player": player_text(self.info, seat, w),
            "decisions": signed(decided),
            "luck": signed(luck),
            "given": signed(given),
            "rest": signed(changed - decided - luck - given),
        }
        own = w._("{player}: own decisions {decisions}, luck {luck}", **said)
        if self.alone:
            return f"{own}\n-# " + w._("Everything else: {rest}", **said)
        return f"{own}\n-# " + w._("Other players’ decisions: {given} · everything else: {rest}", **said)

    def basis(self) -> str:
        """Explain how turns were judged and what counts as luck."""
        w, known = self.words, self.judged_by()
        luck = w._("Luck is the difference that draws and reveals made, compared with the average outcome.")
        if not self.alone:
            return f"{known} {luck} " + w._("The numbers below are percentage points of the chance to win.")
        lasting = w._("A loss that the next turn could still make up for doesn’t count as a cost of the decision.")
        return f"{known} {luck} {lasting} " + w._("The numbers below are points.")

    def judged_by(self) -> str:
        """Explain how turns were judged, in small print."""
        number = number_of_positions(self.info.game, self.snapshot.table.seats)
        text = N_("I judged each turn by what its player could know, and drew the rest at random {count} times.")
        return "-# " + self.words._(text, count=number)

    def turn_buttons(self, mistakes: Sequence[Mistake]) -> list[list[Item]]:
        """Return buttons that replay these turns and offer to try them again. A few turns fit in one row."""
        w, watching, trying = self.words, list[Item](), list[Item]()
        for number, one in enumerate(mistakes, 1):
            watching.append(button(self.watch_id(one), w._("Watch {number}", number=number)))
            trying.append(button(self.try_id(one), w._("Try {number}", number=number)))
        return [watching, trying] if len(mistakes) > MAX_IN_ONE_ROW else [[*watching, *trying]]

    def watch_id(self, mistake: Mistake) -> Id:
        """Return the custom id of a button to watch a turn.

        It also contains the index of the first move to show, because two players can have decided in the same turn.
        """
        return Id(self.info.id, "watch", number=mistake.stretch.first, words=f"{mistake.turn}")

    def watched(self, pressed: Id) -> Mistake | None:
        """Return the turn that a *Watch* button names, or None if the review doesn't list it.

        Buttons of earlier versions have only the number of the turn.
        """
        found = [one for one in self.review.mistakes if one.turn == pressed.first_number]
        return min(found, key=lambda one: one.stretch.first != pressed.number, default=None)

    def try_id(self, mistake: Mistake) -> Id:
        """Return the custom id of a button to try a turn again."""
        return Id(self.info.id, "try", number=mistake.stretch.first)

    # The chart

    @cached_property
    def lines(self) -> list[list[float]]:
        """Return each seat's expected results: at the start, after each part of a turn, and at the end."""
        every = [self.review.start, *(part.expected for part in self.review.parts), self.review.results]
        return [list(line) for line in zip(*every, strict=True)]

    def chart(self) -> ReviewChart:
        """Return the chart of each seat's expected results, with the turning points."""
        w, parts = self.words, [part.stretch for part in self.review.parts]
        deciding = enumerate(self.review.turning_points, 1)
        points = [TurningPoint(number, 1 + parts.index(one.stretch), one.seat) for number, one in deciding]
        title = w._("Expected points") if self.alone else w._("Chance to win (%)")
        return ReviewChart(
            title, seat_names(self.info), self.info.colours, self.lines, self.ticks(), points, not self.alone, w
        )

    def ticks(self) -> list[tuple[int, str]]:
        """Return where to label the chart: the index of the value before each round, and the round's number.

        In a game without rounds, label some of the turns.
        """
        table, begins = self.snapshot.table, GAMES[self.info.game].round_begins
        first = dict[int, int]()  # by turn: the index of the value before it
        for at, part in enumerate(self.review.parts):
            first.setdefault(part.stretch.turn, at)
        numbers = list(first)
        if not begins:
            apart = -(-len(numbers) // MAX_TICKS)
            return [(first[number], f"{number}") for number in numbers if number % apart == 0]
        ends = {step.turn for step in table.steps for event in step.events if isinstance(event, begins)}
        begun = [0, *(at + 1 for at, number in enumerate(numbers) if number in ends)]
        return [(first[numbers[at]], f"{number}") for number, at in enumerate(begun, 1) if at < len(numbers)]

    def summary(self) -> str:
        """Describe how each player's expected result changed during the game."""
        w = self.words
        said = []
        for seat, line in enumerate(self.lines):
            expected = {"first": line[0], "least": min(line), "most": max(line), "last": line[-1]}
            values = {name: self.value(points) for name, points in expected.items()}
            text = N_("{player}: began at {first}, ranged from {least} to {most}, ended at {last}.")
            said.append(w._(text, player=plain_player(self.info, seat, w), **values))
        return "\n".join(said)

    def alt(self) -> str:
        """Return the description of the chart."""
        chart = self.words._("A chart of what each player could expect after each turn.")
        return whole_sentences(f"{chart} {self.summary()}".replace("\n", " "), MAX_ALT_TEXT, "")

    def pages(self) -> list[str]:
        """Return the review in words: the texts of the post, then the course of the game turn by turn."""
        w, people = self.words, [plain_player(self.info, seat, self.words) for seat in range(self.snapshot.table.seats)]
        rows = [w._("At the start: {values}", values=self._values(people, self.review.start))]
        turn = -1
        for part in self.review.parts:
            text = N_("Later in turn {turn}: {values}")
            if part.stretch.turn == 0:  # Only the end of the set-up matters.
                text, rows[1:] = N_("After the set-up: {values}"), []
            elif part.stretch.turn != turn:
                text = N_("After turn {turn}: {values}")
            turn = part.stretch.turn
            rows.append(w._(text, turn=turn, values=self._values(people, part.expected)))
        rows.append(w._("The end: {values}", values=self._values(people, self.review.results)))
        head = w._("## Review: {game}", game=GAMES[self.info.game].title)
        balance = [self.balance(seat) for seat in range(len(people))]
        told = [head, self.summary(), *self.sentences(self.review.turning_points), self.basis(), *balance]
        parts = [rows[at : at + LINES_PER_PAGE] for at in range(0, len(rows), LINES_PER_PAGE)]
        return ["\n".join(told), *("\n".join(part) for part in parts)]

    def _values(self, people: Sequence[str], expected: Sequence[float]) -> str:
        pairs = zip(people, map(self.value, expected), strict=True)
        return " · ".join(f"{wording.safe_name(name)} {value}" for name, value in pairs)


def _without(labels: Sequence[str], others: Sequence[str]) -> list[str]:
    """Return the labels that are missing among the others, each as often as it is missing."""
    left = Counter(labels) - Counter(others)
    return [label for label in labels if left[label] > 0 and not left.subtract([label])]


def expected_text(expected: float, w: Words, *, alone: bool) -> str:
    """Return a seat's expected result as text: its chance to win in percent, or its points in a solo game."""
    if alone:
        return w.ngettext("{count} point", "{count} points", round(expected))
    return w._("{percent}%", percent=round(100 * expected))


def gain_text(points: float, w: Words) -> str:
    """Return a gain as text, in whole points."""
    return w.ngettext("+{count} point", "+{count} points", round(points))


def signed(number: int) -> str:
    """Return a number with its sign."""
    return f"+{number}" if number > 0 else str(with_minus_sign(number))
