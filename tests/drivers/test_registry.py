"""URL to driver, with other drivers installed, broken or not."""

import sys
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from drivers import registry
from drivers.capture import CaptureSource


def install(monkeypatch: pytest.MonkeyPatch, **values: str) -> None:
    """Let these entry points be installed."""
    points = EntryPoints(EntryPoint(name, value, registry.GROUP) for name, value in values.items())
    monkeypatch.setattr(registry, "entry_points", lambda *, group: points.select(group=group))


@pytest.mark.parametrize(
    ("url", "scheme"),
    [
        ("games/a.dgt", "capture"),
        ("/tmp/x:y.dgt", "capture"),  # noqa: S108 - never opened
        ("C:\\games\\a.dgt", "capture"),
        ("capture:a.dgt", "capture"),
        ("SIM://hall", "sim"),
        ("bus+socket://127.0.0.1:7001", "bus+socket"),
        ("", "capture"),
    ],
)
def test_schemes(url: str, scheme: str) -> None:
    assert registry.scheme_of(url) == scheme


def test_a_path_is_a_capture(tmp_path: Path) -> None:
    path = tmp_path / "a.dgt"
    path.write_text("# dgt-capture 1\n0 P up\n", encoding="utf-8")
    source = registry.open_source(str(path))
    assert isinstance(source, CaptureSource)
    assert [item.port for item in source] == ["P"]


def test_every_driver_of_our_own_can_be_imported() -> None:
    for scheme in registry.BUILT_IN:
        assert callable(registry.load(scheme))


def test_an_unknown_scheme_says_which_there_are() -> None:
    with pytest.raises(registry.DriverError, match=r"'nothing': unknown; there are: .*capture"):
        registry.open_source("nothing://here")


def test_a_broken_driver_is_named_and_hides_no_other(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "broken_driver.py").write_text("raise RuntimeError('no licence')\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    install(
        monkeypatch,
        broken="broken_driver:open",
        absent="no_such_module:open",
        empty="json:nothing",
        text="json:__doc__",
    )
    assert set(registry.drivers()) == {"broken", "absent", "empty", "text", *registry.BUILT_IN}
    for scheme, said in {
        "broken": "no licence",
        "absent": "no_such_module",
        "empty": "nothing",
        "text": "cannot be called",
    }.items():
        with pytest.raises(registry.DriverError, match=said) as caught:
            registry.open_source(f"{scheme}://x")
        assert caught.value.scheme == scheme
    assert callable(registry.load("capture"))


def test_another_make_of_board_joins_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    install(
        monkeypatch, other="tests.drivers.test_registry:open_other", capture="tests.drivers.test_registry:open_other"
    )
    assert list(registry.open_source("other://x")) == []
    assert registry.drivers()["capture"] == registry.BUILT_IN["capture"]


def open_other(url: str) -> CaptureSource:
    """A driver somebody else wrote."""
    assert url == "other://x"
    return CaptureSource([])


def test_asking_which_there_are_imports_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "drivers.capture.source", raising=False)
    registry.drivers()
    assert "drivers.capture.source" not in sys.modules
