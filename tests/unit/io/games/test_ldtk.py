"""Levels of LDtk, made from the rules of its JSON."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

import pathstar as ps
from pathstar.errors import MapFormatError, MapLimitError, OptionError


def layer(name: str, values: list[int] | None = None, **more: Any) -> dict[str, Any]:
    made = {"__identifier": name, "__type": "IntGrid", "__cWid": 3, "__cHei": 2, "__gridSize": 8}
    return made | {"intGridCsv": values or [0, 1, 2, 0, 0, 1], "gridTiles": [], "entityInstances": []} | more


def entities(*found: dict[str, Any]) -> dict[str, Any]:
    return layer("Things", [], __type="Entities", entityInstances=list(found), intGridCsv=[])


def project(levels: dict[str, list[dict[str, Any]]], **more: Any) -> bytes:
    values = [{"value": 1, "identifier": "rock", "color": "#000000"}, {"value": 2, "identifier": None}]
    made = [
        {"identifier": name, "worldX": 100, "worldY": -50, "layerInstances": layers}
        for name, layers in levels.items()
    ]
    defs = {"layers": [{"identifier": "Cells", "intGridValues": values}]}
    return json.dumps({"jsonVersion": "1.5.3", "defs": defs, "levels": made, **more}).encode()


def read(data: bytes, **options: Any) -> ps.Map:
    return ps.read(io.BytesIO(data), format="ldtk", **options)


def blocked(map: ps.Map) -> list[list[int]]:
    return (~map.passable).astype(int).tolist()


def test_values_of_a_grid():
    data = project({"Cave": [layer("Cells")]})
    assert blocked(read(data, walls={1})) == [[0, 1, 0], [0, 0, 1]]
    assert blocked(read(data, walls="rock")) == [[0, 1, 0], [0, 0, 1]]
    assert blocked(read(data, walls=[2, "rock"])) == [[0, 1, 1], [0, 0, 1]]
    assert blocked(read(data, walls=0)) == [[1, 0, 0], [1, 1, 0]]
    assert blocked(read(data, walls="Cells")) == [[0, 1, 1], [0, 0, 1]]
    assert read(data, walls=1, cost={2: 4}).cost.tolist() == [[1, 1, 4], [1, 1, 1]]
    assert read(data, walls=(), cost={"rock": 4, 2: 3}).cost.tolist() == [[1, 4, 3], [1, 1, 4]]
    assert read(data, walls=(), cost={"property:rock": 4}).cost.tolist() == [[1, 4, 1], [1, 1, 4]]
    assert read(data, walls=(), cost={"layer:Cells": 5}).cost.tolist() == [[1, 5, 5], [1, 1, 5]]
    with pytest.raises(OptionError, match=r"no layer or property 'rok'\. Layers: Cells"):
        read(data, walls=(), cost={"rok": 4})
    map = read(data, walls=())
    assert map.name == "Cave"
    assert map.to_world((0, 0)) == (104, -46)


def test_levels_and_layers():
    data = project({"A": [layer("Cells"), layer("More")], "B": [layer("Cells", [1] * 6)]})
    with pytest.raises(OptionError, match=r"say which level .*level=\.\.\. Allowed: A, B"):
        read(data, walls=1)
    with pytest.raises(OptionError, match="unknown level 'C'"):
        read(data, walls=1, level="C")
    with pytest.raises(OptionError, match=r"say which layer .* Allowed: Cells, More"):
        read(data, walls=1, level="A")
    with pytest.raises(OptionError, match="did you mean 'More'"):
        read(data, walls=1, level="A", layer="Mor")
    assert blocked(read(data, walls="rock", level="B")) == [[1] * 3] * 2
    assert blocked(read(data, walls=1, level="A", layer="More")) == [[0, 1, 0], [0, 0, 1]]
    worlds = json.loads(project({"A": [layer("Cells")]}))
    worlds = {**worlds, "levels": [], "worlds": [{"levels": worlds["levels"]}]}
    assert blocked(read(json.dumps(worlds).encode(), walls=2)) == [[0, 0, 1], [0, 0, 0]]


def test_tiles():
    tiles = [{"px": [8, 8], "t": 4}, {"px": [16, 0], "t": 0}, {"px": [-8, 0], "t": 1}]
    data = project({"A": [layer("Roof", [], __type="Tiles", gridTiles=tiles)]})
    assert blocked(read(data, walls="Roof")) == [[0, 0, 1], [0, 1, 0]]
    assert blocked(read(data, walls=5)) == [[0, 0, 0], [0, 1, 0]]


def test_entities_are_marks():
    found = [
        {"__identifier": "Hero", "px": [8, 16], "__pivot": [0.5, 1], "width": 8, "height": 8},
        {"__identifier": "Coin", "px": [0, 0], "__pivot": [0, 0], "width": 8, "height": 8},
        {"__identifier": "Coin", "px": [17, 1], "width": 0, "height": 0},
        {"__identifier": "Far", "px": [999, 1]},
    ]
    map = read(project({"A": [entities(*found), layer("Cells")]}), walls=1)
    assert dict(map.marks) == {"Hero": (1, 1), "Coin": (0, 0), "Coin 2": (2, 0)}


def test_levels_in_files_of_their_own(tmp_path):
    whole = json.loads(project({"A": [layer("Cells")]}))
    (tmp_path / "world").mkdir()
    (tmp_path / "world/A.ldtkl").write_text(json.dumps(whole["levels"][0]))
    whole["levels"][0] |= {"layerInstances": None, "externalRelPath": "world/A.ldtkl"}
    file = tmp_path / "world.ldtk"
    file.write_text(json.dumps(whole))
    assert blocked(ps.read(file, walls="rock")) == [[0, 1, 0], [0, 0, 1]]
    with pytest.raises(OptionError, match=r"is in the file 'world/A.ldtkl'; give the path"):
        read(file.read_bytes(), walls="rock")


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"intGridCsv": [0]}, "1 values in layer 0, expected 3 x 2"),
        ({"intGridCsv": [0, 0, 0, 0, 0, -1]}, "intGridCsv"),
        ({"intGridCsv": None}, "no intGridCsv"),
        ({"__cWid": 0}, "__cWid 0"),
        ({"__gridSize": "8"}, "__gridSize '8'"),
        ({"__type": "Entities"}, "no layer of cells"),
        ({"entityInstances": [{"__identifier": "a", "px": [1]}]}, "px"),
        ({"entityInstances": [{"__identifier": "a", "px": [1, "2"]}]}, "'2'"),
    ],
)
def test_mistakes(changed, words):
    with pytest.raises(MapFormatError, match=words):
        read(project({"A": [layer("Cells", **changed)]}), walls=1)


def test_limits_and_no_levels():
    with pytest.raises(MapLimitError):
        read(project({"A": [layer("Cells", __cWid=2**16, __cHei=2**16)]}), walls=1)
    with pytest.raises(MapFormatError, match="no levels"):
        read(project({}), walls=1)
    with pytest.raises(OptionError, match="say which cells"):
        read(project({"A": [layer("Cells")]}))
