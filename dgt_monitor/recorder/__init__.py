"""The loop that owns the clock: stamps readings, feeds the hall, hands out what follows."""
