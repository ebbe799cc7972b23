"""The workers of the visits: this thread, several threads, or a cluster."""

from __future__ import annotations

from collections.abc import Callable
from concurrent import futures
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from pathstar import _core
from pathstar.errors import OptionError
from pathstar.rasters.tiles.plan import Tiles
from pathstar.rasters.tiles.wave import Future


class Workers:
    """This thread for one worker, so that Ctrl+C stops a visit; threads for several; or those of a client.

    Attributes:
        count: The number of calls that run at a time.
        elsewhere: Whether they run in other processes.
        flag: Ends the visits of threads, which receive no signals; None without threads.

    Raises:
        OptionError: It is not such a client.
    """

    def __init__(self, tiles: Tiles) -> None:
        if not (tiles.client is None or callable(getattr(tiles.client, "submit", None))):
            raise OptionError(
                f"client is {tiles.client!r:.80}; allowed: a Client of Dask distributed, or None"
            )
        self._client, self.count, self.elsewhere = tiles.client, tiles.workers, tiles.client is not None
        several = tiles.client is None and tiles.workers > 1
        self._pool = ThreadPoolExecutor(tiles.workers) if several else None
        self.flag = _core.StopFlag() if several else None

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, raised: object, *_: object) -> None:
        if self._pool is not None:
            if raised is not None:
                self.stop()
            self._pool.shutdown(cancel_futures=True)

    def submit(self, call: Callable[..., Any], *given: Any) -> Future:
        """Start a call, and return its future."""
        if self._client is not None:
            future: Future = self._client.submit(call, *given, pure=False)
            return future
        return self._pool.submit(call, *given) if self._pool else at_once(call, *given)

    def stop(self) -> None:
        """End the visits under way; their results are not needed."""
        if self.flag is not None:
            self.flag.raise_()


def at_once(call: Callable[..., Any], *given: Any) -> Future:
    """Make a call here and now; return a future that has its result."""
    future: futures.Future[Any] = futures.Future()
    future.set_result(call(*given))
    return future
