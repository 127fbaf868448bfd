"""From turn to turn and round to round; rat penalty, final scoring, ties (sections 4.1 and 8)."""

from rules.game import Score
from rules.messina.city import journeys
from rules.messina.components import DISTRICTS, LAST_ROUND, POPULARITY_RANK, RAT_PENALTY, REGISTER, REGISTERS, SCROLLS
from rules.messina.idle import watch
from rules.messina.preparation import prepare
from rules.messina.round_end import begin_round_end, end_round_end
from rules.messina.round_events import GameEnded, RatPenalty
from rules.messina.state import Player, State
from rules.messina.turn import Turn

LEFTOVERS_PER_POINT = 3
BIG_FIRE_IN_TIES = 2  # fires that a big one counts for in the popularity ranking (8.2)


def advance(state: State) -> None:
    """Nobody has anything to decide: on to the next turn, the end of the round, the next round, the end."""
    if state.phase == "turns":
        seat = _next_seat(state)
        if seat is None:
            begin_round_end(state)
        else:
            state.active = seat
            state.pending[seat].append(Turn())
            watch(state, seat)
    elif state.phase == "round end":
        end_round_end(state)
        if state.round == LAST_ROUND:
            _finish(state)
        else:
            prepare(state)


def _next_seat(state: State) -> int | None:
    """The next seat in turn order that can still use a lieutenant this round (4.1)."""
    turn = state.order.index(state.active) + 1
    for seat in state.order[turn:] + state.order[:turn]:
        player = state.players[seat]
        if player.lying:
            return seat
        if player.ready and (
            state.options["recall_from_home"] != "never" or next(journeys(state, seat, "home"), None) is not None
        ):
            return seat
    return None


def rat_points(rats: int) -> int:
    """The points that rats cost (8.1)."""
    return RAT_PENALTY[min(rats, len(RAT_PENALTY) - 1)]


def _finish(state: State) -> None:
    """The rat penalty is carried out; the rest is counting (8.1)."""
    state.phase = "over"
    popularity = state.registers["popularity"]
    for seat, player in enumerate(state.players):
        if player.rats:
            back = min(player.rats, popularity.spaces[seat] - 1)
            popularity.spaces[seat] -= back
            state.score(seat, -rat_points(player.rats))
            state.happened(RatPenalty(seat, player.rats, -rat_points(player.rats), back))
    state.over = True
    result = score(state)
    state.happened(GameEnded(result.points, result.ranking, result.winners))


def score(state: State) -> Score:
    """Points as they would count now: rat penalty, registers, repopulated hexes, scroll board, leftovers (8.1, 8.2)."""
    players = state.players
    penalty = [-rat_points(player.rats) for player in players]
    spaces = {name: list(state.registers[name].spaces) for name in REGISTERS}
    played = [player.points for player in players]
    if state.over:
        played = [points - lost for points, lost in zip(played, penalty, strict=True)]
    else:
        spaces["popularity"] = [
            max(1, at - player.rats) for at, player in zip(spaces["popularity"], players, strict=True)
        ]
    breakdown = {"played": played, "rats": penalty}
    for name in REGISTERS:
        breakdown[name] = [REGISTER[name][space - 1].points for space in spaces[name]]
    breakdown["popularity_rank"] = ranks(
        [
            (at, player.fire + BIG_FIRE_IN_TIES * player.big_fire)
            for at, player in zip(spaces["popularity"], players, strict=True)
        ],
        rank_points(state),
    )
    hexes = [_hex_points(state, seat) for seat in range(state.seats)]
    breakdown["hexes"] = [sum(own) for own in hexes]
    for column, track in enumerate(SCROLLS):
        breakdown[f"scroll_{track.scores}"] = [
            _scroll_points(column, player, len(own)) for player, own in zip(players, hexes, strict=True)
        ]
    breakdown["leftovers"] = [
        (player.coin + player.fire + player.big_fire + player.timber) // LEFTOVERS_PER_POINT for player in players
    ]
    points = [sum(values) for values in zip(*breakdown.values(), strict=True)]
    keys = [(points[seat], len(own), *_second_ties(state, own)) for seat, own in enumerate(hexes)]
    ranking = sorted(range(state.seats), key=lambda seat: keys[seat], reverse=True)
    winners = [seat for seat in ranking if keys[seat] == keys[ranking[0]]]
    return Score(points, breakdown, ranking, winners, "rounds" if state.over else "")


def _hex_points(state: State, seat: int) -> list[int]:
    """The points of the hexes that a seat has repopulated."""
    return [DISTRICTS[hex_].points for hex_, place in state.hexes.items() if place.owner == seat]


def _second_ties(state: State, own: list[int]) -> tuple[int, int]:
    """What decides after points and number of hexes: the best one, then the total, or the total alone (D19)."""
    if state.options["win_tiebreak_2"] == "total":
        return sum(own), 0
    return max(own, default=0), sum(own)


def rank_points(state: State) -> list[int]:
    """The points for the places on the popularity register (8.2, D16)."""
    points = list(POPULARITY_RANK[state.seats])
    if len(points) > 2:
        points[2] = int(state.options["popularity_third"])
    return points


def ranks(strength: list[tuple[int, int]], points: list[int]) -> list[int]:
    """Points by place; who are level share the points of their places, rounded down (D17)."""
    found = []
    for own in strength:
        ahead = sum(other > own for other in strength)
        level = strength.count(own)
        found.append(sum(points[ahead : ahead + level]) // level)
    return found


def _scroll_points(column: int, player: Player, hexes: int) -> int:
    """A track of the scroll board: its value, times what it counts, at most so many (8.2)."""
    track = SCROLLS[column]
    count = {
        "buildings": sum(bool(hut.upgrade) for hut in player.huts) + len(player.workshops),
        "ships": len(player.ships),
        "repopulated": hexes,
    }[track.scores]
    level = player.scrolls[column]
    return (min(count, track.max_items) if track.max_items else count) * (track.levels[level - 1] if level else 0)
