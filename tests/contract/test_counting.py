"""A contract test that compares nothing fails."""

from __future__ import annotations

import pytest
from tests.contract.counting import compared, must_compare


def test_what_compares_nothing_fails() -> None:
    with pytest.raises(AssertionError, match="this case compares nothing"), must_compare():
        pass
    with must_compare():
        compared()
    with pytest.raises(ZeroDivisionError), must_compare():
        compared.made //= 0  # a test that fails anyway fails for its own reason
    compared()


@pytest.mark.xfail(
    strict=True, raises=AssertionError, reason="it compares nothing, and that is what is tested"
)
def test_what_compares_nothing_fails_here_too() -> None:
    pass
