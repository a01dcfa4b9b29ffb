"""Threads that die are told in a sentence."""

import threading
from typing import NoReturn

import pytest

from dgt_monitor.cli.foreign import DEBUG, threads_told


def die(error: BaseException) -> None:
    def fail() -> NoReturn:
        raise error

    thread = threading.Thread(target=fail, name="pySerial RFC 2217 reader")
    thread.start()
    thread.join()


def test_a_thread_that_dies_is_one_sentence_and_no_trace(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(DEBUG, raising=False)
    told: list[str] = []
    with threads_told(told.append):
        die(TypeError("no\nnumber"))
        die(SystemExit(3))
    (sentence,) = told
    assert "pySerial RFC 2217 reader: TypeError: no number" in sentence
    assert capfd.readouterr() == ("", "")


def test_its_trace_is_there_for_who_wants_it(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DEBUG, "1")
    told: list[str] = []
    monkeypatch.setattr(threading, "excepthook", threading.__excepthook__)
    with threads_told(told.append):
        die(TypeError("no number"))
    assert len(told) == 1
    assert "Traceback" in capfd.readouterr().err


def test_afterwards_all_is_as_before() -> None:
    before = threading.excepthook
    with threads_told(print):
        assert threading.excepthook is not before
    assert threading.excepthook is before
