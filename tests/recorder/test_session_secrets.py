"""A journal keeps by which command it was begun, and none of its passwords."""

import sys

import pytest

from dgt_monitor.recorder import record


def test_the_command_is_kept_without_its_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["dgt-monitor", "watch", "pgn+https://user:SECRET@host/g.pgn?token=SECRET", "-v"])
    assert record._who().endswith(": dgt-monitor watch pgn+https://***@host/g.pgn?*** -v")
