"""Names in the help of options, read from the tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from typer.core import TyperCommand

_NAMED = re.compile(r"\$([a-z_]+)")


class Command(TyperCommand):
    """A command whose help may refer to the names in a table, such as ``$algorithms``.

    The tables are read only when the help is printed, because loading them takes longer than most commands
    need to start.
    """

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help, with the names from the tables."""
        for option in self.params:
            text = getattr(option, "help", None)
            if text:
                option.help = filled(text)  # type: ignore[attr-defined]  # an argument of Click has none
        super().format_help(ctx, formatter)


def filled(text: str) -> str:
    """Return text with its references replaced by names.

    Example:
        >>> filled("One of $ties.")
        'One of larger_g, smaller_g, last or first.'
    """
    return _NAMED.sub(lambda found: _TABLES[found[1]](), text)


def one_of(names: Iterable[str]) -> str:
    """Return names as a choice.

    Example:
        >>> one_of(["a", "b", "c"]), one_of(["a"])
        ('a, b or c', 'a')
    """
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last


def _algorithms() -> str:
    from pathstar.planners.algorithms import ALGORITHMS, AUTO
    from pathstar.spaces.grid import Grid

    grid = Grid([[1]])
    return one_of([*(row.name for row in ALGORITHMS.values() if not row.unsupported_reason(grid)), AUTO])


def _traced() -> str:
    from pathstar.planners.algorithms import ALGORITHMS, AUTO

    return one_of([*(row.name for row in ALGORITHMS.values() if row.traces), AUTO])


def _compared() -> str:
    from pathstar.planners.algorithms import ALGORITHMS
    from pathstar.spaces.grid import Grid

    grid = Grid([[1]])
    fitting = [row for row in ALGORITHMS.values() if row.unsupported_reason(grid) is None]
    return ", ".join(row.name for row in fitting if row.most_expansions is None and not row.any_angle)


def _grid_indexes() -> str:
    from pathstar.indexes.kinds import INDEXES
    from pathstar.spaces.grid import Grid

    return one_of(row.name for row in INDEXES.values() if row.unsupported_reason(Grid([[1]])) is None)


def _heuristics() -> str:
    from pathstar.spaces.grid import Grid
    from pathstar.spaces.hexgrid import HexGrid

    squares, hexagons = Grid([[1]]).heuristics, HexGrid([[1]]).heuristics
    return f"{', '.join(squares)}; on hexagons {', '.join(name for name in hexagons if name not in squares)}"


def _open_lists() -> str:
    from pathstar.engine.options import OPEN_LISTS
    from pathstar.planners.algorithms import ALGORITHMS
    from pathstar.spaces.grid import Grid

    owned = {row.open_list for row in ALGORITHMS.values() if row.unsupported_reason(Grid([[1]])) is None}
    return one_of(name for name in OPEN_LISTS if name not in owned)


def _ties() -> str:
    from pathstar.engine.options import TIES

    return one_of(TIES)


def _corners() -> str:
    from pathstar.spaces.moves import CORNERS

    return one_of(CORNERS)


def _languages() -> str:
    from pathstar.words import LANGUAGES

    return one_of(LANGUAGES)


_TABLES: dict[str, Callable[[], str]] = {
    "algorithms": _algorithms,
    "traced": _traced,
    "compared": _compared,
    "grid_indexes": _grid_indexes,
    "heuristics": _heuristics,
    "open_lists": _open_lists,
    "ties": _ties,
    "corners": _corners,
    "languages": _languages,
}
