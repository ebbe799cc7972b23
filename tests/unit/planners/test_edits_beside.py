"""Edits by one thread while another finds paths."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import pathstar as ps

SIDE = 40


def room() -> tuple[ps.Map, ps.Grid]:
    world = ps.Map(np.ones((SIDE, SIDE)))
    return world, world.grid()


@pytest.mark.parametrize("threads", [1, 2])
def test_all_answers_of_one_call_are_of_one_revision(threads: int) -> None:
    world, grid = room()
    planner = ps.Planner(grid, "astar")
    done = threading.Event()

    def open_and_close() -> None:
        while not done.is_set():
            for passable in (False, True):
                world.edit("passable", (slice(0, SIDE - 1), slice(20, 21)), passable)

    editor = threading.Thread(target=open_and_close)
    editor.start()
    try:
        for _ in range(40):
            costs = planner.find_many([(0, 0)] * 50, [(SIDE - 1, 0)] * 50, threads=threads).costs
            assert len(set(costs.tolist())) == 1
    finally:
        done.set()
        editor.join()


def edited_room() -> tuple[ps.Map, ps.Grid]:
    world, grid = room()
    for x in (3, 4, 5):
        world.edit("passable", (x, 0), False)
        assert grid.revision == x - 2
    return world, grid


def test_rows_and_paths_without_a_search_know_their_revision() -> None:
    _, grid = edited_room()
    ends = [((0, 0), (9, 9)), ((3, 0), (9, 9)), ((0, 0), (4, 0)), ((1, 1), (1, 1))]
    rows = ps.find_paths(grid, *zip(*ends, strict=True))
    assert rows.revisions.tolist() == [3] * 4
    assert [path.revision for path in rows] == [3] * 4
    for space in grid, ps.Timed(grid):
        for start, goal in ends:
            assert ps.find_path(space, start, goal).revision == 3
            assert ps.Planner(space, "astar").search(start, goal).run().revision == 3


def test_rows_over_a_mesh_know_their_revision_and_what_is_proven() -> None:
    mesh = ps.NavMesh.from_grid(room()[1])
    mesh.add_area([(10, 0), (20, 0), (20, 30), (10, 30)], 3)
    (row,), path = ps.find_paths(mesh, [(1, 1)], [(30, 9)]), ps.find_path(mesh, (1, 1), (30, 9))
    assert row.revision == path.revision == mesh.revision == 1
    assert row.bound == path.bound < 1.01


def test_rows_over_a_hierarchy_say_what_is_proven() -> None:
    _, grid = edited_room()
    planner = ps.Planner(grid, index=ps.build_index(grid, "hierarchy"))
    (row,), path = planner.find_many([(0, 0)], [(39, 20)]), planner.find((0, 0), (39, 20))
    assert (row.cost, row.bound, row.revision) == (path.cost, path.bound, path.revision)
    assert 1 <= row.bound < 2


def test_a_long_search_lets_an_edit_in() -> None:
    world = ps.Map(np.ones((1500, 1500)))
    grid = world.grid()
    planner = ps.Planner(grid, "dijkstra")
    begun = threading.Event()

    def edit() -> None:
        begun.wait()
        world.edit("passable", (slice(0, 1499), slice(700, 701)), False)
        grid.revision  # noqa: B018  # catches up

    editor = threading.Thread(target=edit)
    editor.start()
    begun.set()
    path = planner.find((0, 0), (1499, 0))
    editor.join()
    assert path.revision == 1
    assert path.cost == ps.find_path(grid, (0, 0), (1499, 0)).cost


def test_k_paths_are_of_one_revision() -> None:
    side = 12
    ends = [(y * side + x, y * side + x + 1) for y in range(side) for x in range(side - 1)]
    ends += [(cell, cell + side) for cell in range(side * (side - 1))]
    cheap, dear = (np.array([(*pair, cost) for pair in ends]) for cost in (1.0, 100.0))
    graph = ps.Graph.from_edges(cheap)
    done = threading.Event()

    def change_all_costs() -> None:
        while not done.is_set():
            graph.set_costs(dear)
            graph.set_costs(cheap)

    editor = threading.Thread(target=change_all_costs)
    editor.start()
    try:
        for _ in range(400):
            paths = ps.find_k_paths(graph, 0, side * side - 1, 15)
            assert len({(path.cost, path.revision) for path in paths}) == 1
    finally:
        done.set()
        editor.join()
