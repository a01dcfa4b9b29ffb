"""The lines of a history, in order of their times."""

from dgt_monitor.cli.history import Told, in_time


def test_what_fell_due_before_stands_before_what_was_read_next() -> None:
    told = [Told(1.0, "a"), Told(2.4, "read"), Told(2.1, "due"), Told(2.4, "from it"), Told(0.5, "of long ago")]
    assert in_time(told) == ["a", "due", "read", "from it", "of long ago"]
