"""Films and pictures of what one player sees: its map at each moment, and nothing of the true map."""

from __future__ import annotations

import base64
import copy
import gzip
import json
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from tests.campaigns.worlds import ORDERS

import pathstar as ps
from pathstar.fleet import Recording, World, record
from pathstar.viz.drawables import scene_of
from pathstar.viz.ground import DIMMED, colours
from pathstar.viz.theme import THEMES

SIGHT = 3.0
SUFFIXES = (".html", ".gif", ".png", ".svg")


def battle(truth: np.ndarray, cost: np.ndarray, seed: int = 0) -> World:
    """Return a world of two players whose units have orders of all kinds."""
    random = np.random.default_rng(seed)
    world = World(ps.Map(truth, cost=cost), seed, sight=SIGHT)
    for number, (x, y) in enumerate([(1, 1), (2, 1), (1, 2), (14, 8), (13, 8)]):
        world.add((x, y), player=number // 3, speed=1 + number / 3)
    for unit in range(3):
        kind = str(random.choice(ORDERS))
        place = (int(random.integers(16)), int(random.integers(10)))
        world.order(unit, kind, {"go": place, "patrol": [place, (8, 5)], "stop": None}.get(kind, 3))
    world.order(0, "go", (12, 8))
    world.order([3, 4], "go", (2, 5))
    return world


def ground(seed: int) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    truth, cost = random.random((10, 16)) < 0.8, random.choice([1.0, 3.0], (10, 16))
    truth[1:3, 1:3] = truth[8, 13:15] = True
    return truth, cost


def recorded(truth: np.ndarray, cost: np.ndarray, seed: int) -> tuple[World, Recording]:
    world = battle(truth, cost, seed)
    return world, record(world, 6)


def page_data(file: Path) -> dict[str, Any]:
    found = re.search(r'id="data">(.*?)</script>', file.read_text(), re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def unpacked(text: str, kind: str) -> np.ndarray:
    return np.frombuffer(gzip.decompress(base64.b64decode(text)), kind)


def page_grounds(data: dict[str, Any]) -> list[np.ndarray]:
    """Return the colours of the squares of a page at each moment, ``[h, w, 3]``."""
    palette = np.array([[int(ink[at : at + 2], 16) for at in (1, 3, 5)] for ink in data["palettes"]["light"]])
    codes, cells, later = (
        unpacked(data[name], kind).copy()
        for name, kind in (("ground", "u1"), ("changed", "<i4"), ("changedTo", "u1"))
    )
    grounds = []
    for moment in range(len(data["times"])):
        for at in np.flatnonzero(np.array(data["changes"]) == moment):
            part = slice(data["changeOffsets"][at], data["changeOffsets"][at + 1])
            codes[cells[part]] = later[part]
        grounds.append(palette[codes].reshape(data["height"], data["width"], 3))
    return grounds


@pytest.mark.parametrize("seed", range(4))
def test_no_file_depends_on_what_nobody_has_seen(seed: int, tmp_path: Path) -> None:
    truth, cost = ground(seed)
    world, recording = recorded(truth, cost, seed)
    hidden = ~(world.known(0).seen | world.known(1).seen)
    assert hidden.any()
    random = np.random.default_rng(seed)
    flipped = truth ^ (hidden & (random.random(truth.shape) < 0.5))
    _, other = recorded(flipped, np.where(hidden, random.choice([0.5, 9.0], truth.shape), cost), seed)
    for player in (0, 1):
        for suffix in SUFFIXES:
            files = [
                made.save(tmp_path / f"{number}{suffix}", player=player, theme="light")
                for number, made in enumerate((recording, other))
            ]
            assert files[0].read_bytes() == files[1].read_bytes(), suffix
    true = [made.save(tmp_path / f"true{number}.svg") for number, made in enumerate((recording, other))]
    assert true[0].read_bytes() != true[1].read_bytes()


@pytest.mark.parametrize("seed", range(4))
def test_the_page_shows_the_known_map_at_each_moment(seed: int, tmp_path: Path) -> None:
    truth, cost = ground(seed)
    world, watch = battle(truth, cost, seed), battle(truth, cost, seed)
    data = page_data(record(world, 6).save(tmp_path / "units.html", player=0))
    palette = colours(THEMES["light"])
    grounds = page_grounds(data)
    for moment, shown in enumerate(grounds):
        if moment:
            watch.step(0.25)
        known = watch.known(0)
        expected = scene_of(known.map).inks + DIMMED * ~known.seen
        assert (shown == palette[expected]).all()
    assert (grounds[0] != grounds[-1]).any()


def test_unseen_ground_is_dimmed_in_pictures_and_seen_ground_is_bright(tmp_path: Path) -> None:
    world = World(ps.Map(np.ones((3, 30), bool)), sight=SIGHT)
    unit = world.add((1, 1))
    world.order(unit, "go", (28, 1))
    recording = record(world, 10)
    floors = [tuple(ink) for ink in colours(THEMES["light"])[[5, 5 + DIMMED]].tolist()]

    def looks(moment: int, column: int) -> int:
        file = recording.save(tmp_path / "units.png", player=0, moment=moment, cell=20)
        pixel = Image.open(file).convert("RGB").getpixel((20 * column + 3, 3))
        return floors.index(pixel)

    assert [looks(0, column) for column in (2, 12, 25)] == [0, 1, 1]
    assert [looks(-1, column) for column in (2, 12, 25)] == [0, 0, 1]
    with Image.open(recording.save(tmp_path / "units.gif", player=0)) as film:
        film.seek(film.n_frames - 1)
        bright, dim = (film.convert("RGB").getpixel((24 * column + 3, 3)) for column in (12, 25))
    assert np.abs(np.subtract([bright, dim], floors)).max() < 4


def test_of_other_players_there_is_only_what_was_in_sight() -> None:
    walls = np.ones((5, 20), bool)
    walls[:4, 10] = False
    world = World(ps.Map(walls), sight=SIGHT)
    scout, spy = world.add((1, 2)), world.add((18, 4), player=1)
    world.order(spy, "go", (1, 4))
    recording = record(world, 30)
    seen = recording.seen_by(0)
    there = ~np.isnan(seen.positions[:, spy, 0])
    assert 0 < there.sum() < len(there)
    assert (recording.positions[there, spy] == seen.positions[there, spy]).all()
    assert (np.hypot(*(seen.positions[there, spy] - (1, 2)).T) < SIGHT + 1).all()
    assert (seen.positions[:, scout] == recording.positions[:, scout]).all()
    assert not any(unit == spy for _, unit, _ in seen.routes)
    assert not any(len(seen.claims(moment, spy)) for moment in range(len(seen)))
    assert not seen.waiting[:, spy].any()
    own = recording.seen_by(1)
    assert own.claims(1, spy).tolist() == recording.claims(1, spy).tolist() != []


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda made: pickle.loads(pickle.dumps(made))])
def test_a_copy_holds_what_the_players_saw(copied: Callable[[Recording], Recording]) -> None:
    world = World(ps.Grid([[1, 1, 1, 0, 1, 1]]), sight=2)
    world.add((0, 0))
    recording = record(world, 1)
    assert copied(recording).seen_by(0).map == recording.seen_by(0).map


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_units_that_were_never_met_leave_no_trace(suffix: str, tmp_path: Path) -> None:
    def saved(hidden: list[tuple[int, int]]) -> bytes:
        world = World(ps.Map(np.ones((5, 40), bool)), sight=SIGHT)
        world.order(world.add((1, 2)), "go", (9, 2))
        world.add((2, 4))
        for number, (player, size) in enumerate(hidden):
            world.add((30, 2 * number), player=player, size=size)
        return record(world, 8).save(tmp_path / f"units{suffix}", player=0, theme="light").read_bytes()

    alone = saved([])
    for hidden in ([(1, 1), (1, 1)], [(1, 1), (1, 2)], [(1, 1), (2, 1)], [(3, 1)]):
        assert saved(hidden) == alone, hidden


def test_a_page_holds_the_units_that_were_met_by_their_numbers(tmp_path: Path) -> None:
    world = World(ps.Map(np.ones((5, 40), bool)), sight=SIGHT)
    world.add((1, 2))
    world.add((30, 2), player=2)
    world.add((3, 2), player=1)
    recording = record(world, 1)
    data = page_data(recording.save(tmp_path / "units.html", player=0, follow=2))
    assert (data["numbers"], data["sides"], data["follow"]) == ([0, 2], [0, 1], 1)
    assert len(unpacked(data["positions"], "<i2")) == 2 * 2 * len(recording)
    assert page_data(recording.save(tmp_path / "units.html", player=0, follow=1))["follow"] == -1
    whole = page_data(recording.save(tmp_path / "units.html"))
    assert (whole["numbers"], whole["sides"]) == ([0, 1, 2], [0, 2, 1])


def test_the_corridor_of_a_player_has_no_lines_of_those_it_does_not_see(tmp_path: Path) -> None:
    world = World(ps.Map(np.ones((5, 30), bool)), sight=SIGHT)
    world.add((1, 1))
    world.order(world.add((28, 1), player=1), "go", (15, 1))
    recording, places = record(world, 10), [(x, 1) for x in range(14, 30)]
    lines = [
        recording.save_corridor(tmp_path / "corridor.svg", places, player=player).read_text().count('"unit"')
        for player in (0, 1, None)
    ]
    assert lines == [0, 1, 1]


def test_an_edit_is_shown_where_it_was_seen_and_when() -> None:
    world = World(ps.Map(np.ones((3, 20), bool)), sight=SIGHT)
    unit = world.add((1, 1))
    world.order(unit, "go", (18, 1))
    world.map.edit("passable", (10, 1), False)
    seen = record(world, 12).seen_by(0)
    assert seen.known is not None
    walls = [seen.known.at(moment)[0].passable[1, 10] for moment in range(len(seen))]
    assert walls[0]
    assert not walls[-1]
    assert walls == sorted(walls, reverse=True)
    first, _ = seen.known.at(0)
    assert first.passable.all()
    assert (seen.map.passable == world.known(0).map.passable).all()


@pytest.mark.parametrize("player", [7, -1, 1.5, "red", True])
def test_a_player_that_is_none_is_refused(player: Any, tmp_path: Path) -> None:
    world = World(ps.Map(np.ones((3, 3), bool)), sight=SIGHT)
    world.add((0, 0))
    world.add((2, 2), player=2)
    with pytest.raises(ps.OptionError, match=r"player is .*; allowed: (0, 2|a whole number)"):
        record(world, 1).save(tmp_path / "units.svg", player=player)
    assert not list(tmp_path.iterdir())


def test_without_fog_nobody_has_a_view_of_its_own() -> None:
    world = World(ps.Map(np.ones((3, 3), bool)))
    world.add((0, 0))
    with pytest.raises(ps.OptionError, match="it is no recording of a World with a sight"):
        record(world, 1).seen_by(0)


def test_which_units_a_player_sees() -> None:
    walls = np.ones((3, 12), bool)
    walls[:, 6] = False
    world = World(ps.Map(walls), sight=4)
    own, near, far, hidden = (world.add((x, 1), player=int(x > 1)) for x in (1, 3, 8, 7))
    assert world.visible(0) == [own, near]
    assert world.visible(1) == [own, near, far, hidden]
    assert world.visible(5) == []
    world.sight = None
    assert world.visible(0) == world.visible(5) == [own, near, far, hidden]
    with pytest.raises(ps.OptionError, match="player is 'red'"):
        world.visible("red")  # type: ignore[arg-type]
