"""Play random games of Messina 1347, to test the properties of every game."""

import random
from collections.abc import Iterator
from typing import Any

from rules import GAMES
from rules.game import apply_move, copy_state, due_seats, legal_moves, start_game
from tests.rules.games import RandomGames

GAME = GAMES["messina"]
_games = RandomGames(GAME)
options, random_game, before_each_move = _games.options, _games.random_game, _games.before_each_move
SEATS = [1, 2, 3, 4]
VARIANTS: list[dict[str, str]] = [
    {},
    {"confirm": "on"},
    {"big_fire": "printed", "round4_order": "leader_chooses", "restack_duty": "restacked"},
    {
        "round4_order": "last_chooses", "recall_from_home": "always", "recall_action_step": "yes",
        "new_hex_start": "ship",
    },
    {"workshop_moves": "always", "payment_inside_benefit": "yes", "restack_token_coin": "no"},
    {"confirm": "on", "workshop_moves": "always", "recall_from_home": "never", "payment_inside_benefit": "yes"},
    {"variant": "advanced"},
    {"variant": "advanced", "deal": "chosen", "priority_tile": "on", "confirm": "on", "solo_reshuffle": "empty"},
    {"variant": "b_boards", "priority_tile": "on", "big_fire": "printed"},
    {"variant": "b_scrolls", "deal": "chosen", "solo_bonus_scope": "advanced"},
    {"priority_tile": "on", "solo_reshuffle": "empty"},
]  # fmt: skip


def known(seats: int, chosen: dict[str, str]) -> dict[str, str]:
    """Return those of the chosen options that exist at a table of this size."""
    return {option.id: chosen[option.id] for option in GAME.options(seats) if option.id in chosen}


def rich_game(seats: int, seed: object, **chosen: str) -> Iterator[Any]:
    """Yield the state before each move of a game in which all players start with plenty, so that more occurs."""
    lot = random.Random(f"rich {seats} {seed}")
    state, _ = start_game(GAME, seats, str(seed), options(seats, **chosen))
    for player in state.players:
        player.coin, player.timber, player.fire, player.big_fire = 12, 8, 6, 4
        player.squares = [lot.choice((0, 1, 2)) for _ in player.squares]
    while not state.over:
        yield state
        seat = lot.choice(due_seats(state))
        moves = legal_moves(state, seat)
        bold = [move for move in moves if type(move).__name__ in ("Repopulate", "Wagon", "Workshop", "Advance", "Copy")]
        apply_move(GAME, state, seat, lot.choice(bold if bold and lot.random() < 0.6 else moves))


def scramble(state: Any, lot: random.Random) -> Any:
    """Return a state that no player can tell from this one: face-down tiles are shuffled, and future draws differ."""
    twin = copy_state(state)
    open_ = [*twin.hut_stacks, *twin.offer.values()]
    for stack in (*twin.hut_stacks, *twin.early.values(), *twin.late.values()):
        covered = range(len(stack) - any(stack is one for one in open_))
        places = [at for at in covered if stack[at] not in twin.known]
        hidden = [stack[at] for at in places]
        lot.shuffle(hidden)
        for at, tile in zip(places, hidden, strict=True):
            stack[at] = tile
    lot.shuffle(twin.hex_stack)
    lot.shuffle(twin.ship_stack)
    lot.shuffle(twin.dock_tiles)
    for stack in twin.wagon_stacks:
        hidden = stack[:-1]
        lot.shuffle(hidden)
        stack[:-1] = hidden
    if twin.opponent is not None:
        lot.shuffle(twin.opponent.stack)
    twin.chance.seed = str(lot.random())
    twin.chance.draws += lot.randrange(9)
    return twin
