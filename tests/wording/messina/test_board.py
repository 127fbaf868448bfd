import re

import msgspec
import pytest

import wording
from rules.game import Score
from rules.messina.components import HUT_TILES, SHIPS, SQUARE_IDS, WAGONS, WORKSHOPS
from rules.messina.state import Cart
from rules.messina.view import CitizenView, HutView, WorkshopView
from tests.wording.messina.test_moves import clean
from tests.wording.speakers import messina_speaker
from wording import words
from wording.catalogue import with_minus_sign
from wording.messina.name_tables import GOODS
from wording.messina.names import hex_name, place, tokens
from wording.messina.result_words import POINT_SOURCES
from wording.player_names import won_by

LONG = ["W" * 24, "Maximiliana Wilhelmina K", "Przemysław Brzęczyszczyk", "Szilárd Székesfehérvári"]
W = words("en")


def parts(view) -> list[str]:
    return ["", "grid", "city", "score", "legend", *(f"estate-{seat}" for seat in range(view.seats))]


def describe(view, people, part: str = "") -> str:
    return messina_speaker(view, people).describe(part)


@pytest.fixture
def late(messina):
    """Return the last turn of a game of four in which hexes were repopulated."""
    games = [game for game in messina if game.table.seats == 4]
    views = [[p.public for p in game.positions if p.public.phase == "turns"][-1] for game in games]
    return max(views, key=lambda view: sum(found.owner is not None for found in view.hexes))


def fullest(view):
    """Return the same board with every estate full of the longest names."""
    gold = CitizenView("aristocrat", "gold")
    works = [WorkshopView(tile, gold, True) for tile in WORKSHOPS]
    own = msgspec.structs.replace(
        view.players[0],
        squares={square: CitizenView("craftsman", "gold") for square in SQUARE_IDS},
        huts=[HutView(f"hut{at}", upgrade, 2, gold) for at, upgrade in enumerate(["q11", "q13", "q15", "q10"], 1)],
        workshops=works[:12],
        wagons=[Cart(tile, True) for tile in WAGONS],
        ships=list(SHIPS),
        lying=["dock-nw", "dock-ne", "dock-se", "dock-sw"],
    )
    citizens = ["nun", "craftsman", "aristocrat"] * 2
    hexes = [
        msgspec.structs.replace(found, cubes=6, citizens=citizens) for found in view.hexes if found.id[1:].isdigit()
    ]
    return msgspec.structs.replace(view, players=[own] * view.seats, hexes=hexes)


@pytest.mark.deep(one_in=10)
def test_descriptions_of_the_fullest_board_fit_and_begin_with_what_matters(late):
    view = fullest(late)
    for part in parts(view):
        assert 0 < len(describe(view, LONG, part)) <= 1024
    assert "Plague on hex" in describe(view, LONG, "city")[:400]
    assert "points" in describe(view, LONG, "estate-1")[:300]


def test_what_removing_a_cube_costs_is_told_as_the_table_reads_the_rules(late, names):
    usual, printed = (
        "\n".join(messina_speaker(view, names).board_text())
        for view in (
            msgspec.structs.replace(late, round=5, options={**late.options, "big_fire": reading})
            for reading in ("clarified", "printed")
        )
    )
    assert "A plague cube costs 2 fire or 1 big fire and brings 2 points." in usual
    assert "A plague cube costs 2 fire. Big fires count as fire" in printed
    assert "It brings 2 points." in printed
    assert "2 fire or 1 big fire" not in printed


def test_the_description_of_the_city_tells_what_lies_and_stands_there(late, names):
    text = describe(late, names, "city")
    for found in late.hexes:
        if found.cubes:
            plague = re.search(r"Plague on hex ([^.]*)\.", text)[1].split(", ")
            assert (f"{found.id[1:]} ({found.cubes})" if found.cubes > 1 else found.id[1:]) in plague
    for seat, own in enumerate(late.players):
        line = re.search(rf"{names[seat]}: ([^.]*)\.", text)
        here = [*own.lying, *own.standing, *(found.id for found in late.hexes if found.owner == seat)]
        assert (line is not None) == bool(here)
        for one in here:
            assert place(one, W).split()[-1] in line[1]
    for dock in late.docks:
        for ship in dock.ships:
            assert wording.messina.name_of(ship.id, W) in text


def test_the_description_of_the_score_board_and_of_estates(late, names):
    score = describe(late, names, "score")
    for seat, own in enumerate(late.players):
        assert f"{names[seat]} {with_minus_sign(own.points)}" in score
        estate = describe(late, names, f"estate-{seat}")
        assert f"{names[seat]}: {with_minus_sign(own.points)} point" in estate
        assert f"wagons: {len(own.wagons)}, ships: {len(own.ships)}" in estate.lower()
    for stack in [*late.huts, *late.workshops, *late.wagons]:
        if stack.top:
            assert wording.messina.name_of(stack.top, W).split(" for ")[0] in score


@pytest.mark.deep(one_in=4)
@pytest.mark.parametrize("lang", ["en", "de", "pl", "hu"])
def test_at_the_end_descriptions_give_the_result_instead_of_the_running_points(messina, names, lang):
    for game in (one for one in messina if one.table.over and one.table.seats > 1):
        view, w = game.table.view(None), words(lang)
        score, speaker = view.score, messina_speaker(view, names, lang)
        assert score.points != [own.points for own in view.players]
        for part in ("", "grid", "score"):
            assert won_by(score, names, w) in speaker.describe(part)
        ranked = ", ".join(f"{names[seat]} {with_minus_sign(score.points[seat])}" for seat in score.ranking)
        assert ranked in speaker.describe("score")
        first = score.ranking[0]
        most = max(score.breakdown.values(), key=lambda points: points[first])[first]
        assert f": {with_minus_sign(most)}" in speaker.describe("score")
        for stack in [*view.huts, *view.workshops, *view.wagons]:
            assert not stack.top or wording.messina.name_of(stack.top, w) not in speaker.describe("score")
        for seat in range(view.seats):
            points = tokens("points", score.points[seat], w)
            assert f"{names[seat]}: {points}" in speaker.describe(f"estate-{seat}")
            assert f"- {points}," in "\n".join(speaker.board_text(f"estate-{seat}"))
        scored = ", ".join(f"{speaker.player(seat)} {with_minus_sign(score.points[seat])}" for seat in score.ranking)
        assert scored in "\n".join(speaker.board_text("score"))


def test_the_description_of_the_icons_names_them(late, names):
    text = describe(late, names, "legend")
    assert all(
        word in text for word in ("coins", "big fire", "nun", "build", "scroll step", "any hex action", "`/help`")
    )


def test_the_board_in_words_is_complete(moments, names):
    for moment in moments[::23]:
        view = moment.own
        pages = messina_speaker(view, names).board_text()
        assert max(map(len, pages)) <= 3500
        text = "\n".join(pages)
        assert clean(text)
        assert ("The decision is about" in text) == bool(view.about)
        lines = {line.split("**")[1]: line for line in text.split("\n") if line.startswith("- **")}
        for found in view.hexes:
            line = lines[place(found.id, W)]
            assert hex_name(found.id, W).partition("(")[2][:-1] in line
            assert (f"{found.cubes} plague cube" in line) == bool(found.cubes)
            rescued = re.findall(r"; (\d) (?:nun|craftsm|aristocrat)", line.partition(" for repopulating")[0])
            assert sum(map(int, rescued)) == len(found.citizens)
            assert line.count(" standing") + line.count(" lying") == len(found.figures)
            assert ("repopulated by" in line) == (found.owner is not None)
        for dock in view.docks:
            line = lines[place(dock.id, W)]
            assert all(GOODS[SHIPS[ship.id].goods] in line for ship in dock.ships)
            assert line.count("with plague") == sum(ship.cube for ship in dock.ships)
        for stack in [*view.huts, *view.workshops, *view.wagons]:
            assert not stack.top or f"{stack.tiles - 1} below" in text
        assert all("; next to " in lines[place(found.id, W)] for found in view.hexes)
        free = re.search("Free places for new hexes: (.*)", text)
        assert (free[1].count("next to ") if free else 0) == len(view.free_places)
        for own in view.players:
            assert all(HUT_TILES[hut.upgrade] and f"{hut.id[-1]} (" in text for hut in own.huts if hut.upgrade)
            assert f"{own.tiles} repopulation tile" in text


def test_neighbours_on_the_board_in_words_are_those_one_can_step_to(messina, names):
    for game in messina[-3:]:
        moment = next(p for p in game.positions if p.question == "turn" and "home" not in p.own.reach)
        lines = "\n".join(messina_speaker(moment.own, names).board_text()).split("\n")
        start = next(one for one in moment.own.reach if one not in ("nw", "ne", "se", "sw") and one.startswith("h"))
        line = next(line for line in lines if line.startswith(f"- **{place(start, W)}**"))
        near = line.partition("next to ")[2].split(", ")
        for to, coins in moment.own.reach[start].items():
            assert coins == 0 or place(to, W) not in near
        free = {place(to, W) for to, coins in moment.own.reach[start].items() if coins == 0 and to != start}
        assert free <= set(near)


def test_nothing_is_secret(moments, names):
    own, public = moments[40].own, moments[40].public
    assert messina_speaker(own).secrets() == ""
    seen, everybody = ("\n".join(messina_speaker(view, names).board_text()) for view in (own, public))
    assert sorted(seen.split("\n")) == sorted(everybody.split("\n"))


def test_the_status_says_for_what_the_game_waits(moments, names):
    first = next(moment for moment in moments if moment.question == "turn")
    text = messina_speaker(first.public, names).status()
    assert text == f"To act: {wording.player(names, first.seat, wording.words('en'))} – send a lieutenant (round I)."


def test_several_who_finish_a_round_are_named_together(moments, names):
    view = next(m.public for m in moments if m.public.phase == "round end" and len(m.public.due) > 1)
    assert "– finish the round (end of round" in messina_speaker(view, names).status()


def test_a_finished_game_waits_for_nobody_and_has_its_result(messina, names):
    for game in messina:
        score, view = game.table.score(), game.table.view(None)
        if view.opponent:
            continue
        assert messina_speaker(view, names).status(1) == "The game is over."
        lines = messina_speaker(view, names).final_table(score).split("\n")
        assert all(f"**{names[seat]}**" in lines[0] for seat in score.winners)
        assert "wins" in lines[0] if len(score.winners) == 1 else "win together" in lines[0]
        for at, seat in enumerate(score.ranking):
            head, detail = lines[1 + 2 * at : 3 + 2 * at]
            assert f"**{names[seat]}**: **{with_minus_sign(score.points[seat])}** point" in head
            numbers = [int(number.replace("−", "-")) for number in re.findall(r": (−?\d+)", detail)]
            assert sum(numbers) == score.points[seat]
            assert detail.startswith("-# ")
        if view.options["variant"] == "standard":
            assert set(POINT_SOURCES) - {"repopulation_bonus"} == set(score.breakdown)


def test_what_decides_between_equal_points_is_told_and_winners_share(messina, names):
    view = next(game for game in messina if game.table.seats == 2).table.view(None)
    level = Score([3, 3], {"played": [3, 3]}, [0, 1], [0, 1], "rounds")
    text = messina_speaker(view, names).final_table(level)
    assert "**Anna** and" in text.split("\n")[0]
    assert [line[0] for line in text.split("\n")[1:4:2]] == ["🥇", "🥇"]  # They are level, so neither is second.
    assert text.endswith("If points are equal, the player with more repopulated hexes comes first, then the one "
                         "with the most valuable hex; nothing else decides.")  # fmt: skip
    by_total = msgspec.structs.replace(view, options={**view.options, "win_tiebreak_2": "total"})
    assert "then the one with more points for all of them" in messina_speaker(by_total, names).final_table(level)
    assert "points are equal" not in messina_speaker(view, names).final_table(
        msgspec.structs.replace(level, points=[3, 2])
    )
