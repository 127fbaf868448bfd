"""Plans: a player prepares the next turn while others are playing, on the same panel (slow-play.md, 12)."""

import random
import re
from types import SimpleNamespace
from typing import Any

import pytest
from simcord.actors import MemberActor

from bot.panels.plan import pressed_words
from bot.ui.message import Id
from games import GAMES
from rules_service import Person, Snapshot, acts
from storage import PlanRow
from tests.bot.forge import press
from tests.bot.players import certain_seed, game, seat_all
from tests.bot.sim import Anything, Sim, buttons, pictures, text
from tests.bot.test_free_steps import TIME, fetched
from tests.bot.test_notices import private

SECRET_PLAN = ("Gallia", "Italia", "Save plan")  # the plan of Bob, who places twice in a row


async def open_plan(sim: Sim, who: MemberActor) -> Anything:
    """Open the plan from the panel of a player who has nothing else to decide."""
    waiting = await sim.click(who, sim.latest(), "Your turn")
    label = next(label for label in buttons(waiting) if label in ("Plan my turn", "My plan"))
    return sim.again(await sim.click(who, waiting, label))


async def plan(sim: Sim, who: MemberActor, *labels: str) -> Anything:
    panel = await open_plan(sim, who)
    for label in labels:
        await sim.click(who, panel, label)
        panel = sim.again(panel)
    return panel


async def stored(sim: Sim, table: int, who: MemberActor) -> tuple[str, ...]:
    """Return the moves of a player's plan as stored."""
    player = await sim.bot.app.storage.people.find(who.id)
    assert player is not None
    return (await sim.bot.app.storage.plans.read(player, table)).moves


async def play(sim: Sim, who: MemberActor, *moves: str) -> None:
    for move in moves:
        await sim.command(who, "move", move=move)


async def played(sim: Sim, table: int, seat: int) -> list[str]:
    return [step.move for step in (await game(sim, table)).steps if step.seat == seat]


async def test_p128_a_plan_is_offered_only_where_it_makes_sense(sim: Sim, table: int) -> None:
    """P128: no plan is offered in the player's own turn, to spectators, or once the game has ended."""
    mine = await sim.click(sim.alice, sim.latest(), "Your turn")
    assert not [label for label in buttons(mine) if "lan" in label]
    for who in (sim.alice, sim.dora):
        answer = text(await press(sim, who, sim.latest(), f"m1:{table}:-:0:plan:"))
        assert ("Before the game" in answer) == (who is sim.alice)
        assert "Your plan" not in answer
    assert "don’t have a seat" in text(await sim.command(sim.dora, "plan"))
    for who in (sim.alice, sim.bob):
        await sim.manage(who, "close")
    assert "was cancelled" in text(await sim.command(sim.bob, "plan"))


async def test_p128_a_panel_offers_no_plan_asleep_or_against_computers(sim, table, monkeypatch):
    """P128: plans are only offered where people wait for each other."""
    service, other = sim.bot.app.service, sim.world.channels[1]

    async def thinks(*_: object) -> None:
        """Do nothing instead of playing a computer's turn."""

    monkeypatch.setattr("bot.computers.Computers._play", thinks)
    await service.act(acts.sleep_as_moderator(), table, Person(77, "Mo"))
    await press(sim, sim.bob, sim.latest(), f"m1:{table}:-:0:turn:")
    await sim.command(sim.alice, "table open", other, seating="joined", start="1")
    for act in (acts.add_computer("casual"), acts.start()):
        await service.act(act, table + 1, Person(sim.alice.id, "Alice"))
    await press(sim, sim.alice, sim.latest(other), f"m1:{table + 1}:-:0:turn:")
    for panel in (sim.panel(sim.bob), sim.panel(sim.alice, other)):
        assert text(panel).startswith("It is not your turn.\nTo act: ")
        assert "Note to myself" in " ".join(buttons(panel))
        assert "Plan my turn" not in buttons(panel)


async def test_p141_a_plan_opens_below_the_post_of_the_last_turn(sim: Sim, table: int) -> None:
    """P141: Alice ended her turn on a panel above the post, so the plan opens in a new panel below it."""
    panel = sim.again(await sim.click(sim.alice, sim.latest(), "Your turn"))
    for label in ("Gallia", "End my turn"):
        await sim.click(sim.alice, sim.again(panel), label)
    assert sim.latest().id > panel.id
    await sim.click(sim.alice, sim.again(panel), "Plan my turn")
    assert [post.id for post in sim.posts(viewer=sim.alice)][-2:] == [sim.latest().id, sim.panel(sim.alice).id]
    assert "🧭 **Your plan.**" in text(sim.panel(sim.alice))
    assert panel.id not in [post.id for post in sim.posts(viewer=sim.alice)]


async def test_p133_decide_now_asks_the_question_and_keeps_the_offer(sim: Sim, table: int) -> None:
    """P133: the offer to play the plan stays until the player moves in this turn."""
    await plan(sim, sim.bob, *SECRET_PLAN)
    await play(sim, sim.alice, "place scandia 2", "end")
    offer = await sim.click(sim.bob, sim.latest(), "Your turn")
    await sim.click(sim.bob, offer, "Decide now")
    assert "Plan" not in text(sim.again(offer))
    await sim.click(sim.bob, sim.again(offer), "Polonia")
    assert "planned this turn" not in text(await sim.click(sim.bob, sim.latest(), "Your turn"))
    await sim.command(sim.bob, "undo")
    assert "planned this turn" in text(await sim.click(sim.bob, sim.latest(), "Your turn"))


async def test_p135_a_plan_that_can_no_longer_be_played_does_not_say_that_it_will_be(sim: Sim) -> None:
    """P135: because Alice has moved into Gallia, Carol's plan isn't played automatically, though it is still legal."""
    await seat_all(sim, [sim.alice, sim.bob, sim.carol], start="0", seating="joined")
    for move in ("place gallia 2", "place italia 2", "end"):
        await sim.command(sim.carol, "plan", move=move)
    assert "**I’ll play it for you**" in text(await sim.command(sim.carol, "plan", for_me=True))
    panel = await open_plan(sim, sim.carol)
    for label in ("Add a fallback", "Hispania"):
        await sim.click(sim.carol, panel, label)
        panel = sim.again(panel)
        assert "**Play it for me** is still on." in text(panel)
        assert "Don’t play it for me" in buttons(panel)
    await play(sim, sim.alice, "place gallia 2", "end")
    said = text(await open_plan(sim, sim.carol))
    assert "**Play it for me** is on, but something that the plan touches has changed." in said
    assert "I’ll play it" not in said
    off = "**Play it for me** is off now"
    assert off in text(await sim.command(sim.carol, "plan", fallback=1, undo=1))
    await sim.command(sim.carol, "plan", for_me=True)
    said = text(await sim.command(sim.carol, "plan", for_me=False))
    assert off not in said
    assert "I’ll play it" not in said


async def turn(sim: Sim, table: int, who: MemberActor, first: str) -> None:
    """Play a turn that begins with this move and ends as soon as possible."""
    await play(sim, who, first)
    seat = (await sim.bot.app.service.read.info(table)).seat_of(who.id)
    while (due := (await game(sim, table)).due()[0]).seat == seat:
        await play(sim, who, "end" if "end" in due.moves else due.moves[-1])


async def first_turn(sim: Sim) -> None:
    """Play the set-up, so that Alice's first turn begins."""
    await play(sim, sim.alice, "place gallia 2", "end")
    await play(sim, sim.bob, "place italia 2", "place italia 2", "end")
    await play(sim, sim.alice, "place gallia 2", "end")


async def test_p133_a_plan_stops_before_a_move_with_another_effect(sim: Sim, table: int) -> None:
    """P133: Alice took the King that Bob planned to take. His plan stops before that move, and he is asked."""
    await first_turn(sim)
    for move in ("place hispania 1", "take king"):
        await sim.command(sim.bob, "plan", move=move)
    await turn(sim, table, sim.alice, "take king")
    offer = await sim.click(sim.bob, sim.latest(), "Your turn")
    assert "2. Take the King from Alice (Move a cube to safety) ⚠️ before: Take the King from the table" in text(offer)
    assert "I’ll stop before move 2" in text(offer)
    await sim.click(sim.bob, offer, "Play 1 of 2 moves")
    assert (await played(sim, table, 1))[-1] == "place hispania 1"
    assert "Undo" in buttons(sim.again(offer)), "the turn goes on with the real question"
    assert "Plan" not in text(sim.again(offer))


async def plan_to_gallia(sim: Sim, *labels: str) -> Anything:
    """Let Bob plan to move the plague piece to Gallia, where Alice may move it before him, and press these buttons."""
    await first_turn(sim)
    for move in ("take king", "place hispania 1", "plague gallia"):
        await sim.command(sim.bob, "plan", move=move)
    return await plan(sim, sim.bob, *labels)


async def test_p145_card_and_cubes_are_a_fallback_after_which_the_player_is_asked(sim: Sim, table: int) -> None:
    """P145: one press keeps card and cubes as a fallback, for when another player has moved the plague piece."""
    panel = await plan_to_gallia(sim, "Save plan", "Card and cubes, then ask me")
    assert "**Fallback 1**\n-# 1. Take the King from the table" in text(panel)
    assert not [label for label in buttons(panel) if label.startswith("Card and cubes")]
    await sim.click(sim.bob, panel, "Play it for me")
    await turn(sim, table, sim.alice, "plague gallia")
    offer = await sim.click(sim.bob, sim.latest(), "Your turn")
    assert "-# Plan: ~~Move the plague piece to Gallia~~ is no longer possible" in text(offer)
    assert "2. Place 1 cube in Hispania\n-# Then I’ll ask you." in text(offer)
    assert "Play my plan" in buttons(offer)
    await sim.wait_out(660)
    assert (await played(sim, table, 1))[-2:] == ["take king", "place hispania 1"]
    assert (await game(sim, table)).due()[0].seat == 1
    assert private(sim, sim.bob) == []


async def test_p147_after_another_move_the_rest_of_the_plan_is_offered(sim: Sim, table: int) -> None:
    """P147: Bob takes another card than planned. He can then play the remaining moves of his plan."""
    await first_turn(sim)
    for move in ("take king", "place hispania 1"):
        await sim.command(sim.bob, "plan", move=move)
    await turn(sim, table, sim.alice, "take king")
    offer = await sim.click(sim.bob, sim.latest(), "Your turn")
    await sim.click(sim.bob, offer, "Decide now")
    await sim.click(sim.bob, sim.again(offer), "Monk")
    await sim.click(sim.bob, sim.again(offer), "Go on with my plan")
    assert "**What is left of your plan:**\n1. Place 1 cube in Hispania" in text(sim.again(offer))
    await sim.click(sim.bob, sim.again(offer), "Play 1 move")
    assert (await played(sim, table, 1))[-2:] == ["take monk", "place hispania 1"]
    assert "Go on with my plan" not in buttons(sim.again(offer))


async def test_p146_its_player_is_told_in_a_dm_what_broke_the_plan(sim: Sim, table: int) -> None:
    """P146, P129: only the plan's player is notified of why it broke, here in a DM."""
    panel = await plan_to_gallia(sim, "Play it for me")
    assert "I’ll play it for you" in text(panel)
    await turn(sim, table, sim.alice, "plague gallia")
    posts = [text(post) for post in sim.posts()]
    assert not private(sim, sim.bob)
    await sim.wait_out(660)
    [said] = private(sim, sim.bob)
    assert "I haven’t played your plan: Rattus in" in said
    assert "~~Move the plague piece to Gallia~~ is no longer possible: The plague piece must leave Gallia" in said
    assert len(sim.posts()) == len(posts)
    assert private(sim, sim.alice) == []


async def test_a_plan_never_speaks_of_the_end_of_a_real_turn(sim: Sim, table: int) -> None:
    """P128: each panel of a plan offers to play it automatically. None mentions ending the turn."""
    panel = await open_plan(sim, sim.bob)
    for label in ("Gallia", "Italia", "Save plan"):
        await sim.click(sim.bob, panel, label)
        panel = sim.again(panel)
        assert ("Save plan" in buttons(panel)) == (label != "Save plan")
        assert "Play it for me" in buttons(panel)
        assert "nd my turn" not in text(panel) + " ".join(buttons(panel))
        assert "you end" not in text(panel)
    await sim.command(sim.bob, "plan", undo=1)
    assert await sim.offers(sim.bob, "plan", "move", "") == ["Your turn ends"]


async def test_p132_an_older_panel_shows_the_present_plan(sim: Sim, table: int) -> None:
    """P132, P137: after changes on another device, moves in the game, or forged presses, the current plan is shown."""
    old = await open_plan(sim, sim.bob)
    await sim.click(sim.bob, await open_plan(sim, sim.bob), "Gallia")
    before = buttons(old)["H · Italia"]
    answer = await press(sim, sim.bob, old, before)
    assert "has changed since this was shown" in text(sim.again(old)) + text(answer)
    assert await stored(sim, table, sim.bob) == ("place gallia 2",)
    panel = await open_plan(sim, sim.bob)
    for words in ("ppick:1 end", "ppick:x y", "pundo:1 all", "pself:1 on", "pplay:1", "pundo:", "pplay:1 2 3"):
        for seat, who in ((0, sim.bob), (1, sim.alice), (1, sim.dora)):
            await press(sim, who, panel, f"m1:{table}:{seat}:1:{words}")
    assert await stored(sim, table, sim.bob) == ("place gallia 2",)
    assert await played(sim, table, 1) == []
    assert await stored(sim, table, sim.alice) == ()
    await play(sim, sim.alice, "place scandia 2", "end")
    await press(sim, sim.bob, panel, buttons(panel)["H · Italia"])
    assert await played(sim, table, 1) == [], "a press on a plan plays nothing"
    assert "planned this turn" in text(sim.panel(sim.bob))


@pytest.mark.deep(one_in=8)
@pytest.mark.parametrize("name", list(GAMES))
async def test_p129_nobody_else_learns_of_a_plan(sim: Sim, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """P129, P136: others get the same bytes, posts and pings, whether or not Bob has a plan."""
    certain_seed(monkeypatch, f"plans of {name}")
    for who in (sim.alice, sim.bob, sim.dora):
        await sim.bot.app.storage.people.prefer(who.id, "coach", "off")
        await sim.bot.app.storage.people.prefer(who.id, "details", "off")
    without, planned = await the_same_game(sim, name, False), await the_same_game(sim, name, True)
    assert len(without) > 10
    assert without == planned


async def the_same_game(sim: Sim, name: str, planning: bool) -> list[str]:
    """Play some turns. If ``planning``, Bob plans his next turn during Alice's. Return everything that others see."""
    luck, found = random.Random(name), list[object]()
    table = await seat_all(sim, [sim.alice, sim.bob], game=name, seating="joined")
    await sim.bot.app.announcer.until_shown(table)
    known, plans = {post.id for post in sim.posts()}, 0
    for _ in range(2):
        [due, *_] = (await game(sim, table)).due()
        mover = (sim.alice, sim.bob)[due.seat]
        if planning and mover is sim.alice:
            plans += await a_plan(sim, sim.bob)
        found += [
            await fetched(sim, sim.alice),
            await fetched(sim, sim.dora),
            await sim.offers(sim.alice, "plan", "move"),
        ]
        while (now := (await game(sim, table)).due()[0]).seat == due.seat:
            await play(sim, mover, "end" if "end" in now.moves else luck.choice(now.moves))
        await sim.bot.app.announcer.until_shown(table)
        found += [await fetched(sim, sim.alice), await fetched(sim, sim.dora)]
    assert not planning or plans
    posts = [post for post in sim.posts() if post.id not in known]
    found += [[TIME.sub("", text(post)) for post in posts], [sorted(sim.pinged(post)) for post in posts]]
    found += [[pictures(sim.env, post) for post in posts]]
    for who in (sim.alice, sim.bob):
        await sim.manage(who, "close")
    return [re.sub(r"m1:\d+|table \d+|\d{15,}", "", str(one)) for one in found]


async def a_plan(sim: Sim, who: MemberActor) -> bool:
    """Plan as far as possible, to be played automatically if possible. Return whether there is a plan."""
    made = False
    while offered := await sim.offers(who, "plan", "move", ""):
        end = [label for label in offered if "End" in label or "Done" in label]
        await sim.command(who, "plan", move=(end or offered)[0])
        made = True
    if offered := await sim.offers(who, "plan", "move", "", fallback=1):
        await sim.command(who, "plan", move=offered[-1], fallback=1)
    await sim.command(who, "plan", for_me=True)
    return made


async def test_p128_everything_can_be_typed(sim: Sim, table: int) -> None:
    """P128: typing needs no pictures or buttons. Only the plan's player gets autocomplete."""
    said = text(await sim.command(sim.bob, "plan"))
    assert "Next: `/plan move:`" in said
    assert await sim.offers(sim.bob, "plan", "move", "gall") == ["Place 2 cubes in Gallia"]
    assert await sim.offers(sim.alice, "plan", "move", "") == []
    assert await sim.offers(sim.dora, "plan", "move", "") == []
    for move in ("gallia", "italia"):
        said = text(await sim.command(sim.bob, "plan", move=move))
    assert "Next: `/plan move:`" in said
    assert "`/plan undo:` or `/plan for_me:True`" in text(await sim.command(sim.bob, "plan", move="end"))
    assert "can’t" not in text(await sim.command(sim.bob, "plan", move="nowhere"))
    assert "isn’t your turn yet" in text(await sim.command(sim.bob, "plan", play=True))
    assert "I’ll play it for you" in text(await sim.command(sim.bob, "plan", for_me=True))
    await sim.command(sim.bob, "plan", undo=2)
    assert await stored(sim, table, sim.bob) == ("place gallia 2",)
    await play(sim, sim.alice, "place scandia 2", "end")
    assert "Next: `/plan play:True`" in text(await sim.command(sim.bob, "turn"))
    await sim.command(sim.bob, "plan", play=True)
    assert await played(sim, table, 1) == ["place gallia 2"]


async def test_p132_a_press_or_command_on_a_plan_counts_once(sim: Sim, table: int) -> None:
    """P132, Q36: a press or command that Discord delivers twice is recognised by its id."""

    async def accepted() -> bool:
        return await sim.bot.app.storage.tables.accepted(max(sim.env.backend.interactions))

    panel = await open_plan(sim, sim.bob)
    assert not await accepted()
    for label in ("Gallia", "Undo", "Gallia", "Italia", "Save plan", "Play it for me", "Don’t play it for me"):
        await sim.click(sim.bob, sim.again(panel), label)
        assert await accepted(), label
    for said in ({"undo": 2}, {"move": "italia"}, {"move": "end"}, {"for_me": True}, {"for_me": False}):
        await sim.command(sim.bob, "plan", **said)
        assert await accepted(), said
    for command in ("move", "undo", "move"):
        await sim.command(sim.alice, command, **({"move": "place scandia 2"} if command == "move" else {}))
        assert await accepted(), command
    panel = await sim.click(sim.alice, sim.latest(), "Your turn")
    for label in ("Undo", "Scandia", "End my turn"):
        await sim.click(sim.alice, sim.again(panel), label)
        assert await accepted(), label
    await sim.click(sim.bob, await sim.click(sim.bob, sim.latest(), "Your turn"), "Play my plan")
    assert await accepted()


@pytest.mark.parametrize(
    ("seat", "revision", "number", "words"),
    [(1, 2, 5, ("go",)), (1, 2, 8, ("go",)), (1, 2, 4, None), (1, 2, 9, None), (1, 3, 5, None), (0, 2, 5, None)],
)
def test_a_press_is_valid_for_its_plan_since_the_last_move(seat, revision, number, words):
    unknown: Any = None
    for numbers, start, last, unseen in (((3, 5), 1, 8, ()), ((), 5, 8, ()), ((2, 3, 6, 9), 1, 11, (3, 8, 9))):
        snapshot = Snapshot(unknown, unknown, last, start, numbers, unseen=unseen)
        plan: Any = SimpleNamespace(snapshot=snapshot, seat=1, row=PlanRow(1, revision=2))
        assert pressed_words(Id(1, "ppick", seat, number, f"{revision} 0 go"), plan) == words
