"""networkx warns whenever it uses a converted graph again, which most of these tests want it to do."""

from __future__ import annotations

from collections.abc import Iterator

import networkx as nx
import pytest


@pytest.fixture(autouse=True)
def _no_warning_of_the_cache() -> Iterator[None]:
    with nx.config(warnings_to_ignore={"cache"}):
        yield
