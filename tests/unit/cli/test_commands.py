"""compare, inspect, convert and generate, as their users run them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pathstar as ps
from pathstar.maps.examples import worked_example
from pathstar.maps.generate import GENERATORS
from unit.cli.command import answer, pathstar, program


def test_compare(board: Path) -> None:
    rows = answer(pathstar("compare", board, "--json"))
    usual = [
        name
        for name, row in ps.ALGORITHMS.items()
        if row.most_expansions is None
        and not row.any_angle
        and row.unsupported_reason(ps.Grid([[1]])) is None
    ]
    assert [row["algorithm"] for row in rows] == usual
    by_name = {row["algorithm"]: row for row in rows}
    assert by_name["astar"]["cost"] == by_name["dijkstra"]["cost"]
    assert by_name["astar"]["expanded"] <= by_name["dijkstra"]["expanded"]
    assert (by_name["astar"]["bound"], by_name["greedy"]["bound"]) == (1, None)
    assert all(row["seconds"] > 0 for row in rows)
    done = pathstar("compare", board, "-a", "astar", "-a", "bfs", "--runs", 1)
    assert done.returncode == 0
    lines = [line.split() for line in done.stdout.splitlines()]
    assert lines[0] == ["algorithm", "cost", "places", "expanded", "generated", "time", "guarantee"]
    assert [line[0] for line in lines[2:]] == ["astar", "bfs"]
    assert lines[2][-1] == "optimal"


def test_compare_without_a_path(tmp_path: Path) -> None:
    ps.write(ps.Map([[1, 0, 1]]), tmp_path / "a.csv")
    done = pathstar("compare", tmp_path / "a.csv", "--from", "0,0", "--to", "2,0")
    assert done.returncode == 1
    assert done.stdout.count("no path") == sum(
        row.most_expansions is None and not row.any_angle and row.unsupported_reason(ps.Grid([[1]])) is None
        for row in ps.ALGORITHMS.values()
    )


def test_inspect_a_plain_map(tmp_path: Path) -> None:
    ps.write(ps.Map([[1, 0, 1, 1], [1, 0, 1, 1]]), tmp_path / "a.npy")
    found = answer(pathstar("inspect", tmp_path / "a.npy", "--json"))
    assert found["format"] == "NumPy array"
    assert (found["width"], found["height"], found["walkable"], found["share"]) == (4, 2, 6, 0.75)
    assert (found["areas"], found["largest_area"], found["cost"]) == (2, 4, None)
    assert [(kind["name"], kind["cells"]) for kind in found["kinds"]] == [("walkable", 6), ("blocked", 2)]


def test_inspect_terrain(tmp_path: Path) -> None:
    land = GENERATORS["terrain"](60, 40, seed=3)
    ps.write(land, tmp_path / "land.npz")
    found = answer(pathstar("inspect", tmp_path / "land.npz", "--json"))
    assert sum(kind["cells"] for kind in found["kinds"]) == 60 * 40
    kinds = {kind["name"]: kind for kind in found["kinds"]}
    assert kinds["water"]["walkable"] is False
    assert kinds["forest"]["cost"] == 2
    assert kinds["grass"]["cells"] == int((land.terrain == 2).sum())
    assert found["cost"] == {"lowest": 1.0, "highest": 3.0}
    text = pathstar("inspect", tmp_path / "land.npz").stdout
    assert "60 x 40, 2,400 cells" in text
    assert "1 to 3" in text
    assert "\x1b" not in text


def test_inspect_moves_decide_what_is_connected(tmp_path: Path) -> None:
    ps.write(ps.Map([[1, 0], [0, 1]]), tmp_path / "a.csv")
    areas = [
        answer(pathstar("inspect", tmp_path / "a.csv", "--json", *options))["areas"]
        for options in ((), ("--corners", "free"), ("--directions", "4"))
    ]
    assert areas == [2, 1, 2]


def test_inspect_marks_and_nothing_walkable(board: Path, tmp_path: Path) -> None:
    assert answer(pathstar("inspect", board, "--json"))["marks"] == {"start": [1, 2], "goal": [5, 2]}
    assert "start (1, 2), goal (5, 2)" in pathstar("inspect", board).stdout
    (tmp_path / "wall.txt").write_text("##\n")
    found = answer(pathstar("inspect", tmp_path / "wall.txt", "--json"))
    assert (found["areas"], found["largest_area"], found["share"]) == (0, 0, 0)


@pytest.mark.parametrize("suffix", [".map", ".txt", ".npz", ".npy", ".csv", ".png", ".pgm"])
def test_convert_there_and_back(board: Path, tmp_path: Path, suffix: str) -> None:
    target, back = tmp_path / f"there{suffix}", tmp_path / "back.npy"
    done = pathstar("convert", board, target)
    assert (done.returncode, done.stderr) == (0, "")
    assert "7 x 5" in done.stdout
    assert answer(pathstar("convert", target, back, "--json"))["width"] == 7
    assert (ps.read(back).passable == worked_example().passable).all()


def test_convert_with_options(tmp_path: Path) -> None:
    from PIL import Image

    Image.fromarray(np.array([[10, 90, 200]], np.uint8)).save(tmp_path / "a.png")
    for threshold, row in ((50, [[False, True, True]]), (128, [[False, False, True]])):
        done = pathstar("convert", tmp_path / "a.png", tmp_path / "a.npy", "--threshold", threshold)
        assert done.returncode == 0

        assert ps.read(tmp_path / "a.npy").passable.tolist() == row
    (tmp_path / "b.txt").write_text("w.\n")
    assert pathstar("convert", tmp_path / "b.txt", tmp_path / "b.csv", "--legend", "w=2.5").returncode == 0
    assert (tmp_path / "b.csv").read_text(encoding="utf-8").strip() == "2.5,1"
    done = pathstar("convert", tmp_path / "b.csv", tmp_path / "b.map")
    assert done.returncode == 2
    assert "cannot hold the costs" in done.stderr
    assert not (tmp_path / "b.map").exists()
    assert pathstar("convert", tmp_path / "b.csv", tmp_path / "b.map", "--lossy").returncode == 0


def test_generate_is_the_same_everywhere(tmp_path: Path) -> None:
    for kind in GENERATORS:
        file = tmp_path / f"{kind}.npz"
        done = pathstar("generate", kind, "--size", "40x30", "--seed", 5, "-o", file)
        assert (done.returncode, done.stderr) == (0, ""), kind
        assert ps.read(file) == GENERATORS[kind](40, 30, seed=5)


OTHER = {"density": 0.2, "rounds": 2, "braid": 0.5, "corridor": 2, "room": 8, "doors": 0.9, "door": 2}
OTHER |= {"block": 12, "street": 2, "scale": 9.5, "octaves": 2, "water": 0.5, "rock": 0.3}


@pytest.mark.parametrize("kind", GENERATORS)
def test_every_option_of_the_generators_is_there(kind: str, tmp_path: Path) -> None:
    row, file = GENERATORS[kind], tmp_path / "a.npz"
    (line,) = [
        line.split()
        for line in pathstar("generate", "--help").stdout.splitlines()
        if line.split()[:1] == [kind]
    ]
    assert line[1:] == [word for name, value in row.options.items() for word in (f"--{name}", str(value))]
    for name in row.options:
        done = pathstar("generate", kind, "--size", "40x30", f"--{name}", OTHER[name], "-o", file)
        assert done.returncode == 0, (name, done.stderr)
        assert ps.read(file) == row(40, 30, seed=0, **{name: OTHER[name]})


def test_generate_draws_where_there_is_no_file() -> None:
    done = pathstar("generate", "maze", "--size", "11x7", "--seed", 1)
    lines = done.stdout.splitlines()
    expected = ps.Map(GENERATORS["maze"](11, 7, seed=1).passable)
    assert [[sign == "." for sign in line] for line in lines[:7]] == expected.passable.tolist()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("compare", "board.txt", "-a", "greedi"), "did you mean 'greedy'"),
        (("compare", "board.txt", "--runs", "0"), "--runs"),
        (("compare", "board.txt", "--to", "70,0"), "lies outside"),
        (("inspect", "none.map"), "none.map: No such file"),
        (("convert", "board.txt", "board.xyz"), "unknown file format '.xyz'"),
        (("convert", "board.txt"), "Missing argument"),
        (("convert", "board.txt", "a.map", "--threshold", "3"), "unknown option"),
        (("convert", "board.txt", "no/a.map"), "No such file or directory"),
        (("generate", "maz"), "did you mean 'maze'"),
        (("generate", "maze", "--size", "0x5"), "width is 0"),
        (("generate", "maze", "--size", "5"), "'5' is not a size; write WxH"),
        (("generate", "maze", "--seed", "-1"), "seed is -1"),
        (("generate", "maze", "--density", "0.5"), "unknown option of the generator 'maze' 'density'"),
        (("generate", "random", "--density", "2"), "density is 2"),
        (("generate", "random", "--density"), "'--density' is not an option"),
        (("generate", "random", "more"), "'more' is not an option"),
        (("generate", "random", "--size", "900000x900000"), "limit"),
        (("generate", "maze", "-o", "a.xyz"), "unknown file format '.xyz'"),
        (
            ("generate", "terrain", "-o", "a.map"),
            "cannot hold the costs of this map; write .npz, which holds all, or allow the loss with --lossy",
        ),
        (("generate", "random", "--width", "5"), "unknown option of the generator 'random' 'width'"),
        (
            ("inspect", "board.txt", "--read", "file=yes"),
            "--read 'file=yes': the command itself says what file",
        ),
        (("convert", "board.txt", "a.map", "--write", "lossy=yes"), "the command itself says what lossy is"),
        (("convert", "board.txt", "a.map", "--write", "map=3"), "the command itself says what map is"),
        (
            ("convert", "board.txt", "a.obj", "--write", "values=costs"),
            "--write is for maps of cells; a.obj is",
        ),
    ],
)
def test_bad_input_is_one_line_and_status_2(board: Path, arguments: tuple[str, ...], message: str) -> None:
    done = pathstar(*arguments, cwd=board.parent)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_as_programs(board: Path) -> None:
    folder = board.parent
    for arguments in (
        ("compare", board),
        ("inspect", board),
        ("convert", board, folder / "board.map"),
        ("generate", "city", "--size", "30x20"),
    ):
        done = program(*arguments)
        assert (done.returncode, done.stderr) == (0, "")
        assert "\x1b" not in done.stdout
        wrong = program(*arguments, "--bogus")
        assert (wrong.returncode, wrong.stdout, wrong.stderr.count("\n")) == (2, "", 1)
