"""The notices of a watch: by Apprise where it is there, noted in the journal, and never more than works."""

import sys
import types
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from dgt_monitor.cli.notice_sender import NoticeSender, addresses_in
from dgt_monitor.cli.watch_notices import WatchNotices
from dgt_monitor.hall.entries import Known
from dgt_monitor.journal.note_forms import NOTES, Noticed
from dgt_monitor.recorder.noticing import Notice, Noticing
from dgt_monitor.tournament.event import TournamentFile, read_tournament
from dgt_monitor.tournament.notices import NO_NOTICES, Notices
from tests.dashboard.hostile import NAMES
from tests.recorder.test_noticing import raised

ADDRESS = "ntfy://topic-nobody-knows"


class FakeApprise:
    """What Apprise does, as far as it is used: it takes addresses, and gives notices."""

    sent: list[tuple[str, str]]
    formats: list[str]
    takes = True

    def __init__(self) -> None:
        self.urls: list[str] = []

    def add(self, url: str) -> bool:
        taken = "://" in url
        self.urls += [url] * taken
        return taken

    def __len__(self) -> int:
        return len(self.urls)

    def notify(self, *, title: str, body: str, body_format: str) -> bool:
        FakeApprise.sent.append((title, body))
        FakeApprise.formats.append(body_format)
        return FakeApprise.takes


@pytest.fixture(autouse=True)
def _apprise(monkeypatch: pytest.MonkeyPatch) -> None:
    module: Any = types.ModuleType("apprise")
    module.Apprise = FakeApprise
    FakeApprise.sent, FakeApprise.formats, FakeApprise.takes = [], [], True
    monkeypatch.setitem(sys.modules, "apprise", module)


def pushed(folder: Path, text: str = f"# phones\n\n{ADDRESS}\n") -> Notices:
    file = folder / "push.txt"
    file.write_text(text, "utf-8")
    return Notices(act=("bell", "push"), addresses=str(file))


NOTICE = Notice("12:1", "12", "push", "Board 12: go to the board")


class TestTheSender:
    def test_it_pushes_to_every_address(self, tmp_path: Path) -> None:
        sender = NoticeSender(pushed(tmp_path))
        assert (sender.faults, sender(NOTICE)) == ([], "")
        assert FakeApprise.sent == [("Chess arbiter", "Board 12: go to the board")]

    @pytest.mark.parametrize("name", NAMES)
    def test_a_hostile_name_steers_and_marks_up_nothing(self, name: str, tmp_path: Path) -> None:
        sender = NoticeSender(pushed(tmp_path))
        told = Noticing(Notices(act=("push",))).hear([raised(board=name)])
        assert [sender(notice) for notice in told] == [""]
        (_, body), kind = FakeApprise.sent[-1], FakeApprise.formats[-1]
        assert not {unicodedata.category(char) for char in body} & {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
        assert kind == "text", "what a service takes for markup is made harmless there"

    def test_on_a_linux_desktop_where_the_body_is_markup_it_is_escaped(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("platform.system", lambda: "Linux")
        notice = NOTICE._replace(way="desktop", text="Board <b>R&D</b>: go to the board")
        assert NoticeSender(Notices(act=("desktop",)))(notice) == ""
        assert FakeApprise.sent[-1][1] == "Board &lt;b&gt;R&amp;D&lt;/b&gt;: go to the board"

    def test_what_the_service_does_not_take_is_told(self, tmp_path: Path) -> None:
        FakeApprise.takes = False
        assert NoticeSender(pushed(tmp_path))(NOTICE) == "no notice by push: the service did not take it"

    def test_without_the_extra_nothing_pretends_to_work(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "apprise", None)
        sender = NoticeSender(pushed(tmp_path)._replace(look=("desktop",)))
        assert sender.faults == ["notices need the extra: pip install 'dgt-tournament-monitor[notices]'"]
        assert (sender.works.act, sender.works.look) == (("bell",), ())

    def test_addresses_that_are_none_are_told_by_their_line_and_never_by_name(self, tmp_path: Path) -> None:
        sender = NoticeSender(pushed(tmp_path, "token-alone\n"))
        assert sender.faults[0] == "address 1 for push is none that Apprise knows"
        assert "token" not in " ".join(sender.faults)
        assert sender.works.act == ("bell",)

    def test_a_file_that_is_not_there(self, tmp_path: Path) -> None:
        notices = pushed(tmp_path)._replace(addresses=str(tmp_path / "other.txt"))
        sender = NoticeSender(notices)
        assert sender.faults[0].startswith("the addresses for push cannot be read")
        assert not sender.works.has("push")

    def test_comments_and_blank_lines_are_no_addresses(self, tmp_path: Path) -> None:
        assert addresses_in(Path(pushed(tmp_path).addresses)) == [ADDRESS]

    def test_apprise_is_not_imported_where_nothing_is_switched_on(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "apprise", None)
        assert NoticeSender(Notices(act=("bell",))).faults == []


class FakeGate:
    def __init__(self) -> None:
        self.notes: list[tuple[object, str | None]] = []

    def note(self, _: float, form: str, body: str, board: str | None = None) -> int:
        self.notes.append((NOTES.decode(form, body), board))
        return 0


class TestAWatch:
    def test_an_alert_is_sent_noted_and_told_once(self, tmp_path: Path) -> None:
        gate, told = FakeGate(), list[str]()
        notices = WatchNotices(gate, told.append)  # type: ignore[arg-type]
        notices.learn(0.0, Known(tournament=TournamentFile(notices=pushed(tmp_path))))
        notices([raised()])
        notices([raised()])
        notices.close()
        notices.passes(101.0)
        assert FakeApprise.sent == [("Chess arbiter", "Board 12: go to the board")]
        assert gate.notes == [(Noticed("12:1", "push", "sent", 1, ""), "12")]
        assert told == []

    def test_what_fails_is_complained_of(self, tmp_path: Path) -> None:
        FakeApprise.takes = False
        told = list[str]()
        notices = WatchNotices(None, told.append)
        notices.learn(0.0, Known(tournament=TournamentFile(notices=pushed(tmp_path))))
        notices([raised()])
        notices.close()
        notices.passes(101.0)
        assert told == ["alert 12:1, notice by push failed: no notice by push: the service did not take it"]

    def test_nothing_is_sent_until_it_is_switched_on(self) -> None:
        notices = WatchNotices(None, lambda _: None)
        notices([raised()])
        notices.passes(101.0)
        notices.close()
        assert (FakeApprise.sent, notices.works) == ([], NO_NOTICES)


class TestTheTournamentFile:
    def test_the_table(self) -> None:
        read = read_tournament('[notices]\nact = ["bell", "desktop"]\nlook = ["bell"]\nbell = "once"\n', "x.toml")
        assert read.notices == Notices(act=("bell", "desktop"), look=("bell",), bell="once")

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            ('act = ["pager"]', "pager"),
            ('act = ["push"]', "addresses"),
            ('bell = "loud"', "loud"),
        ],
    )
    def test_what_is_wrong_is_told(self, text: str, says: str) -> None:
        with pytest.raises(ValueError, match=says):
            read_tournament(f"[notices]\n{text}\n", "x.toml")
