"""Whole games in which everything can fail: nothing is lost, posted twice or left unposted.

``make chaos`` plays more games.

The seed determines a game and its faults. A failing game prints how to reproduce it.
"""

import os
import random

import pytest

from bot.computers import AiClient
from tests.bot.chaos.fault_injection import FaultInjection
from tests.bot.chaos.people import KINDS, Chaos
from tests.bot.sim import Sim, engine

FIRST = int(os.environ.get("FIRST", "1"))
SEEDS = int(os.environ.get("SEEDS", "1"))  # games of each kind; Rattus is played with the Piper every other time
KIND = os.environ.get("KIND", "")  # Play only this kind.
STORIES = [
    (kind, number, engine(number - place))
    for number in range(FIRST, FIRST + SEEDS)
    for place, kind in enumerate([KIND] if KIND else [("piper", "rattus")[number % 2], "messina", "solo"])
]


@pytest.mark.deep(one_in=8)
@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize(("kind", "number", "games"), STORIES, indirect=["games"])
async def test_a_whole_game_with_every_fault(sim: Sim, kind: str, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    seed = f"{kind} {number}"
    letters = random.Random(f"{seed} letters")
    monkeypatch.setattr("secrets.token_hex", lambda size=16: letters.randbytes(size).hex())
    faults = FaultInjection(sim, seed, monkeypatch)
    game = Chaos(sim, KINDS[kind], seed, faults)
    monkeypatch.setattr(AiClient, "judge", lambda _, request, limit, table: game.judge(request, limit))
    monkeypatch.setattr(AiClient, "compare", lambda _, request, user: game.compare(request))
    monkeypatch.setattr(AiClient, "judge_ahead", lambda *asked: None)
    try:
        await game.play()
    finally:
        faults.forgive()
        again = f"play it again: make chaos FIRST={number} SEEDS=1 KIND={kind}"
        print(f"{faults.close()}\nplanned moves played: {game.examination.played}\n{again}")  # noqa: T201 - this is shown when the game fails
