"""The report: a line for each case."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

from harness.report import table, three_digits

from .interval import LIMIT, Ratio, ratio_of
from .turns import Comparison

HEAD = ("case", "before", "after", "after / before", "95 % interval", "pairs", "verdict")
UNITS = (("s", 1.0), ("ms", 1e3), ("us", 1e6))


@dataclass(frozen=True)
class Row:
    """A case and its ratio; none if a problem ended it, or it was left out."""

    comparison: Comparison
    unit: str
    ratio: Ratio | None

    @property
    def verdict(self) -> str:
        """Return the outcome of the case."""
        if self.comparison.problems:
            return "WRONG"
        return "left out" if self.ratio is None else self.ratio.verdict

    @property
    def failed(self) -> bool:
        """Whether this case fails the run."""
        return self.verdict in ("WRONG", "slower")

    def line(self) -> list[str]:
        """Return the cells of its line."""
        if self.ratio is None:
            return [self.comparison.case, *["-"] * (len(HEAD) - 2), self.verdict]
        figures = [
            amount(median(each), self.unit) for each in (self.comparison.before, self.comparison.after)
        ]
        interval = f"{self.ratio.low:.3f} to {self.ratio.high:.3f}"
        pairs = str(len(self.comparison.before))
        return [self.comparison.case, *figures, f"{self.ratio.middle:.3f}", interval, pairs, self.verdict]

    def as_json(self) -> dict[str, Any]:
        """Return plain data."""
        ratio = None if self.ratio is None else asdict(self.ratio)
        return {**asdict(self.comparison), "unit": self.unit, "ratio": ratio, "verdict": self.verdict}


def row_of(comparison: Comparison, unit: str) -> Row:
    """Return the row of a comparison whose figures have a unit."""
    measured = comparison.before and not comparison.problems
    return Row(comparison, unit, ratio_of(comparison.before, comparison.after) if measured else None)


def amount(figure: float, unit: str) -> str:
    """Write a figure with its unit."""
    if unit != "s":
        return f"{three_digits(figure)} {unit}"
    name, factor = next((each for each in UNITS if figure * each[1] >= 1.0), UNITS[-1])
    return f"{three_digits(figure * factor)} {name}"


def summary(rows: Sequence[Row]) -> str:
    """Return the table, and a line for each problem and each case that was left out."""
    lines = [table(HEAD, [row.line() for row in rows]), ""]
    lines += [
        f"WRONG {row.comparison.case}: {problem}" for row in rows for problem in row.comparison.problems
    ]
    lines += [
        f"left out {row.comparison.case}: {row.comparison.left_out}"
        for row in rows
        if row.comparison.left_out is not None
    ]
    slower = sum(row.verdict == "slower" for row in rows)
    wrong = sum(row.verdict == "WRONG" for row in rows)
    measured = sum(row.ratio is not None for row in rows)
    lines.append(f"{measured} cases measured: {slower} slower than {LIMIT:g} times, {wrong} wrong")
    return "\n".join(lines)
