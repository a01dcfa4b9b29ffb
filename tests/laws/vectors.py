"""The worked cases that lie beside the repository; absent, the tests that need them are skipped."""

import json
from pathlib import Path
from typing import Any

import chess
import pytest

CASES = Path(__file__).parents[2] / "../shared/cases/laws.json"


def load(part: str) -> list[Any]:
    """One list of the cases as test parameters; a single skipped one if the file is not there."""
    if not CASES.is_file():
        return [pytest.param(None, marks=pytest.mark.skip(reason="../shared/cases/laws.json is not here"), id="absent")]
    cases = json.loads(CASES.read_text(encoding="utf-8"))[part]
    return [pytest.param(case, id=case["id"]) for case in cases]


def start(case: dict[str, Any]) -> chess.Board:
    fen = chess.STARTING_FEN if case["start_fen"] == "startpos" else case["start_fen"]
    return chess.Board(fen, chess960=case["chess960"])
