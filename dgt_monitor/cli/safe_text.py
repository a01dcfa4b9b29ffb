"""Text from outside made harmless for a terminal, for the commands."""

from dgt_monitor.safe_text import safe as safe
