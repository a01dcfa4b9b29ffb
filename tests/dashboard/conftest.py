"""Screens under test are drawn with colour, whatever the terminal of the tester says."""

import pytest


@pytest.fixture(autouse=True)
def _with_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "COLORFGBG", "TEXTUAL"):
        monkeypatch.delenv(name, raising=False)
