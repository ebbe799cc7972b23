"""Plain text with a legend: a board of characters, then, after an empty line, what they mean.

::

    ..~~...
    A.~~f.B

    ~ water blocked
    f forest 2.5
    mark camp 4 1
"""

from __future__ import annotations

import re
import string
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import OptionError
from pathstar.io.board import as_lines, characters, check_symbols
from pathstar.io.meanings import SymbolLegend, costs_of_cells, refuse_loss, symbol_legend
from pathstar.io.source import Source, shown
from pathstar.maps.arguments import checked_mapping, checked_text
from pathstar.maps.legend import Terrain
from pathstar.maps.limits import check_cells
from pathstar.maps.map import Map

GROUND, WALL = Terrain("ground", symbol="."), Terrain("wall", walkable=False, symbol="#")
LEGEND: Mapping[str, Terrain] = {
    ".": GROUND,
    " ": GROUND,
    "#": WALL,
    **{digit: Terrain(f"cost {digit}", float(digit), symbol=digit) for digit in "123456789"},
}
MARKS: Mapping[str, str] = {"A": "start", "B": "goal"}

_MEANING = re.compile(r"([!-~]) (\S.*) (blocked|[0-9.eE+-]+)", re.ASCII)
_MARK = re.compile(r"mark (\S.*) ([0-9]{1,9}) ([0-9]{1,9})", re.ASCII)
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
# characters for the writer, the preferred ones first, without those of marks
_SPARE = "".join(
    symbol for symbol in string.ascii_letters + string.digits + string.punctuation if symbol not in MARKS
)


def read_text(source: Source, *, legend: SymbolLegend | None = None) -> Map:
    """Read a board of characters; they become the terrain codes.

    Args:
        source: The open file.
        legend: Characters whose meaning differs from `LEGEND` and from the file's own legend: a Terrain,
            whether it is walkable, or a cost. ``A`` and ``B`` mark start and goal unless the legend gives
            them another meaning.

    Raises:
        MapFormatError: The file is malformed.
        MapLimitError: The map has more cells than the limit.
    """
    data = source.rest(4 * source.limit + 2**16).removeprefix(_BYTE_ORDER_MARK)
    board, height, notes = _split(data)
    width = len(board.partition(b"\n")[0].rstrip(b"\r"))
    if not width:
        raise source.error(line=1, column=1, found="nothing", expected="a row of cells")
    check_cells(width, height, source.limit, source.name)
    codes = characters(source, board, width, height, first_line=1)
    own, placed = _read_notes(source, notes, height + 2, (width, height))
    given = checked_mapping("legend", legend, "what symbols mean")
    meanings = symbol_legend({**own, **given}, LEGEND)
    drawn = {ord(symbol): mark for symbol, mark in MARKS.items() if ord(symbol) not in meanings}
    check_symbols(source, codes, [*meanings, *drawn], first_line=1)
    codes, marks = _take_marks(source, codes, drawn)
    used = {*np.flatnonzero(np.bincount(codes.ravel(), minlength=256)).tolist(), ord("."), ord("#")}
    kept = {code: terrain for code, terrain in meanings.items() if code in used}
    return Map.from_terrain(codes, kept, marks={**marks, **placed}, name=source.stem)


def _split(data: bytes) -> tuple[bytes, int, bytes]:
    """Split the board from the notes at the first empty line, and count the board's rows."""
    end = re.search(rb"\n\r?\n", data)
    board, notes = (data[: end.start()], data[end.end() :]) if end else (data, b"")
    board = board.removesuffix(b"\n").removesuffix(b"\r")
    return board, board.count(b"\n") + 1, notes


def _read_notes(
    source: Source, notes: bytes, first_line: int, size: tuple[int, int]
) -> tuple[dict[str, Terrain], dict[str, tuple[int, int]]]:
    """Read the lines after the board: what symbols mean, and marks."""
    meanings: dict[str, Terrain] = {}
    marks: dict[str, tuple[int, int]] = {}
    for number, line in enumerate(notes.split(b"\n"), first_line):
        text = line.decode("utf-8", "replace").rstrip()
        if not text:
            continue
        expected = "'<symbol> <name> <cost>', '<symbol> <name> blocked' or 'mark <name> <x> <y>'"
        if mark := _MARK.fullmatch(text):
            marks[mark[1]] = int(mark[2]), int(mark[3])
            if int(mark[2]) < size[0] and int(mark[3]) < size[1]:
                continue
            expected = f"a place on the board of {size[0]} x {size[1]}"
        elif meaning := _MEANING.fullmatch(text):
            try:
                meanings[meaning[1]] = _terrain(*meaning.groups())
            except ValueError:
                expected = "a cost from 0 up, or 'blocked'"
            else:
                continue
        raise source.error(line=number, column=1, found=shown(line.rstrip()), expected=expected)
    return meanings, marks


def _terrain(symbol: str, name: str, cost: str) -> Terrain:
    if cost == "blocked":
        return Terrain(name, walkable=False, symbol=symbol)
    return Terrain(name, float(cost), symbol=symbol)


def _take_marks(
    source: Source, codes: NDArray[np.uint8], drawn: Mapping[int, str]
) -> tuple[NDArray[np.uint8], dict[str, tuple[int, int]]]:
    """Return the codes with plain ground below the marks, and the places of the marks."""
    marks = {}
    for code, mark in drawn.items():
        places = np.argwhere(codes == code)[:2].tolist()
        if len(places) > 1:
            y, x = places[1]
            raise source.error(
                line=y + 1, column=x + 1, found=f"a second {chr(code)!r}", expected=f"one mark for the {mark}"
            )
        if places:
            y, x = places[0]
            marks[mark] = x, y
            codes = np.where(codes == code, np.uint8(ord(".")), codes)
    return codes, marks


def write_text(map: Map, *, lossy: bool = False) -> bytes:
    """Write a board of characters, and below it the meanings that differ from the default.

    Terrain that has a symbol is drawn with it. Costs read back as terrain.

    Args:
        map: The map.
        lossy: Whether extra layers may be lost.

    Raises:
        OptionError: Extra layers would be lost, there are more kinds of cells than characters, or a name has
            lone surrogates.
    """
    refuse_loss(map, ".txt", lossy, costs_kept=True)
    kind_of, kinds = _kinds(map)
    symbols = _choose_symbols(kinds)
    codes = np.array([ord(symbol) for symbol in symbols], np.uint8)[kind_of]
    notes = [
        f"{symbol} {kind.name} {repr(kind.cost) if kind.walkable else 'blocked'}"
        for symbol, kind in sorted(zip(symbols, kinds, strict=True), key=lambda pair: pair[0])
        if not _same(kind, LEGEND.get(symbol))
    ]
    for mark, (x, y) in map.marks.items():
        if mark in MARKS.values() and codes[y, x] == ord("."):
            codes[y, x] = next(ord(symbol) for symbol, name in MARKS.items() if name == mark)
        else:
            notes.append(f"mark {_one_line(mark)} {x} {y}")
    return as_lines(codes) + "".join(f"{note}\n" for note in ["", *notes] if notes).encode()


def _kinds(map: Map) -> tuple[NDArray[np.intp], list[Terrain]]:
    """Number the kinds of cells that differ in terrain, cost or being walkable, and describe each kind."""
    codes = np.zeros(map.shape, np.uint8) if map.terrain is None else map.terrain
    costs, cost_of = np.unique(costs_of_cells(map).ravel(), return_inverse=True)
    keys, kind_of = np.unique((cost_of * 256 + codes.ravel()) * 2 + map.passable.ravel(), return_inverse=True)
    if len(keys) > len(_SPARE):
        raise OptionError(
            f"the map has {len(keys):,} kinds of cells, more than the {len(_SPARE)} that a .txt file has "
            "characters for; write .npz or .csv"
        )
    kinds = []
    for key in keys.tolist():
        walkable, code, cost = bool(key % 2), key // 2 % 256, float(costs[key // 512])
        known = map.legend.get(code)
        named = known if known and known.walkable == walkable else GROUND if walkable else WALL
        symbol = chr(code) if known and chr(code) in LEGEND else named.symbol or chr(code)
        kinds.append(Terrain(_one_line(named.name), cost, walkable, symbol))
    return kind_of.reshape(map.shape), kinds


def _choose_symbols(kinds: list[Terrain]) -> list[str]:
    """Give each kind a character: one that means it by default, else its own symbol, else any unused one."""
    symbols: list[str] = []
    for kind in kinds:
        alike = [symbol for symbol in (kind.symbol, *LEGEND) if _same(kind, LEGEND.get(symbol))]
        own = [kind.symbol] if kind.symbol in _SPARE else []
        symbols.append(next(symbol for symbol in (*alike, *own, *_SPARE) if symbol not in symbols))
    return symbols


def _same(kind: Terrain, known: Terrain | None) -> bool:
    """Return whether a kind equals a known one for readers: same cost, same walls, and no name to lose."""
    if known is None or (kind.walkable, kind.cost) != (known.walkable, known.cost):
        return False
    return kind.name == known.name or (kind.name == GROUND.name and known.name.startswith("cost "))


def _one_line(name: str) -> str:
    return " ".join(checked_text("a name", name).split()) or "unnamed"
