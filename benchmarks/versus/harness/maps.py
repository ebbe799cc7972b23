"""The MovingAI maps, and queries spread over their scenario files."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import pathstar as ps
from peers import Costs, Place

ROOT = Path(__file__).resolve().parents[3]
# The files' optima were added up with a rounded sqrt 2, so their relative error is up to 1e-8.
SUMMED = 1e-7
MAPS = ("arena2", "AcrosstheCape", "Berlin_1_1024", "maze512-8-0", "random512-35-0")


@dataclass(frozen=True)
class Query:
    """One query; the optimum is None if it is not stated.

    Args:
        tolerance: how far the stated optimum may be from the true one, given how it was added up and printed.
    """

    start: Place
    goal: Place
    optimum: float | None = None
    tolerance: float = 1e-9
    unreachable: bool = False


def movingai_folder() -> Path:
    """Return the folder that PATHSTAR_MOVINGAI names, or ../shared/movingai seen from the repository."""
    named = os.environ.get("PATHSTAR_MOVINGAI")
    return Path(named) if named else ROOT.parent / "shared" / "movingai"


def find_map(name: str) -> Path:
    """Return the file of a map by its base name.

    Raises:
        FileNotFoundError: there is no such folder, or no such map in it.
    """
    folder = movingai_folder()
    if not folder.is_dir():
        raise FileNotFoundError(
            f"no MovingAI maps: {folder} is not a folder; set PATHSTAR_MOVINGAI to one that holds them"
        )
    files = sorted(folder.rglob(f"{name}.map"))
    if not files:
        known = ", ".join(sorted(file.stem for file in folder.rglob("*.map")))
        raise FileNotFoundError(f"no map named {name} below {folder}; there are: {known}")
    return files[0]


def read_costs(file: Path) -> Costs:
    """Read a map as costs: 1 for walkable cells, inf for others."""
    return np.where(ps.read(file).passable, 1.0, np.inf)


def read_queries(file: Path, count: int) -> list[Query]:
    """Return at most `count` queries spread evenly over the scenario file of a map.

    They come in a fixed shuffled order, so that a peer that runs out of time has seen short and long ones.
    """
    rows = ps.read_scenario(file.with_name(file.name + ".scen"))
    picked = np.unique(np.linspace(0, len(rows) - 1, min(count, len(rows))).round().astype(int))
    np.random.default_rng(1).shuffle(picked)
    chosen = (rows[i] for i in picked)
    return [
        Query(row.start, row.goal, row.length, row.tolerance + SUMMED * row.length, row.unreachable)
        for row in chosen
    ]
