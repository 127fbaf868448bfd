from pathlib import Path

import pytest

from tools import faults

PRODUCT = """\
def price(rats: int, *, free: bool = False) -> int:
    if free and rats > 2:
        return 0
    return rats + 1
"""
TESTS = """\
from rules.price import price


def test_R7_three_rats_are_free() -> None:
    assert price(3, free=True) == 0


def test_the_price() -> None:
    \"\"\"R8: one more than the rats.\"\"\"
    assert price(1) == 2
"""
SUITE = "tests/rules/test_price.py"


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in (("rules/price.py", PRODUCT), (SUITE, TESTS)):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(faults, "ROOT", tmp_path)
    return tmp_path


def test_every_kind_of_fault_is_made_where_it_can_be(tree: Path) -> None:
    made = {fault.apply(PRODUCT.encode()).decode() for fault in faults.faults_of("rules/price.py")}
    for old, new in [
        ("rats > 2", "rats <= 2"),
        ("rats > 2", "rats >= 2"),
        ("rats > 2", "rats > 3"),
        ("free and rats > 2", "((free) or (rats > 2))"),
        ("free and rats > 2", "((rats > 2))"),
        ("rats + 1", "(rats - 1)"),
        ("False", "True"),
    ]:
        assert PRODUCT.replace(old, new) in made
    assert PRODUCT not in made


def test_the_tests_that_name_a_statement_notice_its_fault_and_the_others_do_not(tree: Path) -> None:
    assert faults.naming("R7", None) == [f"{SUITE}::test_R7_three_rats_are_free"]
    assert faults.naming("R8", None) == [f"{SUITE}::test_the_price"]
    fault = next(one for one in faults.faults_of("rules/price.py") if one.new == "rats <= 2")
    assert faults.break_and_run(tree, fault, faults.naming("R7", None)).startswith("noticed by tests/rules/test_price")
    assert faults.break_and_run(tree, fault, faults.naming("R8", None)) == "NOBODY NOTICED, of 1 tests"
    assert (tree / "rules/price.py").read_text() == PRODUCT
