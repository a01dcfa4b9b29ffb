"""What stands in the middle of the screen in the wall's place. Pure."""

from dgt_monitor.dashboard.actions import Place
from dgt_monitor.dashboard.board_faults import page_with_faults
from dgt_monitor.dashboard.caring import PLACES as CARE_PLACES
from dgt_monitor.dashboard.claiming import PLACES as CLAIM_PLACES
from dgt_monitor.dashboard.commands import commands_page
from dgt_monitor.dashboard.copying import PLACES as COPY_PLACES
from dgt_monitor.dashboard.deciding import PLACES as RULE_PLACES
from dgt_monitor.dashboard.desk import Desk
from dgt_monitor.dashboard.faults_page import fault_lines
from dgt_monitor.dashboard.framing import PLACES as FRAME_PLACES
from dgt_monitor.dashboard.help_page import windowed
from dgt_monitor.dashboard.lines import Line
from dgt_monitor.dashboard.sectors_page import no_boards, sectors_page


def place_shown(desk: Desk) -> Place:
    """The place whose page is to be seen: some only ask something on the page of another."""
    place = desk.came_from if desk.place == "ask" else desk.place
    place = desk.caring.origin if place in CARE_PLACES else place
    place = desk.deciding.origin if place in RULE_PLACES else place
    return "board" if place in CLAIM_PLACES | COPY_PLACES else place


def page_lines(desk: Desk, place: Place) -> list[Line] | None:
    """What stands in the wall's place, but for the list of alerts; None where the wall does."""
    if place == "commands":
        only = desk.status.looks_only is not None
        return commands_page(desk.commands, desk.window.page, desk.window.rows, looks_only=only)
    if place in FRAME_PLACES:
        return windowed(desk.framing.lines(place), desk.back, desk.window.rows)
    if place == "help":
        return windowed(desk.help_lines(), desk.back, desk.window.rows)
    if place == "sectors":
        look = desk.looking
        return sectors_page(desk.view.boards, look.ticked, look.row, desk.window.page, desk.window.rows)
    if place == "faults":
        return windowed(fault_lines(desk.status.faults, desk.window.page), desk.back, desk.window.rows)
    if place == "board" and desk.cursor.view is not None:
        return page_with_faults(desk.cursor.view, desk.view.t_s, desk.sight, desk.status.faults)
    return None if desk.cursor.order else no_boards(desk.looking.look.told(), desk.view.boards)
