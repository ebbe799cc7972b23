"""Navigation meshes in files: MovingAI's .mesh, Wavefront's .obj, GeoJSON, Recast's and Detour's."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from pathstar.errors import ArrayError, CostError, OptionError, PlaceError, PlaceTypeError
from pathstar.io.detour import read_detour
from pathstar.io.recast import read_recast
from pathstar.io.source import VERTICES, File, Source, name_of, opened, parsed_json, put, unnamed
from pathstar.maps.arguments import as_number, checked_list, checked_mapping, checked_name, checked_switch
from pathstar.progress import Progress, reporting
from pathstar.spaces.mesh.edits import checked_ground_cost
from pathstar.spaces.mesh.navmesh import NavMesh

VERTEX_LIMIT = 2**26
_BYTES_PER_VERTEX = 400
_PLANES = {"xy": (0, 1), "xz": (0, 2)}


def read_mesh(
    file: File,
    *,
    plane: str = "xy",
    format: str | None = None,
    costs: Mapping[int, float] | None = None,
    heights: tuple[float, float] | None = None,
    progress: Progress = None,
) -> NavMesh:
    r"""Read a mesh from a file.

    Args:
        file: A path, or a file open in binary mode.
        plane: Which coordinates of an .obj file become x and y: ``"xy"``, or ``"xz"`` where y is the height.
        format: A suffix of `MESH_FORMATS`; by default that of the file's name.
        costs: The cost of a unit of length in the areas of Recast's and Detour's polygons, by the area's
            number; 1 for areas not listed. Other formats have no areas.
        heights: The least and the greatest mean height of polygons to read: one floor of several.
        progress: Called with the fraction of the file that has been read; True shows a bar. An exception in
            it stops the call.

    Raises:
        FileNotFoundError: There is no such file.
        MapFormatError: The file is malformed, or its polygons do not form a mesh; the message says where.
        OptionError: An unknown format or plane, heights that are not two numbers, or an option that the
            format does not take.
        MissingExtraError: Reading GeoJSON needs shapely.

    Example:
        >>> import io
        >>> read_mesh(io.BytesIO(b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"), format=".obj")
        NavMesh(1 polygon)
    """
    checked_name("plane", plane, _PLANES)
    row = _row(file, format)
    prices = {
        area: checked_ground_cost(cost)
        for area, cost in checked_mapping("costs", costs, "costs by area").items()
    }
    floor = _checked_heights(heights)
    if heights is not None and not row.areas:
        raise OptionError(f"heights are for Recast's and Detour's polygons; a {row.name} is flat")
    if prices and not row.areas:
        raise OptionError(f"costs are for areas of Recast's and Detour's polygons; a {row.name} has none")
    with (
        reporting(progress, f"reading {name_of(file) or 'a mesh'}") as tell,
        opened(file, VERTEX_LIMIT, tell, limited=VERTICES) as source,
    ):
        data = source.rest(VERTEX_LIMIT * _BYTES_PER_VERTEX)
        try:
            return row.read(_Contents(source, data, plane, prices, floor))
        except (ArrayError, PlaceError, PlaceTypeError) as error:
            hint = "; plane=xz if y is the height" if row.read is _read_obj and plane == "xy" else ""
            raise source.error(found=str(error), expected=f"polygons that make a mesh{hint}") from error


def _checked_heights(heights: Any) -> tuple[float, float]:
    if heights is None:
        return -math.inf, math.inf
    given = [as_number(height) for height in checked_list("heights", heights, "two numbers")]
    low, high = given if len(given) == 2 else (None, None)
    if low is None or high is None or not low <= high:
        raise OptionError(f"heights is {heights!r}; allowed: two numbers (low, high), low first")
    return low, high


def write_mesh(mesh: NavMesh, file: File, *, format: str | None = None, lossy: bool = False) -> None:
    """Write a mesh to a file; every coordinate is kept to the last bit.

    Args:
        mesh: The mesh.
        file: A path, or a file open in binary mode.
        format: A suffix of `MESH_FORMATS`; by default that of the file's name.
        lossy: Whether links, and costs in formats other than GeoJSON, may be lost.

    Raises:
        OptionError: An unknown format, or one that is only read; or something would be lost.
    """
    allowed = checked_switch("lossy", lossy)
    row = _row(file, format)
    if row.write is None:
        known = ", ".join(suffix for suffix, each in MESH_FORMATS.items() if each.write)
        raise OptionError(f"a {row.name} is only read; formats to write: {known}")
    if not allowed:
        _check_nothing_lost(mesh, row)
    put(file, row.write(mesh).encode())


def _check_nothing_lost(mesh: NavMesh, row: MeshFormat) -> None:
    """Check that a format can hold everything in a mesh."""
    lost = ("links", "no format holds them") if mesh.links else None
    if mesh.has_areas and not row.costs:
        lost = ("areas that cost more", f"a {row.name} holds none, GeoJSON does")
    if lost is not None:
        raise OptionError(f"the mesh has {lost[0]}: {lost[1]}; lossy leaves them out")


@dataclass(frozen=True)
class _Contents:
    """The content of a file, how to read it, and its errors."""

    source: Source
    data: bytes
    plane: str
    costs: Mapping[int, float]
    heights: tuple[float, float]

    @property
    def text(self) -> str:
        """The text."""
        return self.data.decode("utf-8", "replace")

    def rows(self) -> Iterator[tuple[int, list[str]]]:
        """Yield the words of each line that has some, with the line's number."""
        for number, line in enumerate(self.text.splitlines(), 1):
            if words := line.split():
                yield number, words

    def numbers(self, line: int, words: list[str], kind: type, expected: str) -> list[Any]:
        """Return words as numbers."""
        try:
            return [kind(word) for word in words]
        except ValueError:
            raise self.source.error(found=repr(" ".join(words)), expected=expected, line=line) from None


def _read_movingai(lines: _Contents) -> NavMesh:
    """Read ``mesh``, the version, the counts, a line for each vertex and one for each polygon."""
    rows = list(lines.rows())
    head = [*rows[:3], (1, []), (2, []), (3, [])][:3]
    if head[0][1] != ["mesh"] or head[1][1] not in (["1"], ["2"]):
        found = " ".join([*head[0][1], *head[1][1]])
        raise lines.source.error(found=repr(found), expected="mesh, and then the version 1 or 2", line=1)
    line, words = head[2]
    counts = lines.numbers(line, words, int, "the numbers of vertices and polygons")
    if len(counts) != 2 or len(rows) != 3 + sum(counts) or min(counts) < 0:
        expected = "two counts, and as many lines for vertices and polygons"
        raise lines.source.error(found=f"{counts} and {len(rows) - 3} lines", expected=expected, line=line)
    vertices, polygons = [], []
    for line, words in rows[3 : 3 + counts[0]]:
        vertices.append(lines.numbers(line, words[:2], float, "x and y"))
    for line, words in rows[3 + counts[0] :]:
        count, *rest = lines.numbers(line, words, int, "the number of corners, corners and neighbours")
        if len(rest) != 2 * count:
            expected = f"{count} corners and as many neighbours"
            raise lines.source.error(found=f"{len(rest)} numbers", expected=expected, line=line)
        polygons.append(rest[:count])
    return NavMesh(vertices, polygons)


def _write_movingai(mesh: NavMesh) -> str:
    polygons, neighbours = ([each.tolist() for each in rows] for rows in (mesh.polygons, mesh.neighbours))
    vertices = mesh.vertices.tolist()
    around: list[tuple[int, int]] = [(-1, -1)] * len(vertices)
    for face, corners in enumerate(polygons):
        for at, corner in enumerate(corners):
            if neighbours[face][at] < 0 or around[corner] == (-1, -1):
                around[corner] = face, at  # the most clockwise polygon, or any if there is no wall
    lines = ["mesh", "2", f"{len(vertices)} {len(polygons)}"]
    for vertex, (x, y) in enumerate(vertices):
        ring = _ring(vertex, around[vertex], polygons, neighbours)
        lines.append(" ".join(map(str, [x, y, len(ring), *ring])))
    for corners, beside in zip(polygons, neighbours, strict=True):
        lines.append(" ".join(map(str, [len(corners), *corners, beside[-1], *beside[:-1]])))
    return "\n".join(lines) + "\n"


def _ring(
    vertex: int, first: tuple[int, int], polygons: list[list[int]], neighbours: list[list[int]]
) -> list[int]:
    """Return the polygons around a vertex counterclockwise, and -1 if there is a wall.

    Args:
        vertex: The number of the vertex.
        first: The polygon to begin with, and where in its list the vertex stands.
        polygons: The corners of all polygons.
        neighbours: The polygons beside their sides.
    """
    face, at = first
    ring = [face]
    while (face := neighbours[face][at - 1]) >= 0 and face != ring[0]:
        ring.append(face)
        at = polygons[face].index(vertex)
    return ring if face >= 0 else [*ring, -1]


def _obj_rows(lines: _Contents) -> Iterator[tuple[int, list[str]]]:
    """Yield the words of each line without its comment; a backslash joins a line to the next."""
    joined: list[str] = []
    for line, words in lines.rows():
        bare = " ".join(words).partition("#")[0]
        joined += bare.removesuffix("\\").split()
        if joined and not bare.endswith("\\"):
            yield line, joined
            joined = []


def _read_obj(lines: _Contents) -> NavMesh:
    """Read the vertices ``v`` and the faces ``f``; everything else is ignored."""
    vertices: list[list[float]] = []
    polygons: list[list[int]] = []
    for line, (kind, *words) in _obj_rows(lines):
        if kind == "v":
            at = lines.numbers(line, words, float, "x, y and z")
            if len(at) < 3:
                raise lines.source.error(found=f"{len(at)} numbers", expected="x, y and z", line=line)
            vertices.append([at[axis] for axis in _PLANES[lines.plane]])
        elif kind == "f":
            corners = [word.partition("/")[0] for word in words]
            numbers = lines.numbers(line, corners, int, "numbers of vertices from 1")
            if 0 in numbers or max(map(abs, numbers), default=0) > len(vertices):
                expected = f"vertices from 1 to {len(vertices)}"
                raise lines.source.error(found=repr(" ".join(words)), expected=expected, line=line)
            polygons.append([number - 1 if number > 0 else len(vertices) + number for number in numbers])
    if not polygons:
        raise lines.source.error(found="no faces", expected="lines such as 'f 1 2 3'")
    return NavMesh(vertices, polygons)


def _write_obj(mesh: NavMesh) -> str:
    lines = [f"v {x!r} {y!r} 0" for x, y in mesh.vertices.tolist()]
    lines += ["f " + " ".join(str(corner + 1) for corner in each.tolist()) for each in mesh.polygons]
    return "\n".join(lines) + "\n"


def _read_geojson(lines: _Contents) -> NavMesh:
    """Read polygons; the property ``cost`` of a feature is the cost of a unit of length there."""
    described = parsed_json(lines.source, lines.text)
    try:
        mesh = NavMesh.from_polygons(described)
        for feature, cost in _priced(described):
            mesh.add_area(feature, cost)
    except (OptionError, CostError, RecursionError) as error:
        raise lines.source.error(found=str(error), expected="polygons of GeoJSON") from error
    return mesh


def _priced(described: Any) -> Iterator[tuple[dict[str, Any], Any]]:
    """Yield the features with a cost, in order; successive features of equal cost become one."""
    features = described.get("features", [described]) if isinstance(described, dict) else []
    prices = [(feature, _price_of(feature)) for feature in features if feature.get("geometry") is not None]
    for cost, group in groupby(prices, key=lambda pair: pair[1]):
        if cost is not None:
            yield {"type": "FeatureCollection", "features": [feature for feature, _ in group]}, cost


def _price_of(feature: Mapping[str, Any]) -> Any:
    properties = feature.get("properties")
    return properties.get("cost") if isinstance(properties, dict) else None


def _write_geojson(mesh: NavMesh) -> str:
    vertices = mesh.vertices
    rings = [vertices[[*each.tolist(), int(each[0])]].tolist() for each in mesh.polygons]
    parts = [{"type": "Polygon", "coordinates": [ring]} for ring in rings]
    costs = [{} if cost == 1 else {"cost": cost} for cost in mesh.costs.tolist()]
    features = [
        {"type": "Feature", "properties": properties, "geometry": part}
        for properties, part in zip(costs, parts, strict=True)
    ]
    return json.dumps({"type": "FeatureCollection", "features": features}) + "\n"


def _read_detour(contents: _Contents) -> NavMesh:
    return read_detour(contents.source, contents.data, contents.costs, contents.heights)


def _read_recast(contents: _Contents) -> NavMesh:
    return read_recast(contents.source, contents.data, contents.costs, contents.heights)


@dataclass(frozen=True)
class MeshFormat:
    """One row of the table of formats for meshes.

    Attributes:
        name: Its name.
        read: Reads the contents of a file.
        write: Returns a mesh as text; None for a format that is only read.
        areas: Whether its polygons have areas, which may cost more.
        costs: Whether it is written with the costs of ground.
    """

    name: str
    read: Callable[[_Contents], NavMesh]
    write: Callable[[NavMesh], str] | None
    areas: bool = False
    costs: bool = False


MESH_FORMATS: dict[str, MeshFormat] = {
    ".mesh": MeshFormat("MovingAI mesh", _read_movingai, _write_movingai),
    ".obj": MeshFormat("Wavefront object", _read_obj, _write_obj),
    ".geojson": MeshFormat("GeoJSON", _read_geojson, _write_geojson, costs=True),
    ".bin": MeshFormat("set of Detour tiles", _read_detour, None, areas=True),
    ".json": MeshFormat("polygon mesh of Recast", _read_recast, None, areas=True),
}


def _row(file: File, format: str | None) -> MeshFormat:
    suffix: object = Path(name_of(file)).suffix.lower() if format is None else format
    if isinstance(suffix, str):
        if not suffix:
            raise OptionError(unnamed(file, MESH_FORMATS))
        suffix = f".{suffix.lstrip('.')}"
    return MESH_FORMATS[checked_name("mesh format", suffix, MESH_FORMATS)]
