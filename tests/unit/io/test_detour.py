"""Sets of Detour's tiles, written byte by byte in the layout of RecastDemo."""

from __future__ import annotations

import io
import struct
from collections.abc import Sequence

import numpy as np
import pytest

import pathstar as ps

Polygon = tuple[Sequence[int], Sequence[int], int, int]  # vertices, neighbours, flags, area and type
FLAT = [(0, 7, 0), (4, 7, 0), (4, 7, 2), (0, 7, 2), (8, 7, 0), (8, 7, 2)]
PAIR: list[Polygon] = [([0, 3, 2, 1], [0, 0, 2, 0], 1, 0), ([1, 2, 5, 4], [1, 0, 0, 0], 1, 3)]


def tile(
    vertices: Sequence[tuple[float, float, float]],
    polygons: Sequence[Polygon],
    jumps: Sequence[tuple[Sequence[float], float, int, int]] = (),
    *,
    at: tuple[int, int] = (0, 0),
    wide: int = 4,
    version: int = 7,
    extra: int = 1,
) -> bytes:
    """Write a tile. Links, details and the tree are zeros, `extra` of each."""
    counts = len(polygons), len(vertices), extra, extra, extra, extra, extra, len(jumps)
    ground = len(polygons) - len(jumps)
    head = struct.pack("<4s4iI9i10f", b"VAND", version, *at, 0, 0, *counts, ground, *[0.0] * 10)
    body = b"".join(struct.pack("<3f", *vertex) for vertex in vertices)
    for numbers, beside, flags, kind in polygons:
        padded = [list(row) + [0] * (6 - len(row)) for row in (numbers, beside)]
        body += struct.pack("<I12HHBB", 0, *padded[0], *padded[1], flags, len(numbers), kind)
    body += bytes(extra * (12 if wide == 4 else 16)) + bytes(extra * (12 + 12 + 4 + 16))
    for ends, radius, polygon, flags in jumps:
        body += struct.pack("<6ffHBBI", *ends, radius, polygon, flags, 0, 0)
    return head + body


def tiles(*each: bytes, wide: int = 4, size: float = 8.0, version: int = 1) -> bytes:
    data = struct.pack("<4s2i5f2i", b"TESM", version, len(each), 0, 0, 0, size, size, 128, 128)
    for one in each:
        data += struct.pack("<Ii" if wide == 4 else "<Qixxxx", 1, len(one)) + one
    return data


def read(data: bytes, **options: object) -> ps.NavMesh:
    return ps.NavMesh.read(io.BytesIO(data), format=".bin", **options)


@pytest.mark.parametrize("wide", [4, 8])
def test_a_tile_becomes_a_mesh_seen_from_above(wide: int) -> None:
    mesh = read(tiles(tile(FLAT, PAIR, wide=wide), wide=wide))
    assert mesh.bounds == (0, 0, 8, 2)
    assert (mesh.size, mesh.islands.max()) == (2, 0)
    assert ps.find_path(mesh, (0, 1), (8, 1)).cost == 8


def test_areas_cost_what_the_caller_says() -> None:
    data = tiles(tile(FLAT, PAIR))
    mesh = read(data, costs={3: 2.5, 5: 9})
    assert sorted(mesh.costs.tolist()) == [1, 2.5]
    assert ps.find_path(mesh, (0, 1), (8, 1)).cost == pytest.approx(4 + 10)
    with pytest.raises(ps.CostError, match="above 0"):
        read(data, costs={3: 0})
    with pytest.raises(ps.OptionError, match="has none"):
        ps.NavMesh.read(io.BytesIO(b""), format=".obj", costs={3: 2})


def test_tiles_are_joined_where_their_sides_differ() -> None:
    """One long side meets two short ones, and with float32 the corners are slightly off the border."""
    left = tile(
        [(0, 0, 0), (0, 0, 8), (8.000001, 0, 8), (8.000001, 0, 0)], [([0, 1, 2, 3], [0, 0, 0x8000, 0], 1, 0)]
    )
    right = tile(
        [(7.999999, 0, 0), (7.999999, 0, 3), (12, 0, 3), (12, 0, 0), (7.999999, 0, 8), (12, 0, 8)],
        [([0, 1, 2, 3], [0x8004, 0, 0, 0], 1, 0), ([1, 4, 5, 2], [0x8004, 0, 0, 1], 1, 0)],
        at=(1, 0),
    )
    mesh = read(tiles(left, right))
    assert mesh.islands.max() == 0
    assert ps.find_path(mesh, (1, 1), (11, 7)).cost == pytest.approx(np.hypot(10, 6), rel=1e-6)


def test_a_corner_of_a_tile_moves_for_all_its_polygons() -> None:
    """One triangle meets the tile's right border there, the other the border at its end."""
    corners = [(0, 0, 0), (8.000001, 0, 0), (8.000001, 0, 8.000001), (0, 0, 8.000001)]
    mesh = read(tiles(tile(corners, [([0, 2, 1], [2, 0x8000, 0], 1, 0), ([0, 3, 2], [0, 0x8002, 1], 1, 0)])))
    assert mesh.bounds == (0, 0, 8, 8)
    assert mesh.islands.tolist() == [0, 0]


def test_off_mesh_connections_become_links() -> None:
    apart = [(0, 0, 0), (2, 0, 0), (2, 0, 2), (0, 0, 2), (5, 0, 0), (7, 0, 0), (7, 0, 2), (5, 0, 2)]
    ground: list[Polygon] = [([0, 3, 2, 1], [0] * 4, 1, 0), ([4, 7, 6, 5], [0] * 4, 1, 0)]
    one_way, both = ([([2.1, 0, 1, 5, 0, 1], 0.5, 2, flags)] for flags in (0, 1))
    jump: Polygon = ([0, 1], [0, 0], 1, 1 << 6 | 4)
    mesh = read(tiles(tile(apart, [*ground, jump], both)), costs={4: 2})
    (link,) = mesh.links.values()
    assert (link.start, link.end, link.both_ways) == ((2, 1), (5, 1), True)
    assert link.cost == pytest.approx(2.9 * 2, rel=1e-6)
    assert ps.find_path(mesh, (7, 1), (0, 1)).cost == pytest.approx(4 + link.cost)
    mesh = read(tiles(tile(apart, [*ground, jump], one_way)))
    assert not ps.find_path(mesh, (7, 1), (0, 1))
    far = [([3.5, 0, 1, 5, 0, 1], 0.5, 2, 1)]
    assert read(tiles(tile(apart, [*ground, jump], far))).links == {}


def test_a_side_that_rounding_bends_inwards_is_cut() -> None:
    bent = [(0, 0, 0), (2, 0, 1e-7), (4, 0, 0), (4, 0, 3), (0, 0, 3)]
    mesh = read(tiles(tile(bent, [([0, 4, 3, 2, 1], [0] * 5, 1, 0)])))
    assert mesh.size > 1
    assert ps.find_path(mesh, (0, 0), (4, 3)).cost == 5


def test_polygons_without_flags_are_closed() -> None:
    mesh = read(tiles(tile(FLAT, [PAIR[0], ([1, 2, 5, 4], [1, 0, 0, 0], 0, 3)])))
    assert mesh.size == 1
    assert read(tiles()).size == 0


GOOD = tiles(tile(FLAT, PAIR))


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "begins with 'TESM'"),
        (GOOD[::-1], "begins with 'TESM'"),
        (tiles(version=2), "version 2 of the set"),
        (tiles(tile(FLAT, PAIR, version=6)), r"version 6, in tile \(0, 0\)"),
        (GOOD[:-1], "tile 0 of"),
        (GOOD[:60], "tile 0 of"),
        (tiles(tile(FLAT, PAIR)[:-4]), "counts .* in tile"),
        (tiles(tile(FLAT, [([0, 1, 9], [0] * 3, 1, 0)])), r"\[0, 1, 9\] of polygon 0"),
        (tiles(tile(FLAT, [([0], [0], 1, 0)])), "1 vertices"),
        (tiles(tile([(0, 0, np.nan)], [])), "not finite"),
        (tiles(tile(FLAT, [([0, 3, 2, 1], [0x8000, 0, 0, 0], 1, 0)])), "a side on the tile's border"),
        (tiles(tile(FLAT, [*PAIR, ([0, 3, 5], [0] * 3, 1, 0)])), "above or below|same side"),
        (tiles(tile(FLAT, [([0, 1, 4], [0] * 3, 1, 0)])), "polygons that make a mesh"),
        (
            tiles(tile(FLAT, [*PAIR, ([0, 1], [0, 0], 1, 64)], [([0, 0, 0, 1, 0, np.inf], 1, 2, 1)])),
            "off-mesh",
        ),
        (
            tiles(tile(FLAT, [*PAIR, ([0, 1], [0, 0], 1, 64)], [([0, 0, 0, 1, 0, 1], 1, 9, 1)])),
            "of polygon 9",
        ),
        (tiles(size=np.nan), "sizes from 0"),
    ],
)
def test_a_damaged_file_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(ps.MapFormatError, match=why):
        read(data)


def test_damage_anywhere_gives_an_error_or_a_mesh() -> None:
    jump: Polygon = ([0, 1], [0, 0], 1, 64)
    good = bytearray(tiles(tile(FLAT, [*PAIR, jump], [([0, 0, 1, 8, 0, 1], 1, 2, 1)])))
    random = np.random.default_rng(0)
    refused = 0
    for _ in range(1500):
        data = bytearray(good)
        for at in random.integers(0, len(data), int(random.integers(1, 4))).tolist():
            data[at] = int(random.integers(256))
        if random.random() < 0.2:
            data = data[: int(random.integers(len(data)))]
        try:
            read(bytes(data))
        except ps.MapFormatError:
            refused += 1
    assert 100 < refused < 1500


def test_heights_choose_a_floor() -> None:
    above = [(x, y + 3, z) for x, y, z in FLAT]
    polygons = [
        *PAIR,
        *(([number + 6 for number in row], beside, flags, kind) for row, beside, flags, kind in PAIR),
    ]
    house = tiles(tile([*FLAT, *above], polygons))
    with pytest.raises(ps.MapFormatError, match=r"same side|heights"):
        read(house)
    for heights in ((0, 8), (9.5, 11)):
        assert read(house, heights=heights).size == 2
    assert read(house, heights=(20, 30)).size == 0
    for heights in ((1,), (2, 1), (1, 2, 3), ("a", "b"), 5):
        with pytest.raises(ps.OptionError, match="heights"):
            read(house, heights=heights)
    with pytest.raises(ps.OptionError, match="flat"):
        ps.NavMesh.read(io.BytesIO(b""), format=".obj", heights=(0, 1))


def test_a_set_of_tiles_is_only_read() -> None:
    with pytest.raises(ps.OptionError, match=r"only read; formats to write: \.mesh, \.obj, \.geojson"):
        read(GOOD).write(io.BytesIO(), format="bin")
