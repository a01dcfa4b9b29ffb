"""A server that the tests of a page share."""

import threading
from collections.abc import Iterator

import pytest

from tests.drivers.pgn.serving import Server


@pytest.fixture
def server() -> Iterator[Server]:
    serving = Server()
    thread = threading.Thread(target=serving.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield serving
    serving.shutdown()
    serving.server_close()
    thread.join()
