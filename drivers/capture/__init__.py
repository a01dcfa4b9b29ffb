"""Capture files: what went over the lines, recorded. Read, merged, written, and as a source of readings."""

from drivers.capture.folder import CaptureFolder
from drivers.capture.merging import merge
from drivers.capture.reading import Capture, read_capture
from drivers.capture.records import CaptureError, Header, Record, Trouble
from drivers.capture.source import CaptureSource
from drivers.capture.writing import CaptureWriter

__all__ = [
    "Capture",
    "CaptureError",
    "CaptureFolder",
    "CaptureSource",
    "CaptureWriter",
    "Header",
    "Record",
    "Trouble",
    "merge",
    "read_capture",
]
