"""Index files that are changed but have right checksums, for a process that may not survive them.

Run as ``python -m tests.unit.indexes.forged WORLD SEED COUNT``: saves an index, forges COUNT files of it, and
finds paths with those that load. It prints what it tries, and at the end how many files were refused and how
many loaded. Anything but a result or a `PathstarError` ends it.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

import pathstar as ps
from pathstar.indexes import build, checkpoints, files
from pathstar.spaces.base import place_list

Sections = dict[str, np.ndarray]


def _grid(size: tuple[int, int] = (18, 25), **options: Any) -> ps.Grid:
    walkable = np.random.default_rng(5).random(size) >= 0.25
    return ps.Grid(walkable, **options)


def _weighted(size: tuple[int, int] = (18, 25)) -> ps.Grid:
    return _grid(size, cost=np.random.default_rng(6).integers(1, 5, size).astype(float))


def _graph(one_way: bool) -> ps.Graph:
    """Return a long chain with chords, so that there are shortcuts for many edges."""
    rng = np.random.default_rng(7)
    edges = [(i, i + 1, float(rng.integers(1, 9))) for i in range(149)]
    edges += [(int(i), int(min(149, i + rng.integers(2, 30))), 40.0) for i in rng.integers(0, 148, 40)]
    edges += [(b, a, cost + one_way) for a, b, cost in edges]
    return ps.Graph.from_edges(edges)


WORLDS: dict[str, tuple[str, Callable[[], Any]]] = {
    "jump-table, 8 directions": ("jump-table", _grid),
    "jump-table, 4 directions": ("jump-table", lambda: _grid(moves=ps.Moves(directions=4))),
    "subgoal": ("subgoal", _grid),
    "hub-labels": ("hub-labels", lambda: _grid(moves=ps.Moves(corners="free"))),
    "contraction-hierarchies, two-way": ("contraction-hierarchies", lambda: _graph(one_way=False)),
    "contraction-hierarchies, one-way": ("contraction-hierarchies", lambda: _graph(one_way=True)),
    "landmarks, squares": ("landmarks", _weighted),
    "landmarks, hexagons": ("landmarks", lambda: ps.HexGrid(np.ones((9, 9)))),
    "landmarks, graph": ("landmarks", lambda: _graph(one_way=True)),
    "customizable, squares": ("customizable", _weighted),
    "hierarchy, squares": ("hierarchy", lambda: _weighted((70, 40))),
    "hierarchy, hexagons": (
        "hierarchy",
        lambda: ps.HexGrid(np.ones((40, 70)), wrap="x", portals=[((3, 3), (60, 30))]),
    ),
    "customizable, graph": ("customizable", lambda: _graph(one_way=True)),
}


def _numbers(rng: np.random.Generator, data: np.ndarray) -> np.ndarray:
    """Return the bytes as numbers of a type that they may have."""
    return data.view(rng.choice(["<u4", "<u4", "<u2", "<f8"]) if data.size % 8 == 0 else "u1")


def _cut(rng: np.random.Generator, data: np.ndarray) -> np.ndarray:
    return data[: -int(rng.choice([1, 4, 8, 16, 64]))]


def _longer(rng: np.random.Generator, data: np.ndarray) -> np.ndarray:
    return np.concatenate([data, np.zeros(int(rng.choice([1, 4, 8, 16, 64])), np.uint8)])


def _shuffled(rng: np.random.Generator, data: np.ndarray) -> np.ndarray:
    return rng.permutation(data.reshape(-1, 4 if data.size % 4 == 0 else 1)).ravel()


def _swapped(rng: np.random.Generator, data: np.ndarray) -> np.ndarray:
    numbers = _numbers(rng, data)
    here, there = rng.integers(numbers.size, size=2)
    numbers[[here, there]] = numbers[[there, here]]
    return data


def _flipped(rng: np.random.Generator, data: np.ndarray) -> np.ndarray:
    data[rng.integers(data.size)] ^= 1 << int(rng.integers(8))
    return data


def _other(rng: np.random.Generator, data: np.ndarray) -> np.ndarray:
    """Write numbers that are too large, or near the old ones, or from elsewhere in the section."""
    numbers = _numbers(rng, data)
    at = int(rng.integers(numbers.size))
    if numbers.dtype.kind == "f":
        numbers[at] = rng.choice([np.nan, np.inf, -1.0, 1e300, 0.0, 1e-310])
        return data
    most = int(np.iinfo(numbers.dtype).max)
    near = int(numbers[at]) + int(rng.integers(-3, 4))
    values = [most, most // 2 + 1, near % (most + 1), int(rng.choice(numbers)), 0, numbers.size % (most + 1)]
    numbers[at : at + int(rng.integers(1, 4))] = rng.choice(values)
    return data


CHANGES = (_cut, _longer, _shuffled, *[_swapped] * 4, *[_flipped] * 4, *[_other] * 8)


def forged(rng: np.random.Generator, sections: Sections) -> Sections:
    """Return the sections of an index with one to three errors."""
    made = dict(sections)
    for _ in range(int(rng.choice([1, 1, 1, 2, 3]))):
        name, other = rng.choice(sorted(made), 2).tolist()
        match rng.integers(40):
            case 0 if len(made) > 1:
                del made[name]
            case 1:
                made[name], made[other] = made[other], made[name]
            case 2:
                made["more"] = made[name]
            case _ if made[name].size:
                made[name] = rng.choice(CHANGES)(rng, made[name].copy())  # type: ignore[arg-type]
    return made


def ask(rng: np.random.Generator, space: Any, index: ps.Index) -> None:
    """Query an index by every call that there is."""
    planner = ps.Planner(space, index=index)
    free = (
        np.flatnonzero(np.asarray(space.walkable).ravel())
        if hasattr(space, "walkable")
        else range(space.size)
    )
    places = place_list(space.places_of(rng.choice(free, 24)))
    starts, goals = places[:12], places[12:]
    for start, goal in zip(starts, goals, strict=True):
        with suppress(ps.IndexFileError):
            path = planner.find(start, goal)
            assert len(list(path)) == len(path.nodes)
    for many in (
        lambda: [list(path) for path in planner.find_many(starts, goals, threads=1)],
        lambda: ps.cost_matrix(planner, starts, goals, threads=1),
    ):
        with suppress(ps.IndexFileError):
            many()


def forge_indexes(world: str, rng: np.random.Generator, count: int, file: Path) -> tuple[int, int]:
    """Forge index files of one world; return how many were refused and how many loaded."""
    kind, make = WORLDS[world]
    space = make()
    ps.build_index(space, kind, threads=1, **({"landmarks": 3} if kind == "landmarks" else {})).save(file)
    metadata, _ = files.INDEX.read_header(file)
    rows = metadata.pop("sections")
    sections = {name: array.copy() for name, array in files.INDEX.map_sections(file, rows, verify=True)}
    kinds = sorted(ps.INDEXES)
    loaded = 0
    for number in range(count):
        print(number, flush=True)
        facts = {**metadata, "kind": kinds[number % len(kinds)]} if number < len(kinds) else metadata
        files.INDEX.write(
            file, facts, list(forged(rng, sections).items()) if facts is metadata else [*sections.items()]
        )
        try:
            index = ps.load_index(file, space, verify=bool(rng.random() < 0.5))
        except ps.IndexFileError:
            continue
        if index.kind.name != kind:
            raise AssertionError(f"{kind} was taken for {index.kind.name}")
        loaded += 1
        ask(rng, space, index)
    return count - loaded, loaded


class EnoughError(Exception):
    """Raised to stop a build."""


def stopping_at(end: float) -> Callable[[float], None]:
    """Return a progress function that stops a build at some point."""

    def tell(part: float) -> None:
        if part >= end:
            raise EnoughError

    return tell


def forge_checkpoints(kind: str, rng: np.random.Generator, count: int, file: Path) -> tuple[int, int]:
    """Forge unfinished builds; return how many were refused and how many were resumed."""
    space = _grid(size=(40, 60))
    unfinished = []
    for end in (0.45, 0.55, 0.7) if kind == "hub-labels" else (0.95,):
        with suppress(EnoughError):
            ps.build_index(space, kind, threads=1, resume=file, progress=stopping_at(end))
        metadata, _ = checkpoints.DRAFT.read_header(file)
        rows = metadata.pop("sections")
        arrays = checkpoints.DRAFT.map_sections(file, rows, verify=True)
        unfinished.append((metadata, {name: array.copy() for name, array in arrays}))
    taken = 0
    for number in range(count):
        print(number, flush=True)
        metadata, sections = unfinished[number % len(unfinished)]
        checkpoints.DRAFT.write(file, metadata, list(forged(rng, sections).items()))
        try:
            index = ps.build_index(space, kind, threads=1, resume=file)
        except ps.IndexFileError:
            continue
        taken += 1
        ask(rng, space, index)
    return count - taken, taken


def main() -> None:
    world, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    os.fsync = lambda file: None  # type: ignore[assignment]  # nothing here is to outlast the process
    build.TELL_EVERY = 0.0
    forge, name = (
        (forge_checkpoints, world.removeprefix("checkpoint: "))
        if "checkpoint: " in world
        else (forge_indexes, world)
    )
    with tempfile.TemporaryDirectory() as folder:
        refused, loaded = forge(name, np.random.default_rng(seed), count, Path(folder, "forged"))
    print(refused, loaded)


if __name__ == "__main__":
    main()
