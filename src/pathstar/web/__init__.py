"""The pages: `lib` is shared, `studio` is the page of the studio, `saved` the page of one saved search."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent


def text(name: str) -> str:
    """Return the content of one file of the pages, such as ``"lib/board/board.js"``."""
    return (FOLDER / name).read_text(encoding="utf-8")
