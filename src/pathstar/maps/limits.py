"""The size limit of maps, which callers can raise."""

from __future__ import annotations

from pathstar.errors import MapLimitError

CELL_LIMIT = 2**28
"""The maximum number of cells that a reader or generator makes by default: 16,384 x 16,384."""


def check_cells(
    width: int, height: int, limit: int, what: str, way_out: str = " (raise it with cell_limit=...)"
) -> None:
    """Check a size against the limit, before anything of that size is allocated.

    Args:
        width: Cells from left to right.
        height: Cells from top to bottom.
        limit: The maximum number of cells.
        what: The thing of that size, for the message, such as a file's name.
        way_out: How to raise the limit, for the message.

    Raises:
        MapLimitError: There are more cells than the limit.

    Example:
        >>> check_cells(30_000, 30_000, CELL_LIMIT, "big.png")
        Traceback (most recent call last):
        pathstar.errors.MapLimitError: big.png has 30000 x 30000 = 900,000,000 cells; the limit is 268,435,456
        (raise it with cell_limit=...)
    """
    if width * height > limit:
        raise MapLimitError(
            f"{what} has {width} x {height} = {width * height:,} cells; the limit is {limit:,}{way_out}"
        )
