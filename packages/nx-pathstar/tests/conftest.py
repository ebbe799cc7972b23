"""networkx warns whenever it uses a converted graph again, which most of these tests want it to do.

The tests set `nx.config.backend_priority(algos=...)` for a while, since networkx 3.4 does not put back what
`nx.config(backend_priority=...)` set.
"""

from __future__ import annotations

from collections.abc import Iterator

import networkx as nx
import pytest


@pytest.fixture(autouse=True)
def _no_warning_of_the_cache() -> Iterator[None]:
    with nx.config(warnings_to_ignore={"cache"}):
        yield
