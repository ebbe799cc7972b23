"""Names in the help of options, read from the tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pathstar.cli.language import placeholders, said


def names_in(key: str) -> dict[str, str]:
    """Return the names that a message of the catalogues asks for, by its placeholders.

    Example:
        >>> names_in("help.option.ties")
        {'ties': 'larger_g, smaller_g, last or first'}
    """
    return {name: _TABLES[name]() for name in placeholders(key)}


def one_of(names: Iterable[str]) -> str:
    """Return names as a choice.

    Example:
        >>> one_of(["a", "b", "c"]), one_of(["a"])
        ('a, b or c', 'a')
    """
    *most, last = names
    return said("list.or", first=", ".join(most), second=last) if most else last


def _algorithms() -> str:
    from pathstar.planners.algorithms import ALGORITHMS, AUTO
    from pathstar.spaces.grid import Grid

    grid = Grid([[1]])
    return one_of([*(row.name for row in ALGORITHMS.values() if not row.unsupported_reason(grid)), AUTO])


def _traced() -> str:
    from pathstar.planners.algorithms import ALGORITHMS, AUTO

    return one_of([*(row.name for row in ALGORITHMS.values()), AUTO])


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
    hexagonal = ", ".join(name for name in hexagons if name not in squares)
    return said("cli.heuristics", squares=", ".join(squares), hexagons=hexagonal)


def _open_lists() -> str:
    from pathstar.engine.options import OPEN_LISTS

    return one_of(name for name in OPEN_LISTS if name != "fifo")  # bfs has it, and no other takes it


def _map_files() -> str:
    from pathstar.io.formats import FORMATS
    from pathstar.io.images import KINDS

    return " ".join(suffix for suffix in FORMATS if suffix not in KINDS)


def _mesh_files() -> str:
    from pathstar.io.formats import FORMATS
    from pathstar.io.meshes import MESH_FORMATS

    return " ".join(suffix for suffix in MESH_FORMATS if suffix not in FORMATS)


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
    "map_files": _map_files,
    "mesh_files": _mesh_files,
    "ties": _ties,
    "corners": _corners,
    "languages": _languages,
}
