"""Islands are the areas that the oracle's flood fill finds, on all cells and after all edits."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.contract.counting import compared
from tests.contract.edited import MAKERS, edited, edits, place_on, worlds
from tests.contract.zoo import ZOO
from tests.oracle import plain
from tests.sampling import examples

import pathstar as ps
from pathstar.spaces.linked import LinkedCells

CELLS = [name for name, space in ZOO.items() if isinstance(space, LinkedCells)]


def flooded(space: Any) -> np.ndarray:
    """The labels of a flood fill that crosses each step of the oracle's both ways."""
    places = [place_on(space, node) for node in range(space.size)]
    beside: dict[Any, set[Any]] = defaultdict(set)
    for place in places:
        for following, _ in plain.neighbours(space, place) if plain.is_free(space, place) else ():
            beside[place].add(following)
            beside[following].add(place)
    labels = np.zeros(space.shape, np.int32)
    count = 0
    for place in places:
        if labels[place[::-1]] or not plain.is_free(space, place):
            continue
        count += 1
        front = [place]
        labels[place[::-1]] = count
        while front:
            for following in beside[front.pop()]:
                if not labels[following[::-1]]:
                    labels[following[::-1]] = count
                    front.append(following)
    return labels


@pytest.mark.parametrize("name", CELLS)
def test_islands_are_those_of_a_flood_fill(name: str) -> None:
    space = ZOO[name]
    areas, labels = ps.islands(space), flooded(space)
    np.testing.assert_array_equal(areas.labels, labels)
    np.testing.assert_array_equal(areas.sizes, np.bincount(labels.ravel(), minlength=areas.count + 1))
    compared()


@settings(max_examples=examples(6))
@given(worlds(), st.lists(edits(), min_size=1, max_size=4), st.data())
@pytest.mark.parametrize("maker", MAKERS)
def test_islands_after_edits(maker: str, maps: Any, changes: Any, data: Any) -> None:
    space = MAKERS[maker](maps)
    ends = [place_on(space, data.draw(st.integers(0, space.size - 1))) for _ in range(2)]
    ps.find_path(space, *ends)  # so that the labels of searches are made before the edits
    for edit in changes:
        edited(maps, *edit)
    areas = ps.islands(space)
    np.testing.assert_array_equal(areas.labels, flooded(space))
    assert not ps.find_path(space, *ends) or areas.same(*ends)
    compared()
