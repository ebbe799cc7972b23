"""Maps to write and read back, and short ways to do so."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from pathstar.errors import MapFormatError
from pathstar.io.formats import read, write
from pathstar.maps.legend import Terrain
from pathstar.maps.map import Map

shapes = st.tuples(st.integers(1, 12), st.integers(1, 12))
walls = npst.arrays(bool, shapes)
TERRAINS = {
    3: Terrain("ground"),
    46: Terrain("grass", symbol="G"),
    71: Terrain("road", 0.5, symbol="r"),
    35: Terrain("deep water", walkable=False, symbol="~"),
    200: Terrain("forest", 2.5, symbol="A"),
}


@st.composite
def maps(draw: st.DrawFn, *, costs: bool = True, terrain: bool = True, free: bool = True) -> Map:
    """Maps with walls, and perhaps with costs, terrain and marks, which need not be consistent."""
    walkable = draw(walls)
    height, width = shape = walkable.shape
    values = [0, 0.1, 1, 1, 2, 9, 1e-300, 1e300] if free else [0.1, 1, 1, 2, 9, 1e-300, 1e300]
    options: dict[str, Any] = {}
    if costs and draw(st.booleans()):
        options["cost"] = draw(npst.arrays(float, shape, elements=st.sampled_from([*values, np.inf])))
    if terrain and draw(st.booleans()):
        codes = draw(npst.arrays(np.uint8, shape, elements=st.sampled_from(sorted(TERRAINS))))
        options.update(terrain=codes, legend=TERRAINS)
    place = st.tuples(st.integers(0, width - 1), st.integers(0, height - 1))
    marks = draw(st.dictionaries(st.sampled_from(["start", "goal", "camp 7"]), place))
    return Map(walkable, marks=marks, **options)


def as_bytes(map: Map, format: str, **options: Any) -> bytes:
    file = io.BytesIO()
    write(map, file, format=format, **options)
    return file.getvalue()


def parse(data: bytes | str, format: str, **options: Any) -> Map:
    file = io.BytesIO(data.encode() if isinstance(data, str) else data)
    return read(file, format=format, **options)


def there_and_back(map: Map, format: str, **options: Any) -> Map:
    return parse(as_bytes(map, format, **options), format, **options)


def check_where(
    read: Callable[[], object], line: int | None, column: int | None, found: str, expected: str
) -> None:
    """Check that reading fails at a line and column, and names what is there and what is expected."""
    with pytest.raises(MapFormatError) as caught:
        read()
    error = caught.value
    assert (error.line, error.column) == (line, column)
    assert f"line {line}, column {column}: found" in str(error)
    assert found in error.found
    assert expected in error.expected


def costs(map: Map) -> np.ndarray:
    """The cost of a path, infinite if there is none."""
    field = map.cost_field()
    return np.where(map.passable, 1.0 if field is None else field, np.inf)
