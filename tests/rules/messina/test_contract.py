"""The conformance tests for Messina 1347, solo and with others, in all its variants."""

from rules.messina.components import HUT_TILES, PLAGUE, SHIPS, WAGONS, WORKSHOPS
from tests.rules.conformance import Conformance
from tests.rules.messina.games import GAME, VARIANTS, before_each_move, random_game, rich_game, scramble


class TestMessina(Conformance):
    game = GAME
    variants = VARIANTS
    reasons = 60

    def pieces(self, state):
        return everything(state)

    def follow(self, before, state, events):
        whole = self.pieces(state)
        if before is not None:
            boards = before[0][-1]
            assert whole == before[0] if boards else whole[:-1] == before[0][:-1]  # Boards may still have to be chosen.
            assert account(before[1], events) == tokens(state)
        assert whole[5] == PLAGUE[state.seats]
        assert not state.over or state.round == 6
        return whole, tokens(state)

    def positions(self, seats):
        for number, variant in enumerate(self.variants):
            yield from before_each_move(seats, number, **variant)
            yield from rich_game(seats, number, **variant)

    def fields(self, lot, state):
        mine = [*state.hexes, "home", "cl1", "nl1", "al1", "hut1", "hut2", "craftsman", "nun", "aristocrat"]
        mine = [*mine, "city", "left", *lot.sample(GAME.words(), 12)]
        numbers = {field: ["0", "1", "1", "2", "3"] for field in ("cubes", "fire", "big", "option", "column")}
        fields = {field for kind in GAME.notation.kinds.values() for field in kind.__struct_fields__}
        return {**dict.fromkeys(fields, mine), **numbers}

    def scramble(self, state, viewer, lot):
        return scramble(state, lot)


def everything(state):
    """Return every tile, hex, ship, wagon and workshop wherever it is, and counts of pieces without a name.

    This runs after each of a hundred thousand moves, so it uses loops, because generators would take twice the time.
    """
    players, hexes, plague = state.players, [*state.hexes, *state.hex_stack], state.plague
    ships, huts, workshops, wagons = [*state.ship_stack], [], [], []
    tiles = [player.tiles for player in players]
    for place in state.hexes.values():
        plague += place.cubes
        if place.owner is not None:
            tiles[place.owner] += 1
    for moored in state.docks.values():
        for one in moored:
            ships.append(one.ship)
            plague += one.cube
    for kind, stacks in ((huts, state.hut_stacks), (wagons, state.wagon_stacks)):
        for stack in stacks:
            kind += stack
    for table in (state.early, state.late):
        for stack in table.values():
            workshops += stack
    for player in players:
        ships += player.ships
        huts += [hut.upgrade for hut in player.huts if hut.upgrade]
        workshops += [work.tile for work in player.workshops]
        wagons += [cart.tile for cart in player.wagons]
    for tile in () if state.opponent is None else state.opponent.taken:
        for kind, printed in ((ships, SHIPS), (huts, HUT_TILES), (workshops, WORKSHOPS), (wagons, WAGONS)):
            if tile in printed:
                kind.append(tile)
    for kind in (hexes, ships, huts, workshops, wagons):
        kind.sort()
    return (
        hexes, ships, huts, workshops, wagons, plague,
        [p.ready + p.used + p.supply + p.box + len(p.lying) + len(p.standing) for p in players],
        tiles,
        [sorted(r.arrivals) for r in state.registers.values()],
        [len(r.spaces) for r in state.registers.values()],
        [] if state.phase == "deal" else [p.board for p in players] + [p.scroll_board for p in players],
    )  # fmt: skip


def tokens(state):
    """Return each seat's amounts whose changes the events must explain: coins, timber, fire, big fire, rats, points."""
    return [
        {"coin": p.coin, "timber": p.timber, "fire": p.fire, "big_fire": p.big_fire, "rats": p.rats, "points": p.points}
        for p in state.players
    ]


def account(before, events):
    """Return the amounts that should result from the events, given those before."""
    now = [dict(one) for one in before]
    for event in events:
        match event.__struct_config__.tag:
            case "gained":
                for token, number in event.gains.items():
                    now[event.seat][token] += number
            case "paid":
                for token, number in event.cost.items():
                    now[event.seat][token] -= number
            case "went" | "boarded" | "stepped":
                now[event.seat]["coin"] -= event.coins
            case "fought":
                now[event.seat]["fire"] -= event.fire
                now[event.seat]["big_fire"] -= event.big
            case "rats":
                now[event.seat]["rats"] += event.rats
            case "tribute" | "ratpenalty":
                now[event.seat]["points"] += event.points
    return now


def test_everything_is_as_many_as_printed():
    state = next(random_game(4, "count"))[0]
    hexes, ships, huts, workshops, wagons, plague, lieutenants, tiles, *_ = everything(state)
    assert (len(hexes), len(ships), huts, workshops) == (22, 9, sorted(HUT_TILES), sorted(WORKSHOPS))
    assert (len(wagons), plague, lieutenants, tiles) == (10, 24, [5] * 4, [5] * 4)
    assert all(len(set(one)) == len(one) for one in (hexes, ships, huts, workshops, wagons))
