from rules_service.errors import ChannelTaken, Stale


def test_a_refusal_has_the_values_that_its_text_names() -> None:
    taken, stale = ChannelTaken("{table} {what}", table_id=7, what="x"), Stale("{what}", number=8, what="y")
    assert (taken.table_id, taken.values, str(taken)) == (7, {"table": 7, "what": "x"}, "7 x")
    assert (stale.number, stale.values, str(stale)) == (8, {"what": "y"}, "y")
