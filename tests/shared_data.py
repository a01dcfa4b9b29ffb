"""Test data that lives beside the checkout and never in it."""

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"


def shared(relative: str) -> Path:
    """A file of the shared test data; the test is skipped, saying why, where it is missing."""
    path = SHARED / relative
    if not path.exists():
        pytest.skip(f"shared test data not found beside the checkout: shared/{relative}")
    return path
