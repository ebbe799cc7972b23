"""Every exception that pathstar raises for a caller's mistake, and helpers that write their messages.

All derive from ``PathstarError`` and from the built-in exception that a Python programmer would expect, so
``except IndexError`` works as well as ``except pathstar.PathstarError``. A message says what was given, what
is allowed and, for names, the nearest valid one.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from types import ModuleType
from typing import Any, ClassVar, NoReturn, SupportsIndex


class PathstarError(Exception):
    """The base of every error that pathstar raises itself."""


class PlaceError(PathstarError, IndexError):
    """A place lies outside its space."""


class PlaceTypeError(PathstarError, TypeError):
    """A place is not made of whole numbers, or has the wrong number of them."""


class SpaceError(PathstarError, TypeError):
    """Something that is not a space was given where one is needed."""


class OptionError(PathstarError, ValueError):
    """An option has an unknown name or a value that is not allowed."""


class ArrayError(PathstarError, ValueError):
    """An array has the wrong shape or content."""


class ArrayTypeError(PathstarError, TypeError):
    """An array has a data type that is not supported."""


class CostError(PathstarError, ValueError):
    """A cost is negative or otherwise unusable."""


class StaleError(PathstarError, ValueError):
    """Something computed for one revision of a space was used after the space was edited."""


class CopyError(PathstarError, TypeError):
    """An attempt to copy or pickle work that is under way."""


class ConflictError(PathstarError, ValueError):
    """A claimed path conflicts with reservations.

    Attributes:
        conflicts: The conflicts: a tuple of `pathstar.spaces.Conflict`, ordered by when they begin.
    """

    def __init__(self, message: str, conflicts: tuple[Any, ...]) -> None:
        super().__init__(message, conflicts)
        self.conflicts = conflicts

    def __str__(self) -> str:
        return str(self.args[0])


class IndexFileError(PathstarError, ValueError):
    """A file is not an index, or an unusable one: of another format or map, damaged or truncated."""


class MapLimitError(PathstarError, ValueError):
    """A map has more cells than the limit or the memory allows."""


class NotCopied:
    """The base of objects that hold a lock or work under way, and so cannot be copied or pickled.

    The attribute ``_instead`` of a subclass says what to do instead.
    """

    __slots__ = ()
    _instead: ClassVar[str]

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        """Raise CopyError; `copy` and `pickle` call it."""
        raise CopyError(f"a {type(self).__name__} can be neither copied nor pickled; {self._instead}")


class HeuristicWarning(UserWarning):
    """An estimate may exceed the true cost, so a path may cost more than the cheapest."""


class MeaningWarning(UserWarning):
    """A file was read by the rules of its format, but its author may have meant something else."""


class MissingExtraError(PathstarError, ImportError):
    """An optional dependency is missing; the message names the extra to install."""


class MapFormatError(PathstarError, ValueError):
    """A file is malformed.

    Attributes:
        file: The file's name as given.
        line: Line number from 1, or None if the format has no lines.
        column: Column number from 1, or None.
        found: What the file has there.
        expected: What the file should have there.
    """

    def __init__(
        self, file: str, *, found: str, expected: str, line: int | None = None, column: int | None = None
    ) -> None:
        self.file, self.line, self.column, self.found, self.expected = file, line, column, found, expected
        place = "".join(
            f", {word} {number}"
            for word, number in (("line", line), ("column", column))
            if number is not None
        )
        super().__init__(f"{file}{place}: found {found}, expected {expected}")


def unknown_name(kind: str, given: object, allowed: Iterable[str]) -> OptionError:
    """Return the error for a name that is not allowed, with the nearest allowed one.

    Example:
        >>> str(unknown_name("algorithm", "astr", ["astar", "dijkstra"]))
        "unknown algorithm 'astr'; did you mean 'astar'? Allowed: astar, dijkstra"
    """
    names = list(allowed)
    if not names:
        return OptionError(f"unknown {kind} {given!r}; there is none")
    near = nearest_name(given, names)
    hint = f"; did you mean {near!r}?" if near is not None else "."
    return OptionError(f"unknown {kind} {given!r}{hint} Allowed: {', '.join(names)}")


def nearest_name(given: object, names: Iterable[str]) -> str | None:
    """Return the name that is spelt most like a mistaken one; None if none is close.

    Example:
        >>> nearest_name("Astr", ["dijkstra", "astar"])
        'astar'
    """
    import difflib  # needed only after a mistake

    near = difflib.get_close_matches(str(given).lower(), list(names), n=1, cutoff=0.5)
    return near[0] if near else None


def counted(count: int, noun: str) -> str:
    """Return a number with its noun, whose plural ends in ``s``.

    Example:
        >>> counted(1, "portal"), counted(1200, "cell")
        ('1 portal', '1200 cells')
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def need_extra(module: str, extra: str) -> ModuleType:
    """Import an optional module, or raise the error that names the extra to install.

    Args:
        module: The module's full name, such as ``"PIL.Image"``.
        extra: The extra of pathstar that installs it, such as ``"cli"``.

    Raises:
        MissingExtraError: The module is not installed.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise MissingExtraError(
            f"this needs {module.partition('.')[0]}, which is not installed; install it with "
            f'pip install "pathstar[{extra}]"'
        ) from error
