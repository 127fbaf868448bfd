"""Tests for every game: it ends, loses no pieces, offers only playable moves, hides secrets, and replays identically.

Each game subclasses `Conformance` as ``Test...`` and adds its own parts: its variants, pieces, words of moves and
secrets. Every assertion describes what a game must do, so that a failure needs no other explanation.
"""

import os
import pickle
import random
from collections import Counter
from functools import cache
from itertools import count

import msgspec
import pytest

import rules
from rules.chance import Chance
from rules.errors import BadOptions, GameOver, IllegalMove, NotYourTurn, RulesError
from rules.game import (
    apply_move,
    blocking_seats,
    copy_state,
    digest,
    due_seats,
    legal_moves,
    sample_position,
    start_game,
)
from rules.notation import End
from rules.plan import follow, start_of_turn
from rules.protocol import Session
from rules.table import Table, read_position
from rules.validate import check_options
from tests.rules.games import RandomGames, changeable

GAMES = int(os.environ.get("GAMES", "200"))  # Games played to the end with every number of seats.
SHARDS = 4  # Tests that share these games.
LONGEST = 70  # Maximum length of a move in characters: it must fit into a button's id.
FEW = 6  # A kind counts as rare until it has been seen this many times.
MIN_POSITIONS = 300  # The least number of positions from random games with each number of seats.
SAMPLES = 24  # Positions that look the same to a seat, in which a single answer is tried.
WIDEST = 25  # Maximum number of answers when a move is chosen word by word: as many buttons as fit a message.


class Conformance:
    """Run these tests in each subclass, with every number of seats."""

    game = None
    variants = ({},)  # options to play with
    most_moves = 3000  # no game has more moves
    reasons = 1  # minimum number of different refusals met; 0 for a game whose moves can't be refused
    tries = 40  # trials of each kind of move per question before it is tried less often
    has_undo = True  # whether some moves can be undone

    # --- Hooks for the subclasses

    def pieces(self, state):
        """Return every piece, wherever it is. The result is the same throughout a game."""
        raise NotImplementedError

    def follow(self, before, state, events):
        """Check the position after a move. ``before`` is what this method returned for the previous move, or None."""
        now = self.pieces(state)
        assert before in (None, now), "`pieces` counts the same pieces throughout a game"
        return now

    def fields(self, lot, state):
        """Return words for the fields of moves, so that many random moves are almost legal.

        The words are among `Game.words`, because the table refuses others without asking `Decision.refuse`. Other
        fields get any word of the game, or a digit if the game has no words.
        """
        return {}

    def scramble(self, state, viewer, lot):
        """Return another state that looks the same to the viewer but differs in everything the viewer has not seen."""
        raise NotImplementedError

    def positions(self, seats):
        """Yield the positions before each move of random games, with at least one game of each variant.

        They must not be changed.
        """
        games, met = RandomGames(self.game), 0
        for seed in count():
            if met >= MIN_POSITIONS and seed >= len(self.variants):
                return
            for state in games.before_each_move(seats, seed, **self.variants[seed % len(self.variants)]):
                met += 1
                yield state

    @classmethod
    @cache
    def walked(cls, seats):
        """Return the packed positions, each with its kind. They are cached, so that the games are played only once."""
        return [(asked(state), msgspec.msgpack.encode(state)) for state in cls().positions(seats)]

    def various(self, seats, every, few=FEW):
        """Return the first ``few`` positions of each kind, and then one in ``every`` of that kind."""
        seldom, kind = Seldom(every, few), self.game.state_type
        return (msgspec.msgpack.decode(packed, type=kind) for what, packed in self.walked(seats) if seldom.asks(what))

    # --- The tests

    def pytest_generate_tests(self, metafunc):
        if "seats" in metafunc.fixturenames:
            # `make test` draws half of the tests, with one number of seats each.
            deep = pytest.mark.deep(one_in=2 * len(self.game.seats))
            metafunc.parametrize("seats", [pytest.param(seats, marks=deep) for seats in self.game.seats])

    @pytest.mark.parametrize("shard", range(SHARDS))
    def test_games_end_and_lose_nothing(self, seats, shard):
        games = RandomGames(self.game)
        for seed in range(shard, GAMES, SHARDS):
            before = state = None
            variant = self.variants[seed // SHARDS % len(self.variants)]
            for moves, (state, _, _, events) in enumerate(games.random_game(seats, seed, **variant)):
                before = self.follow(before, state, events)
                assert moves < self.most_moves, "a random game ends within `most_moves` moves"
            assert state.over, "when no one has anything to decide, the game is over"
            assert not due_seats(state), "no decision is left in `pending` when the game is over"
            assert len(self.game.score(state).points) == seats, "`Game.score` has points for each seat"

    def test_every_decision_has_a_real_choice_or_is_its_players_to_make(self, seats):
        """P122: the rules answer a question with only one choice. Players get neither the question nor a reminder.

        Two kinds of single answers are left to the player: those that reveal something, such as a throw of a die, and
        at tables that confirm turns, those that end what can be undone.
        """
        for state in self.positions(seats):
            for seat in due_seats(state):
                decision, moves = state.pending[seat][-1], legal_moves(state, seat)
                which = f"`options` of the decision {decision.question}"
                assert moves == legal_moves(state, seat), f"{which} returns the same moves when asked again"
                assert len(set(moves)) == len(moves), f"{which} returns no move twice"
                if len(moves) == 1 and decision.blocking:
                    assert confirms(self.game, state, seat) or self.reveals(state, seat, moves[0]), (
                        f"`must_ask` of the decision {decision.question} is True for the single answer {moves[0].text},"
                        " which reveals nothing and ends nothing that can be undone (P122)"
                    )
                assert moves, f"{which} returns at least one move, or the decision is taken from `pending`"

    def reveals(self, state, seat, move):
        """Return whether the seat can't know the result of the move, which differs in positions that look alike."""
        told = set()
        for number in range(SAMPLES):
            twin = sample_position(self.game, state, seat, Chance(f"single {number}"))
            told.add(
                repr([event for event in apply_move(self.game, twin, seat, move) if event.reader() in (None, seat)])
            )
        return len(told) > 1

    def test_answers_of_one_kind_never_have_the_same_result(self, seats):
        """P125: players are not asked to choose between identical options, such as two cubes without potions.

        The rules take one.
        """
        lot, table = random.Random(seats), Table(self.game, seats, "alike")
        for step in range(120):
            if table.over:
                break
            turn = table.due()[0]
            if step % 4 == 0 and len(turn.moves) <= 40:
                known: dict[tuple[str, str], str] = {}
                for move in turn.moves:
                    fork = table.fork()
                    fork.play(turn.seat, move)
                    same = known.setdefault((move.split()[0], fork.digest), move)
                    assert same == move, f"`options` of {turn.question} has two moves with the same result (P125)"
            table.play(turn.seat, lot.choice(turn.moves))

    def test_every_legal_move_can_be_played_and_fits_a_button(self, seats):
        seldom = Seldom(40)
        for state in self.positions(seats):
            seat = due_seats(state)[0]
            moves = legal_moves(state, seat)
            texts = [move.text for move in moves]
            assert [self.game.notation.parse(text) for text in texts] == moves, "`Notation.parse` reads each move back"
            assert max(map(len, texts)) <= LONGEST, f"a move of {LONGEST} characters fits into a button's ID"
            assert widest(texts) <= WIDEST, f"a field has at most {WIDEST} values in one position, to fit onto buttons"
            if not seldom.asks(asked(state)):
                continue
            before, announced = digest(state), state.pending[seat][-1].lost_on_end_turn(state, seat)
            for move in moves:
                twin = copy_state(state)
                events = apply_move(self.game, twin, seat, move)
                for lost in (event.lapsed for event in events if isinstance(move, End) and hasattr(event, "lapsed")):
                    rest = announced[len(lost) :]  # These aren't effects but things: the hex whose action was open.
                    told = f"the end of a turn loses the effects announced: {announced}"
                    assert (*lost, *rest) == announced, told
                    assert set(rest) <= {*self.game.words()}, told
                assert digest(twin) != before, f"a move changes the state; {move.text} does not"
                words = move.text.replace("+", " ").split()[1:]
                for target in self.game.targets(move):
                    assert target.id in (*move.words, *words, "-".join(words)), (
                        f"a target of {move.text} is a word of it, so that the letter of an answer and its mark match"
                    )
                self.game.validate(twin)
            assert digest(state) == before, "`options` and `apply` leave the state of others alone"

    def test_positions_read_back_the_same_and_are_possible(self, seats):
        for state in self.various(seats, 6):
            text = msgspec.json.encode(msgspec.to_builtins(state))
            again = read_position(self.game, msgspec.json.decode(text))
            assert digest(again) == digest(state), "a position is the same after it was written and read"
            for view in (self.game.view(state, seat) for seat in (None, *range(seats))):
                assert pickle.loads(pickle.dumps(view)) == view, "another process draws what a seat sees"

    def test_an_illegal_move_is_refused_with_a_reason_and_changes_nothing(self, seats):
        lot, seen, seldom = random.Random(f"{seats} refused"), Counter(), Seldom(60, self.tries)
        for state in self.positions(seats):
            tried = [(seat, text) for seat in due_seats(state) for text in self._nearly_moves(lot, state, seat, seldom)]
            others = set(range(seats)) - set(due_seats(state)) if seldom.asks("not your turn") else ()
            if not tried and not others:
                continue
            table = Table(self.game, seats, state.chance.seed, state.options, msgspec.to_builtins(state))
            before, texts = table.digest, [{move.text for move in legal_moves(state, seat)} for seat in range(seats)]
            for seat, text in dict.fromkeys(tried):
                move = self.game.notation.parse(text)
                if move is None or move.text in texts[seat]:
                    continue
                why = refusal(table, seat, text)
                question = state.pending[seat][-1].question
                assert isinstance(why, IllegalMove), f"`refuse` of {question} refuses {text}, not {why!r}"
                assert why.template != "That is not possible now.", f"`refuse` of {question} says why not {text}"
                assert "{" not in str(why), f"`refuse` of {question} gives every value of its reason: {why}"
                assert texts[seat].issuperset(why.legal), f"`refuse` of {question} suggests legal moves: {why.legal}"
                seen[why.template] += 1
            for seat in others:
                assert isinstance(refusal(table, seat, "end"), NotYourTurn), "a seat that isn't due can't move"
            assert table.digest == before, "a refused move changes nothing"
        told = f"`reasons`, the number of different refusals expected, is {self.reasons}; met: {sorted(seen)}"
        assert len(seen) >= self.reasons, told

    def _nearly_moves(self, lot, state, seat, seldom):
        """Yield well-formed, mostly illegal moves, but fewer of kinds already tried often for this question."""
        fields, kinds, question = None, self.game.notation.kinds, state.pending[seat][-1].question
        for verb in lot.sample(sorted(kinds), min(len(kinds), 14)):
            if not seldom.asks((question, verb)):
                continue
            fields = self.fields(lot, state) if fields is None else fields
            for _ in range(3):
                words = [
                    lot.choice(
                        fields[field] if field in fields and lot.random() < 0.95 else self.game.words() or "0123456789"
                    )
                    for field in kinds[verb].__struct_fields__
                ]
                yield " ".join([verb, *words])

    def test_states_that_differ_only_in_secrets_look_the_same(self, seats):
        """The views, the legal moves, the reasons for refusals and the questions that would lapse are the same."""
        lot, seldom = random.Random(seats), Seldom(12)
        differ = compared = 0
        for state in self.various(seats, 12):
            for viewer in (None, lot.randrange(seats)):
                twin = self.scramble(state, viewer, lot)
                compared += 1
                differ += digest(twin) != digest(state)
                assert self.game.view(twin, viewer) == self.game.view(state, viewer), (
                    f"`Game.view` for seat {viewer} shows nothing that `scramble` changes"
                )
                mine = {id(one) for one in changeable(state)}
                shared = [one for one in changeable(self.game.view(state, viewer)) if id(one) in mine]
                assert not shared, "a view stays as it is when the game goes on"
                for seat in due_seats(state):
                    if viewer not in (None, seat):
                        continue
                    now, then = state.pending[seat][-1], twin.pending[seat][-1]
                    told = f"`options` and `lost_on_end_turn` of {now.question} depend on no secret"
                    assert legal_moves(twin, seat) == legal_moves(state, seat), told
                    assert now.lost_on_end_turn(state, seat) == then.lost_on_end_turn(twin, seat), told
                    for text in self._nearly_moves(lot, state, seat, seldom):
                        move = self.game.notation.parse(text)
                        if move is not None and move not in legal_moves(state, seat):
                            assert repr(now.refuse(state, seat, move)) == repr(then.refuse(twin, seat, move)), (
                                f"`refuse` of {now.question} depends on no secret: {text}"
                            )
        assert differ > min(20, compared // 2), "`scramble` hardly changes anything"

    def test_hidden_things_are_sampled_only_from_what_the_seat_sees(self, seats):
        """The same seed gives the same sample whatever the secrets are, and a game can reach the sampled position."""
        lot, different = random.Random(seats), set()
        for state in self.various(seats, 40):
            for viewer in (None, lot.randrange(seats)):
                before, seed = digest(state), str(lot.random())
                drawn = sample_position(self.game, state, viewer, Chance(seed))
                twin = self.scramble(state, viewer, lot)
                assert digest(state) == before, "`sample_hidden` changes only the position it is given"
                again = sample_position(self.game, twin, viewer, Chance(seed))
                assert digest(again) == digest(drawn), "`sample_hidden` draws what the seat doesn't know by lot"
                self.game.validate(drawn)
                assert self.game.view(drawn, viewer) == self.game.view(state, viewer), "`sample_hidden` keeps the view"
                assert all(
                    legal_moves(drawn, seat) == legal_moves(state, seat)
                    for seat in due_seats(state)
                    if viewer in (None, seat)
                ), "`sample_hidden` keeps the legal moves"
                different.add(
                    digest(drawn) == digest(sample_position(self.game, state, viewer, Chance(f"{seed} again")))
                )
        assert different == {False}, "positions drawn with different lots differ, at least in `State.chance`"

    def test_undoable_moves_reveal_nothing(self, seats):
        """In states that differ only in secrets, a move has the same events, unless it is a barrier to undo."""
        lot = random.Random(seats)
        compared = 0
        for state in self.various(seats, 3, few=60):
            seat = lot.choice(due_seats(state))
            move = lot.choice(legal_moves(state, seat))
            viewer = lot.choice((None, *range(seats)))
            twins = copy_state(state), self.scramble(state, viewer, lot)
            told = [
                [event for event in apply_move(self.game, twin, seat, move) if event.reader() in (None, viewer)]
                for twin in twins
            ]
            assert bool(twins[0].undoable[seat]) == bool(twins[1].undoable[seat]), "what is final tells nothing secret"
            if twins[0].undoable[seat]:
                assert told[0] == told[1], f"{move.text} reveals something, so it calls `State.barrier`"
                compared += 1
        assert compared > 20 if self.has_undo else not compared, f"{compared} moves can be undone: set `has_undo`?"

    def test_undoable_moves_are_seen_only_by_their_own_seat(self, seats):
        """P81, P82: until a seat confirms its moves, they change nothing that the others see or can do.

        So the bot need not mark anything as provisional.
        """
        lot = random.Random(seats)
        table = Table(self.game, seats, "free", self.known(seats, {"confirm": "on"}))
        settled = dict.fromkeys((None, *range(seats)), table)
        while not table.over:
            seat = lot.choice(due_seats(table.state))
            others = (None, *(other for other in due_seats(table.state) if other != seat))
            loose, seen = table.undoable(seat), [settled[other].view(other) for other in others]
            table.play(seat, lot.choice(table.legal(seat)).text)
            settled = {who: table.settled(who) for who in {None, seat, *others, *due_seats(table.state)}}
            if table.undoable(seat) > loose:
                unseen = "others don't see moves that can be undone"
                assert [settled[other].view(other) for other in others] == seen, unseen
                assert all(settled[other].legal(other) == table.legal(other) for other in others[1:]), (
                    "the questions of one seat don't depend on another's moves that can be undone"
                )
                assert settled[seat].undoable(seat) == table.undoable(seat), "a seat can undo as much as it sees"
            assert not any(map(settled[None].undoable, range(seats))), "the public sees nothing that can be undone"
        assert table.settled() is table, "nothing can be undone in a game that is over"

    def test_a_plan_uses_only_what_its_seat_sees(self, seats):
        """P130: positions that differ only in secrets give the same plan, until a move reveals something."""
        lot, compared, ended = random.Random(seats), 0, 0
        for state in self.various(seats, 12):
            seat, before = lot.randrange(seats), digest(state)
            tables = [self.table_at(one) for one in (state, self.scramble(state, seat, lot))]
            starts = [start_of_turn(table, seat) for table in tables]
            assert digest(state) == before, "`to_turn` changes only the position it is given"
            assert (starts[0] is None) == (starts[1] is None), "whether `to_turn` finds a turn depends on no secret"
            if starts[0] is None:
                continue
            assert digest(starts[0].state) == digest(starts[1].state), "no secret is in it"
            moves, courses = [], [follow(start, seat, ()) for start in starts]
            while True:
                assert self.planned_alike(courses), f"a plan depends on no secret: {moves}"
                now, twin = (course.table for course in courses)
                assert now.view(seat) == twin.view(seat), f"what a plan shows depends on no secret: {moves}"
                compared += 1
                if courses[0].ended or len(moves) > 40:
                    break
                assert now.legal(seat) == twin.legal(seat) != [], f"the moves of a plan depend on no secret: {moves}"
                moves.append(lot.choice(now.legal(seat)).text)
                courses = [follow(table, seat, moves[-1:]) for table in (now, twin)]
            whole = [follow(start, seat, moves) for start in starts]
            assert self.planned_alike(whole), f"a plan depends on no secret: {moves}"
            assert [move.text for move in whole[0].moves] == moves, "a plan is the same at once as move by move"
            assert digest(whole[0].table.state) == digest(courses[0].table.state), "so is its last position"
            ended += courses[0].ended
            assert follow(starts[0], seat, [*moves, moves[-1]]).left, "nothing comes after what can't be undone"
        assert compared > 20, "`to_turn` finds a turn in some positions"
        assert ended, "some plan comes to the end of its turn"

    def planned_alike(self, courses):
        """Return whether two plans have the same moves with the same effects and consequences."""
        moves = zip(*(course.moves for course in courses), strict=True)
        ends = {(course.whole, course.asks_then, course.only_end_left) for course in courses}
        return all(one.is_untouched(other) for one, other in moves) and len(ends) == 1

    def table_at(self, state):
        """Return a table that continues from a state."""
        return Table(self.game, state.seats, "plan", dict(state.options), msgspec.to_builtins(state))

    def test_a_plan_begins_with_the_seats_own_turn(self, seats):
        """P131: the plan begins as if all other turns were over. Only the seat decides, with nothing to undo."""
        met = 0
        for state in self.various(seats, 12):
            table = self.table_at(state)
            for seat in range(seats):
                start = None if seat in blocking_seats(state) else start_of_turn(table, seat)
                if start is None:
                    continue
                met += 1
                assert blocking_seats(start.state) == [seat], "after `to_turn` the seat alone decides (P131)"
                assert not any(start.state.undoable), "at the start of a plan nothing can be undone (P131)"
                view = start.view(seat)
                for target in {target for move in start.legal(seat) for target in self.game.targets(move)}:
                    self.game.seen(view, target)
        assert met or seats == 1, "`to_turn` finds the next turn of a seat that waits, in some positions"

    def test_the_log_replays_to_the_same_after_each_move_and_undo_restores_exactly(self, seats):
        for seed, variant in enumerate(self.variants):
            lot = random.Random(seed)
            table = Table(self.game, seats, str(seed), self.known(seats, variant))
            trail = [(table.digest, None)]  # Digest after each move not undone, and its seat.
            while not table.over:
                now = lot.choice(table.due())
                mine = next(back for back, (_, seat) in enumerate(reversed(trail)) if seat != now.seat)
                possible = min(table.undoable(now.seat), mine)
                if possible and lot.random() < 0.1:
                    back = lot.randint(1, possible)
                    table.undo(now.seat, back)
                    del trail[-back:]
                    assert table.digest == trail[-1][0], "undo restores the state before the move exactly"
                else:
                    table.play(now.seat, lot.choice(now.moves))
                    trail.append((table.digest, now.seat))
                assert len(table.steps) == len(trail) - 1, "a table has a step for each move that was not undone"
            assert isinstance(refusal(table, 0, "end"), GameOver), "nobody moves when the game is over"
            state, _ = start_game(self.game, seats, str(seed), table.options)
            for step, (after, _) in zip(table.steps, trail[1:], strict=True):
                apply_move(self.game, state, step.seat, self.game.notation.parse(step.move))
                assert digest(state) == after, f"the same moves lead to the same states; {step.move} does not"
            for trusted in (True, False):
                again = Table.load(self.game, table.log(), trusted=trusted)
                assert again.digest == table.digest, "a log replays to the same state"
                assert again.steps == table.steps, "a log replays to the same events"
                assert again.log() == table.log(), "a log is the same when it was replayed"
                assert again.score() == table.score(), "a log replays to the same score"

    def test_seeds_matter(self, seats):
        ends = set()
        for seed in range(5):
            state, _ = start_game(self.game, seats, str(seed), check_options(self.game, seats, str(seed), {}))
            ends.add(digest(state))
        assert len(ends) == 5, "games with other seeds begin differently, at least in `State.chance`"

    def test_each_value_of_each_option_begins_a_game(self, seats):
        offered = self.game.options(seats)
        assert len({option.id for option in offered}) == len(offered), "each of `Game.options` has its own id"
        for option in offered:
            for value in option.values:
                table = Table(self.game, seats, "seed", {option.id: value})
                assert table.options == {one.id: one.default for one in offered} | {option.id: value}, (
                    "a table has the chosen options, and the defaults of the others"
                )
                assert table.due(), f"a game with {option.id} {value} begins with a question"
            with pytest.raises(BadOptions):
                Table(self.game, seats, "seed", {option.id: "no such value"})
        for wrong in (0, max(self.game.seats) + 1):
            with pytest.raises(BadOptions):
                Table(self.game, wrong, "seed")

    def test_the_table_protocol_carries_a_whole_game(self, seats, monkeypatch):
        monkeypatch.setitem(rules.GAMES, self.game.id, self.game)
        session, lot, undone = Session(), random.Random(seats), 0

        def ask(do, **fields):
            return msgspec.json.decode(session.answer(msgspec.json.encode({"do": do, **fields})))

        def ok(do, **fields):
            answer = ask(do, **fields)
            assert answer.pop("ok") is True, f"the table protocol refuses {do}: {answer}"
            return answer

        (told,) = [game for game in ok("games")["games"] if game["id"] == self.game.id]
        offered = [one["id"] for one in told["options"][str(seats)]]
        assert offered == [one.id for one in self.game.options(seats)], "the table protocol lists `Game.options`"
        options = self.known(seats, {"confirm": "on"})
        now = ok("new", game=self.game.id, seats=seats, seed=f"protocol {seats}", options=options)
        while not now["over"]:
            one = lot.choice(now["due"])
            now = ok("play", seat=one["seat"], move=lot.choice(one["moves"]))
            if lot.random() < 0.05 and ask("undo", seat=one["seat"])["ok"]:
                undone += 1
                now = ok("due")
        assert now["due"] == [], "nobody has anything to decide when the game is over"
        assert ask("play", seat=0, move="end")["error"] == "over", "nobody moves when the game is over"
        score, log, position = ok("score"), ok("log"), ok("position")
        assert sorted(score["ranking"]) == list(range(seats)), "`Score.ranking` has each seat once"
        assert score["points"] == [sum(part) for part in zip(*score["breakdown"].values(), strict=True)], (
            "`Score.points` are the sums of `Score.breakdown`"
        )
        for do, data in (("load", log), ("set", position)):
            ok("new", game=self.game.id, seats=seats, seed="another")
            assert ok(do, **data) == {"due": [], "over": True}, f"{do} leads to the end of the game"
            assert (ok("position"), ok("score")) == (position, score), f"{do} leads to the same position and score"

    def known(self, seats, chosen):
        """Return the chosen options that exist at a table of this size."""
        return {option.id: chosen[option.id] for option in self.game.options(seats) if option.id in chosen}


class Seldom:
    """A sample in which rare kinds of positions count more: the first `few` of each kind, and then one in `every`."""

    def __init__(self, every, few=FEW):
        self.every, self.few, self.met = every, few, Counter()

    def asks(self, kind):
        self.met[kind] += 1
        return self.met[kind] <= self.few or self.met[kind] % self.every == 0


def asked(state):
    """Return the kind of a position, defined by all seats' open questions."""
    return frozenset("/".join(decision.question for decision in stack) for stack in state.pending)


def confirms(game, state, seat):
    """Return whether the table asks for confirmation, and the seat's only answer ends what it can undo."""
    if state.options.get("confirm") != "on" or not state.undoable[seat]:
        return False
    twin = copy_state(state)
    apply_move(game, twin, seat, legal_moves(state, seat)[0])
    return twin.over or not twin.undoable[seat]


def refusal(table, seat, text):
    """Return the error with which the table refuses a move."""
    try:
        table.play(seat, text)
    except RulesError as why:
        return why
    raise AssertionError(f"{text} was played")


def widest(texts):
    """Return the largest number of words that a player who enters moves word by word must choose from."""
    stems = {}
    for text in texts:
        words = text.split()
        for length in range(len(words)):
            stems.setdefault(tuple(words[:length]), set()).add(words[length])
    return max(map(len, stems.values()))
