"""Recorded games that use each class card, in a normal turn and in the final round, played with the bot."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from simcord.actors import MemberActor

import wording
from games import GAMES as BOT_GAMES
from rules.rattus.components import CARDS, PRINTED_NAMES
from rules.rattus.events import Looked
from tests.bot.players import answers, fix_seed, game, leads, next_panel
from tests.bot.sim import Anything, Sim, message, text
from tests.test_recorded import FILES, read, what_happened
from wording.rattus.rules_help import OPTIONS

PLAYED = [path for path in FILES if "_cards_" in path.stem]


def test_each_card_is_used_in_them_in_a_normal_turn_and_in_the_final_round() -> None:
    seen = set().union(*map(what_happened, PLAYED))
    assert {card + when for card in CARDS for when in ("", " in the final round")} <= seen


async def by_buttons(sim: Sim, table: int, who: MemberActor, move: str) -> None:
    """Open the panel and press until the move is played."""
    panel: Anything = message(await sim.click(who, sim.latest(), "Your turn"))
    before = len((await game(sim, table)).entries)
    while len((await game(sim, table)).entries) == before:
        leading = {prefix: label for label, prefix in answers(panel).items() if leads(prefix, move)}
        assert leading, f"nothing leads to {move}"
        await sim.answer(who, panel, leading[max(leading, key=len)])
        panel = next_panel(sim, who, panel)


async def by_command(sim: Sim, table: int, who: MemberActor, move: str) -> None:
    """Type the move, taking each option from autocomplete."""
    verb, *words = move.split()
    fields = (await game(sim, table)).game.notation.kinds[verb].__struct_fields__
    values: dict[str, str | int] = {}
    for field, word in zip(fields, words, strict=True):
        offered = await who.autocomplete(sim.channel, BOT_GAMES["rattus"].command(verb), field, "", **values)
        assert not any("you saw" in choice["name"] for choice in offered)
        assert word in [str(choice["value"]) for choice in offered] or len(offered) == 25
        values[field] = int(word) if word.isdecimal() and field not in BOT_GAMES["rattus"].seat_fields else word
    await sim.command(who, BOT_GAMES["rattus"].command(verb), **values)


async def open_with(sim: Sim, people: Sequence[MemberActor], cards: str, seed: str) -> int:
    """Start a table with these cards, picked by its host, and this seed. Return its id."""
    host, *others = people
    await sim.command(host, "table open", confirm="off", seating="joined")
    [info] = await sim.open_tables()
    picks = OPTIONS["cards"].picks
    assert picks is not None
    labels = [picks.label(card, wording.words("en")) for card in cards.split("+")]
    await sim.choose(host, await sim.click(host, sim.latest(), "Options"), *labels)
    await fix_seed(sim, info.id, seed)
    for person in others:
        await sim.click(person, sim.latest(), "Join")
    await sim.click(host, sim.latest(), "Start")
    return info.id


@pytest.mark.deep(one_in=12)
@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("path", PLAYED, ids=lambda path: path.stem)
async def test_a_recorded_game_comes_out_the_same_on_discord(sim: Sim, path: Path) -> None:
    recorded = read(path)
    people = sim.people[: recorded.log.seats]
    table = await open_with(sim, people, recorded.log.options["cards"], recorded.log.seed)
    for number, entry in enumerate(recorded.log.entries):
        who = people[entry.seat]
        if number % 3:
            await by_buttons(sim, table, who, entry.move)
        else:
            await by_command(sim, table, who, entry.move)
    played = await game(sim, table)
    assert (played.digest, played.score().points) == (recorded.digest, recorded.points)
    assert "wins" in text(sim.latest())
    sent = [entry.json for entry in sim.env.http_requests if entry.path.startswith("/channels/")]
    public = json.dumps(sent, ensure_ascii=False, default=str)
    for card in recorded.log.options["cards"].split("+"):
        assert PRINTED_NAMES[card] in public
    looks = [
        event for event in (await sim.bot.app.service.read.snapshot(table)).events(None) if isinstance(event, Looked)
    ]
    assert bool(looks) == ("witch" in recorded.log.options["cards"])
    assert "Only you" not in public
    assert "you saw" not in public
