"""Characters with their colours."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pathstar.viz.render.terminal_cells import Pixels, codes_of
from pathstar.viz.theme import RGB, Theme

RESET = "\x1b[0m"


@dataclass(frozen=True, eq=False)
class Canvas:
    """Characters with their colours.

    Attributes:
        signs: One character each ``[h, w]``, for use with colours.
        plain: The same for use without colours.
        front: Their inks, uint8 ``[h, w, 3]``.
        back: The colours behind them.
        page: The colour of empty space.
    """

    signs: NDArray[np.str_]
    plain: NDArray[np.str_]
    front: Pixels
    back: Pixels
    page: RGB

    @classmethod
    def empty(cls, columns: int, rows: int, theme: Theme) -> Canvas:
        """Return a canvas with nothing on it."""
        blank = np.full((rows, columns), " ")
        paper = np.empty((rows, columns, 3), np.uint8)
        paper[:] = theme.page
        return cls(blank, blank.copy(), paper, paper.copy(), theme.page)

    def put(self, row: int, column: int, words: str, ink: RGB, plain: str | None = None) -> None:
        """Write words as far as there is room; without colours write `plain`, if it is given."""
        for at, (sign, bare) in enumerate(zip(words, plain or words, strict=True), column):
            if 0 <= row < len(self.signs) and 0 <= at < self.signs.shape[1]:
                self.signs[row, at], self.plain[row, at] = sign, bare
                self.front[row, at] = ink

    def text(self, color: str) -> str:
        """Return the lines; without colours, in plain characters and without trailing spaces."""
        if color == "none":
            return "\n".join("".join(row).rstrip() for row in self.plain.tolist()).rstrip() + "\n"
        inks, papers = codes_of(self.front, color), codes_of(self.back, color)
        nothing = (self.back == np.array(self.page, np.uint8)).all(axis=-1)
        lines = []
        for row, signs in enumerate(self.signs.tolist()):
            before, line = "", []
            for at, sign in enumerate(signs):
                paper = "49" if nothing[row, at] else f"48;{papers[row][at]}"
                look = f"\x1b[38;{inks[row][at]};{paper}m"
                line.append(sign if look == before else look + sign)
                before = look
            lines.append("".join(line) + RESET + "\n")
        return "".join(lines)

    def halves(self, color: str) -> str:
        """Return the colours alone, two rows in each line."""
        picture = self.back
        if len(picture) % 2:
            last = np.broadcast_to(np.array(self.page, np.uint8), (1, *picture.shape[1:]))
            picture = np.concatenate([picture, last])
        codes = codes_of(picture, color)
        lines = []
        for top, bottom in zip(codes[::2], codes[1::2], strict=True):
            before, line = None, []
            for pair in zip(top, bottom, strict=True):
                line.append("▀" if pair == before else f"\x1b[38;{pair[0]};48;{pair[1]}m▀")
                before = pair
            lines.append("".join(line) + RESET + "\n")
        return "".join(lines)
