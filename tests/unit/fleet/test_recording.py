"""Recordings of plans, worlds and crowds, and the files made from them."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pathstar as ps
from pathstar.fleet import Crowd, Recording, World, record
from pathstar.viz.render.fonts import MissingFontError

CORRIDOR = ps.Map([[1, 1, 1, 1, 1, 1], [0, 0, 1, 0, 0, 0]])
FOUR = ps.Moves(directions=4)


def plan_recording() -> Recording:
    return record(ps.fleet.plan(CORRIDOR.grid(FOUR), [(0, 0), (5, 0)], [(5, 0), (0, 0)]))


def two_in_a_corridor() -> World:
    world = World(CORRIDOR, moves=FOUR)
    left, right = world.add((0, 0)), world.add((5, 0), player=1)
    world.order(left, "go", (5, 0))
    world.order(right, "go", (0, 0))
    return world


def world_recording() -> Recording:
    return record(two_in_a_corridor(), 30)


def test_a_plan_is_recorded_as_it_is() -> None:
    plan = ps.fleet.plan(CORRIDOR.grid(FOUR), [(0, 0), (5, 0)], [(5, 0), (0, 0)])
    recording = record(plan)
    assert (recording.positions == plan.positions.transpose(1, 0, 2)).all()
    assert recording.claims(0, 0).tolist() == plan.nodes[0, 1 : int(plan.costs[0]) + 1].tolist()
    assert len(recording.claims(len(recording) - 1, 0)) == 0
    assert not recording.waiting[-1].any()


def test_a_world_is_recorded_while_it_is_stepped() -> None:
    world = World(CORRIDOR, moves=FOUR)
    unit = world.add((0, 0), speed=2)
    world.order(unit, "go", (5, 0))
    world.step(0.1)
    path = world.unit(unit).path
    recording = record(world, 4, every=0.5)
    assert world.now == pytest.approx(4.1)
    assert recording.claims(0, unit).tolist() == [x for x, _ in path]
    assert len(recording.claims(len(recording) - 1, unit)) == 0
    assert recording.positions[-1, unit].tolist() == [5, 0]


def test_claims_follow_the_path_that_counted_at_the_moment() -> None:
    recording = world_recording()
    for moment in range(len(recording)):
        for unit in (0, 1):
            claims = recording.claims(moment, unit)
            assert len(claims) == recording.left[moment, unit]
    assert len(recording.routes) > 2
    assert recording.waiting.any()


def test_a_unit_that_is_added_or_removed_is_absent_meanwhile() -> None:
    crowd = Crowd(CORRIDOR)
    crowd.add([(0, 0), (5, 0)])
    crowd.remove([1])
    recording = record(crowd, 1)
    assert np.isnan(recording.positions[:, 1]).all()
    assert not np.isnan(recording.positions[:, 0]).any()


def data_of(page: str) -> str:
    found = re.search(r'id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("suffix", [".html", ".gif", ".png", ".svg"])
@pytest.mark.parametrize("make", [plan_recording, world_recording])
def test_every_format_is_written(make: Any, suffix: str, tmp_path: Path) -> None:
    file = make().save(tmp_path / f"units{suffix}", follow=0, theme="dark")
    begins = {".html": b"<!doctype html>", ".gif": b"GIF89a", ".png": b"\x89PNG", ".svg": b"<svg"}
    assert file.read_bytes().startswith(begins[suffix])


def check_progress(parts: list[float], least: int) -> None:
    assert parts == sorted(parts)
    assert len(parts) >= least
    assert 0 <= parts[0] <= parts[-1] == 1.0


def test_progress_of_a_recording() -> None:
    crowd = Crowd(CORRIDOR)
    crowd.go(crowd.add([(0, 0)]), (5, 0))
    for thing in (two_in_a_corridor(), crowd):
        parts: list[float] = []
        assert len(record(thing, 2, 0.1, progress=parts.append)) == 21
        check_progress(parts, 21)
    parts = []
    record(ps.fleet.plan(CORRIDOR.grid(FOUR), [(0, 0)], [(5, 0)]), progress=parts.append)
    assert parts == [1.0]


def test_an_exception_in_progress_ends_a_recording() -> None:
    world = two_in_a_corridor()

    def cancel(part: float) -> None:
        if part >= 0.5:
            raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        record(world, 2, 0.1, progress=cancel)
    assert world.now == pytest.approx(1.0)
    with pytest.raises(ps.OptionError, match="progress is 5"):
        record(world, 2, progress=5)  # type: ignore[arg-type]


def test_progress_of_a_file(tmp_path: Path) -> None:
    recording = record(two_in_a_corridor(), 2, 0.1)
    for suffix, least in ((".gif", 21), (".html", 1), (".svg", 1), (".png", 1)):
        parts: list[float] = []
        recording.save(tmp_path / f"units{suffix}", progress=parts.append)
        check_progress(parts, least)


def test_an_exception_in_progress_leaves_no_film(tmp_path: Path) -> None:
    def cancel(part: float) -> None:
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        record(two_in_a_corridor(), 2).save(tmp_path / "units.gif", progress=cancel)
    assert not list(tmp_path.iterdir())


def test_the_page_holds_all_moments(tmp_path: Path) -> None:
    recording = world_recording()
    text = recording.save(tmp_path / "units.html", title="A <bay>").read_text()
    assert '<h1 id="title">A &lt;bay&gt;</h1>' in text
    data = json.loads(data_of(text))
    assert (data["width"], data["height"], len(data["times"])) == (6, 2, len(recording))
    assert len(data["found"]) == len(recording.routes)


@pytest.mark.parametrize("suffix", [".html", ".svg"])
def test_units_speak_the_language(suffix: str, tmp_path: Path) -> None:
    chinese = plan_recording().save(tmp_path / f"zh{suffix}", lang="zh").read_text()
    english = plan_recording().save(tmp_path / f"en{suffix}").read_text()
    assert 'lang="zh"' in chinese
    assert 'lang="en"' in english
    if suffix == ".html":
        assert "<title>2 units</title>" in english
        assert "<title>2 个单位</title>" in chinese
        assert not re.search("needs JavaScript|too old", chinese)
        assert [json.loads(data_of(text))["language"] for text in (chinese, english)] == ["zh", None]
    with suppress(MissingFontError):  # the caption of a film needs a font that has the characters
        plan_recording().save(tmp_path / "film.gif", lang="zh")
    with pytest.raises(ps.OptionError, match="unknown language 'xx'"):
        plan_recording().save(tmp_path / "film.gif", lang="xx")


def test_the_diagram_of_a_corridor_has_a_line_for_each_unit(tmp_path: Path) -> None:
    places = [(x, 0) for x in range(6)]
    file = plan_recording().save_corridor(tmp_path / "corridor.svg", places, title="Two units")
    text = file.read_text()
    assert len(set(re.findall(r'class="unit"', text))) == 1
    assert "Two units" in text
    assert plan_recording().save_corridor(tmp_path / "corridor.png", places).read_bytes()[1:4] == b"PNG"


def curve_in(svg: str) -> list[tuple[float, float]]:
    """Return the corners of the curve, in order."""
    line = re.search(r'class="path"[^>]* d="([^"]*)"', svg)
    assert line is not None
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", line[1])]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def test_the_curve_of_a_plan_falls_as_its_sum_of_costs_does(tmp_path: Path) -> None:
    random = np.random.default_rng(1)
    grid = ps.Grid(random.random((20, 20)) > 0.15, moves=FOUR)
    areas = ps.islands(grid)
    places = random.permutation(np.argwhere(areas.labels == areas.largest)[:, ::-1])
    plan = ps.fleet.plan(grid, places[:40], places[40:80], time_limit=0.5)
    assert len(plan.history) > 2
    text = plan.save_sums(tmp_path / "sums.svg").read_text()
    first, last = (f"{total:g}" for total in plan.history[[0, -1], 1])
    assert f"from {first} to {last}" in text
    assert f"at least {plan.proven_bound} " in text
    corners = curve_in(text)
    assert corners == sorted(corners)  # to the right, and down
    assert corners[-1][1] > corners[0][1]
    assert plan.save_sums(tmp_path / "sums.png", theme="dark").read_bytes()[1:4] == b"PNG"


def test_a_plan_that_was_optimal_at_once_has_a_level_curve(tmp_path: Path) -> None:
    plan = ps.fleet.plan(CORRIDOR.grid(FOUR), [(0, 0)], [(3, 0)])
    assert "from 3 to 3" in plan.save_sums(tmp_path / "sums.svg").read_text()


def test_no_plan_has_no_curve(tmp_path: Path) -> None:
    plan = ps.fleet.plan(ps.Grid([[1, 0, 1]], moves=FOUR), [(0, 0)], [(2, 0)])
    with pytest.raises(ps.OptionError, match="no plan was found"):
        plan.save_sums(tmp_path / "sums.svg")
    with pytest.raises(ps.OptionError, match="no option 'cell'"):
        plan.save_sums(tmp_path / "sums.svg", cell=3)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda made, file: made.save(file.with_suffix(".mp4")), "format of units"),
        (lambda made, file: made.save(file.with_suffix(".png"), seconds=3), "no option 'seconds'"),
        (lambda made, file: made.save(file.with_suffix(".png"), moment=10_000), "moment is 10000"),
        (lambda made, file: made.save(file.with_suffix(".png"), follow=9), "follow is 9"),
        (lambda made, file: made.save_corridor(file.with_suffix(".png"), [(0, 0)]), "at least two places"),
        (lambda made, file: made.save_corridor(file.with_suffix(".png"), [(0, 0), (9, 9)]), "9"),
        (lambda made, file: made.save_corridor(file.with_suffix(".png"), 5), "places is 5; allowed: a list"),
    ],
)
def test_what_cannot_be_saved_is_refused(call: Any, message: str, tmp_path: Path) -> None:
    with pytest.raises(ps.PathstarError, match=message):
        call(plan_recording(), tmp_path / "units")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("moment", "unit", "message"),
    [(10**6, 0, "moment is 1000000"), (-1, 0, "moment is -1"), (0.5, 0, "moment"), (0, 99, "unit is 99")],
)
def test_claims_are_those_of_a_moment_and_a_unit(moment: Any, unit: Any, message: str) -> None:
    with pytest.raises(ps.OptionError, match=message):
        plan_recording().claims(moment, unit)


def test_what_cannot_be_recorded_is_refused() -> None:
    graph = ps.Graph.from_edges([("a", "b", 1.0), ("b", "a", 1.0)])
    with pytest.raises(ps.SpaceError, match="over squares"):
        record(ps.fleet.plan(graph, ["a"], ["b"]))
    with pytest.raises(ps.SpaceError, match="record takes"):
        record(CORRIDOR)  # type: ignore[arg-type]
    with pytest.raises(ps.OptionError, match="every is 0"):
        record(World(CORRIDOR), 10, every=0)
    with pytest.raises(ps.OptionError, match="time is None"):
        record(World(CORRIDOR))


@pytest.mark.parametrize("follow", [True, False, 1.0, "0"])
def test_the_followed_unit_is_a_number(follow, tmp_path):
    grid = ps.Grid([[1, 1, 1]], moves=ps.Moves(directions=4))
    recording = ps.fleet.record(ps.fleet.plan(grid, [(0, 0)], [(2, 0)]))
    with pytest.raises(ps.OptionError, match=r"follow is .*allowed: the number of a unit"):
        recording.save(tmp_path / "units.gif", follow=follow)
