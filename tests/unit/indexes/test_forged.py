"""Changed files with right checksums: they are refused, or loaded without any harm."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.unit.indexes.forged import WORLDS
from tests.unit.indexes.worlds import random_grid

import pathstar as ps
from pathstar.indexes import files

ROOT = Path(__file__).resolve().parents[3]
COUNT = 150
DRAFTS = tuple(f"checkpoint: {name}" for name, row in ps.INDEXES.items() if row.resumes)


@pytest.mark.parametrize("world", [*WORLDS, *DRAFTS])
def test_forged_files_are_refused_or_harmless(world: str) -> None:
    searched = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    alike = ["-S"] if sys.flags.no_site else []
    ended = subprocess.run(
        [sys.executable, *alike, "-m", "tests.unit.indexes.forged", world, "1", str(COUNT)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": searched},
        capture_output=True,
        text=True,
        check=False,
    )
    said = ended.stdout.split("\n")
    assert ended.returncode == 0, f"after {said[-2:]}: {ended.returncode}\n{ended.stderr[-4000:]}"
    refused, loaded = map(int, said[-2].split())
    assert refused + loaded == COUNT
    assert min(refused, loaded) >= COUNT // 20, (
        f"{refused} refused and {loaded} loaded: one of them was not tried"
    )


def test_every_kind_is_forged() -> None:
    assert {kind for kind, _ in WORLDS.values()} == set(ps.INDEXES)


def with_section(index: ps.Index, name: str, section: np.ndarray) -> ps.Index:
    """Return an index with other content in one section."""
    sections = {**dict(index.core.sections()), name: section}
    return files.index_of_sections(index.space, index.kind, [*sections.items()])


@pytest.mark.parametrize("power", [-1000, -30, *range(0, 64, 3), 1023])
def test_searches_end_whatever_unit_landmarks_have(power: int) -> None:
    ring = [(i, (i + 1) % 150, 1.0 + i % 5) for i in range(150)]
    roads = ps.Graph.from_edges([*ring, *((i, (7 * i + 3) % 150, 6.0 + i % 4) for i in range(150))])
    index = ps.build_index(roads, "landmarks", landmarks=3)
    scale = dict(index.core.sections())["scale"].copy()
    scale[:8].view(np.float64)[0] = 2.0**power
    forged = with_section(index, "scale", scale)
    for weight in (None, 5.0):
        algorithm = "astar" if weight is None else "weighted-astar"
        planner = ps.Planner(roads, algorithm, weight=weight, index=forged)
        paths = [planner.find(start, (7 * start + 50) % 150) for start in range(30)]
        assert all(paths)
        assert all(ps.check_path(roads, path) for path in paths)


@pytest.mark.parametrize("cost", [-1.0, np.nan, 1e4, 1e300])
def test_gates_cost_no_more_than_any_path(cost: float) -> None:
    index = ps.build_index(random_grid(7, 61, 47, 0.25), "hierarchy")
    costs = dict(index.core.sections())["gate_costs"].copy()
    costs.view(np.float64)[-2] = cost
    with pytest.raises(ps.IndexFileError, match="gate_costs"):
        with_section(index, "gate_costs", costs)


# Wrong values in a header, by key.
WRONG_HEADERS: tuple[tuple[str, object], ...] = (
    ("kind", None),
    ("kind", ["subgoal"]),
    ("kind", "no such kind"),
    ("pathstar", 0.1),
    ("fingerprint", {}),
    ("fingerprint", 3),
    ("traits", None),
    ("traits", []),
    ("traits", {"size": 3}),
    ("traits", {"size": {}}),
    ("traits", {}),
)


@pytest.fixture
def saved(tmp_path: Path) -> tuple[ps.Grid, Path]:
    grid, file = random_grid(3, 30, 20, 0.2), tmp_path / "field.pathindex"
    ps.build_index(grid, "subgoal").save(file)
    return grid, file


def test_forged_headers_are_refused(saved: tuple[ps.Grid, Path]) -> None:
    grid, file = saved
    metadata, _ = files.INDEX.read_header(file)
    rows = metadata.pop("sections")
    arrays = [(name, array.copy()) for name, array in files.INDEX.map_sections(file, rows, verify=True)]
    for key, value in WRONG_HEADERS:
        files.INDEX.write(file, {**metadata, key: value}, arrays)
        with pytest.raises(ps.IndexFileError):
            ps.load_index(file, grid)
    for key in metadata:
        files.INDEX.write(file, {name: value for name, value in metadata.items() if name != key}, arrays)
        with pytest.raises(ps.IndexFileError):
            ps.load_index(file, grid)


def _with_header(file: Path, header: bytes) -> None:
    """Write a file of one page with this header and the right checksum."""
    import hashlib

    from pathstar.indexes import container

    digest = hashlib.blake2b(header, digest_size=32).digest()
    lead = container._LEAD.pack(files.INDEX.magic, files.INDEX.format, container._ORDER, len(header), digest)
    file.write_bytes((lead + header).ljust(8192, b"\0"))


@pytest.mark.parametrize(
    "header",
    [
        b"",
        b"[]",
        b"3",
        b"\xff\xfe",
        b"[" * 100_000,
        b"1" * 5_000,
        b'{"sections": []}',
        *(
            b'{"kind": "subgoal", "pathstar": "0", "fingerprint": "0", "traits": {}, "sections": %s}'
            % sections
            for sections in (
                b"{}",
                b'"rows"',
                b"[3]",
                b"[[]]",
                b'[["rows", 0, 8]]',
                b'[["rows", 4096, 8, 7]]',
                b'[[1, 4096, 8, "x"]]',
                b'[["rows", "4096", 8, "x"]]',
                b'[["rows", 4096.0, 8, "x"]]',
                b'[["rows", true, 8, "x"]]',
                b'[["rows", -4096, 8, "x"]]',
                b'[["rows", 4096, -8, "x"]]',
                b'[["rows", 4100, 8, "x"]]',
                b'[["rows", 4096, 1e400, "x"]]',
                b'[["rows", 4096, 99999999999999999999999, "x"]]',
                b'[["rows", 99999999999999999999999, 8, "x"]]',
            )
        ),
    ],
)
@pytest.mark.parametrize("verify", [True, False])
def test_headers_of_no_sense_are_refused(tmp_path: Path, header: bytes, verify: bool) -> None:
    file = tmp_path / "forged.pathindex"
    _with_header(file, header)
    with pytest.raises(ps.IndexFileError):
        ps.load_index(file, random_grid(3, 30, 20, 0.2), verify=verify)
    with pytest.raises(ps.IndexFileError):
        files.index_info(file)


@pytest.mark.parametrize("kind", ps.INDEXES)
def test_a_file_of_one_kind_is_none_of_another(tmp_path: Path, kind: str) -> None:
    graph = ps.INDEXES[kind].unsupported_reason(ps.Grid([[1]])) is not None
    space = ps.Graph.from_edges([(1, 2, 1.0), (2, 3, 1.0)]) if graph else random_grid(3, 30, 20, 0.2)
    file = tmp_path / "kind.pathindex"
    ps.build_index(space, kind).save(file)
    metadata, _ = files.INDEX.read_header(file)
    rows = metadata.pop("sections")
    arrays = [(name, array.copy()) for name, array in files.INDEX.map_sections(file, rows, verify=True)]
    for other in set(ps.INDEXES) - {kind}:
        files.INDEX.write(file, {**metadata, "kind": other}, arrays)
        with pytest.raises(ps.IndexFileError):
            ps.load_index(file, space)


def nothing_to_index() -> list[tuple[str, ps.Grid | ps.Graph]]:
    """Return, for each kind of index, spaces that leave sections empty."""
    grids = [ps.Grid(np.ones((h, w))) for h, w in ((1, 1), (1, 40), (7, 9), (64, 64))]
    grids += [ps.Grid(np.zeros((3, 4))), ps.Grid(np.ones((6, 6)), moves=ps.Moves(directions=4))]
    graphs = [ps.Graph([0], [], []), ps.Graph([0, 0], [], []), ps.Graph([0, 0, 0], [], [])]
    graphs += [
        ps.Graph.from_edges([("a", "b", 1.0)]),
        ps.Graph.from_edges([("a", "b", 0.0), ("b", "a", 0.0)]),
    ]
    return [
        (kind, space)
        for kind, row in ps.INDEXES.items()
        for space in [*grids, *graphs]
        if row.unsupported_reason(space) is None
    ]


@pytest.mark.parametrize(("kind", "space"), nothing_to_index())
def test_empty_sections_are_read_back(tmp_path: Path, kind: str, space: ps.Grid | ps.Graph) -> None:
    import pickle

    file = tmp_path / "empty.pathindex"
    index = ps.build_index(space, kind)
    index.save(file)
    for verify in (True, False):
        loaded = ps.load_index(file, space, verify=verify)
        assert [array.tobytes() for _, array in loaded.core.sections()] == [
            array.tobytes() for _, array in index.core.sections()
        ]
    assert pickle.loads(pickle.dumps(index)).kind.name == kind
