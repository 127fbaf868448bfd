"""Progress through turns and rounds; rat penalty, final scoring, scroll boards, ties (sections 4.1, 8 and 9.1)."""

from collections import Counter
from collections.abc import Callable, Mapping

from rules.game import Score
from rules.messina import components as c
from rules.messina import solo
from rules.messina.action.interruptible import offer_workshop_moves
from rules.messina.city import journeys
from rules.messina.events import GameEnded, Judged, RatPenalty
from rules.messina.round_end import begin_round_end, end_round_end
from rules.messina.setup import choose_next, is_advanced, prepare_round
from rules.messina.state import Player, State
from rules.messina.turn import Turn

REGISTER_TRACK = "register_"  # prefix of tracks that score a register
FIRST_SCORING_STEP = 4  # the step of an overseer's path that has the first amount; the others follow in order


def scroll_points(column: int, player: Player, hexes: int, spaces: Mapping[str, int]) -> int:
    """Return a player's points for a scroll track, given the number of repopulated hexes and the register spaces."""
    track = c.SCROLL_TRACKS[player.scroll_board][column]
    level = player.scrolls[column]
    if not level:
        return 0
    worth = track.levels[level - 1]
    if not isinstance(worth, tuple):
        count = COUNTS[track.scores](player, hexes)
        return int(min(count, track.max_items or count) * worth)  # half points round down
    if track.scores.startswith(REGISTER_TRACK):
        register = track.scores.removeprefix(REGISTER_TRACK)
        bars = sum(spaces[register] >= first for first in c.REGISTER_BARS[register])
        return worth[bars - 1] if bars else 0
    steps = [one.step - FIRST_SCORING_STEP for one in player.overseers.values()]
    amounts = sorted((worth[step] for step in steps if step >= 0), reverse=True)
    return sum(amounts[: track.max_items])


# By the item of a track: how many of them a player has, given the number of repopulated hexes.
COUNTS: Mapping[str, Callable[[Player, int], int]] = {
    "buildings": lambda player, hexes: sum(bool(hut.upgrade) for hut in player.huts) + len(player.workshops),
    "ships": lambda player, hexes: len(player.ships),
    "repopulated": lambda player, hexes: hexes,
    "goods_one_type": lambda player, _: max(Counter(c.SHIPS[one].goods for one in player.ships).values(), default=0),
    "workshops": lambda player, hexes: len(player.workshops),
    "huts": lambda player, hexes: sum(bool(hut.upgrade) for hut in player.huts),
    "timber": lambda player, hexes: player.timber,
    "coins": lambda player, hexes: player.coin,
}
LEFTOVERS_PER_POINT = 3
BIG_FIRE_IN_TIES = 2  # number of fires that a big one counts as in the popularity ranking (8.2)


def advance(state: State) -> None:
    """When no seat has a decision, start what comes next (a board choice, turn, round or its end), or end the game."""
    opponent = state.opponent
    if state.phase == "turns":
        turn = state.order.index(state.active) + 1
        # The next seat in turn order that can still use a lieutenant this round (4.1).
        seat = next((seat for seat in state.order[turn:] + state.order[:turn] if has_turn(state, seat)), None)
        if opponent is not None and opponent.ready and (opponent.next or seat is None):
            solo.turn(state, opponent)
        elif seat is None:
            begin_round_end(state)
        else:
            if opponent is not None:
                opponent.next = True
            state.active = seat
            state.pending[seat].append(Turn())
            offer_workshop_moves(state, seat)
    elif state.phase == "deal":
        choose_next(state)
    elif state.phase == "round end":
        end_round_end(state)
        if opponent is not None:
            solo.leave(state, opponent)
        if state.round == c.LAST_ROUND:
            _finish(state)
        else:
            prepare_round(state)


def has_turn(state: State, seat: int) -> bool:
    """Return whether the seat can still use a lieutenant in this round (4.1)."""
    player = state.players[seat]
    if player.lying:
        return True
    return bool(player.ready and (state.options["recall_from_home"] != "never" or journeys(state, seat, "home")))


def rat_points(rats: int) -> int:
    """Return the points lost for this many rats, as a positive number (8.1)."""
    return c.RAT_PENALTY[min(rats, len(c.RAT_PENALTY) - 1)]


def _finish(state: State) -> None:
    """Apply the rat penalty and end the game. Final scoring changes nothing else in the state (8.1)."""
    state.phase = "over"
    popularity = state.registers["popularity"]
    for seat, player in enumerate(state.players):
        if player.rats:
            back = min(player.rats, popularity.spaces[seat] - 1)
            popularity.spaces[seat] -= back
            state.score(seat, -rat_points(player.rats))
            state.emit(RatPenalty(seat, player.rats, -rat_points(player.rats), back))
    state.over = True
    result = score(state)
    state.emit(GameEnded(result.points, result.ranking, result.winners))
    if state.opponent is not None:
        state.emit(Judged(result.points[0], good_score(state)))


def breakdown(state: State) -> dict[str, list[int]]:
    """Return each seat's points by category if the game were scored now, including those scored in play (8.1, 8.2)."""
    players = state.players
    penalty = [-rat_points(player.rats) for player in players]
    spaces = {name: state.registers[name].spaces for name in c.REGISTERS}
    played = [player.points for player in players]
    if state.over:
        played = [points - lost for points, lost in zip(played, penalty, strict=True)]
    else:
        spaces["popularity"] = [max(1, at - one.rats) for at, one in zip(spaces["popularity"], players, strict=True)]
    parts = {"played": played, "rats": penalty}
    for name in c.REGISTERS:
        parts[name] = [c.REGISTER[name][space - 1].points for space in spaces[name]]
    parts["popularity_rank"] = _popularity_rank(state, spaces["popularity"])
    hexes = _hex_points(state)
    parts["hexes"] = list(map(sum, hexes))
    same = all(player.scroll_board is c.NOT_DEALT for player in players)
    reached = [dict(zip(c.REGISTERS, at, strict=True)) for at in zip(*spaces.values(), strict=True)]
    for column, track in enumerate(c.SCROLLS):
        parts[f"scroll_{track.scores if same else column + 1}"] = [
            scroll_points(column, player, len(own), at) for player, own, at in zip(players, hexes, reached, strict=True)
        ]
    if state.opponent is not None or is_advanced(state.options):
        parts["repopulation_bonus"] = _repopulation_bonus(state, hexes)
    left = [player.coin + player.fire + player.big_fire + player.timber for player in players]
    parts["leftovers"] = [tokens // LEFTOVERS_PER_POINT for tokens in left]
    return parts


def score(state: State) -> Score:
    """Return the score that the game would have if it were scored now."""
    parts, hexes = breakdown(state), _hex_points(state)
    points = list(map(sum, zip(*parts.values(), strict=True)))
    total = state.options.get("win_tiebreak_2") == "total"  # the last tie-breaker, after points and hexes (D19)
    keys = [(points[seat], len(own), sum(own) if total else max(own, default=0)) for seat, own in enumerate(hexes)]
    ranking = sorted(range(state.seats), key=lambda seat: keys[seat], reverse=True)
    winners = [seat for seat in ranking if keys[seat] == keys[ranking[0]]]
    return Score(points, parts, ranking, winners, "rounds" if state.over else "")


def _hex_points(state: State) -> list[list[int]]:
    """Return, for each seat, the points of each hex that it has repopulated."""
    points: list[list[int]] = [[] for _ in range(state.seats)]
    for hex_, place in state.hexes.items():
        if place.owner is not None:
            points[place.owner].append(c.DISTRICTS[hex_].points)
    return points


def _popularity_rank(state: State, spaces: list[int]) -> list[int]:
    """Return each seat's points for its popularity: its place, or in a solo game the bonus (8.2, 9.3)."""
    if state.opponent is not None:
        return [c.SOLO.popularity_bonus * (at >= state.opponent.popularity) for at in spaces]
    fire = [player.fire + BIG_FIRE_IN_TIES * player.big_fire for player in state.players]
    return points_by_place(list(zip(spaces, fire, strict=True)), rank_points(state))


def _repopulation_bonus(state: State, hexes: list[list[int]]) -> list[int]:
    """Return each seat's points for its place in repopulated hexes (9.1), or in a solo game for their number (9.3)."""
    if state.opponent is not None:
        counts = state.options.get("solo_bonus_scope") != "advanced" or is_advanced(state.options)
        return [c.SOLO.repopulation_bonus[len(own)] if counts else 0 for own in hexes]
    places = points_by_place([(len(own), sum(own)) for own in hexes], c.REPOPULATION_RANK[state.seats])
    return [points if own else 0 for points, own in zip(places, hexes, strict=True)]


def good_score(state: State) -> int:
    """Return the fewest points that count as a good result in a solo game (9.3)."""
    return c.SOLO.good_score["advanced" if is_advanced(state.options) else "standard"]


def rank_points(state: State) -> list[int]:
    """Return the points for the places on the popularity register (8.2, D16)."""
    points = list(c.POPULARITY_RANK[state.seats])
    if len(points) > 2:
        points[2] = int(state.options["popularity_third"])
    return points


def points_by_place(strength: list[tuple[int, int]], points: list[int]) -> list[int]:
    """Return each seat's points for its place. Tied seats share the points of their places, rounded down (D17).

    ``strength`` ranks the seats, the highest first; ``points`` are those of each place.
    """
    found = []
    for own in strength:
        ahead = len([other for other in strength if other > own])
        level = strength.count(own)
        found.append(sum(points[ahead : ahead + level]) // level)
    return found


def to_turn(state: State, seat: int) -> bool:
    """Skip to the seat's next turn, or if it has no lieutenants left, to its part of the round's end.

    Return False after the turns of a round, because the next round's ships, hexes and plague aren't known yet.
    """
    if state.phase != "turns":
        return False
    for stack in state.pending:
        stack.clear()
    for player in state.players:
        player.queue = []
    state.acting = False
    if has_turn(state, seat):
        state.active = seat
        state.pending[seat].append(Turn())
        return True
    begin_round_end(state)
    for other in range(state.seats):
        if other != seat:
            state.pending[other].clear()
    return True
