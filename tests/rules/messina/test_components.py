import tomllib
from collections import Counter
from importlib.resources import files

from rules.messina.components import (
    DISTRICTS,
    HARBOURS,
    HUT_TILES,
    OVERSEER_PATHS,
    SHIPS,
    SQUARES,
    WAGONS,
    WHEEL,
    WORKSHOPS,
    Option,
)


def data():
    return tomllib.loads(files("rules.messina").joinpath("components.toml").read_text("utf-8"))


def test_counts():
    assert Counter(one.kind for one in DISTRICTS.values()) == {"A": 14, "B": 2, "C": 4}
    assert [sum(n in one.players and one.kind == "A" for one in DISTRICTS.values()) for n in (2, 3, 4)] == [8, 10, 12]
    assert (len(HARBOURS), len(SHIPS), len(HUT_TILES), len(WAGONS), len(WHEEL), len(SQUARES)) == (4, 9, 15, 10, 12, 18)
    assert Counter((one.late, one.citizen) for one in WORKSHOPS.values()) == {
        **dict.fromkeys([(False, "craftsman"), (False, "nun"), (False, "aristocrat")], 6),
        **dict.fromkeys([(True, "craftsman"), (True, "nun"), (True, "aristocrat")], 5),
    }
    assert Counter(one.number for one in SHIPS.values()) == {1: 3, 2: 3, 3: 3}
    assert sum(one.goods == "gems" for one in SHIPS.values()) == 3
    assert Counter(one.pair for one in WAGONS.values()) == dict.fromkeys(range(1, 6), 2)


def test_every_table_says_where_its_values_are_from():
    rows = [row for table in data().values() if isinstance(table, list) for row in table]
    rows += [*data()["layout"].values(), *data()["register"].values()]
    assert len(rows) == 168
    assert all(row["source"] for row in rows)


def test_paths_of_overseers():
    assert len(OVERSEER_PATHS) == 6
    for (overseer, branch), path in OVERSEER_PATHS.items():
        assert [step.kind for step in path] == ["pair", "area", "area", "two_areas", "two_areas", "centre"]
        assert {SQUARES[square].sector for step in path[:3] for square in step.groups[0]} == {overseer}
        assert all(SQUARES[square].area == overseer[0] + branch[0] for square in path[1].groups[0])
        own, other = path[3].groups
        assert {SQUARES[square].sector for square in own} == {overseer}
        assert {SQUARES[square].sector for square in other} != {overseer}
        assert len(path[5].groups[0]) == 18


def test_effects_are_sorted_into_gains_steps_and_questions():
    mixed = Option(["coin:2", "church:2", "scroll:2", "points:1", "overseer:any", "activate:3"])
    assert mixed.gains == {"coin": 2, "points": 1}
    assert mixed.steps == ("church", "church")
    assert mixed.effects == ("scroll", "scroll", "overseer:any", "activate:3")
    assert Option(["coin:1", "coin:2"]).gains == {"coin": 3}
