"""Index files: loading restores what was saved, and wrong files are refused."""

from __future__ import annotations

import dataclasses
import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from tests.unit.indexes.worlds import GRID_KINDS, assert_exact, build_exact, random_grid

import pathstar as ps
from pathstar.indexes import files


class EditOnce:
    """Acts like another thread: edits a map right after the first fingerprint of its grid was made."""

    def __init__(self, world: ps.Map, patch: pytest.MonkeyPatch) -> None:
        self.world, self.fingerprint, self.edits = world, files.fingerprint, 0
        patch.setattr(files, "fingerprint", self)

    def __call__(self, space: ps.spaces.Space) -> str:
        made = self.fingerprint(space)
        if self.edits == 0:
            self.world.edit("passable", (30, 20), not self.world.passable[20, 30])
            self.edits = 1
        return made


@pytest.fixture(params=GRID_KINDS)
def saved(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[ps.Grid, Path]:
    grid = random_grid(7, 61, 47, 0.25)
    file = tmp_path / "field.pathindex"
    build_exact(grid, request.param).save(file)
    return grid, file


def test_what_is_loaded_answers_the_same(saved: tuple[ps.Grid, Path]) -> None:
    grid, file = saved
    places = np.random.default_rng(5).integers(0, (61, 47), (2, 300, 2))
    for verify in (True, False):
        again = ps.Grid(grid.walkable)
        assert_exact(again, ps.load_index(file, again, verify=verify), places[0], places[1])


def test_the_header_says_what_it_is(saved: tuple[ps.Grid, Path]) -> None:
    _, file = saved
    info = files.index_info(file)
    assert info.kind in GRID_KINDS
    assert info.version == ps.__version__
    assert info.traits == {"space": "Grid", "size": "61 x 47", "corner rule": "no_cut", "directions": "8"}
    assert info.size == file.stat().st_size
    assert all(offset % 64 == 0 for _, offset, _, _ in info.sections)


def test_a_saved_file_replaces_another_whole(saved: tuple[ps.Grid, Path]) -> None:
    grid, file = saved
    ps.load_index(file, grid).save(file)
    assert ps.load_index(file, grid)
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_other_grids_are_refused(saved: tuple[ps.Grid, Path]) -> None:
    grid, file = saved
    with pytest.raises(ps.IndexFileError, match="61 x 47"):
        ps.load_index(file, ps.Grid(np.ones((47, 60))))
    with pytest.raises(ps.IndexFileError, match="corner rule"):
        ps.load_index(file, ps.Grid(grid.walkable, moves=ps.Moves(corners="free")))
    with pytest.raises(ps.IndexFileError, match="directions is 8"):
        ps.load_index(file, ps.Grid(grid.walkable, moves=ps.Moves(directions=4)))
    with pytest.raises(ps.IndexFileError, match="cost is none; here the cost is enter"):
        ps.load_index(file, ps.Grid(grid.walkable, cost=np.ones(grid.shape)))
    with pytest.raises(ps.StaleError, match="step costs"):
        ps.load_index(file, ps.Grid(grid.walkable, moves=ps.Moves(straight=10, diagonal=14)))
    with pytest.raises(ps.SpaceError):
        ps.load_index(file, grid.walkable)


def test_an_edited_map_is_refused(saved: tuple[ps.Grid, Path]) -> None:
    grid, file = saved
    walkable = np.array(grid.walkable)
    walkable[20, 20] ^= True
    with pytest.raises(ps.StaleError, match="before an edit"):
        ps.load_index(file, ps.Grid(walkable))


def test_an_edit_while_it_is_loaded_is_noticed(
    saved: tuple[ps.Grid, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    grid, file = saved
    world = ps.Map(grid.walkable)
    EditOnce(world, monkeypatch)
    with pytest.raises(ps.StaleError, match="edited while its index was loaded"):
        ps.load_index(file, world.grid())


def test_an_edit_while_it_is_saved_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in ("jump-table", "subgoal"):
        world = ps.Map(random_grid(7, 61, 47, 0.25).walkable)
        index = ps.build_index(world.grid(), kind)
        with monkeypatch.context() as patch:
            EditOnce(world, patch)
            if kind == "subgoal":  # it does not follow edits
                with pytest.raises(ps.StaleError, match="cannot be saved"):
                    index.save(tmp_path / kind)
                continue
            index.save(tmp_path / kind)
        ends = np.random.default_rng(5).integers(0, (61, 47), (2, 100, 2))
        assert_exact(index.space, ps.load_index(tmp_path / kind, index.space), *ends)


@pytest.mark.parametrize("length", [0, 3, 16, 40, 64, 200, 1000, 5000, -4096])
def test_truncated_files_are_refused(saved: tuple[ps.Grid, Path], length: int) -> None:
    grid, file = saved
    data = file.read_bytes()
    file.write_bytes(data[:length])
    with pytest.raises(ps.IndexFileError, match=r"truncated|not an index"):
        ps.load_index(file, grid, verify=False)


def test_flipped_bytes_are_refused(saved: tuple[ps.Grid, Path], tmp_path: Path) -> None:
    grid, file = saved
    data = file.read_bytes()
    info = files.index_info(file)
    used = [*range(0, 900, 23), *(offset + size // 2 for _, offset, size, _ in info.sections if size)]
    for position in used:
        if position >= 64 and data[position : position + 1] == b"\0" and position < info.sections[0][1]:
            continue  # there is nothing between the header and the sections
        broken = tmp_path / "broken.pathindex"
        shutil.copy(file, broken)
        with broken.open("r+b") as out:
            out.seek(position)
            out.write(bytes([data[position] ^ 0x10]))
        with pytest.raises(ps.IndexFileError):
            ps.load_index(broken, grid)


def test_other_files_and_formats_are_refused(
    saved: tuple[ps.Grid, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    grid, file = saved
    other = file.parent / "notes.txt"
    other.write_text("no index at all, but longer than the lead of one, which has 64 bytes in all" * 2)
    with pytest.raises(ps.IndexFileError, match="not an index"):
        ps.load_index(other, grid)
    with pytest.raises(FileNotFoundError):
        ps.load_index(file.parent / "missing", grid)
    written = files.INDEX.format
    for oldest, newest in ((written + 1, written + 2), (written - 2, written - 1)):
        other_version = dataclasses.replace(files.INDEX, oldest=oldest, format=newest)
        monkeypatch.setattr(files, "INDEX", other_version)
        with pytest.raises(ps.IndexFileError, match=f"format {written}; .* {oldest} to {newest}"):
            ps.load_index(file, grid)


def a_forged_file(index: ps.Index, file: Path, name: str, change: Callable[[np.ndarray], None]) -> None:
    """Save an index with one section changed and the right checksums."""
    index.save(file)
    metadata, _ = files.INDEX.read_header(file)
    rows = metadata.pop("sections")
    arrays = {name: array.copy() for name, array in files.INDEX.map_sections(file, rows, verify=True)}
    change(arrays[name])
    files.INDEX.write(file, metadata, [*arrays.items()])


def dearer(section: np.ndarray) -> None:
    numbers = section.view(np.float64)
    numbers[np.flatnonzero(np.isfinite(numbers))[0]] += 1.0


def nearer(section: np.ndarray) -> None:
    numbers = section.view(np.uint32)
    numbers[np.flatnonzero((numbers > 0) & (numbers < 2**31))[0]] -= 1


ROADS = ps.Graph.from_edges([(i, i + k, float(k + i % 3)) for i in range(300) for k in (1, 7)])
FULL: dict[str, tuple[ps.Grid | ps.Graph, dict[str, object], str, Callable[[np.ndarray], None]]] = {
    "jump-table": (random_grid(7, 61, 47, 0.25), {}, "islands", nearer),
    "subgoal": (random_grid(7, 61, 47, 0.25), {}, "entries", nearer),
    "hub-labels": (random_grid(7, 61, 47, 0.25), {}, "entries", nearer),
    "contraction-hierarchies": (ROADS, {"max_bytes": 20_000}, "arcs", dearer),
    "landmarks": (ROADS, {"landmarks": 3, "selection": "avoid"}, "distances", nearer),
    "customizable": (ROADS, {}, "up", dearer),
    "hierarchy": (random_grid(7, 61, 47, 0.25), {"entrances": "all"}, "gate_costs", dearer),
}


@pytest.mark.parametrize("kind", ps.INDEXES)
def test_all_of_a_file_is_compared_if_asked_for(tmp_path: Path, kind: str) -> None:
    space, options, name, change = FULL[kind]
    index, file = ps.build_index(space, kind, **options), tmp_path / "field.pathindex"
    index.save(file)
    assert ps.load_index(file, space, verify="full").kind.name == kind
    a_forged_file(index, file, name, change)
    assert ps.load_index(file, space).kind.name == kind
    with pytest.raises(ps.IndexFileError, match="not the index that this pathstar builds"):
        ps.load_index(file, space, verify="full")


def test_no_other_ways_to_verify(saved: tuple[ps.Grid, Path]) -> None:
    grid, file = saved
    for wrong in (None, 1, "all", ["full"]):
        with pytest.raises(ps.OptionError, match="True, False or 'full'"):
            ps.load_index(file, grid, verify=wrong)


@pytest.mark.skipif(os.name == "nt", reason="only where files have modes")
def test_files_have_the_mode_that_the_umask_leaves(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        ps.build_index(ps.Grid([[1, 1]]), "subgoal").save(tmp_path / "field.pathindex")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "field.pathindex").stat().st_mode) == 0o640
