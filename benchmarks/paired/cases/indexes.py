"""Indexes and spaces themselves: how long they take to build, to load and to save, and their bytes."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import pathstar as ps
from harness.roads import make_roads
from peers.ours import grid_of

from .base import Case, Findings, Scale, Work
from .fields import blocked, costly
from .maps import GENERATED, ground
from .roads import graph_of

Space = Callable[[], Any]
PROBES = 20


def on_ground(place: str) -> Any:
    """Return the grid of a map."""
    return grid_of(ground(place, 1)[0])


def on_roads(side: int) -> Any:
    """Return the graph of a road network."""
    return graph_of(make_roads(side))


def probed(space: Any, index: Any) -> Findings:
    """Return the costs of some queries by an index."""
    planner = ps.Planner(space, index=index)
    free = np.flatnonzero(space.is_free(np.arange(space.size, dtype=np.uint32)))
    ends = space.places_of(np.random.default_rng(1).choice(free, (2, PROBES)))
    return Findings(planner.find_many(*ends, costs_only=True).costs.tolist())


def built(kind: str, make: Space, threads: int) -> Work:
    """Return one build."""
    space = make()
    return Work(
        lambda number: ps.build_index(space, kind, threads=threads),
        lambda number, index: probed(space, index),
    )


class Saved:
    """An index in a file, in a folder that is removed with this object."""

    def __init__(self, kind: str, make: Space) -> None:
        self.space = make()
        self.index = ps.build_index(self.space, kind)
        folder = tempfile.mkdtemp()
        weakref.finalize(self, shutil.rmtree, folder)
        self.file = Path(folder) / "index"
        self.index.save(self.file)


def loaded(kind: str, make: Space) -> Work:
    """Return one load, checked as `load_index` does by default."""
    saved = Saved(kind, make)
    return Work(
        lambda number: ps.load_index(saved.file, saved.space),
        lambda number, index: probed(saved.space, index),
    )


def in_memory(kind: str, make: Space) -> Work:
    """Return the bytes that an index reports."""
    size = ps.build_index(make(), kind).nbytes
    return Work(lambda number: size, measure=float)


def in_a_file(kind: str, make: Space) -> Work:
    """Return the bytes of its file."""
    saved = Saved(kind, make)
    size = saved.file.stat().st_size
    return Work(lambda number: size, measure=float)


def made(make: Space) -> Work:
    """Return one making of a space from arrays."""
    return Work(lambda number: make())


def cases(scale: Scale) -> Iterator[Case]:
    """Yield the cases."""
    maps = scale.pick(("AR0011SR", "maze512-8-0", "random512-40-0"), (GENERATED,))
    squares = [(kind, place) for kind in ("jump-table", "subgoal", "hub-labels") for place in maps]
    kinds = [(kind, place, partial(on_ground, place)) for kind, place in squares]
    side, shape = scale.pick(100, 12), scale.pick((256, 256), (16, 16))
    kinds.append(("contraction-hierarchies", "roads", partial(on_roads, side)))
    kinds.append(("landmarks", "random costs", partial(costly, ps.Grid, shape)))
    for kind, place, make in kinds:
        for threads in (1, 2):
            yield Case(f"build/{kind}, {place}, threads {threads}", partial(built, kind, make, threads))
        yield Case(f"load/{kind}, {place}", partial(loaded, kind, make))
        yield Case(f"bytes/{kind}, {place}, in memory", partial(in_memory, kind, make), "bytes")
        yield Case(f"bytes/{kind}, {place}, in a file", partial(in_a_file, kind, make), "bytes")
    flat, solid = scale.pick((1024, 1024), (32, 32)), scale.pick((64, 64, 64), (8, 8, 8))
    for name, space, size in (
        ("Grid", ps.Grid, flat),
        ("HexGrid", ps.HexGrid, flat),
        ("VoxelGrid", ps.VoxelGrid, solid),
    ):
        yield Case(f"build/{name}, walls", partial(made, partial(blocked, space, size)))
        yield Case(f"build/{name}, costs", partial(made, partial(costly, space, size)))
