"""What networkx reads about the backend each time it is imported; so this imports nothing."""

from __future__ import annotations

from typing import Any

_INDEX = {"index : str, optional": "A kind of index, such as 'contraction-hierarchies', built once and used."}
_WITH_INDEX = (
    "astar_path",
    "astar_path_length",
    "bellman_ford_path",
    "bellman_ford_path_length",
    "bidirectional_dijkstra",
    "bidirectional_shortest_path",
    "dijkstra_path",
    "dijkstra_path_length",
    "has_path",
)
_PLAIN = (
    "all_pairs_bellman_ford_path",
    "all_pairs_bellman_ford_path_length",
    "all_pairs_dijkstra",
    "all_pairs_dijkstra_path",
    "all_pairs_dijkstra_path_length",
    "all_pairs_shortest_path",
    "all_pairs_shortest_path_length",
    "average_shortest_path_length",
    "multi_source_dijkstra",
    "multi_source_dijkstra_path",
    "multi_source_dijkstra_path_length",
    "shortest_path",
    "shortest_path_length",
    "shortest_simple_paths",
    "single_source_bellman_ford",
    "single_source_bellman_ford_path",
    "single_source_bellman_ford_path_length",
    "single_source_dijkstra",
    "single_source_dijkstra_path",
    "single_source_dijkstra_path_length",
    "single_source_shortest_path",
    "single_source_shortest_path_length",
    "single_target_shortest_path",
    "single_target_shortest_path_length",
)


def get_info() -> dict[str, Any]:
    """Return the backend's name, and the functions that it has."""
    return {
        "backend_name": "pathstar",
        "project": "nx-pathstar",
        "package": "nx_pathstar",
        "short_summary": "Shortest paths by the native searches of pathstar.",
        "functions": {
            **{name: {} for name in _PLAIN},
            **{name: {"additional_parameters": _INDEX} for name in _WITH_INDEX},
        },
    }
