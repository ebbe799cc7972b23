"""A backend for networkx: its shortest paths by the native searches of pathstar.

Example:
    >>> import networkx as nx
    >>> nx.shortest_path(nx.path_graph(4), 0, 3, backend="pathstar")
    [0, 1, 2, 3]
"""

from __future__ import annotations

from nx_pathstar.graph import Graph

__all__ = ["Graph"]
