"""The ``.map`` files of the MovingAI benchmarks."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import OptionError
from pathstar.io.board import as_lines, characters, check_symbols, cost_table
from pathstar.io.meanings import SymbolLegend, costs_of_cells, refuse_loss, symbol_legend
from pathstar.io.source import Source, shown
from pathstar.maps.arguments import checked_name
from pathstar.maps.legend import Terrain, open_codes
from pathstar.maps.limits import check_cells
from pathstar.maps.map import Map

TYPES = ("octile", "tile")
LEGEND: Mapping[str, Terrain] = {
    ".": Terrain("ground", symbol=".", color="#e8e6e1"),
    "G": Terrain("grass", symbol="G", color="#a9c77f"),
    "S": Terrain("swamp", symbol="S", color="#8a9a6b"),
    "W": Terrain("water", walkable=False, symbol="W", color="#3b6fb6"),
    "@": Terrain("out of bounds", walkable=False, symbol="@", color="#2b2b2b"),
    "O": Terrain("out of bounds", walkable=False, symbol="O", color="#2b2b2b"),
    "T": Terrain("trees", walkable=False, symbol="T", color="#4f7f4a"),
}
_LONGEST_HEADER = 1024


def read_movingai(source: Source, *, legend: SymbolLegend | None = None) -> Map:
    """Read a ``.map`` file; the characters become the terrain codes.

    Args:
        source: The open file.
        legend: Characters whose meaning differs from `LEGEND`: a Terrain, whether it is walkable, or a cost.

    Raises:
        MapFormatError: The file is malformed.
        MapLimitError: The map has more cells than the limit.
    """
    meanings = symbol_legend(legend, LEGEND)
    head = source.up_to(_LONGEST_HEADER)
    width, height, end = _header(source, head)
    check_cells(width, height, source.limit, source.name)
    body = head[end:] + source.up_to(height * (width + 2) + _LONGEST_HEADER)
    codes = characters(source, body, width, height, first_line=5)
    check_symbols(source, codes, meanings, first_line=5)
    return Map.from_terrain(codes, meanings, name=source.stem)


def _header(source: Source, head: bytes) -> tuple[int, int, int]:
    """Return width, height, and where the header's four lines end."""
    size: dict[str, int] = {}
    begin = 0
    for line in range(1, 5):
        end = head.find(b"\n", begin)
        text = (head[begin:] if end < 0 else head[begin:end]).rstrip(b"\r")
        begin = len(head) if end < 0 else end + 1
        words = text.split()
        if line == 1:
            known = [[b"type", kind.encode()] for kind in TYPES]
            is_scenario = words[:1] == [b"version"]
            hint = "; this is a .scen file, which holds queries: use read_scenario" if is_scenario else ""
            _expect(source, line, text, words in known, f"'type octile' or 'type tile'{hint}")
        elif line < 4:
            wanted = [word for word in ("height", "width") if word not in size]
            word = words[0].decode("ascii", "replace") if len(words) == 2 else ""
            _expect(source, line, text, word in wanted, " or ".join(f"'{word} <number>'" for word in wanted))
            size[word] = _whole(source, line, text, words[1])
        else:
            _expect(source, line, text, words == [b"map"], "'map'")
    return size["width"], size["height"], begin


def _expect(source: Source, line: int, text: bytes, right: bool, expected: str) -> None:
    if not right:
        raise source.error(line=line, column=1, found=shown(text) if text else "nothing", expected=expected)


def _whole(source: Source, line: int, text: bytes, digits: bytes) -> int:
    if not digits.isdigit() or len(digits) > 18 or int(digits) == 0:
        raise source.error(
            line=line,
            column=text.rindex(digits) + 1,
            found=shown(digits),
            expected="a whole number from 1 up",
        )
    return int(digits)


def write_movingai(
    map: Map, *, legend: SymbolLegend | None = None, type: str = "octile", lossy: bool = False
) -> bytes:
    """Write a ``.map`` file: each cell as the character of its terrain, or else as ``.`` or ``@``.

    Args:
        map: The map.
        legend: Characters whose meaning to the file's readers differs from `LEGEND`.
        type: The type in the first line, ``"octile"`` or ``"tile"``.
        lossy: Whether costs and extra layers may be lost.

    Raises:
        OptionError: Costs or layers would be lost, or an option is not allowed.
    """
    checked_name("type of .map file", type, TYPES)
    meanings = symbol_legend(legend, LEGEND)
    codes = _symbols(map, meanings)
    same_costs = bool((cost_table(meanings)[codes] == costs_of_cells(map)).all())
    refuse_loss(map, ".map", lossy, costs_kept=same_costs)
    return f"type {type}\nheight {map.height}\nwidth {map.width}\nmap\n".encode() + as_lines(codes)


def _symbols(map: Map, meanings: dict[int, Terrain]) -> NDArray[np.uint8]:
    plain = np.where(
        map.passable, _any_symbol(meanings, ".", walkable=True), _any_symbol(meanings, "@", walkable=False)
    )
    if map.terrain is None:
        return plain.astype(np.uint8)
    by_name: dict[str, int] = {}
    for code, terrain in meanings.items():
        by_name.setdefault(terrain.name, code)
    table = np.zeros(256, np.uint8)
    for code, terrain in map.legend.items():
        # terrain from a .map file keeps its character; other terrain takes the one of the same name, such as
        # water W
        table[code] = code if meanings.get(code) == terrain else by_name.get(terrain.name, 0)
    symbols = table[map.terrain]
    fits = (symbols > 0) & (open_codes(meanings)[symbols] == map.passable)
    return np.where(fits, symbols, plain).astype(np.uint8)


def _any_symbol(meanings: Mapping[int, Terrain], preferred: str, *, walkable: bool) -> int:
    fitting = [code for code, terrain in meanings.items() if terrain.walkable == walkable]
    if not fitting:
        raise OptionError(f"the legend has no character for {'walkable' if walkable else 'blocked'} cells")
    return ord(preferred) if ord(preferred) in fitting else fitting[0]
