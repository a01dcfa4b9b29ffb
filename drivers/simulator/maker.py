"""What a board says about itself."""

from typing import NamedTuple

from drivers.dgt.messages import BusAddress, HardwareVersion, LongSerial, Serial, Trademark, Version


class Maker(NamedTuple):
    """What a board says about itself."""

    serial: str
    """Five digits."""
    long_serial: str
    """Ten digits."""
    version: tuple[int, int] = (1, 8)
    hardware: tuple[int, int] = (1, 0)
    address: int = 0
    """Bus address, 14 bits."""
    trademark: str = "Simulated chess board of the dgt-monitor project.\nNo product of any board maker.\n"
    """Its own words: nobody's trademark reply is imitated."""
    alternates: bool = False
    """Newer firmware: on a bus, packets of changes have two identifiers in turn (protocol 4.2)."""

    def trademark_message(self) -> Trademark:
        """Its text."""
        return Trademark(self.trademark)

    def serial_message(self) -> Serial:
        """Its number."""
        return Serial(self.serial)

    def long_serial_message(self) -> LongSerial:
        """Its number as newer boards have it."""
        return LongSerial(self.long_serial)

    def version_message(self) -> Version:
        """Its firmware."""
        return Version(*self.version)

    def hardware_message(self) -> HardwareVersion:
        """Its hardware."""
        return HardwareVersion(*self.hardware)

    def address_message(self) -> BusAddress:
        """Its address on a bus."""
        return BusAddress(self.address)
