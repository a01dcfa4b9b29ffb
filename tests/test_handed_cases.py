"""The handed cases of hands and Laws, run through the commands as a user would."""

import subprocess
import sys

import pytest

from tests.shared_data import shared

MONITOR = f"{sys.executable} -m dgt_monitor.cli.start"
BLITZ = (
    "e4 e5 Nf3 Nc6 Bb5 Nf6 d3 Bc5 Bxc6 dxc6 Nc3 O-O Be3 Bd6 Bg5 Re8 h3 c5 Nd5 Be7 Nxe7+ Qxe7 O-O h6 Be3 Nd7 Nd2 Nb8 "
    "f4 exf4 Rxf4 Nc6 Qh5 b6 Raf1 Rf8 Nf3 Be6 Rh4 f6 Qg6 Qf7 Qg3 Nb4 Bxh6 Nxc2 Ne5 fxe5 Rxf7 Rxf7 Qg6 Bxa2 Bg5 Rff8 "
    "Rh7 Rf7 Bf6"
)


@pytest.mark.parametrize(("tool", "cases"), [("hands", "hands"), ("laws", "laws")])
def test_every_case_is_right(tool: str, cases: str) -> None:
    command = [sys.executable, str(shared(f"tools/{tool}.py")), str(shared(f"cases/{cases}.json"))]
    run = subprocess.run([*command, "--command", MONITOR], capture_output=True, text=True, timeout=55, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_a_game_recorded_from_a_real_board() -> None:
    from dgt_monitor.events import Alert, Summary
    from dgt_monitor.recorder.replay import replay_events

    stream = list(replay_events([shared("captures/real-blitz-1.dgt")]))
    (summary,) = (event for event in stream if isinstance(event, Summary))
    assert " ".join(str(san) for san in summary.moves) == BLITZ
    assert [event for event in stream if isinstance(event, Alert)] == []
