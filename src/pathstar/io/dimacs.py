"""The ``.gr`` and ``.co`` files of the 9th DIMACS implementation challenge: road networks.

A ``.gr`` file has a line ``p sp NODES EDGES`` and a line ``a FROM TO COST`` for each edge. A ``.co`` file has
a line ``p aux sp co NODES`` and a line ``v NODE X Y`` for each node, in millionths of a degree. Nodes count
from 1 there and from 0 here. Lines that begin with ``c`` are comments. Both files may be compressed with
gzip.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import MapLimitError, OptionError
from pathstar.io.source import Source, shown
from pathstar.spaces.graph import Graph
from pathstar.spaces.graphs.edges import MOST_EDGES

MILLIONTHS = 1e6
_CHUNK = 2**23
_GZIP = b"\x1f\x8b"
_MOST_DIGITS = 18
_BLANKS = b" \t\r\n"  # between numbers; no other white space counts


@dataclass(frozen=True, slots=True)
class _Kind:
    """One kind of file: the words of its header, the letter of its lines, and their columns."""

    head: tuple[bytes, ...]
    counts: str
    letter: bytes
    columns: str
    ids: int  # the number of columns that hold nodes
    signed: bool

    @property
    def header(self) -> str:
        """The header, for error messages."""
        return f"'{b' '.join(self.head).decode()} {self.counts}'"


_GRAPH = _Kind((b"p", b"sp"), "NODES EDGES", b"a", "from, to, cost", 2, signed=False)
_COORDINATES = _Kind((b"p", b"aux", b"sp", b"co"), "NODES", b"v", "node, x, y", 1, signed=True)


def parse_edges(source: Source) -> tuple[int, NDArray[np.int64]]:
    """Read a ``.gr`` file: the number of nodes, and rows of from, to and cost ``(m, 3)``, with nodes from 0.

    Raises:
        MapFormatError: The file is malformed.
        MapLimitError: It has more nodes or edges than allowed.
    """
    table = _Table(source, _GRAPH)
    edges = table.read()
    declared = table.counts[1]
    if len(edges) != declared:
        raise source.error(
            line=table.line, found=f"the end after {len(edges):,} edges", expected=f"{declared:,} edges"
        )
    edges[:, :2] -= 1
    return table.counts[0], edges


def parse_coordinates(source: Source, size: int) -> NDArray[np.float64]:
    """Read a ``.co`` file for a graph of `size` nodes: x and y ``(size, 2)`` in degrees.

    Raises:
        MapFormatError: The file is malformed, has another number of nodes, or lacks or repeats a node.
    """
    table = _Table(source, _COORDINATES, size)
    rows = table.read()
    seen = np.bincount(rows[:, 0], minlength=size + 1)[1:]
    wrong = np.flatnonzero(seen != 1)
    if wrong.size:
        node = int(wrong[0])
        often = "twice or more" if seen[node] else "nowhere"
        raise source.error(line=table.line, found=f"node {node + 1} {often}", expected="each node once")
    places = np.empty((size, 2))
    places[rows[:, 0] - 1] = rows[:, 1:] / MILLIONTHS
    return places


class _Table:
    """The lines of one file as numbers, and the current position in the file."""

    def __init__(self, source: Source, kind: _Kind, size: int | None = None) -> None:
        self.source = source
        self.kind = kind
        self.size = size  # of the graph, if known
        self.counts: list[int] = []
        self.line = 1

    def read(self) -> NDArray[np.int64]:
        """Return all numbers, one row for each line that is neither header nor comment."""
        width = self.kind.columns.count(",") + 1
        blocks = [np.empty((0, width), np.int64)]
        rows = 0
        for block in _blocks(self.source):
            rest = block if self.counts else self._header(block)
            if not self.counts:
                continue
            blocks.append(self._numbers(rest))
            rows += len(blocks[-1])
            if rows > self.counts[-1]:
                what = "nodes" if len(self.counts) == 1 else "edges"
                expected = f"{self.counts[-1]:,} {what}, as the header says"
                raise self.source.error(line=self.line, found=f"over {rows - 1:,}", expected=expected)
        if not self.counts:
            raise self.source.error(line=self.line, column=1, found="the end", expected=self.kind.header)
        return np.concatenate(blocks)

    def _header(self, block: bytes) -> bytes:
        """Skip comments, read the counts, and return the rest of the block."""
        at = 0
        while at < len(block):
            end = block.index(b"\n", at)
            text = block[at:end].strip()
            at = end + 1
            if text and not text.startswith(b"c"):
                self._take_counts(text)
                self.line += 1
                return block[at:]
            self.line += 1
        return b""

    def _take_counts(self, text: bytes) -> None:
        words, head = text.split(), list(self.kind.head)
        numbers = words[len(head) :]
        fits = words[: len(head)] == head and len(numbers) == self.kind.counts.count(" ") + 1
        if not fits or not all(number.isdigit() and len(number) <= _MOST_DIGITS for number in numbers):
            raise self.source.error(line=self.line, column=1, found=shown(text), expected=self.kind.header)
        self.counts = [int(number) for number in numbers]
        nodes, limit = self.counts[0], self.source.limit
        if self.size is not None and nodes != self.size:
            expected = f"{self.size:,}, as the graph has"
            raise self.source.error(line=self.line, found=f"{nodes:,} nodes", expected=expected)
        if nodes > limit:
            raise MapLimitError(
                f"{self.source.name} has {nodes:,} nodes, more than {limit:,} (raise it with node_limit=...)"
            )
        if self.counts[-1] > MOST_EDGES:
            raise MapLimitError(f"{self.source.name} has over {MOST_EDGES:,} edges")

    def _numbers(self, block: bytes) -> NDArray[np.int64]:
        """Return the numbers of complete lines, all checked."""
        text = np.frombuffer(block, np.uint8).copy()
        ends = np.flatnonzero(text == 10)
        begins = np.concatenate([[0], ends[:-1] + 1]) if len(ends) else ends
        mine = text[begins] == self.kind.letter[0]
        for line in np.flatnonzero(~mine).tolist():
            self._blank(text, block, int(begins[line]), int(ends[line]), line)
        text[begins[mine]] = 32
        first, last = self._tokens(text, block, ends)
        width = self.kind.columns.count(",") + 1
        counts = np.diff(np.searchsorted(first, ends), prepend=0)
        wrong = np.flatnonzero(mine & (counts != width))
        if wrong.size:
            line, expected = int(wrong[0]), f"{width}: {self.kind.columns}"
            raise self._error(line, 1, f"{counts[line]} numbers", expected)
        values = _values(text, first, last).reshape(-1, width)
        self._check_nodes(values, block, first, ends)
        self.line += len(ends)
        return values

    def _blank(self, text: NDArray[np.uint8], block: bytes, begin: int, end: int, line: int) -> None:
        """Blank out a line that is a comment or empty."""
        words = block[begin:end].strip()
        if words and not block[begin:end].startswith(b"c"):
            expected = f"'{self.kind.letter.decode()}', or 'c' before a comment"
            raise self._error(line, 1, shown(words), expected)
        text[begin:end] = 32

    def _tokens(
        self, text: NDArray[np.uint8], block: bytes, ends: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return where each number begins, without its sign, and where it ends."""
        digits = (text - 48) < 10
        blanks = (text == 32) | (text == 10) | (text == 9) | (text == 13)
        right = digits | blanks
        if self.kind.signed:
            minus = text == 45
            minus[:-1] &= digits[1:]
            minus[1:] &= blanks[:-1]
            right |= minus
        wrong = np.flatnonzero(~right)
        if wrong.size:
            self._wrong_token(block, int(wrong[0]), ends)
        edges = np.flatnonzero(np.diff(digits, prepend=False))
        first, last = edges[0::2], edges[1::2]
        long = np.flatnonzero(last - first > _MOST_DIGITS)
        if long.size:
            self._wrong_token(block, int(first[long[0]]), ends)
        return first, last

    def _check_nodes(
        self, values: NDArray[np.int64], block: bytes, first: NDArray[np.int64], ends: NDArray[np.int64]
    ) -> None:
        nodes = values[:, : self.kind.ids]
        wrong = np.flatnonzero(((nodes < 1) | (nodes > self.counts[0])).any(axis=1))
        if wrong.size:
            row = int(wrong[0])
            column = int(np.flatnonzero((nodes[row] < 1) | (nodes[row] > self.counts[0]))[0])
            self._wrong_token(
                block, int(first[row * values.shape[1] + column]), ends, f"a node from 1 to {self.counts[0]}"
            )

    def _wrong_token(
        self, block: bytes, at: int, ends: NDArray[np.int64], expected: str | None = None
    ) -> None:
        line = int(np.searchsorted(ends, at))
        begin = int(ends[line - 1]) + 1 if line else 0
        end = at
        while at > begin and block[at - 1] not in _BLANKS:
            at -= 1
        while block[end] not in _BLANKS:
            end += 1
        number = f"a whole number{'' if self.kind.signed else ' from 0 up'} of at most {_MOST_DIGITS} digits"
        raise self._error(line, at - begin + 1, shown(block[at:end]), expected or number)

    def _error(self, line: int, column: int, found: str, expected: str) -> Exception:
        """Return the error for a line of the current block."""
        return self.source.error(line=self.line + line, column=column, found=found, expected=expected)


def _values(text: NDArray[np.uint8], first: NDArray[np.int64], last: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the numbers whose digits run from `first` to `last`, with or without a minus before them."""
    values = np.zeros(len(first), np.int64)
    for digit in range(int((last - first).max(initial=0))):
        at = last - 1 - digit
        there = at >= first
        values[there] += (text[at[there]] - np.uint8(48)) * np.int64(10**digit)
    before = np.maximum(first - 1, 0)
    values[text[before] == 45] *= -1
    return values


def _blocks(source: Source) -> Iterator[bytes]:
    """Yield the file in blocks of complete lines; only the last line may lack its end."""
    rest = b""
    for chunk in _chunks(source):
        end = chunk.rfind(b"\n") + 1
        if end == 0:
            rest += chunk
            if len(rest) > _CHUNK:
                raise source.error(found="a line of over 8 MB", expected="lines")
            continue
        yield rest + chunk[:end]
        rest = chunk[end:]
    if rest:
        yield rest + b"\n"


def _chunks(source: Source) -> Iterator[bytes]:
    """Yield the file's bytes, decompressed if it is a gzip file."""
    data = source.up_to(_CHUNK)
    if not data.startswith(_GZIP):
        while data:
            yield data
            data = source.up_to(_CHUNK)
        return
    unpacker = zlib.decompressobj(31)
    try:
        while data:
            yield unpacker.decompress(data, _CHUNK)
            data = unpacker.unconsumed_tail or source.up_to(_CHUNK)
            if unpacker.eof and (unpacker.unused_data or data):
                data = unpacker.unused_data + data
                unpacker = zlib.decompressobj(31)
    except zlib.error as error:
        raise source.error(found=f"damaged gzip data ({error})", expected="a whole file") from None
    if not unpacker.eof:
        raise source.error(found="the end inside gzip data", expected="a whole file")


def format_edges(graph: Graph, scale: float) -> bytes:
    """Write a ``.gr`` file; each cost times `scale` must be a whole number.

    Raises:
        OptionError: A cost is not a whole number.
    """
    costs = graph.costs * scale
    whole = np.round(costs)
    wrong = np.flatnonzero(
        (np.abs(costs - whole) > 1e-9 * np.maximum(1, whole)) | (whole >= 10**_MOST_DIGITS)
    )
    if wrong.size:
        raise OptionError(
            f"an edge costs {graph.costs[wrong[0]]!s}; a .gr file holds whole numbers: scale=10, say, "
            "writes ten times the costs, and scale=... must make them whole"
        )
    sources = np.repeat(np.arange(1, graph.size + 1), graph.offsets[1:] - graph.offsets[:-1])
    columns = (sources, graph.targets.astype(np.int64) + 1, whole.astype(np.int64))
    lines = map("a {} {} {}".format, *(column.tolist() for column in columns))
    return "\n".join([f"p sp {graph.size} {graph.edges}", *lines, ""]).encode()


def format_coordinates(positions: NDArray[np.float64]) -> bytes:
    """Write a ``.co`` file of positions in degrees, rounded to millionths."""
    x, y = np.round(positions * MILLIONTHS).astype(np.int64).T.tolist() if len(positions) else ((), ())
    lines = map("v {} {} {}".format, range(1, len(positions) + 1), x, y)
    return "\n".join([f"p aux sp co {len(positions)}", *lines, ""]).encode()
