"""The sheet of a claim on a board of the hall, written beside where the monitor was started."""

import re
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from dgt_monitor.cli.plain import clock_text
from dgt_monitor.cli.whole_file import folder_told, whole_file
from dgt_monitor.hall.views import HallView
from dgt_monitor.language import words
from dgt_monitor.safe_text import safe
from dgt_monitor.wording import Sentence

_NO_CLAIM: Final = Sentence("There is no claim on this board.")
_OF_RECORDING: Final = Sentence("{time} of the recording")
_NOT_WRITTEN: Final = Sentence("The sheet is not written: {why}")
_WRITTEN: Final = Sentence("Written: {page} and {text} in {folder}")
_NO_NAME: Final = re.compile(r"[^A-Za-z0-9_-]+")
"""What of a board's name is no part of a file's."""


def write_sheet(view: HallView, board: str, now: datetime | None, folder: Path | None = None) -> str:
    """Write the sheet of the claim on this board as HTML and as text; what to tell the user of it.

    `now` is the time of the day, None where the hall has a time of its own.
    """
    from dgt_monitor.sheets.page import html_sheet
    from dgt_monitor.sheets.plain import plain_sheet

    found = next((each for each in view.boards if each.board == board), None)
    claim = None if found is None else found.claim
    if found is None or claim is None or claim.evidence is None:
        return words(_NO_CLAIM)
    evidence = claim.evidence
    if now is not None:
        when = f"{now - timedelta(seconds=view.t_s - claim.since_t_s):%Y-%m-%d %H:%M:%S}"
    else:
        when = words(_OF_RECORDING, time=clock_text(claim.since_t_s))
    evidence = evidence._replace(titles=evidence.titles._replace(when=when))
    stem = _NO_NAME.sub("_", f"claim-{board}-game{found.game}-{int(claim.since_t_s)}")
    page = (folder or Path()) / f"{stem}.html"
    try:
        for path, text in ((page, html_sheet(evidence)), (page.with_suffix(".txt"), plain_sheet(evidence))):
            with whole_file(str(path)) as out:
                out.write(text)
    except OSError as error:
        return words(_NOT_WRITTEN, why=safe(error.strerror or str(error)))
    return words(_WRITTEN, page=page.name, text=page.with_suffix(".txt").name, folder=folder_told(page))
