"""Eight readers with their own files: each program of the page runs as written, and is short."""

from __future__ import annotations

import re
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
import rasterio
from PIL import Image

from architecture.tree import ROOT

PAGE = (ROOT / "docs" / "tutorial" / "your-own-map.md").read_text(encoding="utf-8")
PROGRAMS = dict(re.findall(r"^## (?:An? )?(\w+)[^\n]*\n\n```py\n(.*?)```$", PAGE, re.MULTILINE | re.DOTALL))
TILED = """<map version="1.10" orientation="orthogonal" infinite="0"
 width="4" height="2" tilewidth="16" tileheight="16">
 <tileset firstgid="1" name="ground" tilewidth="16" tileheight="16" tilecount="4" columns="2">
  <tile id="1"><properties><property name="solid" type="bool" value="true"/></properties></tile>
 </tileset>
 <layer id="1" name="Ground" width="4" height="2"><data encoding="csv">
1,2,1,1,
1,1,1,1
</data></layer>
 <objectgroup id="2" name="Things">
  <object id="1" name="hero" x="8" y="8"><point/></object>
  <object id="2" name="exit" x="40" y="8"><point/></object>
 </objectgroup>
</map>"""
SITE = """image: site.pgm
resolution: 0.05
origin: [-3.0, -2.0, 0.0]
negate: 0
occupied_thresh: 0.65
free_thresh: 0.196
"""
MAZE = "..#....\n..#.##.\n....#..\n.##.#.#\n....#..\n"
ARENA = "type octile\nheight 3\nwidth 4\nmap\n....\n.@@.\n....\n"
SCENARIO = "version 1\n0\tarena.map\t4\t3\t0\t1\t3\t1\t5\n"


def files_of_all(folder: Path) -> None:
    """Write the files of all readers."""
    (folder / "cave.tmx").write_text(TILED)
    pixels = np.full((80, 120), 254, np.uint8)
    pixels[20:70, 60:64] = 0
    Image.fromarray(pixels).save(folder / "site.pgm")
    (folder / "site.yaml").write_text(SITE)
    friction = np.random.default_rng(2).random((20, 20)).astype(np.float32) + 1
    friction[5:15, 10] = -9999
    frame = {"crs": "EPSG:32633", "transform": rasterio.Affine(30, 0, 500000, 0, -30, 6000000)}
    shape = {"height": 20, "width": 20, "count": 1, "dtype": "float32", "nodata": -9999}
    with rasterio.open(folder / "friction.tif", "w", driver="GTiff", **shape, **frame) as file:
        file.write(friction, 1)
    nx.write_graphml(town(), folder / "town.graphml")
    free = np.ones((9, 12), bool)
    free[2:7, 6] = False
    np.save(folder / "hall.npy", free)
    (folder / "maze.txt").write_text(MAZE)
    (folder / "arena.map").write_text(ARENA)
    (folder / "arena.map.scen").write_text(SCENARIO)


def town() -> nx.MultiDiGraph:
    """Return streets as OSMnx saves them."""
    graph = nx.MultiDiGraph(crs="epsg:4326", simplified="True", created_with="test")
    for node in range(12):
        graph.add_node(node, x=str(13.4 + node % 4 * 0.004), y=str(52.5 + node // 4 * 0.003))
    for node in range(12):
        for beside in (node + 1 if node % 4 < 3 else None, node + 4 if node < 8 else None):
            if beside is not None:
                for a, b in ((node, beside), (beside, node)):
                    graph.add_edge(
                        a, b, osmid=str(node), length="270.0", name=f"Street {node}", oneway="False"
                    )
    return graph


def test_there_are_eight() -> None:
    assert len(PROGRAMS) == 8


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("reader", PROGRAMS)
def test_a_reader_s_program(
    reader: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    files_of_all(tmp_path)
    lines = [line for line in PROGRAMS[reader].splitlines() if line and not line.startswith("#")]
    assert len(lines) <= 10
    monkeypatch.chdir(tmp_path)
    exec(compile(PROGRAMS[reader], reader, "exec"), {"__name__": "__main__"})
    printed = capsys.readouterr().out
    assert printed or reader == "Teaching"
    assert "inf" not in printed
