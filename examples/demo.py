"""The main job on two maps: the beginner's board of the guide, and a large one with terrain.

Prints each route and its figures, and draws the large one. Run it with ``make demo``.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

import pathstar as ps
from pathstar.maps import examples, generate

OUT = Path("demo-out")
MARGIN = 16


def report(path: ps.Path) -> None:
    """Draw the route with its figures, and check it with the independent checker."""
    path.show()
    check = ps.check_path(path.space, path)
    print(f"Checked step by step: {'right' if check.ok else check.problem}")
    print(f"Time in native code: {path.stats.seconds * 1e3:.2f} ms")


def worked_example() -> None:
    """Find the way around the wall on the guide's board."""
    board = examples.worked_example()
    grid = board.grid(ps.Moves(straight=10, diagonal=14))
    path = ps.find_path(
        grid, board.marks["start"], board.marks["goal"], algorithm="astar", heuristic="manhattan"
    )
    print("The worked example: a wall between start and goal, steps of 10 and 14\n")
    report(path)
    print("Its squares: " + " ".join(f"({x}, {y})" for x, y in path) + "\n")


def large_map() -> None:
    """Find the cheapest way across a generated landscape, and draw it."""
    land = generate.noise_terrain(512, 512, seed=7)
    grid = land.grid()
    start, goal = far_apart(grid)
    path = ps.find_path(grid, start, goal)
    print("A generated landscape of 512 x 512 squares, each kind of ground at its own cost\n")
    report(path)
    OUT.mkdir(exist_ok=True)
    for suffix in (".png", ".svg"):
        picture = OUT / f"landscape{suffix}"
        ps.save_picture(path, picture, on=land, legend=True)
        print(f"Picture: {picture.resolve()}")


def far_apart(grid: ps.Grid) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the squares of the largest connected area nearest to two corners, away from the border."""
    areas = ps.islands(grid)
    y, x = np.nonzero(areas.labels[MARGIN:-MARGIN, MARGIN:-MARGIN] == areas.largest)
    ends = (MARGIN + np.column_stack([x, y])[[np.argmin(x + y), np.argmax(x + y)]]).tolist()
    return tuple(ends[0]), tuple(ends[1])


if __name__ == "__main__":
    worked_example()
    large_map()
