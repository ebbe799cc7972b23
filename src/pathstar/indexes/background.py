"""Rebuilding a stale index in a thread of its own."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock, Thread


class BackgroundBuild:
    """Runs at most one build at a time; after a failed build, none begins until `failure` is None again.

    Args:
        build: Builds the index and swaps it in.

    Attributes:
        failure: The exception that ended a build, or None.
    """

    __slots__ = ("_build", "_lock", "_thread", "failure")

    def __init__(self, build: Callable[[], object]) -> None:
        self._build = build
        self._lock = Lock()
        self._thread: Thread | None = None
        self.failure: Exception | None = None

    @property
    def running(self) -> bool:
        """Whether a build is under way."""
        thread = self._thread
        return thread is not None and thread.is_alive()

    def start(self) -> None:
        """Begin a build, unless one is under way or has failed."""
        with self._lock:
            if self.failure is None and not self.running:
                self._thread = Thread(target=self._run, name="pathstar index", daemon=True)
                self._thread.start()

    def join(self) -> None:
        """Wait for the build that is under way, if any."""
        thread = self._thread
        if thread is not None:
            thread.join()

    def _run(self) -> None:
        try:
            self._build()
        except Exception as error:  # kept for whoever asks
            self.failure = error
