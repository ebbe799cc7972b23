"""Count what fields on the meshes of maps keep, and compare their costs with those of single paths.

    python benchmarks/mesh/fields.py arena.map [--places 1000]

A field leads to one place near the middle of each map. Windows are the parts of polygons that corners see: a
query tries those of its polygon. Costs are compared at random places; a difference is an error. Times are CPU
milliseconds for the field, and microseconds for a cost and for a path to the same place.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

import pathstar as ps

CLOSE = 1e-11


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("maps", type=Path, nargs="+")
    parser.add_argument("--places", type=int, default=1000, help="at which costs are compared")
    options = parser.parse_args()
    ps.distance_field(ps.NavMesh.from_grid(ps.Grid([[1]])), [(0.5, 0.5)])  # loads modules
    print("map, polygons, windows, windows a polygon, kB, ms a field, us a cost, us a path")
    for file in options.maps:
        print(", ".join(map(str, row_of(file, options.places))), flush=True)


def row_of(file: Path, count: int) -> list[object]:
    """Return the figures of one map."""
    grid = ps.read(file).grid()
    mesh = ps.NavMesh.from_grid(grid)
    random = np.random.default_rng(1)
    cells = np.argwhere(grid.walkable)[:, ::-1]
    goal = mesh.nearest((grid.width / 2, grid.height / 2))
    places = cells[random.integers(0, len(cells), count)] + random.random((count, 2))
    begin = time.process_time()
    field = ps.distance_field(mesh, [goal])
    made = time.process_time()
    costs = field.cost_of(places)
    asked = time.process_time()
    paths = ps.find_paths(mesh, places, np.broadcast_to(goal, places.shape), threads=1)
    searched = time.process_time()
    assert np.allclose(costs, paths.costs, rtol=CLOSE), file
    spent = (made - begin) * 1e3, (asked - made) / count * 1e6, (searched - asked) / count * 1e6
    share = f"{field.windows / mesh.size:.1f}"
    return [
        file.name,
        mesh.size,
        field.windows,
        share,
        field.nbytes // 1000,
        *(f"{each:.1f}" for each in spent),
    ]


if __name__ == "__main__":
    main()
