"""The table, and reading and writing through it."""

from __future__ import annotations

import io
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sampling import examples

from pathstar.errors import MapFormatError, OptionError, PathstarError
from pathstar.io.formats import FORMATS, read, read_scenario, write, write_scenario
from pathstar.io.scenario import Query
from pathstar.maps.examples import worked_example
from pathstar.maps.map import Map
from unit.io.helpers import parse

# Pillow may be missing, and has separate tests
PLAIN = [".map", ".txt", ".npz", ".npy", ".csv"]
STARTS = [
    b"",
    b"type octile\nheight 2\nwidth 3\nmap\n",
    b"type octile\nheight ",
    b"...\n.A.\n\n",
    b"...\n\nf forest ",
    b"1,0\n2,",
    b"\x93NUMPY\x01\x00",
    b"\x93NUMPY\x01\x00\x76\x00{'descr': '<f8', 'fortran_order': False, 'shape': (2, 1), }",
    b"PK\x03\x04",
]


@pytest.mark.parametrize("suffix", PLAIN)
def test_paths(suffix, tmp_path):
    for file in (tmp_path / f"board{suffix}", str(tmp_path / f"BOARD 2{suffix.upper()}")):
        write(worked_example(), file)
        map = read(file)
        np.testing.assert_array_equal(map.passable, worked_example().passable)
        assert map.name == (worked_example().name if suffix == ".npz" else Path(file).stem)


@pytest.mark.parametrize("suffix", PLAIN)
def test_open_files(suffix, tmp_path):
    with (tmp_path / f"board{suffix}").open("w+b") as file:
        write(worked_example(), file)
        file.seek(0)
        np.testing.assert_array_equal(read(file).passable, worked_example().passable)
        file.seek(0)
        assert read(file, format=suffix[1:].upper()).shape == (5, 7)


def test_the_table():
    assert set(PLAIN) < set(FORMATS)
    assert {".png", ".jpg", ".gif", ".bmp", ".tif", ".pgm", ".ppm", ".webp"} < set(FORMATS)
    for suffix, row in FORMATS.items():
        assert suffix.startswith(".")
        assert row.name
        assert row.holds
    assert FORMATS[".csv"].read_options == {"values": "auto", "delimiter": None}
    assert FORMATS[".png"].write_options == {"legend": None, "lossy": False}


def test_what_is_missing_or_no_file(tmp_path):
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "none.map")
    with pytest.raises(FileNotFoundError):
        read_scenario(tmp_path / "none.scen")
    (tmp_path / "folder.map").mkdir()
    with pytest.raises(OptionError, match="is a folder"):
        read(tmp_path / "folder.map")
    with pytest.raises(OptionError, match="opened in binary mode"):
        read(io.StringIO("..."), format="txt")
    with pytest.raises(OptionError, match="must be a path"):
        read(7, format="txt")


@pytest.mark.parametrize(
    ("file", "options", "words"),
    [
        ("arena.mpa", {}, r"unknown file format '.mpa'; did you mean '.map'\? Allowed: .map, .txt"),
        ("arena", {}, "'arena' has no suffix that says its format. Allowed: .map, .txt"),
        ("", {}, "the file has no name that says its format"),
        (None, {}, "file is None; it must be a path or a file opened in binary mode"),
        (7, {}, "file is 7; it must be a path"),
        (io.BytesIO(), {}, "the file has no name that says its format"),
        (Path(__file__).parent, {}, "is a folder; name a file in it"),
        ("arena.map", {"format": "texd"}, "did you mean '.txt'"),
        ("arena.map.scen", {}, "use read_scenario"),
        ("arena.obj", {}, "a .obj file holds a mesh, not a map; use NavMesh.read"),
        ("arena.map", {"treshold": 3}, "unknown option for a MovingAI map 'treshold'"),
        ("arena.png", {"treshold": 3}, "did you mean 'threshold'"),
        ("arena.map", {"cell_limit": 0}, "cell_limit is 0"),
        ("arena.map", {"cell_limit": 1e6}, "cell_limit is 1000000.0"),
        ("arena.map", {"cell_limit": True}, "cell_limit is True"),
    ],
)
def test_bad_names_and_options(file, options, words):
    with pytest.raises(OptionError, match=words):
        read(file, **options)


def test_bad_arguments_for_writing(tmp_path):
    with pytest.raises(OptionError, match="use write_scenario"):
        write(worked_example(), tmp_path / "a.scen")
    with pytest.raises(OptionError, match="takes a Map"):
        write(np.ones((2, 2)), tmp_path / "a.map")
    with pytest.raises(OptionError, match=r"write takes a Map, not 'a\.map'"):
        write("a.map", worked_example())
    with pytest.raises(OptionError, match=r"unknown option for a NumPy archive 'values'"):
        write(worked_example(), tmp_path / "a.npz", values="auto")


def test_a_refusal_leaves_the_old_file(tmp_path):
    file = tmp_path / "a.map"
    write(worked_example(), file)
    before = file.read_bytes()
    with pytest.raises(OptionError):
        write(Map([[1]], cost=[[2]]), file)
    assert file.read_bytes() == before


def test_errors_name_the_file(tmp_path):
    file = tmp_path / "bad.map"
    file.write_bytes(b"nonsense")
    with pytest.raises(MapFormatError) as caught:
        read(file)
    assert caught.value.file == str(file)
    assert str(caught.value).startswith(f"{file}, line 1, column 1: found 'nonsense', expected")
    with pytest.raises(MapFormatError, match=r"^the file, line 1"):
        parse(b"nonsense", "map")


def test_scenarios_by_path(tmp_path):
    queries = [Query(0, "a.map", 3, 3, (0, 0), (1, 1), 1.41421356)]
    write_scenario(queries, tmp_path / "a.map.scen")
    assert read_scenario(str(tmp_path / "a.map.scen")) == queries


@pytest.mark.parametrize("suffix", PLAIN)
@given(st.sampled_from(STARTS), st.binary(max_size=60) | st.text("019.,;-#ABefinst \n\r").map(str.encode))
@settings(max_examples=examples(200))
def test_any_bytes_make_a_map_or_an_error_of_ours(suffix, start, end):
    try:
        map = parse(start + end, suffix, cell_limit=10_000)
    except PathstarError:
        return
    assert 0 < map.size <= 10_000


@pytest.mark.parametrize("suffix", PLAIN)
@given(st.data())
def test_any_damage_makes_another_map_or_an_error_of_ours(suffix, data):
    file = io.BytesIO()
    write(worked_example(), file, format=suffix)
    damaged = bytearray(file.getvalue())
    for _ in range(data.draw(st.integers(1, 3))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    if data.draw(st.booleans()):
        del damaged[data.draw(st.integers(0, len(damaged))) :]
    with suppress(PathstarError):
        parse(bytes(damaged), suffix, cell_limit=10_000)


class StoppedError(Exception):
    """Raised by a caller to stop a call."""


def large() -> Map:
    """Return a map whose files are longer than one read."""
    return Map(np.random.default_rng(1).random((1300, 1300)) < 0.7)


@pytest.mark.parametrize("suffix", [*PLAIN, ".png"])
def test_progress_goes_up_to_the_end(suffix, tmp_path):
    file = tmp_path / f"board{suffix}"
    write(large(), file)
    parts: list[float] = []
    map = read(file, progress=parts.append)
    np.testing.assert_array_equal(map.passable, large().passable)
    assert parts == sorted(parts)
    assert parts[-1] == 1.0
    with file.open("rb") as stream:
        np.testing.assert_array_equal(read(stream, progress=parts.append).passable, large().passable)


def test_progress_tells_of_parts_of_a_long_file(tmp_path):
    write(large(), tmp_path / "board.csv")
    parts: list[float] = []
    read(tmp_path / "board.csv", progress=parts.append)
    assert 0.0 < parts[0] < 0.5


@pytest.mark.parametrize("suffix", [*PLAIN, ".png"])
def test_what_progress_raises_stops_a_read(suffix, tmp_path):
    write(worked_example(), tmp_path / f"board{suffix}")

    def stop(part: float) -> None:
        raise StoppedError

    with pytest.raises(StoppedError):
        read(tmp_path / f"board{suffix}", progress=stop)


class Pipe(io.RawIOBase):
    """A stream without a known length."""

    def __init__(self, data: bytes) -> None:
        self.data = io.BytesIO(data)

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        return self.data.read(size)


def test_progress_of_a_stream_without_a_length_tells_of_its_end():
    parts: list[float] = []
    map = read(Pipe(b"A.#\n..B\n"), format="txt", progress=parts.append)
    assert map.width == 3
    assert parts == [1.0]


def test_a_file_that_takes_text_is_refused():
    for text in (io.StringIO(), io.TextIOWrapper(io.BytesIO())):
        with pytest.raises(OptionError, match="a path or a file opened in binary mode"):
            write(Map([[1]]), text, format="csv")


def test_limits_may_be_small_numbers_of_numpy(tmp_path):
    write_scenario([], tmp_path / "none.scen")
    assert read_scenario(tmp_path / "none.scen", query_limit=np.int8(3)) == []
