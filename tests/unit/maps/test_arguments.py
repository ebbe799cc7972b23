"""The checks of numbers: what passes, and what the messages say."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import pathstar as ps
from pathstar.maps.arguments import checked_number


@pytest.mark.parametrize("value", [0, 0.5, 1, np.float32(0.5), np.int8(1), Fraction(1, 2)])
def test_numbers_of_any_type_become_floats(value: Any) -> None:
    number = checked_number("share", value, 0, 1)
    assert type(number) is float
    assert number == value


@pytest.mark.parametrize(
    ("value", "bounds", "allowed"),
    [
        ("1", {}, "a finite number"),
        (True, {}, "a finite number"),
        (math.nan, {}, "a finite number"),
        (math.inf, {"least": 0}, "a finite number from 0"),
        (10**400, {"least": 0}, "a finite number from 0"),
        (-1e-300, {"least": 0}, "a finite number from 0"),
        (0, {"above": 0, "of": "metres"}, "a finite number of metres above 0"),
        (1.5, {"least": 0, "most": 1}, "a number from 0 to 1"),
        (9, {"above": 0, "most": 8, "otherwise": ", or None"}, "a number above 0, at most 8, or None"),
    ],
)
def test_other_values_are_refused(value: Any, bounds: dict[str, Any], allowed: str) -> None:
    with pytest.raises(ps.OptionError) as refused:
        checked_number("share", value, **bounds)
    assert str(refused.value) == f"share is {value!r}; allowed: {allowed}"
