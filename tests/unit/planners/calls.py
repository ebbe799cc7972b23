"""The public functions, each with valid arguments; `test_nasty_values` replaces one of them at a time."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from typing import Any

import networkx
import numpy as np
import pandas
import rustworkx
import xarray
from scipy import sparse

import pathstar as ps
from pathstar.rasters.georeference import Georeference
from pathstar.spaces.isometric import Staggered


class InFolder:
    """A file in the folder of a test."""

    def __init__(self, name: str) -> None:
        self.name = name


class Call:
    """A function with valid arguments; those in `nones` may be None, and are not tested with it."""

    def __init__(self, function: Callable[..., Any], nones: tuple[str, ...] = (), **arguments: Any) -> None:
        self.function, self.arguments, self.nones = function, arguments, nones


def near(number: int) -> list[tuple[int, float]]:
    return [(number + 1, 1.0)] if isinstance(number, int) and 0 <= number < 9 else []


def spaces() -> dict[str, Any]:
    grid = ps.Grid(ONE)
    return {
        "grid": grid,
        "hexes": ps.HexGrid(ONE),
        "triangles": ps.TriangleGrid(ONE),
        "voxels": ps.VoxelGrid(ONE[None]),
        "turning": ps.Turning(grid),
        "sized": grid.sized(2),
        "timed": ps.Timed(grid),
        "waypoints": ps.waypoints(grid, [(1, 1)]),
        "names": ps.Graph.from_edges([("a", "b", 1.0), ("b", "c", 2.0)]),
        "numbers": ps.Graph([0, 1, 2, 2], [1, 2]),
        "custom": ps.Custom(near),
    }


ONE = np.ones((3, 4), bool)
SPACES = spaces()
ENDS: dict[str, tuple[Any, Any]] = dict.fromkeys(SPACES, ((0, 0), (3, 2))) | {
    "voxels": ((0, 0, 0), (3, 2, 0)),
    "names": ("a", "c"),
    "numbers": (0, 2),
    "custom": (0, 5),
}
GRID = SPACES["grid"]
PLANNED = ps.Grid(ONE, moves=ps.Moves(4))
SAND = ps.maps.Terrain("sand")
MAP = ps.Map(ONE, cost=np.ones((3, 4)), terrain=np.ones((3, 4)), layers={"danger": ONE}, legend={1: SAND})
TABLE = pandas.DataFrame({"source": [0], "target": [1], "cost": [1.0]})
ROADS = rustworkx.PyDiGraph()
ROADS.add_edge(ROADS.add_node("a"), ROADS.add_node("b"), 1.0)
TRACE = ps.trace(GRID, (0, 0), (3, 2))
LINKS: dict[str, Any] = {"wrap": "", "portals": [], "exits": None, "one_way": []}
SEARCH: dict[str, Any] = {
    "algorithm": "auto",
    "heuristic": None,
    "weight": None,
    "open_list": None,
    "ties": None,
    "max_expansions": None,
    "skip_dead_ends": False,
    "max_cost": None,
    "max_seconds": None,
    "partial": False,
    "stop_at": "closed",
}
MASKS: dict[str, Any] = {"avoid": None, "only": None}
GRAPH: dict[str, Any] = {
    "names": None,
    "positions": [(0, 0), (1, 1)],
    "metric": "euclidean",
    "cost_per_distance": None,
}


def fresh_map() -> ps.Map:
    return ps.Map(
        ONE, cost=np.ones((3, 4)), terrain=np.ones((3, 4)), layers={"danger": ONE}, legend={1: SAND}
    )


def linkable() -> ps.Grid:
    return ps.Grid(ONE, portals=[((0, 0), (3, 2))], one_way=[((2, 2), (3, 2))])


def claimed() -> ps.Timed:
    timed = ps.Timed(GRID)
    timed.claim([(0, 0, 0), (1, 0, 1)])
    return timed


PUBLIC = {
    "Custom": Call(ps.Custom, neighbors=near, heuristic=None, is_goal=None, max_cost=None),
    "Graph": Call(ps.Graph, offsets=[0, 1, 1], targets=[1], costs=None, **GRAPH),
    "Grid": Call(
        ps.Grid,
        walkable=ONE,
        cost=None,
        moves=None,
        cost_model="enter",
        linkable=False,
        edges=(),
        copy=True,
        **LINKS,
    ),
    "HexGrid": Call(
        ps.HexGrid, walkable=ONE, layout="odd-r", cost=None, cost_model="enter", edges=(), **LINKS
    ),
    "TriangleGrid": Call(ps.TriangleGrid, walkable=ONE, cost=None, cost_model="enter", edges=(), **LINKS),
    "NavMesh": Call(ps.NavMesh, vertices=[(0, 0), (1, 0), (0, 1)], polygons=[[0, 1, 2]], costs=[2.0]),
    "Map": Call(
        ps.Map,
        walkable=ONE,
        cost=None,
        terrain=None,
        layers=None,
        legend=None,
        marks=None,
        name="",
        profiles=None,
        routes=None,
        frame=None,
        hexagons=None,
    ),
    "Moves": Call(ps.Moves, directions=16, corners="no_cut", straight=1.0, diagonal=None, knight=None),
    "Planner": Call(ps.Planner, space=GRID, **SEARCH, **MASKS, prefer=None, index=None),
    "Replanner": Call(
        ps.Replanner,
        space=GRID,
        start=(0, 0),
        goal=(1, 1),
        algorithm="auto",
        max_expansions=None,
        max_seconds=None,
        on_change=None,
    ),
    "Reservations": Call(ps.Reservations, ground=GRID, following="forbidden"),
    "Timed": Call(
        ps.Timed, ground=GRID, reserved=None, stay=1.0, now=0.0, reservations=None, following="forbidden"
    ),
    "Turning": Call(ps.Turning, ground=GRID, cost=1.0),
    "VoxelGrid": Call(
        ps.VoxelGrid,
        walkable=ONE[None],
        directions=26,
        corners="no_cut",
        spacing=(1, 1, 1),
        cost=None,
        cost_model="enter",
        stairs=[],
        edges=(),
        **LINKS,
    ),
    "build_index": Call(
        ps.build_index,
        space=GRID,
        kind="landmarks",
        threads=1,
        progress=None,
        max_bytes=10**6,
        landmarks=2,
        selection="avoid",
        entrances=None,
        order=None,
        rebuild="asked",
        resume=None,
    ),
    "check_path": Call(ps.check_path, space=GRID, path=[(0, 0)], start=None, goal=None),
    "cost_matrix": Call(
        ps.cost_matrix,
        space=GRID,
        starts=[(0, 0)],
        goals=[(3, 2)],
        threads=1,
        max_bytes=1000,
        max_cost=None,
        progress=None,
    ),
    "dead_ends": Call(ps.dead_ends, grid=GRID, labels=None, progress=None),
    "distance_field": Call(
        ps.distance_field,
        space=GRID,
        sources=[(0, 0)],
        outward=False,
        start_costs=[0.0],
        multipliers=[1.0],
        stop_at=[(1, 1)],
        max_cost=5.0,
        max_expansions=9,
        avoid=[(2, 2)],
        only=None,
        threads=1,
        progress=None,
    ),
    "find_k_paths": Call(
        ps.find_k_paths, space=GRID, start=(0, 0), goal=(3, 2), k=2, max_cost=None, progress=None
    ),
    "find_nearest": Call(
        ps.find_nearest,
        space=GRID,
        start=(0, 0),
        targets=[(3, 2), (1, 1)],
        k=2,
        max_cost=9.0,
        max_expansions=99,
        max_seconds=1.0,
    ),
    "find_path": Call(ps.find_path, space=GRID, start=(0, 0), goal=(3, 2), **SEARCH, **MASKS, prefer=None),
    "find_paths": Call(
        ps.find_paths,
        space=GRID,
        starts=[(0, 0)],
        goals=[(3, 2)],
        threads=1,
        costs_only=False,
        progress=None,
        **SEARCH,
        **MASKS,
    ),
    "islands": Call(ps.islands, grid=GRID),
    "load_index": Call(ps.load_index, file=InFolder("an.index"), space=GRID, verify=True, progress=None),
    "read": Call(ps.read, file=InFolder("a.map"), format=None, cell_limit=100, progress=None),
    "read_graph": Call(
        ps.read_graph,
        file=InFolder("a.gr"),
        coordinates=None,
        metric="great_circle",
        cost_per_distance=None,
        node_limit=100,
        weight=None,
        profile=None,
        progress=None,
    ),
    "read_scenario": Call(ps.read_scenario, file=InFolder("a.scen"), query_limit=10),
    "save_picture": Call(
        ps.save_picture,
        thing=GRID,
        file=InFolder("picture.svg"),
        theme="light",
        cell=4,
        legend=False,
        title="a board",
        lang="en",
    ),
    "search": Call(
        ps.search,
        start=1,
        goal=5,
        neighbors=near,
        heuristic=None,
        algorithm="auto",
        weight=None,
        max_expansions=100,
        max_cost=None,
        max_seconds=None,
        nones=("start", "goal"),
    ),
    "trace": Call(ps.trace, space=GRID, start=(0, 0), goal=(3, 2), **SEARCH, **MASKS, max_events=1000),
    "waypoints": Call(ps.waypoints, grid=GRID, points=[(0, 0)]),
    "write": Call(ps.write, map=MAP, file=InFolder("b.map"), format=None, lossy=True),
    "write_graph": Call(
        ps.write_graph, graph=SPACES["names"], file=InFolder("b.gr"), coordinates=None, scale=1.0, lossy=True
    ),
    "write_scenario": Call(ps.write_scenario, queries=[], file=InFolder("b.scen")),
}
# Classes that callers get from the functions above, and do not make themselves.
RESULTS = {
    "Check",
    "DeadEnds",
    "EventType",
    "Field",
    "Index",
    "Components",
    "Path",
    "Paths",
    "Search",
    "Status",
    "Trace",
}

MORE = {
    "Map.from_terrain": Call(ps.Map.from_terrain, terrain=ONE, legend={1: SAND}, marks=None, name=""),
    "Map.edit": Call(lambda **given: fresh_map().edit(**given), layer="cost", region=(0, 0), value=2.0),
    "Map.edit passable": Call(lambda value: fresh_map().edit("passable", (0, 0), value), value=True),
    "Map.edit terrain": Call(lambda value: fresh_map().edit("terrain", (0, 0), value), value=1),
    "Map.edit danger": Call(lambda value: fresh_map().edit("danger", (0, 0), value), value=1),
    "Map.grid": Call(MAP.grid, moves=None, cost_model="enter", costs=None, **LINKS),
    "Map.hexgrid": Call(MAP.hexgrid, layout="odd-r", cost_model="enter", costs=None, **LINKS),
    "Map.cost_field": Call(MAP.cost_field, model=None),
    "CostModel": Call(
        lambda **given: MAP.cost_field(ps.maps.CostModel(**given)), terrain={}, weights={}, base=1.0
    ),
    "CostModel of a terrain": Call(lambda cost: ps.maps.CostModel(terrain={"sand": cost}), cost=1),
    "CostModel of a layer": Call(lambda weight: ps.maps.CostModel(weights={"danger": weight}), weight=1),
    "Terrain": Call(ps.maps.Terrain, name="a", cost=1.0, walkable=True, symbol="", color=""),
    "TriangleGrid.of": Call(ps.TriangleGrid.of, map=MAP, cost_model="enter", costs=None, **LINKS),
    "TriangleGrid.points_up": Call(SPACES["triangles"].points_up, place=(0, 0)),
    "add_portals": Call(lambda portals: linkable().add_portals(portals), portals=[((0, 0), (1, 1), 2)]),
    "remove_portals": Call(lambda ends: linkable().remove_portals(ends), ends=[((0, 0), (3, 2))]),
    "add_one_way": Call(lambda pairs: linkable().add_one_way(pairs), pairs=[((0, 0), (1, 0))]),
    "remove_one_way": Call(lambda pairs: linkable().remove_one_way(pairs), pairs=[((2, 2), (3, 2))]),
    "VoxelGrid.from_maps": Call(ps.VoxelGrid.from_maps, maps=[MAP], costs=None),
    "Graph on the earth": Call(
        lambda **given: ps.Graph([0, 1, 1], [1], [9e9], metric="great_circle", **given),
        positions=[(0, 0), (1, 1)],
        cost_per_distance=1.0,
    ),
    "Graph.from_edges": Call(ps.Graph.from_edges, edges=[(0, 1)], directed=True, **GRAPH),
    "Graph.from_edges, a cost": Call(lambda cost: ps.Graph.from_edges([(0, 1, cost)]), cost=1),
    "Graph.from_edges, an end": Call(lambda end: ps.Graph.from_edges([(0, end, 1)]), end=1),
    "Graph.from_arrays": Call(
        ps.Graph.from_arrays, sources=[0], targets=[1], costs=None, size=None, directed=True, **GRAPH
    ),
    "Graph.from_scipy": Call(
        ps.Graph.from_scipy,
        matrix=sparse.csr_array(([2.0], ([0], [1])), shape=(2, 2)),
        directed=True,
        **GRAPH,
    ),
    "Graph.from_networkx": Call(
        ps.Graph.from_networkx, graph=networkx.path_graph(3), weight="weight", missing=None, positions=None
    ),
    "Graph.from_rustworkx": Call(ps.Graph.from_rustworkx, graph=ROADS, weight=None, positions=None),
    "Graph.from_pandas": Call(
        ps.Graph.from_pandas,
        table=TABLE,
        source="source",
        target="target",
        cost="cost",
        directed=True,
        positions=None,
        names=None,
    ),
    "Graph.from_neighbors": Call(
        ps.Graph.from_neighbors, starts=[1], neighbors=near, limit=100, positions=None
    ),
    "Graph.to_networkx": Call(SPACES["names"].to_networkx, directed=True, weight="weight", position="pos"),
    "Reservations.claim": Call(
        lambda path: SPACES["timed"].reservations.claim(path),
        path=ps.find_path(SPACES["timed"], (0, 0), (0, 0)),
    ),
    "Reservations.reserve": Call(lambda cells: ps.Reservations(GRID).reserve(cells), cells=[(0, 0, 0, 1)]),
    "Reservations.release": Call(
        lambda reservation: claimed().reservations.release(reservation), reservation=0
    ),
    "Reservations.forget": Call(lambda before: ps.Reservations(GRID).forget(before), before=0),
    "Timed.claim": Call(
        lambda **given: ps.Timed(GRID).claim(**given), path=[(0, 0, 0), (1, 0, 1)], stay=None, force=False
    ),
    "Timed.conflicts": Call(
        lambda **given: claimed().conflicts(**given), path=[(0, 0, 0), (1, 0, 1)], stay=None
    ),
    "Timed.reserve": Call(lambda cells: ps.Timed(GRID).reserve(cells), cells=[(0, 0, 0, 1)]),
    "Timed.release": Call(lambda reservation: claimed().release(reservation), reservation=0),
    "Timed.forget": Call(lambda before: claimed().forget(before), before=0),
    "Timed.now": Call(lambda now: setattr(ps.Timed(GRID), "now", now), now=1),
    "Waypoints.sees": Call(SPACES["waypoints"].sees, a=(0, 0), b=(1, 1)),
    "Components.same": Call(ps.islands(GRID).same, a=(0, 0), b=(1, 1)),
    "Field.cost_of": Call(ps.distance_field(GRID, [(0, 0)]).cost_of, place=(1, 1)),
    "Field.path_from": Call(ps.distance_field(GRID, [(0, 0)]).path_from, place=(1, 1)),
    "Path, a place": Call(lambda index: TRACE.path[index], index=0),
    "Planner.find_many": Call(
        ps.Planner(GRID).find_many, starts=[(0, 0)], goals=[(0, 0)], threads=1, costs_only=False
    ),
    "Planner.search": Call(ps.Planner(GRID).search, start=(0, 0), goal=(1, 1)),
    "Planner.trace": Call(ps.Planner(GRID, "astar").trace, start=(0, 0), goal=(1, 1), max_events=100),
    "TimeBoundedWalk": Call(
        lambda **given: ps.jobs.TimeBoundedWalk(**given).step(),
        space=GRID,
        start=(0, 0),
        goal=(1, 1),
        expansions=2,
        weight=1.5,
    ),
    "Search.step": Call(lambda budget: ps.Planner(GRID).search((0, 0), (1, 1)).step(budget), budget=1),
    "Grid.sized": Call(GRID.sized, side=2),
    "Sized": Call(ps.spaces.Sized, ground=GRID, side=2),
    "Turning over units": Call(ps.Turning, ground=GRID.sized(2), cost=1.0),
    "Grid.update": Call(MAP.grid().update, change=None),
    "Index.save": Call(ps.build_index(GRID, "subgoal").save, file=InFolder("another.index")),
    "build_index, resumed": Call(ps.build_index, space=GRID, kind="subgoal", resume=InFolder("draft")),
    "read text": Call(ps.read, file=InFolder("a.txt"), legend=None),
    "read .map": Call(ps.read, file=InFolder("a.map"), legend=None),
    "read image": Call(
        ps.read,
        file=InFolder("a.png"),
        legend=None,
        by="brightness",
        threshold=128,
        invert=False,
        nearest=False,
    ),
    "read table": Call(ps.read, file=InFolder("a.csv"), values="auto", delimiter=None),
    "read array": Call(ps.read, file=InFolder("a.npy"), values="auto"),
    "read archive": Call(ps.read, file=InFolder("a.npz"), format="npz"),
    "write .map": Call(ps.write, map=MAP, file=InFolder("c.map"), lossy=True, legend=None, type="octile"),
    "write table": Call(ps.write, map=MAP, file=InFolder("c.csv"), lossy=True, values="auto", delimiter=","),
    "write image": Call(ps.write, map=MAP, file=InFolder("c.png"), lossy=True, legend=None),
    "picture of a path": Call(
        ps.save_picture,
        thing=TRACE.path,
        file=InFolder("p.svg"),
        on=None,
        field=None,
        visited=None,
        opened=None,
    ),
    "picture of a trace": Call(ps.save_picture, thing=TRACE, file=InFolder("t.svg"), step=1),
}
INFLUENCE = ps.influence.Influence(fresh_map())
THEME = ps.viz.THEMES["light"]
SCENE = ps.viz.scene_of(TRACE)
NODE = np.array([1], np.uint32)
MORE |= {
    "Theme.filled": Call(THEME.filled, role="open"),
    "Theme.text_on": Call(THEME.text_on, ground=(0, 0, 0)),
    "Theme.ramp": Call(THEME.ramp, levels=3),
    "Theme.field_ramp": Call(THEME.field_ramp, levels=3),
    "Scene.pixels": Call(SCENE.pixels, theme=THEME, rows=2, columns=2, tint=True),
    "Scene.blocks": Call(SCENE.blocks, places=[(0, 0)], rows=2, columns=2),
    "scene_of": Call(ps.viz.scene_of, thing=GRID, projection="square"),
    "trace.save": Call(TRACE.save, file=InFolder("t.png"), moments=2),
    "path.show": Call(
        lambda **given: TRACE.path.show(file=StringIO(), **given), width=20, height=20, lang="en"
    ),
    "Rules.keys": Call(TRACE.rules.keys, g=[1.0], h=[2.0]),
    "State.square": Call(TRACE[1].square, place=(0, 0), from_goal=False),
    "State.square_of": Call(TRACE[1].square_of, node=0, from_goal=False),
    "Trace.explain": Call(TRACE.explain, step=1, lang="en"),
    "Explanation.of_kind": Call(TRACE.explain(1).of_kind, kind="chosen"),
    "write_npz": Call(ps.traces.write_npz, trace=TRACE, file=InFolder("trace.npz")),
    "write_posthoc": Call(ps.traces.write_posthoc, trace=TRACE, file=InFolder("trace.json")),
    "Catalogue.text": Call(ps.words.catalogue("en").text, value="a text"),
    "words.number": Call(ps.words.number, value=1.5),
    "words.numbers": Call(ps.words.numbers, a=1.5, b=2.5),
    "words.rest": Call(ps.words.rest, f=2.5, g=1.5),
    "catalogue": Call(ps.words.catalogue, language="en"),
    "NavMesh.read": Call(ps.NavMesh.read, file=InFolder("a.mesh"), format=".mesh"),
    "Georeference.of": Call(lambda array: Georeference.of(array), array=xarray.DataArray(ONE)),
    "Georeference.of_transform": Call(Georeference.of_transform, transform=(1, 0, 0, 0, 1, 0)),
    "Georeference.cells": Call(Georeference(0, 0, 1, 1).cells, points=[(0.5, 1.5)]),
    "Georeference.centre": Call(Georeference(0, 0, 1, 1).centre, column=1, row=2),
    "RasterPath.geojson": Call(
        ps.rasters.least_cost_path(ONE, (0, 0), (3, 2)).geojson, transform=(1, 0, 0, 0, 1, 0)
    ),
    "Influence.remove": Call(INFLUENCE.remove, source=INFLUENCE.add((1, 1), 1.0, 2.0)),
    "Staggered.square": Call(Staggered(4, 3).square, values=ONE, fill=0),
    "Turning.ends_of": Call(SPACES["turning"].ends_of, nodes=NODE),
    "Turning.entered": Call(SPACES["turning"].entered, costs=np.ones(SPACES["turning"].size)),
    "Turning.cells_of": Call(SPACES["turning"].cells_of, nodes=NODE),
    "Timed.cells_of": Call(SPACES["timed"].cells_of, nodes=NODE),
    "Graph.edges_along": Call(SPACES["names"].edges_along, nodes=np.array([0, 1], np.uint32)),
    "generate.city": Call(ps.maps.generate.city, width=9, height=9, block=5, street=1, seed=1),
    "load_plan": Call(ps.fleet.load_plan, file=InFolder("a.plan.npz"), space=PLANNED),
}
for _name, _space in SPACES.items():
    _start, _goal = ENDS[_name]
    MORE[f"is_free, {_name}"] = Call(_space.is_free, nodes=_space.nodes_of([_start]))
    _nones = ("start", "goal") if _name == "custom" else ()
    MORE[f"find_path, {_name}"] = Call(ps.find_path, space=_space, start=_start, goal=_goal, nones=_nones)
    MORE[f"find_paths, {_name}"] = Call(
        ps.find_paths, space=_space, starts=[_start], goals=[_goal], threads=1
    )
    MORE[f"check_path, {_name}"] = Call(
        ps.check_path, space=_space, path=list(ps.find_path(_space, _start, _goal)), start=_start, goal=_goal
    )
    if _name not in ("custom", "timed", "waypoints"):
        MORE[f"distance_field, {_name}"] = Call(ps.distance_field, space=_space, sources=[_start])
        MORE[f"find_k_paths, {_name}"] = Call(ps.find_k_paths, space=_space, start=_start, goal=_goal, k=2)
