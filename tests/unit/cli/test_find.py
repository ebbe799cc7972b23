"""pathstar find, as its users run it."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import pathstar as ps
from pathstar.maps.examples import worked_example
from pathstar.viz.theme import THEMES, hex_of
from unit.cli.command import GUIDE, answer, pathstar, program


def test_the_worked_example(board: Path) -> None:
    done = pathstar("find", board, *GUIDE)
    assert done.returncode == 0
    assert done.stderr == ""
    lines = dict(line.split(maxsplit=1) for line in done.stdout.splitlines())
    assert lines["status"] == "found"
    assert lines["cost"] == "68"
    assert lines["places"] == "7"
    assert lines["guarantee"] == "at most 1.429 x the optimum"
    assert lines["algorithm"].startswith("astar, heuristic manhattan")
    assert "\x1b" not in done.stdout


def test_the_picture_in_a_pipe_is_plain(board: Path) -> None:
    done = pathstar("find", board, *GUIDE, "--show", "--visited", "--open-list", "heap")
    assert done.stdout.splitlines()[:5] == ["oo***oo", "o+*#o*o", "+A+#oBo", "o++#...", "ooo...."]
    assert "\x1b" not in done.stdout


def test_json(board: Path) -> None:
    found = answer(pathstar("find", board, "--json", *GUIDE))
    assert (found["status"], found["found"], found["cost"], found["places"]) == ("FOUND", True, 68, 7)
    assert (found["from"], found["to"]) == ([1, 2], [5, 2])
    assert found["points"][0] == [1, 2]
    assert len(found["points"]) == 7
    assert found["bound"] == pytest.approx(10 / 7)
    exact = answer(pathstar("find", board, "--json", "--from", "0,0", "--to", "(6, 4)"))
    assert exact["bound"] == 1
    assert exact["points"][-1] == [6, 4]


def test_no_path_is_status_1(tmp_path: Path) -> None:
    ps.write(ps.Map([[1, 0, 1]]), tmp_path / "split.csv")
    done = pathstar("find", tmp_path / "split.csv", "--from", "0,0", "--to", "2,0")
    assert done.returncode == 1
    assert done.stdout.splitlines()[0].split(maxsplit=1) == ["status", "no path"]
    found = answer(pathstar("find", tmp_path / "split.csv", "--from", "0,0", "--to", "2,0", "--json"))
    assert (found["status"], found["cost"], found["points"]) == ("NO_PATH", None, [])
    assert pathstar("find", tmp_path / "split.csv", "--from", "0,0", "--to", "1,0").returncode == 1
    assert pathstar("find", tmp_path / "split.csv", "--from", "0,0", "--to", "0,0").returncode == 0


def test_a_limit_is_no_path(board: Path) -> None:
    done = pathstar("find", board, "--max-expansions", 2, "--json")
    assert done.returncode == 1
    assert answer(done)["status"] == "LIMIT"


@pytest.mark.parametrize(
    ("options", "cost"),
    [
        ((), 3 + 2**0.5),
        (("--directions", 4), 5),
        (("--corners", "free"), 1 + 2 * 2**0.5),
        (("--straight", 2), 6 + 2 * 2**0.5),
        (("--diagonal", 1.25), 4.25),
        (("-a", "dijkstra"), 3 + 2**0.5),
        (("-a", "weighted-astar", "--weight", 1), 3 + 2**0.5),
        (("--legend", "#=yes"), 3),
        (("--legend", "#=1.5"), 3.5),
        (("--layout", "odd-r"), 4),
        (("--layout", "odd-r", "-a", "dijkstra"), 4),
        (("--projection", "isometric"), 3 + 2**0.5),
    ],
)
def test_options_reach_the_search(tmp_path: Path, options: tuple[object, ...], cost: float) -> None:
    (tmp_path / "a.txt").write_text("..#..\n.A#.B\n.....\n")
    assert answer(pathstar("find", tmp_path / "a.txt", "--json", *options))["cost"] == pytest.approx(cost)


def test_the_mean_cost_model(tmp_path: Path) -> None:
    ps.write(ps.Map(np.ones((1, 3)), cost=[[1, 5, 1]]), tmp_path / "hill.npy")
    for ends, model, cost in (("0,0 2,0", "enter", 6), ("0,0 1,0", "enter", 5), ("0,0 1,0", "mean", 3)):
        start, goal = ends.split()
        asked = ("--from", start, "--to", goal, "--cost-model", model, "--json")
        assert answer(pathstar("find", tmp_path / "hill.npy", *asked))["cost"] == cost


@pytest.fixture
def coast(tmp_path: Path) -> Path:
    """Return a file of a map with two kinds of units, and a door of one square."""
    legend = {0: ps.maps.Terrain("water", 3), 1: ps.maps.Terrain("land")}
    terrain = np.zeros((6, 9), np.uint8)
    terrain[:, 4] = 1
    walls = np.ones((6, 9))
    walls[1:, 6] = 0
    boat = ps.maps.CostModel(terrain={"water": 1, "land": float("inf")})
    map = ps.Map(
        walls, terrain=terrain, legend=legend, profiles={"boat": boat, "hover": ps.maps.CostModel(base=2)}
    )
    file = tmp_path / "coast.npz"
    ps.write(map, file)
    return file


@pytest.mark.parametrize(
    ("options", "cost"),
    [
        ((), 19.0),
        (("--profile", "hover"), 38.0),
        (("--profile", "hover", "--layout", "odd-r"), 38.0),
        (("--profile", "boat"), None),
        (("--size", 1), 19.0),
        (("--size", 2), None),
        (("--size", "r0.5"), 19.0),
        (("--size", "r0.6"), None),
    ],
)
def test_profiles_and_sizes(coast: Path, options: tuple[object, ...], cost: float | None) -> None:
    done = pathstar("find", coast, "--from", "0,0", "--to", "7,0", "--json", *options)
    found = json.loads(done.stdout)
    assert (found["cost"] if found["found"] else None) == cost
    assert done.returncode == (1 if cost is None else 0)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--profile", "boot"), "did you mean 'boat'"),
        (("--size", "big"), "'big' is not the size of a unit"),
        (("--size", "0"), "side is 0"),
        (("--size", "7"), "side is 7; allowed: a whole number from 1 to 6"),
        (("--size", "r3.5"), "radius is 3.5; allowed: a number above 0, at most 3"),
        (("--size", "2", "--layout", "odd-r"), "takes no --size"),
    ],
)
def test_wrong_profiles_and_sizes(coast: Path, options: tuple[object, ...], message: str) -> None:
    done = pathstar("find", coast, "--from", "0,0", "--to", "7,0", *options)
    assert done.returncode == 2
    assert message in done.stderr


def test_a_png(board: Path, tmp_path: Path) -> None:
    done = pathstar("find", board, *GUIDE, "--visited", "-o", "route.png", cwd=tmp_path)
    assert done.returncode == 0
    assert f"picture     {(tmp_path / 'route.png').resolve()}" in done.stdout
    with Image.open(tmp_path / "route.png") as image:
        picture = np.asarray(image.convert("RGB"))
    assert tuple(picture[172, 98]) == THEMES["light"].start
    assert tuple(picture[44, 236]) == THEMES["light"].path
    assert tuple(picture[172, 236]) == THEMES["light"].wall


def test_an_svg_in_the_dark(board: Path, tmp_path: Path) -> None:
    assert pathstar("find", board, "-o", tmp_path / "route.svg", "--theme", "dark", "--json").returncode == 0
    assert hex_of(THEMES["dark"].path) in (tmp_path / "route.svg").read_text(encoding="utf-8")
    assert ET.parse(tmp_path / "route.svg").getroot().tag.endswith("svg")


def test_the_path_in_files(board: Path, tmp_path: Path) -> None:
    points = answer(pathstar("find", board, "--json", "-o", tmp_path / "route.csv"))["points"]
    rows = (tmp_path / "route.csv").read_text(encoding="utf-8").splitlines()
    assert rows == ["x,y", *(f"{x},{y}" for x, y in points)]
    done = pathstar("find", board, "-o", tmp_path / "route.json")
    assert "file " in done.stdout
    assert json.loads((tmp_path / "route.json").read_text(encoding="utf-8"))["points"] == points


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nowhere.map",), "nowhere.map: No such file or directory"),
        (("board.txt", "--from", "9,9"), "place (9, 9) lies outside the map"),
        (("board.txt", "--from", "-1,2"), "place (-1, 2) lies outside"),
        (("board.txt", "--from", "1"), "'1' is not a place; write X,Y"),
        (("board.txt", "--to", "1,2,3"), "'1,2,3' is not a place"),
        (("board.txt", "--to", "1.5,2"), "'1.5,2' is not a place"),
        (("bare.txt", "--to", "0,0"), "give --from X,Y: the map has no mark 'start'"),
        (("board.txt", "-a", "dikstra"), "did you mean 'dijkstra'"),
        (("board.txt", "--heuristic", "octil"), "did you mean 'octile'"),
        (("board.txt", "--layout", "odd"), "did you mean 'odd-r'"),
        (("board.txt", "--layout", "odd-r", "--directions", "4"), "takes no --directions"),
        (("board.txt", "--layout", "odd-r", "-a", "jps"), "jps needs a grid of squares"),
        (("board.txt", "--projection", "isometrical"), "did you mean 'isometric'"),
        (("board.txt", "--projection", "isometric", "--layout", "odd-r"), "makes hexagons"),
        (("board.txt", "--corners", "nocut"), "did you mean 'no_cut'"),
        (("board.txt", "--directions", "6"), "directions is 6; allowed: 4, 8"),
        (("board.txt", "--directions", "x"), "--directions"),
        (("board.txt", "--straight", "0"), "straight is 0.0"),
        (("board.txt", "--diagonal", "nan"), "diagonal is nan"),
        (("board.txt", "--cost-model", "men"), "did you mean 'mean'"),
        (("board.txt", "--open-list", "hep"), "did you mean 'heap'"),
        (("board.txt", "--ties", "lats"), "did you mean 'last'"),
        (("board.txt", "--ties", "last", "--open-list", "bucket"), "needs heap, sorted or unsorted"),
        (("board.txt", "--weight", "-1"), "weight is -1.0"),
        (("board.txt", "--weight", "2", "-a", "bfs"), "takes no weight"),
        (("board.txt", "--max-expansions", "0"), "max_expansions is 0"),
        (("board.txt", "-o", "route.gif"), "unknown output format '.gif'"),
        (("board.txt", "-o", "no/route.png"), "no/route.png: No such file or directory"),
        (("board.txt", "-o", "route.svg", "--theme", "drak"), "did you mean 'dark'"),
        (("board.txt", "--read", "threshold=3"), "unknown option for a text with a legend 'threshold'"),
        (("board.txt", "--read", "threshold"), "--read 'threshold' is not NAME=VALUE"),
        (("board.txt", "--legend", "ab=2"), "'ab'"),
        (("board.txt", "--legend", "a"), "'a' is not an entry of a legend"),
        (("board.txt", "--legend", "a=perhaps"), "not an entry of a legend"),
        (("broken.map",), "broken.map, line 2"),
        (("board.doc",), "unknown file format '.doc'"),
        (("folder.map",), "folder.map is a folder"),
        (("board.txt", "--bogus"), "--bogus"),
        ((), "Missing argument"),
    ],
)
def test_bad_input_is_one_line_and_status_2(tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    ps.write(worked_example(), tmp_path / "board.txt")
    (tmp_path / "folder.map").mkdir()
    (tmp_path / "bare.txt").write_text("..\n..\n")
    (tmp_path / "broken.map").write_text("type octile\nheight x\n")
    done = pathstar("find", *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert message in done.stderr
    assert done.stderr.startswith("pathstar: ")
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr


def test_as_a_program(board: Path) -> None:
    done = program("find", board, "--show")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[2][:2] == ".A"
    assert answer(program("find", board, "--json"))["found"] is True
    (board.parent / "split.txt").write_text("A#B\n")
    assert program("find", "split.txt", cwd=board.parent).returncode == 1
    wrong = program("find", board, "--to", "99,0")
    assert (wrong.returncode, wrong.stdout, wrong.stderr.count("\n")) == (2, "", 1)
    assert wrong.stderr.startswith("pathstar: place (99, 0) lies outside")


def test_the_nearest_of_several_places(tmp_path: Path) -> None:
    file = tmp_path / "row.txt"
    ps.write(ps.Map(np.ones((1, 9))), file)
    done = pathstar("find", file, "--from", "3,0", "--nearest", "8,0", "--nearest", "1,0")
    lines = dict(line.split(maxsplit=1) for line in done.stdout.splitlines())
    assert lines["cost"] == "2"
    assert lines["goal"] == "of the targets (2), (1, 0) costs least to reach"
    found = answer(pathstar("find", file, "--json", "--from", "3,0", "--to", "8,0", "--within", "2"))
    assert (found["to"], found["cost"]) == ([6, 0], 3)
    wrong = pathstar("find", file, "--from", "3,0", "--to", "8,0", "--nearest", "1,0")
    assert wrong.returncode == 2
    assert "leave out --to" in wrong.stderr


def test_limits(tmp_path: Path) -> None:
    file = tmp_path / "row.txt"
    ps.write(ps.Map(np.ones((1, 9))), file)
    cut = pathstar("find", file, "--from", "0,0", "--to", "8,0", "--max-cost", "3")
    assert cut.returncode == 1
    expansions = ("--max-expansions", "4", "--algorithm", "astar")
    part = answer(pathstar("find", file, "--json", "--from", "0,0", "--to", "8,0", "--partial", *expansions))
    assert (part["found"], part["status"], part["cost"], part["points"][-1]) == (False, "LIMIT", 3, [3, 0])
    assert part["bound"] is None
    assert pathstar("find", file, "--from", "0,0", "--to", "8,0", "--max-seconds", "60").returncode == 0
