"""The DGT tournament monitor: from what stands on the boards to what the Laws require."""

__version__ = "0.1.0"
