"""No contract test passes that has compared nothing."""

from __future__ import annotations

from collections.abc import Generator

import pytest
from tests.contract.counting import must_compare


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call() -> Generator[None, object, object]:
    """Run a test, and fail it if it has compared nothing."""
    with must_compare():
        return (yield)
