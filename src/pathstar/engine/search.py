"""A search that its caller steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pathstar import _core
from pathstar._core import Status
from pathstar.engine.options import NO_LIMIT
from pathstar.errors import NotCopied
from pathstar.maps.arguments import checked_whole
from pathstar.paths.path import Method, Path, path_to_goal
from pathstar.spaces.base import Place, Space

_BUDGET = 65_536
_BUDGET_ASKING = 1_000


class Search(NotCopied):
    """A search under way: run it all at once, a few steps per frame, or one by one.

    Made by `Planner.search`. Its result does not depend on how it is sliced. When the space is edited, it
    goes on, or starts over by itself if the edit lies near what it has looked at (``path.stats.restarts``).

    Example:
        >>> import pathstar as ps
        >>> search = ps.Planner(ps.Grid([[1, 1, 1]])).search((0, 0), (2, 0))
        >>> search.step(1)
        Status.RUNNING
        >>> search.run().cost
        2.0
    """

    _instead = "copy its path, or begin another search with Planner.search"

    def __init__(
        self,
        space: Space,
        start: Place,
        goal: Place,
        method: Method,
        native: _core.Search,
        finder: _core.Finder,
        method_now: Callable[[], Method] | None = None,
    ) -> None:
        self.space = space
        self.start = _core.fixed_place(start)
        self.goal = _core.fixed_place(goal)
        self._method = method
        self._native = native
        self._method_now = method_now  # None if edits do not change it
        self._revision = 0 if method_now is None else space.revision
        self._finder = finder  # a search over an index reads arrays that the index keeps alive

    @property
    def status(self) -> Status:
        """RUNNING, or how the search ended."""
        return self._native.status

    @property
    def path(self) -> Path:
        """The result so far: falsy, with status RUNNING, until the search is over.

        With ``partial=True`` it leads as far as the search has come. An anytime algorithm such as
        ``"ara-star"`` has a path before the end; its ``bound`` falls to 1.
        """
        return path_to_goal(self._native.result(), self.space, self.start, self.goal, self._method)

    def step(self, budget: int = 1) -> Status:
        """Run at most `budget` expansions. After Ctrl+C the search can be continued.

        Args:
            budget: The maximum number of expansions, at least 1.

        Returns:
            RUNNING, or how the search ended.

        Raises:
            OptionError: The budget is not a whole number of at least 1, or a function that this search calls
                steps the search.
        """
        left = min(checked_whole("budget", budget, 1, of="expansions"), NO_LIMIT)
        while left > _BUDGET:  # Python handles Ctrl+C in between
            if (status := self._step(_BUDGET)) is not Status.RUNNING:
                return status
            left -= _BUDGET
        return self._step(left)

    def _step(self, expansions: int) -> Status:
        if self._method_now is None or self.status is not Status.RUNNING:
            return self._native.step(expansions)
        status = self._native.step(expansions)
        if self.space.revision != self._revision:
            self._revision = self.space.revision
            self._method = self._method_now()
        return status

    def run(self, stop: Callable[[], bool] | None = None) -> Path:
        """Step until the search is over, and return its path. After Ctrl+C it can be continued.

        Args:
            stop: Called every thousand expansions; once it returns true, the path so far is returned, with
                status RUNNING.
        """
        budget = _BUDGET if stop is None else _BUDGET_ASKING
        while self._step(budget) is Status.RUNNING:
            if stop is not None and stop():
                break
        return self.path

    def improvements(self) -> Iterator[Path]:
        """Run the search, and yield each path that it finds with a better bound than the one before.

        Only an anytime algorithm such as ``"ara-star"`` has more than one; any other yields its only path.
        The search goes on when the next path is asked for, so a caller may stop as soon as one is good
        enough. If an edit makes it start over, the next path is for the space as it is then, whatever its
        bound.

        Example:
            >>> import pathstar as ps
            >>> grid = ps.maps.generate.rooms(80, 60, seed=3).grid()
            >>> search = ps.Planner(grid, "ara-star", weight=5).search((2, 2), (77, 57))
            >>> paths = list(search.improvements())
            >>> [path.bound for path in paths][-1], len(paths) > 1
            (1.0, True)
        """
        last: Path | None = None
        while self._step(_BUDGET) is Status.RUNNING:
            path = self.path
            if path and _improves(path, last):
                last = path
                yield path
        if _improves(self.path, last):
            yield self.path

    def stop(self) -> None:
        """End a running search with status LIMIT."""
        self._native.stop()

    def __repr__(self) -> str:
        expanded = self.path.stats.expanded
        return f"Search({self.start} to {self.goal}: {self.status.name}, {expanded} expanded)"


def _improves(path: Path, last: Path | None) -> bool:
    """Return whether a path has a better bound than the last one, or the search has started over since."""
    return last is None or path.stats.restarts > last.stats.restarts or path.bound < last.bound
