"""The DGT protocol without any input or output."""
