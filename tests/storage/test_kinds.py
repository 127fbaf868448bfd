"""The kinds of stored things are members of enums: in the code, and by their values in the statements."""

import pytest

from storage.kinds import LineKind, NoticeKind, TableStatus


def test_only_a_text_may_be_a_kind_of_a_newer_version() -> None:
    """A status can't: nobody could say whether such a table is open."""
    assert [LineKind("of a newer version"), NoticeKind("x"), LineKind("move")] == ["", "", LineKind.MOVE]
    for kind, value in ((LineKind, 5), (NoticeKind, None), (TableStatus, "x"), (TableStatus, 5)):
        with pytest.raises(ValueError, match=kind.__name__):
            kind(value)
