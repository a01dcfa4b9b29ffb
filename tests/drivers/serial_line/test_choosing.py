"""Which ports may have boards on them."""

import pytest

from drivers.serial_line import PortInfo, choose, has_own_usb, usb_id

FTDI = PortInfo("/dev/ttyUSB0", "USB Serial", 0x0403, 0x6001)
OLD_CDC = PortInfo("/dev/ttyACM0", "CDC", 0x04D8, 0x000A)
NEW_CDC = PortInfo("/dev/ttyACM1", "CDC", 0x045B, 0x8111)
OTHER_ADAPTER = PortInfo("/dev/ttyUSB1", "CP2102", 0x10C4, 0xEA60)
BUILT_IN = PortInfo("/dev/ttyS0", "ttyS0")


def test_boards_come_first_then_adapters_then_the_machines_own_ports() -> None:
    choice = choose([BUILT_IN, OTHER_ADAPTER, FTDI, NEW_CDC, OLD_CDC])
    assert choice.wanted == (NEW_CDC, OLD_CDC, FTDI, OTHER_ADAPTER, BUILT_IN)
    assert choice.passed_over == ()


@pytest.mark.parametrize(
    ("port", "because"),
    [
        (PortInfo("/dev/rfcomm0", "rfcomm0"), "Bluetooth"),
        (PortInfo("/dev/cu.Bluetooth-Incoming-Port", "n/a"), "bluetooth"),
        (PortInfo("COM5", "Standard Serial over Bluetooth link (COM5)"), "bluetooth"),
        (PortInfo("/dev/ttyACM2", "LTE Modem", 0x0403, 0x1234), "modem"),
        (PortInfo("/dev/cu.debug-console", "n/a"), "debug"),
        (PortInfo("/dev/ttyACM3", "Phone", 0x04E8, 0x6860, manufacturer="SAMSUNG"), "SAMSUNG (04e8:6860)"),
    ],
)
def test_phones_and_modems_are_passed_over_with_a_reason(port: PortInfo, because: str) -> None:
    ((passed_over, reason),) = choose([port]).passed_over
    assert passed_over is port
    assert because in reason


@pytest.mark.parametrize(
    "port",
    [
        PortInfo("/dev/cu.DGT_BT_12345-SPP", "n/a"),
        PortInfo("COM7", "Bluetooth PCS-REVII-012345 (COM7)"),
        OLD_CDC._replace(description="debug modem"),
    ],
)
def test_what_is_surely_a_board_is_wanted_whatever_else_its_name_says(port: PortInfo) -> None:
    assert choose([port]).wanted == (port,)


def test_boards_with_usb_of_their_own_are_known() -> None:
    assert [has_own_usb(port) for port in (OLD_CDC, NEW_CDC, FTDI, BUILT_IN)] == [True, True, False, False]
    assert [usb_id(port) for port in (OLD_CDC, BUILT_IN)] == ["04d8:000a", None]
