"""The functions in the manner of other packages, each with valid arguments, as `calls` has pathstar's own."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
from tests.unit.planners.calls import Call

from pathstar.compat import arcade, pathfinding, pyastar2d, skimage, tcod, untold

COSTS = [[1, 2, 3], [1, 1, 1]]
FIELD = {"grid_size": 10, "left": 0, "right": 2, "bottom": 0, "top": 1, "barrier_list": [(1, 0)]}
LINKED = SimpleNamespace(x=0, y=0, traversable=True), SimpleNamespace(x=3, y=4, traversable=True)
ROOTED = tcod.Pathfinder(tcod.SimpleGraph(cost=COSTS, cardinal=1, diagonal=1))
ROOTED.add_root((0, 0))


def nodes() -> pathfinding.Grid:
    return pathfinding.Grid(matrix=COSTS)


def routed(**given: Any) -> Any:
    try:
        return skimage.route_through_array(**given)
    except ValueError as error:
        if "no minimum-cost path" not in str(error):  # scikit-image's own error, where there is no route
            raise


def costs_found(**given: Any) -> Any:
    return skimage.MCP(COSTS).find_costs(starts=[(0, 0)], ends=None, **given)


COMPAT = {
    "route_through_array": Call(
        routed,
        array=COSTS,
        start=(0, 0),
        end=(1, 1),
        fully_connected=True,
        geometric=True,
    ),
    "MCP": Call(skimage.MCP, costs=COSTS, offsets=[(0, 1)], fully_connected=True, sampling=(1.0, 1.0)),
    "MCP.find_costs": Call(skimage.MCP(COSTS).find_costs, starts=[(0, 0)], ends=[(1, 1)], find_all_ends=True),
    "MCP.find_costs, dear cells": Call(costs_found, max_step_cost=2.0, max_cost=None),
    "astar_path": Call(
        pyastar2d.astar_path,
        weights=COSTS,
        start=(0, 0),
        goal=(1, 1),
        allow_diagonal=True,
        heuristic_override=pyastar2d.Heuristic.DEFAULT,
    ),
    "pathfinding.Grid": Call(pathfinding.Grid, width=2, height=3, matrix=None, inverse=False),
    "pathfinding.Grid.node": Call(nodes().node, x=0, y=0),
    "pathfinding.Grid.inside": Call(nodes().inside, x=0, y=0),
    "pathfinding.Grid.walkable": Call(nodes().walkable, x=0, y=0),
    "pathfinding.Grid.squares": Call(nodes().squares, diagonal_movement=1),
    "pathfinding.Grid.update_node": Call(
        lambda **given: nodes().update_node(**given), x=0, y=0, weight=2, walkable=True
    ),
    "AStarFinder": Call(
        lambda diagonal_movement, start, end, grid: pathfinding.AStarFinder(
            diagonal_movement=diagonal_movement
        ).find_path(start, end, grid),
        diagonal_movement=2,
        start=nodes().node(0, 0),
        end=nodes().node(1, 1),
        grid=nodes(),
    ),
    "AStar": Call(tcod.AStar, cost=COSTS, diagonal=1.41),
    "AStar.get_path": Call(tcod.AStar(COSTS).get_path, start_x=0, start_y=0, goal_x=1, goal_y=1),
    "Dijkstra": Call(tcod.Dijkstra, cost=COSTS, diagonal=1.41),
    "Dijkstra.set_goal": Call(tcod.Dijkstra(COSTS).set_goal, x=0, y=0),
    "SimpleGraph": Call(tcod.SimpleGraph, cost=COSTS, cardinal=2, diagonal=3, greed=1),
    "Pathfinder": Call(tcod.Pathfinder, graph=tcod.SimpleGraph(cost=COSTS, cardinal=2, diagonal=3)),
    "Pathfinder.add_root": Call(
        lambda **given: tcod.Pathfinder(tcod.SimpleGraph(cost=COSTS, cardinal=2, diagonal=3)).add_root(
            **given
        ),
        index=(0, 0),
        value=1,
    ),
    "Pathfinder.path_to": Call(ROOTED.path_to, index=(1, 1)),
    "path2d": Call(
        tcod.path2d,
        cost=COSTS,
        start_points=[(0, 0)],
        end_points=[(1, 1)],
        cardinal=2,
        diagonal=3,
        check_bounds=True,
    ),
    "maxarray": Call(tcod.maxarray, shape=(2, 3), dtype=np.int32, order="C"),
    "dijkstra2d": Call(
        tcod.dijkstra2d,
        distance=[[0, 99, 99], [99, 99, 99]],
        cost=COSTS,
        cardinal=2,
        diagonal=3,
        edge_map=None,
        out=None,
    ),
    "hillclimb2d": Call(tcod.hillclimb2d, distance=COSTS, start=(0, 2), cardinal=True, diagonal=True),
    "astar_calculate_path": Call(
        arcade.astar_calculate_path,
        start_point=(5, 5),
        end_point=(25, 5),
        astar_barrier_list=SimpleNamespace(**FIELD),
        diagonal_movement=True,
    ),
    "a barrier list": Call(
        lambda **field: arcade.astar_calculate_path((5, 5), (25, 5), SimpleNamespace(**field)), **FIELD
    ),
    "untold.euclidean": Call(untold.euclidean, node=LINKED[0], destination=LINKED[1]),
    "untold.diagonal": Call(
        lambda x: untold.diagonal(SimpleNamespace(x=x, y=0), LINKED[1]),
        x=1,
    ),
}
