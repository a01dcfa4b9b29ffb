"""Games into a round of a lichess broadcast: what is sent next, given now, is pure (`pushing`); `way` sends it."""
