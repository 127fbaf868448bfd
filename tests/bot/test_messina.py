"""A whole game of Messina 1347 on Discord: which parts of the board are shown when, and whose turn it is."""

import json
import random
import re
from typing import Any

import pytest
from discord import ButtonStyle
from simcord.components import walk_components

import bot.pictures
import renderer
from games import GAMES as BOT_GAMES
from renderer import Scene
from rules.messina.components import LAST_ROUND
from rules_service import TableInfo
from rules_service.options import table_options
from tests.bot.players import answers, by_buttons, by_commands, certain_seed, due, game, in_haste, options_of, seat_all
from tests.bot.sim import Anything, Sim, buttons, components, message, pictures, text
from wording.catalogue import languages

GALLERY = 12


def alts(on: Anything) -> list[str]:
    """Return the alt texts of a message's pictures."""
    galleries = [part for part in walk_components(components(on)) if part["type"] == GALLERY]
    assert all(len(gallery["items"]) == 1 for gallery in galleries), "one picture in each gallery"
    return [str(gallery["items"][0]["description"]) for gallery in galleries]


@pytest.fixture
async def table(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> int:
    """Start a table of three with a fixed seed."""
    certain_seed(monkeypatch, "b" * 32)
    return await seat_all(sim, sim.people[:3], game="messina", seating="joined")


@pytest.mark.deep
@pytest.mark.usefixtures("undrawn")
async def test_a_whole_game_of_three_with_a_restart_in_each_round(sim: Sim) -> None:
    table = await seat_all(sim, sim.people[:3], game="messina")
    seed = (await game(sim, table)).seed
    chance = random.Random(1347)
    rounds, turns, checked = [1], 0, 0
    while (await sim.bot.app.service.read.info(table)).open:
        who = await due(sim, table)
        if turns % 2:
            await by_commands(sim, table, who, chance)
        else:
            await by_buttons(sim, who, chance)
        turns += 1
        now = await game(sim, table)
        if not now.over:
            waiting = {
                info.name.lower() for info in (await sim.bot.app.service.read.info(table)).seats if info.due_since
            }
            assert sim.pinged(sim.latest()) <= waiting
            assert [post.id for post in sim.posts() if buttons(post)] == [sim.latest().id]
            assert seed not in json.dumps([e.json for e in sim.env.http_requests[checked:]], default=str)
            checked = len(sim.env.http_requests)
            if now.view(None).round > rounds[-1]:
                rounds.append(now.view(None).round)
                who = await due(sim, table)
                panel = message(await sim.click(who, sim.latest(), "Your turn"))
                await sim.restart()
                await sim.answer(who, panel, next(iter(answers(panel))))
                assert sim.panel(who).id == panel.id
    assert rounds == list(range(1, LAST_ROUND + 1))
    finished, last = await game(sim, table), text(sim.latest())
    winner = (await sim.bot.app.service.read.info(table)).seats[finished.score().winners[0]].name
    assert winner in last
    assert str(max(finished.score().points)).replace("-", "−") in last, "with a sign of minus where it is one"
    assert seed not in last
    assert len(pictures(sim.env, sim.latest())) == len(alts(sim.latest())) == 1
    assert seed in text(await sim.click(sim.dora, sim.latest(), "Log"))
    verified = text(await sim.manage(sim.alice, "verify"))
    assert "Everything is correct" in verified
    assert seed in verified


@pytest.mark.deep(one_in=10)
async def test_ending_a_turn_stands_out_only_when_nothing_is_given_up(sim: Sim, table: int) -> None:
    who = await due(sim, table)
    await sim.command(who, "messina go", hex="sw", start="home")  # to build or to take a big fire

    def end(panel: Anything) -> tuple[str, int]:
        found = [one for one in walk_components(components(panel)) if "End my turn" in str(one.get("label"))]
        return found[0]["label"], found[0]["style"]

    panel = message(await sim.click(who, sim.latest(), "Your turn"))
    assert end(panel) == (
        "End my turn; lost: the action of harbour SW",
        ButtonStyle.secondary.value,
    )
    await sim.click(who, panel, "1 big fire")
    assert end(sim.again(panel)) == ("✅ End my turn", ButtonStyle.success.value)


@pytest.mark.deep(one_in=10)
async def test_a_post_shows_the_city_after_a_turn_and_everything_at_the_end_of_a_round(sim: Sim, table: int) -> None:
    assert len(alts(sim.latest())) == 5, "at the beginning all estates"
    who = await due(sim, table)
    await by_buttons(sim, who, random.Random(1))
    post = sim.latest()
    assert len(pictures(sim.env, post)) == 1
    assert "city" in alts(post)[0].casefold()
    assert [a.filename for a in message(post).attachments] == ["board.png"]
    while (await game(sim, table)).view(None).round == 1:
        await in_haste(sim, await due(sim, table), random.Random(2))
    [end] = [post for post in sim.posts() if "Round I is over" in text(post)]
    assert len(pictures(sim.env, end)) == 5, "when a round ends all estates"
    assert alts(end)[-1].startswith(alts(post)[0][:10]), "the city is nearest to the buttons"


@pytest.mark.deep(one_in=10)
async def test_my_view_leads_to_the_other_estates_and_to_the_icons(sim: Sim, table: int) -> None:
    answer = await sim.click(sim.bob, sim.latest(), "Boards")
    assert len(pictures(sim.env, answer)) == 3
    assert "Bob" in alts(answer)[2]
    await sim.choose(sim.bob, answer, "Estate: Carol")
    shown = sim.panel(sim.bob)
    assert shown.id == message(answer).id
    assert len(pictures(sim.env, shown)) == 1
    assert "Carol" in alts(shown)[0]
    await sim.choose(sim.bob, shown, "Icons")
    assert "icons" in alts(sim.panel(sim.bob))[0].casefold()
    await sim.choose(sim.bob, sim.panel(sim.bob), "City, score board and my estate")
    assert alts(sim.panel(sim.bob)) == alts(answer)
    assert len(pictures(sim.env, await sim.command(sim.dora, "board"))) == 5


async def test_the_board_of_all_stays_that_of_all_for_who_plays(sim: Sim, table: int) -> None:
    answer = await sim.command(sim.bob, "board")
    everything = alts(answer)
    await sim.choose(sim.bob, answer, "Icons")
    await sim.choose(sim.bob, sim.panel(sim.bob), "The whole board")
    assert alts(sim.panel(sim.bob)) == everything
    assert len(everything) == 5


@pytest.mark.deep(one_in=10)
async def test_own_pictures_are_as_one_likes_them(sim: Sim, table: int) -> None:
    before = pictures(sim.env, await sim.command(sim.alice, "view"))
    await sim.command(sim.alice, "preferences", hexes="dimmed")
    told = text(await sim.command(sim.alice, "preferences", areas="fixed"))
    assert "easier to find" in told
    assert "In fixed areas everything stays where it was" in told
    after = pictures(sim.env, await sim.command(sim.alice, "view"))
    assert before[0] != after[0]
    await sim.command(sim.alice, "preferences", pictures="wide")
    assert len(pictures(sim.env, await sim.command(sim.alice, "view"))) == 1
    assert len(pictures(sim.env, sim.latest())) == 5, "the channel's are the table's"


async def test_a_missing_picture_leaves_the_board_in_words(
    sim: Sim, table: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    paint = renderer.Pictures.paint

    def broken(game: renderer.Pictures[object], scene: renderer.Scene[object]) -> object:
        if scene.part == "city":
            raise OSError("no font")
        return paint(game, scene)

    monkeypatch.setattr("renderer.Pictures.paint", broken)
    await by_buttons(sim, await due(sim, table), random.Random(1))
    assert not pictures(sim.env, sim.latest())
    assert "Messina 1347: round I" in text(sim.latest())
    caplog.clear()


async def test_a_turn_by_commands_that_leave_out_what_is_clear(sim: Sim, table: int) -> None:
    who = await due(sim, table)
    offered = await sim.offers(who, "messina go", "hex", "har")
    assert len(offered) == 4
    await sim.command(who, "messina go", hex="nw")
    assert (await game(sim, table)).entries[-1].move == "go home nw"
    [advance] = [move for move in (await game(sim, table)).due()[0].moves if move.startswith("advance")]
    assert BOT_GAMES["messina"].command("advance") == "messina overseer advance"
    _, overseer, way = advance.split()
    await sim.command(who, "messina overseer advance", overseer=overseer, way=way)
    await sim.command(who, "messina end")
    assert await due(sim, table) is not who


async def test_rules_of_one_game_are_no_options_of_another(sim: Sim) -> None:
    answer = await sim.command(sim.alice, "table open", game="messina", late_abilities="off")
    assert "There is no option" in text(answer)
    assert not await sim.open_tables()


async def test_all_options_of_a_table_can_be_chosen_in_the_lobby(sim: Sim) -> None:
    await sim.command(sim.alice, "table open", game="messina")
    lobby = sim.latest()
    assert "Everything else is at its default" in text(lobby)
    known = table_options(BOT_GAMES["messina"].rules)
    menus = await options_of(sim, sim.alice, lobby)
    offered = sorted([entry["value"] for entry in menu["options"]] for menu in menus)
    assert offered == sorted([languages(), *(list(option.values) for option in known)])
    panel = await sim.click(sim.alice, lobby, "Options")
    await sim.choose(sim.alice, panel, menus[2]["options"][-1]["label"])
    [info] = await sim.open_tables()
    assert info.options["picture"] == "wide"
    assert "wide, for computers" in text(sim.again(lobby))
    told = text(await sim.click(sim.bob, lobby, "Options"))
    assert "Only Alice" in told
    assert told.count("**") >= 2 * len(known)


async def test_an_old_post_keeps_all_its_pictures_but_no_buttons(sim: Sim, table: int) -> None:
    old = sim.latest()
    before, said = pictures(sim.env, old), alts(old)
    assert len(before) == 5
    await by_buttons(sim, await due(sim, table), random.Random(1))
    now = sim.again(old)
    assert not buttons(now)
    assert sorted(pictures(sim.env, now)) == sorted(before)
    assert alts(now) == said


async def test_refused_pictures_leave_the_board_in_words(sim: Sim, table: int) -> None:
    sim.fail("POST", "/channels/*/messages", 413)
    await by_buttons(sim, await due(sim, table), random.Random(1))
    assert not pictures(sim.env, sim.latest())
    assert "Messina 1347: round I" in text(sim.latest())
    assert len(sim.pinged(sim.latest())) == 1


async def test_choices_have_letters_in_a_picture_of_the_part_they_are_on(sim: Sim, table: int) -> None:
    who = await due(sim, table)
    city = await sim.command(who, "turn")
    labels = list(answers(city))
    letters = [label.split(" · ")[0] for label in labels if re.match(r"[A-Z] · ", label)]
    beside = [letter for letter in letters if any(label.startswith(f"{letter} ·") for label in buttons(city))]
    rest = [letter for letter in letters if letter not in beside]
    assert [beside, rest] == [sorted(set(beside)), sorted(set(rest))], "in the order in which the picture is read"
    assert max(letters) > "L", "places that are still free have letters, too: nobody's changes when a hex comes"
    estate = await sim.command(who, "messina go", hex="nw")
    assert {press.split()[0] for press in answers(estate).values()} == {"advance", "end"}
    assert "Wheel" in alts(city)[0]
    assert who.name.capitalize() in alts(estate)[0]
    assert [len(pictures(sim.env, panel)) for panel in (city, estate)] == [1, 1]


async def test_help_about_the_other_game(sim: Sim, table: int) -> None:
    panel = await sim.click(sim.alice, sim.latest(), "Help")
    assert "Messina" in text(panel)
    await sim.click(sim.alice, panel, "Help on Rattus")
    rattus = text(sim.panel(sim.alice))
    assert "Messina" not in rattus
    await sim.choose(sim.alice, sim.panel(sim.alice), (await sim.offers(sim.alice, "help", "topic", game="rattus"))[-1])
    assert text(sim.panel(sim.alice)) != rattus
    await sim.click(sim.alice, sim.panel(sim.alice), "Help on Messina 1347")
    assert "Messina" in text(sim.panel(sim.alice))


@pytest.mark.deep(one_in=10)
@pytest.mark.usefixtures("undrawn")
async def test_who_decides_at_the_same_time_is_pinged_once_each(sim: Sim, table: int) -> None:
    chance = random.Random(8)
    together: set[str] = set()
    while not together:
        before = len(sim.env.http_requests)
        await in_haste(sim, await due(sim, table), chance)
        now = await sim.bot.app.service.read.info(table)
        if len(now.due) > 1:
            together = {str(now.seats[seat].user_id) for seat in now.due}
            sent = [e.json for e in sim.env.http_requests[before:] if e.path.endswith("/messages") and e.json]
            pinged = [str(user) for post in sent for user in post["allowed_mentions"].get("users", [])]
            assert together <= set(pinged)
            assert len(pinged) == len(set(pinged))
    for _ in range(len(together) - 1):
        before = len(sim.env.http_requests)
        await in_haste(sim, await due(sim, table), chance)
        sent = [e.json for e in sim.env.http_requests[before:] if e.method == "POST" and e.path.endswith("/messages")]
        assert not [user for post in sent for user in post["allowed_mentions"].get("users", [])]


@pytest.mark.deep(one_in=10)
async def test_who_decides_at_once_sees_the_others_as_they_were_before_their_free_steps(
    sim: Sim, table: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P82: in the question, its picture and answers, until the other players' moves can no longer be undone."""
    service, chance, compared, drawn = sim.bot.app.service, random.Random(8), 0, []

    def draw(name: str, scene: Scene[Any], side: str) -> bytes:
        drawn.append(scene.view)
        return original(name, scene, side)

    original = bot.pictures.draw_picture
    for person in sim.people[:3]:
        await sim.command(person, "preferences", coach="off")
    monkeypatch.setattr("bot.pictures.draw_picture", draw)
    while compared < 4:
        now, info = await game(sim, table), await service.read.info(table)
        mover = chance.choice(info.due)
        others = [other for other in info.due if other != mover]
        seen = [await panel_of(sim, info, other) for other in others]
        moves = next(asked.moves for asked in now.due() if asked.seat == mover)
        move = chance.choice([move for move in moves if move != "end"] or moves)
        outcome = await service.play.move(table, info.seats[mover].user_id or 0, move)
        after = await game(sim, table)
        assert outcome.snapshot.table.view(mover) == after.settled(mover).view(mover)
        if others and after.undoable(mover) > now.undoable(mover):
            assert [await panel_of(sim, info, other) for other in others] == seen
            assert not any(after.view(other) in drawn for other in others)
            compared += 1


async def panel_of(sim: Sim, info: TableInfo, seat: int) -> tuple[str, list[bytes], dict[str, str]]:
    """Return text, pictures and answers of a new panel of the seat."""
    person = next(one for one in sim.people if one.id == info.seats[seat].user_id)
    shown = await sim.command(person, "turn")
    return text(shown), pictures(sim.env, shown), answers(shown)


@pytest.mark.deep(one_in=10)
@pytest.mark.usefixtures("undrawn")
async def test_where_to_go_is_ordered_by_price_and_then_as_the_picture_is_read(sim: Sim, table: int) -> None:
    chance = random.Random(11)
    while True:
        now, who = await game(sim, table), await due(sim, table)
        [seat] = now.due()[:1]
        view = now.view(seat.seat)
        coins = view.players[seat.seat].tokens["coin"]
        cheapest: dict[str, int] = {}
        for places in view.reach.values():
            cheapest |= {to: min(price, cheapest.get(to, price)) for to, price in places.items()}
        if {price for price in cheapest.values() if price <= coins} > {0}:
            break
        await in_haste(sim, who, chance)
    panel = await sim.click(who, sim.latest(), "Your turn")
    beside = re.findall(r"^-# (\*\*[A-Z]\*\* .*)$", text(panel), re.MULTILINE)
    further = [
        option.get("description", "")
        for part in walk_components(components(panel))
        for option in part.get("options", ())
    ]
    assert beside
    for told in (beside, further):
        dear = ["costs " in line for line in told]
        assert any(dear) or told is beside
        if told is beside:
            assert dear == sorted(dear), "what costs nothing comes first"
    letters = [line[2] for line in beside if "costs " not in line]
    assert letters == sorted(letters)


@pytest.mark.deep(one_in=10)
async def test_a_wide_table_has_one_picture_of_everything(sim: Sim) -> None:
    table = await seat_all(sim, sim.people, game="messina", picture="wide")
    who = await due(sim, table)
    await by_buttons(sim, who, random.Random(1))
    assert len(alts(sim.latest())) == 1
    [everything] = pictures(sim.env, sim.latest())
    await sim.command(who, "preferences", pictures="tall")
    mine = await sim.command(who, "view")
    assert len(pictures(sim.env, mine)) == 3
    await sim.command(who, "preferences", pictures="table")
    assert len(pictures(sim.env, await sim.command(who, "view"))) == 1
    assert everything != pictures(sim.env, mine)[0]
