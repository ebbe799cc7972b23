"""The mappings that stand for networkx's dicts."""

from __future__ import annotations

import pickle
from typing import Any

import networkx as nx
import pytest


@pytest.fixture
def graph() -> Any:
    graph = nx.path_graph(5)
    graph.add_node("alone")
    return graph


def test_lengths_are_like_a_dict(graph: Any) -> None:
    lengths = nx.single_source_shortest_path_length(graph, 0, backend="pathstar")
    assert lengths == {0: 0, 1: 1, 2: 2, 3: 3, 4: 4} == lengths
    assert (len(lengths), 3 in lengths, "alone" in lengths) == (5, True, False)
    assert (lengths[4], lengths.get("alone"), list(lengths.values())) == (4, None, [0, 1, 2, 3, 4])
    assert repr(lengths) == "{0: 0, 1: 1, 2: 2, 3: 3, 4: 4}"
    with pytest.raises(KeyError, match="alone"):
        lengths["alone"]


def test_paths_are_made_once_and_can_be_changed(graph: Any) -> None:
    paths = nx.single_source_shortest_path(graph, 0, backend="pathstar")
    paths[3].append("on")
    assert paths[3] == [0, 1, 2, 3, "on"]
    paths[9] = []
    del paths[0]
    assert list(paths) == [1, 2, 3, 4, 9]
    assert paths.pop(4) == [0, 1, 2, 3, 4]
    assert len(paths) == 4
    with pytest.raises(KeyError):
        paths[0]


def test_a_mapping_is_pickled_and_copied_as_a_dict(graph: Any) -> None:
    paths = nx.single_source_dijkstra_path(graph, 3, backend="pathstar")
    assert pickle.loads(pickle.dumps(paths)) == paths.copy() == dict(paths) == paths
    assert type(pickle.loads(pickle.dumps(paths))) is type(paths.copy()) is dict
