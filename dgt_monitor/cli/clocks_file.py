"""The sheet of all clocks, written beside where the monitor was started."""

from datetime import datetime
from pathlib import Path
from typing import Final

from dgt_monitor.cli.plain import clock_text
from dgt_monitor.cli.whole_file import folder_told, whole_file
from dgt_monitor.hall.views import HallView
from dgt_monitor.language import words
from dgt_monitor.safe_text import safe
from dgt_monitor.wording import Sentence

_OF_RECORDING: Final = Sentence("{time} of the recording")
_NOT_WRITTEN: Final = Sentence("The sheet is not written: {why}")
_WRITTEN: Final = Sentence("Written: {file} in {folder}")


def write_clocks(view: HallView, now: datetime | None, folder: Path | None = None) -> tuple[str, str]:
    """Write the sheet; its text, and what to tell the user of it. `now`: None where the hall has a time of its own."""
    from dgt_monitor.sheets.clock_sheet import clock_sheet

    hall_time = clock_text(view.t_s)
    when = words(_OF_RECORDING, time=hall_time) if now is None else f"{now:%Y-%m-%d %H:%M:%S}"
    stem = f"{now or datetime.now().astimezone():%Y-%m-%d-%H%M%S}"
    text = clock_sheet(view, when)
    path = (folder or Path()) / f"clocks-{stem}.txt"
    try:
        with whole_file(str(path)) as out:
            out.write(text)
    except OSError as error:
        return text, words(_NOT_WRITTEN, why=safe(error.strerror or str(error)))
    return text, words(_WRITTEN, file=path.name, folder=folder_told(path))
