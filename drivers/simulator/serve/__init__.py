"""Virtual boards behind TCP ports and pseudo terminals, as if cables led to them: one loop, in real time or faster."""

from drivers.simulator.serve.doors import Door, ServeError, open_ptys, open_tcp
from drivers.simulator.serve.endpoint import Endpoint
from drivers.simulator.serve.server import HallServer

__all__ = ["Door", "Endpoint", "HallServer", "ServeError", "open_ptys", "open_tcp"]
