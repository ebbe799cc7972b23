"""Fields on meshes: what they say, and what they refuse."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

import pathstar as ps
from pathstar.engine.options import mesh_finder_of
from pathstar.planners import plane_fields
from pathstar.planners.field_search import FieldSearch

MESH = ps.NavMesh.from_grid(ps.Grid([[1, 1, 1, 1, 0, 1], [1, 0, 0, 1, 0, 1], [1, 1, 1, 1, 0, 1]]))
FIELD = ps.distance_field(MESH, [(0.5, 1.5), (3.5, 1.5)], start_costs=[0, 1])


def test_one_point_and_many() -> None:
    assert FIELD.cost_of((0.5, 0.5)) == FIELD.cost_of([0.5, 0.5]) == FIELD.cost_of(np.array([0.5, 0.5])) == 1
    assert FIELD.cost_of([]).tolist() == []
    assert FIELD.cost_of([(0.5, 0.5), (3.5, 1.5), (5.5, 1), (1.5, 1.5)]).tolist() == [
        1,
        1,
        math.inf,
        math.inf,
    ]
    assert FIELD.nearest_of([(0.5, 0.5), (3.5, 1.5), (5.5, 1)]).tolist() == [0, 1, 2**32 - 1]
    assert (FIELD.nearest_of((3.5, 2)), FIELD.nearest_of((5.5, 1))) == (1, None)


def test_ways_turn_at_corners() -> None:
    assert FIELD.path_from((2, 0.5)) == [(2, 0.5), (1, 1), (0.5, 1.5)]
    assert FIELD.next_step((2, 0.5)) == (1, 1)
    assert FIELD.next_step((0.5, 1.5)) is None
    assert FIELD.next_step((5.5, 1)) is None
    assert FIELD.next_step([(2, 0.5), (0.5, 1.5), (5.5, 1)]).tolist() == [[1, 1], [0.5, 1.5], [5.5, 1]]
    flow = FIELD.flow([(2, 0), (0.5, 1.5), (5.5, 1), (0.5, 0.25)])
    assert np.allclose(flow, [[-(0.5**0.5), 0.5**0.5], [0, 0], [0, 0], [0, 1]])
    assert FIELD.flow().shape == (MESH.size, 2)


def test_arrays_look_at_the_middles_of_polygons() -> None:
    middles = MESH.places_of(range(MESH.size))
    assert np.array_equal(FIELD.costs, FIELD.cost_of(middles))
    assert np.array_equal(FIELD.nearest, FIELD.nearest_of(middles))
    assert not FIELD.costs.flags.writeable
    assert repr(FIELD).startswith(f"Field({MESH.size - 1} of {MESH.size} places, to the nearest source")


def test_of_equal_sources_the_first_counts() -> None:
    for ends in ([(0.5, 0.5), (3.5, 0.5)], [(3.5, 0.5), (0.5, 0.5)], [(0.5, 0.5), (0.5, 0.5)]):
        assert ps.distance_field(MESH, ends).nearest_of((2, 0.5)) == 0


def test_grids_answer_for_many_places_as_well() -> None:
    field = ps.distance_field(ps.Grid([[1, 1, 1, 0, 1]]), [(0, 0)])
    assert field.cost_of([(2, 0), (4, 0)]).tolist() == [2, math.inf]
    assert (field.nearest_of((2, 0)), field.nearest_of((4, 0))) == (0, None)
    graph = ps.Graph.from_edges([("a", "b", 2.0)])
    assert ps.distance_field(graph, ["b"]).cost_of(["a", "b"]).tolist() == [2, 0]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"sources": [(0.5, 0.5), (1.5, 1.5)]}, "sources[1] = (1.5, 1.5) lies off the mesh; mesh.nearest"),
        ({"sources": []}, "there are no sources"),
        ({"sources": [(0.5, math.nan)]}, "sources[0] = (0.5, nan) is not on the plane"),
        ({"sources": (0.5, 0.5)}, "sources must be an array (n, 2)"),
        ({"sources": ps.goals.any_of([(0.5, 0.5)])}, "takes points as sources"),
        ({"start_costs": [1, 2]}, "start_costs has the shape (2,)"),
        ({"start_costs": [-1]}, "start_costs[0] is -1"),
        ({"multipliers": [2]}, "takes no multipliers"),
        ({"stop_at": [(0.5, 0.5)]}, "takes no stop_at"),
        ({"avoid": [(0.5, 0.5)]}, "takes no avoid"),
        ({"max_cost": -1}, "max_cost is -1"),
        ({"threads": 0}, "threads is 0"),
        ({"outward": 2}, "outward"),
    ],
)
def test_wrong_arguments_are_refused(options: dict[str, object], words: str) -> None:
    given = {"sources": [(0.5, 0.5)], **options}
    with pytest.raises(ps.PathstarError, match=re.escape(words)):
        ps.distance_field(MESH, given.pop("sources"), **given)


def test_what_a_plane_has_not_is_refused() -> None:
    with pytest.raises(ps.OptionError, match="path_from"):
        FIELD.path_to((0.5, 0.5))
    for ask in (lambda: FIELD.parents, lambda: FIELD.directions, FIELD.trace):
        with pytest.raises(ps.OptionError, match="NavMesh"):
            ask()
    with pytest.raises(ps.OptionError, match="distance_field"):
        FieldSearch(MESH, [(0.5, 0.5)])


def test_areas_that_cost_more_are_refused_with_the_reason() -> None:
    mesh = ps.NavMesh([(0, 0), (4, 0), (4, 4), (0, 4)], [[0, 1, 2, 3]])
    field = ps.distance_field(mesh, [(1, 1)])
    mesh.add_area([(1, 1), (2, 1), (2, 2), (1, 2)], cost=3)
    for ask in (lambda: ps.distance_field(mesh, [(0.5, 0.5)]), lambda: field.cost_of((3, 3))):
        with pytest.raises(ps.OptionError, match=r"areas that cost more.*cost_matrix"):
            ask()


def test_progress_is_told_and_may_stop_the_search() -> None:
    random = np.random.default_rng(5)
    mesh = ps.NavMesh.from_grid(ps.Grid(random.random((160, 160)) > 0.05))
    source = mesh.nearest((80, 80))
    parts: list[float] = []
    ps.distance_field(mesh, [source], progress=parts.append)
    assert parts == sorted(parts)
    assert parts[-1] == 1

    def stop(part: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ps.distance_field(mesh, [source], progress=stop)


def test_an_edit_while_it_is_searched_for_is_followed_at_the_next_use(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mesh = ps.NavMesh.from_grid(ps.Grid(np.ones((3, 5))))
    wall = [(1.5, 0), (2.5, 0), (2.5, 2), (1.5, 2)]

    def edited_between(mesh: ps.NavMesh) -> object:
        finder = mesh_finder_of(mesh)
        if mesh.revision == 0:  # another thread edits the mesh
            mesh.add_obstacle(wall)
        return finder

    monkeypatch.setattr(plane_fields, "mesh_finder_of", edited_between)
    field = ps.distance_field(mesh, [(0.5, 0.5)])
    fresh = ps.distance_field(mesh, [(0.5, 0.5)])
    assert field.cost_of((4.5, 0.5)) == fresh.cost_of((4.5, 0.5)) > 4
    np.testing.assert_array_equal(field.costs, fresh.costs)
