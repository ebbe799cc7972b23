"""The pathfinding toolkit for Python: A* that you can watch, and the same A* fast enough to use.

Example:
    >>> import pathstar as ps
    >>> grid = ps.Grid([[1, 0, 1], [1, 1, 1]])
    >>> path = ps.find_path(grid, (0, 0), (2, 0))
    >>> path.cost, path.points.tolist()
    (4.0, [[0, 0], [0, 1], [1, 1], [2, 1], [2, 0]])
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pathstar.lazy import lazy_names

if TYPE_CHECKING:
    from pathstar import analysis as analysis
    from pathstar import compat as compat
    from pathstar import engine as engine
    from pathstar import errors as errors
    from pathstar import fleet as fleet
    from pathstar import goals as goals
    from pathstar import indexes as indexes
    from pathstar import influence as influence
    from pathstar import io as io
    from pathstar import jobs as jobs
    from pathstar import known as known
    from pathstar import maps as maps
    from pathstar import paths as paths
    from pathstar import planners as planners
    from pathstar import rasters as rasters
    from pathstar import smooth as smooth
    from pathstar import spaces as spaces
    from pathstar import traces as traces
    from pathstar import viz as viz
    from pathstar import web as web
    from pathstar._core import EventType, Status
    from pathstar.analysis.dead_ends import DeadEnds, dead_ends
    from pathstar.analysis.islands import Components, islands
    from pathstar.engine.options import OPEN_LISTS, TIES
    from pathstar.engine.search import Search
    from pathstar.errors import (
        ArrayError,
        ArrayTypeError,
        CostError,
        HeuristicWarning,
        IndexFileError,
        MapFormatError,
        MapLimitError,
        MissingExtraError,
        OptionError,
        PathstarError,
        PlaceError,
        PlaceTypeError,
        SpaceError,
        StaleError,
    )
    from pathstar.indexes.build import build_index
    from pathstar.indexes.files import load_index
    from pathstar.indexes.index import Index
    from pathstar.indexes.kinds import INDEXES
    from pathstar.io.formats import read, read_scenario, write, write_scenario
    from pathstar.io.graphs import read_graph, write_graph
    from pathstar.maps.map import Map
    from pathstar.paths.check import Check, check_path
    from pathstar.paths.field import Field
    from pathstar.paths.path import Path
    from pathstar.paths.paths import Paths
    from pathstar.planners.algorithms import ALGORITHMS
    from pathstar.planners.fields import distance_field
    from pathstar.planners.find import find_path, find_paths, trace
    from pathstar.planners.implicit import search
    from pathstar.planners.k_paths import find_k_paths
    from pathstar.planners.matrix import cost_matrix
    from pathstar.planners.nearest import find_nearest
    from pathstar.planners.planner import Planner
    from pathstar.planners.replanning.replanner import Replanner
    from pathstar.spaces.custom import Custom
    from pathstar.spaces.graph import Graph
    from pathstar.spaces.grid import Grid
    from pathstar.spaces.heuristics import HEURISTICS
    from pathstar.spaces.hexgrid import HexGrid
    from pathstar.spaces.mesh.navmesh import NavMesh
    from pathstar.spaces.moves import Moves
    from pathstar.spaces.reservations import Reservations
    from pathstar.spaces.timed import Timed
    from pathstar.spaces.trianglegrid import TriangleGrid
    from pathstar.spaces.turning import Turning
    from pathstar.spaces.voxels import VoxelGrid
    from pathstar.spaces.waypoints import waypoints
    from pathstar.traces.trace import Trace
    from pathstar.version import __version__ as __version__
    from pathstar.viz.save import save_picture

__all__ = [
    "ALGORITHMS",
    "HEURISTICS",
    "INDEXES",
    "OPEN_LISTS",
    "TIES",
    "ArrayError",
    "ArrayTypeError",
    "Check",
    "Components",
    "CostError",
    "Custom",
    "DeadEnds",
    "EventType",
    "Field",
    "Graph",
    "Grid",
    "HeuristicWarning",
    "HexGrid",
    "Index",
    "IndexFileError",
    "Map",
    "MapFormatError",
    "MapLimitError",
    "MissingExtraError",
    "Moves",
    "NavMesh",
    "OptionError",
    "Path",
    "Paths",
    "PathstarError",
    "PlaceError",
    "PlaceTypeError",
    "Planner",
    "Replanner",
    "Reservations",
    "Search",
    "SpaceError",
    "StaleError",
    "Status",
    "Timed",
    "Trace",
    "TriangleGrid",
    "Turning",
    "VoxelGrid",
    "build_index",
    "check_path",
    "cost_matrix",
    "dead_ends",
    "distance_field",
    "find_k_paths",
    "find_nearest",
    "find_path",
    "find_paths",
    "islands",
    "load_index",
    "read",
    "read_graph",
    "read_scenario",
    "save_picture",
    "search",
    "trace",
    "waypoints",
    "write",
    "write_graph",
    "write_scenario",
]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "DeadEnds": "pathstar.analysis.dead_ends",
        "dead_ends": "pathstar.analysis.dead_ends",
        "Components": "pathstar.analysis.islands",
        "islands": "pathstar.analysis.islands",
        "OPEN_LISTS": "pathstar.engine.options",
        "TIES": "pathstar.engine.options",
        "Search": "pathstar.engine.search",
        "ArrayError": "pathstar.errors",
        "ArrayTypeError": "pathstar.errors",
        "CostError": "pathstar.errors",
        "HeuristicWarning": "pathstar.errors",
        "IndexFileError": "pathstar.errors",
        "MapFormatError": "pathstar.errors",
        "MapLimitError": "pathstar.errors",
        "MissingExtraError": "pathstar.errors",
        "OptionError": "pathstar.errors",
        "PathstarError": "pathstar.errors",
        "PlaceError": "pathstar.errors",
        "PlaceTypeError": "pathstar.errors",
        "SpaceError": "pathstar.errors",
        "StaleError": "pathstar.errors",
        "build_index": "pathstar.indexes.build",
        "load_index": "pathstar.indexes.files",
        "Index": "pathstar.indexes.index",
        "INDEXES": "pathstar.indexes.kinds",
        "read": "pathstar.io.formats",
        "read_scenario": "pathstar.io.formats",
        "read_graph": "pathstar.io.graphs",
        "write_graph": "pathstar.io.graphs",
        "write": "pathstar.io.formats",
        "write_scenario": "pathstar.io.formats",
        "Map": "pathstar.maps.map",
        "Check": "pathstar.paths.check",
        "check_path": "pathstar.paths.check",
        "Field": "pathstar.paths.field",
        "Path": "pathstar.paths.path",
        "Status": "pathstar._core",
        "Paths": "pathstar.paths.paths",
        "ALGORITHMS": "pathstar.planners.algorithms",
        "distance_field": "pathstar.planners.fields",
        "find_k_paths": "pathstar.planners.k_paths",
        "find_nearest": "pathstar.planners.nearest",
        "cost_matrix": "pathstar.planners.matrix",
        "search": "pathstar.planners.implicit",
        "Planner": "pathstar.planners.planner",
        "Replanner": "pathstar.planners.replanning.replanner",
        "find_path": "pathstar.planners.find",
        "find_paths": "pathstar.planners.find",
        "trace": "pathstar.planners.find",
        "Custom": "pathstar.spaces.custom",
        "Graph": "pathstar.spaces.graph",
        "Grid": "pathstar.spaces.grid",
        "HEURISTICS": "pathstar.spaces.heuristics",
        "HexGrid": "pathstar.spaces.hexgrid",
        "Moves": "pathstar.spaces.moves",
        "NavMesh": "pathstar.spaces.mesh.navmesh",
        "waypoints": "pathstar.spaces.waypoints",
        "Reservations": "pathstar.spaces.reservations",
        "Timed": "pathstar.spaces.timed",
        "TriangleGrid": "pathstar.spaces.trianglegrid",
        "Turning": "pathstar.spaces.turning",
        "VoxelGrid": "pathstar.spaces.voxels",
        "EventType": "pathstar._core",
        "Trace": "pathstar.traces.trace",
        "save_picture": "pathstar.viz.save",
        "__version__": "pathstar.version",
    },
    renamed={"Islands": "Components"},
    modules=[
        "analysis",
        "compat",
        "engine",
        "errors",
        "fleet",
        "goals",
        "indexes",
        "influence",
        "io",
        "jobs",
        "known",
        "maps",
        "paths",
        "planners",
        "rasters",
        "smooth",
        "spaces",
        "traces",
        "viz",
        "web",
    ],
)
