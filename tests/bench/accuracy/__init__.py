"""The parts of the bench for accuracy (`tests.bench.hands`)."""
