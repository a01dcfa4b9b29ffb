"""A ruling at which the monitor failed is in the journal as refused, and stays so after a restart."""

from pathlib import Path
from typing import Any

import pytest

from dgt_monitor.hall.kept_board import KeptBoard
from dgt_monitor.hall.refeeding import Feeding
from dgt_monitor.recorder.rebuilding import rebuild, rebuild_last_games
from tests.cli.test_history_board import PlayedHall
from tests.hall.test_failing_rulings import fail
from tests.recorder.journalling import killed
from tests.recorder.test_spares import seen


@pytest.mark.parametrize(
    ("of", "name", "fields"),
    [
        (Feeding, "board", {"kind": "replace", "ply": 2, "moves": ("c5",)}),
        (KeptBoard, "ruled", {"kind": "result", "result": "1-0"}),
    ],
)
def test_a_restart_refuses_it_too(
    of: Any, name: str, fields: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = PlayedHall(tmp_path / "event.dgtj", "P1", "P2")
    hall.play("P1", "e4 e5 Nf3")
    with monkeypatch.context() as patch:
        patch.setattr(of, name, fail)
        hall.rule(board="22223", **fields)
    hall.play("P1", "Nc6")
    hall.record.gate.wait_for_all()
    hall.recorder.release()
    journal = killed(tmp_path / "event.dgtj", tmp_path / "copy.dgtj")
    for rebuilt in (rebuild(journal), rebuild_last_games(journal)):
        assert not rebuilt.comparison.differences
        (ruling,) = rebuilt.hall.view().rulings
        assert "RecursionError too deep" in ruling.why_not
        assert seen(rebuilt.hall.view()) == seen(hall.record.hall.view())
    hall.over()
