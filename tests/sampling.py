"""How many random examples a test takes, and which tests take any."""

from __future__ import annotations

from hypothesis import settings

FEWEST = 10
# The arguments with which pytest finds the tests with random examples: those that count them in a loop, and
# those that Hypothesis marks.
RANDOM_TESTS = (
    [
        "tests/property",
        "tests/unit/goals/test_flight.py",
        "tests/studio/test_fuzz.py",
        "tests/studio/test_random_hands.py",
    ],
    ["-m", "hypothesis", "tests/contract", "tests/unit"],
)


def examples(whole: int) -> int:
    """Return this run's share of a number of examples.

    Args:
        whole: The number for a run with ``PATHSTAR_EXAMPLES=100``.

    Returns:
        As many percent of it as the variable says, but at least 10, or all where there are fewer.
    """
    return max(min(whole, FEWEST), whole * settings().max_examples // 100)
