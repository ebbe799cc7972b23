"""The table of file formats, and the four functions that use it."""

from __future__ import annotations

import inspect
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pathstar.errors import OptionError, unknown_name
from pathstar.io.images import KINDS
from pathstar.io.roads import XML_SUFFIXES
from pathstar.io.scenario import QUERY_LIMIT, Query, format_scenario, parse_scenario
from pathstar.io.source import QUERIES, File, name_of, opened, put, unnamed
from pathstar.lazy import Later
from pathstar.log import LOG
from pathstar.maps.arguments import checked_name, checked_switch, checked_whole
from pathstar.maps.limits import CELL_LIMIT
from pathstar.maps.map import Map
from pathstar.progress import Progress, reporting

SCENARIO_SUFFIX = ".scen"
MOVINGAI_SUFFIX = ".map"
MESH_SUFFIXES = (".mesh", ".obj", ".geojson")
GRAPH_SUFFIXES = (".gr", ".co", ".edges", ".edgelist")


@dataclass(frozen=True)
class Format:
    """One row of the table of formats.

    Attributes:
        name: Its name.
        read: ``read(source, **options) -> Map``, in a module that loads with the first such file.
        write: ``write(map, **options) -> bytes``; None for a format that is only read.
        holds: The parts of a map that it can hold, in one line.
        alone: Whether such a file can be read and written without other files and without options.
    """

    name: str
    read: Later
    write: Later | None
    holds: str
    alone: bool = True

    @property
    def read_options(self) -> Mapping[str, Any]:
        """The options for reading, with their defaults."""
        return _options(self.read)

    @property
    def write_options(self) -> Mapping[str, Any]:
        """The options for writing, with their defaults."""
        return {} if self.write is None else _options(self.write)


@cache  # looking at a signature takes longer than many a file
def _options(later: Later) -> Mapping[str, Any]:
    parameters = inspect.signature(later.function).parameters.values()
    return MappingProxyType({p.name: p.default for p in parameters if p.kind is p.KEYWORD_ONLY})


_LEVEL_HOLDS = "walls and costs by layers, properties or tiles; objects as marks and routes; frame"
_IMAGE_HOLDS = "walls; terrain and costs by a colour legend"
_IMAGE = Later("pathstar.io.images:read_image")
_TIFF = Later("pathstar.io.world.raster:read_tiff")
FORMATS: Mapping[str, Format] = {
    ".map": Format(
        "MovingAI map",
        Later("pathstar.io.movingai:read_movingai"),
        Later("pathstar.io.movingai:write_movingai"),
        "walls; terrain among . G S W @ O T",
    ),
    ".txt": Format(
        "text with a legend",
        Later("pathstar.io.text:read_text"),
        Later("pathstar.io.text:write_text"),
        "walls, terrain, costs of 92 kinds, marks",
    ),
    ".npz": Format(
        "NumPy archive",
        Later("pathstar.io.arrays:read_npz"),
        Later("pathstar.io.arrays:write_npz"),
        "everything: all layers, legend, marks, profiles, name",
    ),
    ".npy": Format(
        "NumPy array",
        Later("pathstar.io.arrays:read_npy"),
        Later("pathstar.io.arrays:write_npy"),
        "walls and costs",
    ),
    ".csv": Format(
        "table of numbers",
        Later("pathstar.io.tables:read_csv"),
        Later("pathstar.io.tables:write_csv"),
        "walls and costs",
    ),
    **{
        suffix: Format(
            f"{suffix[1:].upper()} image",
            _TIFF if suffix in (".tif", ".tiff") else _IMAGE,
            Later("pathstar.io.images:write_image", suffix),
            "walls" if suffix in (".jpg", ".jpeg", ".pgm") else _IMAGE_HOLDS,
        )
        for suffix in KINDS
    },
    **dict.fromkeys(
        (".yaml", ".yml"),
        Format(
            "ROS map",
            Later("pathstar.io.world.map_yaml:read_map_yaml"),
            Later("pathstar.io.world.map_yaml:write_map_yaml"),
            "walls, unknown and how likely cells are occupied; frame",
            alone=False,
        ),
    ),
    ".asc": Format(
        "Esri grid",
        Later("pathstar.io.world.raster:read_raster"),
        None,
        "walls, costs or a layer of numbers; frame",
        alone=False,
    ),
    ".tmx": Format("Tiled map", Later("pathstar.io.games.tiled:read_tmx"), None, _LEVEL_HOLDS, alone=False),
    ".tmj": Format(
        "Tiled map in JSON", Later("pathstar.io.games.tiled:read_tmj"), None, _LEVEL_HOLDS, alone=False
    ),
    ".ldtk": Format(
        "LDtk project", Later("pathstar.io.games.ldtk:read_ldtk"), None, _LEVEL_HOLDS, alone=False
    ),
}
ALONE = tuple(suffix for suffix, row in FORMATS.items() if row.alone)
"""The suffixes of the formats whose files stand alone."""


def read(
    file: File,
    *,
    format: str | None = None,
    cell_limit: int = CELL_LIMIT,
    progress: Progress = None,
    **options: Any,
) -> Map:
    r"""Read a map from a file.

    Args:
        file: A path, or a file open in binary mode.
        format: A suffix of `FORMATS`, with or without its dot; by default the suffix of the file's name.
        cell_limit: The maximum number of cells; nothing larger is allocated. By default 2**28, 16,384 x
            16,384.
        progress: Called with the fraction of the file that has been read; True shows a bar. An exception in
            it stops the call.
        **options: The options of the format; see its function.

    Returns:
        The map.

    Raises:
        FileNotFoundError: There is no such file.
        MapFormatError: The file is malformed; the message says where, and what was found and expected.
        MapLimitError: The map has more cells than the limit.
        MissingExtraError: Reading images needs Pillow.
        OptionError: An unknown format or option.

    Example:
        >>> import io
        >>> read(io.BytesIO(b"A.#\n..B\n"), format="txt")
        Map(3 x 2, 5 walkable, terrain, marks start (0, 0), goal (2, 1))
    """
    row = _row(file, format, "read_scenario")
    _check_options(row.name, options, row.read_options)
    cell_limit = checked_whole("cell_limit", cell_limit, 1)
    begin = time.perf_counter()
    what = f"reading {name_of(file) or 'a file'}"
    with reporting(progress, what) as tell, opened(file, cell_limit, tell) as source:
        map: Map = row.read(source, **options)
    LOG.debug("read %s as %s in %.3f s", name_of(file) or "a file", row.name, time.perf_counter() - begin)
    return map


def write(map: Map, file: File, *, format: str | None = None, lossy: bool = False, **options: Any) -> None:
    r"""Write a map to a file.

    Walls, costs, extra layers and profiles, which could change a path, are never lost silently. Every format
    keeps walls. A format that cannot hold the rest refuses, and leaves an existing file unchanged. Most
    formats leave out names and marks.

    Args:
        map: The map.
        file: A path, or a file open in binary mode.
        format: A suffix of `FORMATS`, with or without its dot; by default the suffix of the file's name.
        lossy: Whether costs, extra layers and profiles may be lost.
        **options: The options of the format; see its function.

    Raises:
        MissingExtraError: Writing images needs Pillow.
        OptionError: An unknown format or option, or something would be lost.

    Example:
        >>> import io
        >>> file = io.BytesIO()
        >>> write(Map([[1, 0, 1]]), file, format="csv")
        >>> file.getvalue()
        b'1,0,1\n'
    """
    if not isinstance(map, Map):
        raise OptionError(f"write takes a Map, not {map!r}; Map(array) makes one from an array")
    row = _row(file, format, "write_scenario")
    if row.write is None:
        allowed_formats = ", ".join(suffix for suffix, each in FORMATS.items() if each.write)
        raise OptionError(f"{row.name}: such files are read but not written; allowed: {allowed_formats}")
    _check_options(row.name, options, row.write_options)
    allowed = checked_switch("lossy", lossy)
    if "lossy" in row.write_options:
        options["lossy"] = allowed
    if "image" in row.write_options and options.get("image") is None:
        from pathstar.io.world.map_yaml import image_suffix

        suffix = image_suffix(options.get("mode"))
        options["image"] = Path(name_of(file)).with_suffix(suffix) if name_of(file) else None
    put(file, row.write(map, **options))


def read_scenario(file: File, *, query_limit: int = QUERY_LIMIT) -> list[Query]:
    r"""Read the queries of a MovingAI scenario, a ``.scen`` file of version 1.

    Args:
        file: A path, or a file open in binary mode.
        query_limit: The approximate maximum number of queries; a file of more than 1,024 bytes for each is
            refused.

    Returns:
        One `Query` for each line.

    Raises:
        FileNotFoundError: There is no such file.
        MapFormatError: The file is malformed.
        MapLimitError: The file is too long.
        OptionError: The limit is not a whole number from 1 up, or the file is a ``.map``.

    Example:
        >>> import io
        >>> text = b"version 1\n0\tarena.map\t49\t49\t1\t11\t3\t12\t2.41421\n"
        >>> [query] = read_scenario(io.BytesIO(text))
        >>> query.start, query.goal, query.length
        ((1, 11), (3, 12), 2.41421)
    """
    _refuse_map(file, "read")
    query_limit = checked_whole("query_limit", query_limit, 1)
    with opened(file, query_limit, limited=QUERIES) as source:
        return parse_scenario(source)


def write_scenario(queries: Iterable[Query], file: File) -> None:
    r"""Write queries as a MovingAI scenario, a ``.scen`` file of version 1.

    Args:
        queries: The queries; each length is printed with its own number of digits.
        file: A path, or a file open in binary mode.

    Raises:
        OptionError: An entry is not a `Query`, a map's name cannot be written, or the file is a ``.map``.

    Example:
        >>> import io
        >>> file = io.BytesIO()
        >>> write_scenario([Query(0, "arena.map", 49, 49, (1, 11), (3, 12), 2.41421, digits=5)], file)
        >>> file.getvalue()
        b'version 1\n0\tarena.map\t49\t49\t1\t11\t3\t12\t2.41421\n'
    """
    _refuse_map(file, "write")
    put(file, format_scenario(queries))


def _refuse_map(file: File, map_function: str) -> None:
    if Path(name_of(file)).suffix.lower() == MOVINGAI_SUFFIX:
        raise OptionError(f"a .map file holds a map, not queries; use {map_function}")


def _row(file: File, format: str | None, scenario_function: str) -> Format:
    suffix = Path(name_of(file)).suffix if format is None else "." + str(format).removeprefix(".")
    suffix = suffix.lower()
    if suffix == SCENARIO_SUFFIX:
        raise OptionError(f"a .scen file holds queries, not a map; use {scenario_function}")
    if suffix in (*GRAPH_SUFFIXES, *XML_SUFFIXES):
        raise OptionError(f"a {suffix} file holds a graph, not a map; use read_graph and write_graph")
    if not suffix:
        raise OptionError(unnamed(file, FORMATS))
    if suffix in MESH_SUFFIXES:
        raise OptionError(f"a {suffix} file holds a mesh, not a map; use NavMesh.read and its method write")
    return FORMATS[checked_name("file format", suffix, FORMATS)]


def _check_options(format: str, given: Mapping[str, Any], allowed: Mapping[str, Any]) -> None:
    for option in given:
        if option not in allowed:
            raise unknown_name(f"option for a {format}", option, allowed)
