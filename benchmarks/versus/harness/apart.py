"""A peer in a separate process, which is ended when it takes too long."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

Server = Callable[..., Any]


class Apart:
    """A process that makes something, then handles requests to it one by one.

    It starts as a fork of this process, so what the functions refer to need not be sent.

    Args:
        make: Called in the process; returns the function that handles the requests.
        limit: Seconds of wall time for making it, and for each reply.
    """

    def __init__(self, make: Callable[[], Server], limit: float) -> None:
        context = multiprocessing.get_context("fork")
        self._limit = limit
        self._mine, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(make, theirs), daemon=True)
        self._process.start()
        theirs.close()
        self.trouble = ""
        self._read()

    def ask(self, *question: Any) -> Any:
        """Return the reply, or None if there is none; then `trouble` says why."""
        if self.trouble:
            return None
        self._mine.send(question)
        return self._read()

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.join()

    def _read(self) -> Any:
        if not self._mine.poll(self._limit):
            self.trouble = f"over {self._limit:g} s"
            self.close()
            return None
        try:
            return self._mine.recv()
        except EOFError:
            self._process.join()
            self.trouble = f"ended with {self._process.exitcode}"
            return None


def _serve(make: Callable[[], Server], pipe: Connection) -> None:
    server = make()
    pipe.send(True)
    while True:
        pipe.send(server(*pipe.recv()))
