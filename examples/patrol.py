"""A guard walks from post to post around walls, in a window of arcade. A click adds or removes a wall.

The guard knows nothing of arcade: its world is a grid of squares, with the first row at the bottom, as in
arcade's coordinates. So the test of this program needs no window.

    python examples/patrol.py
"""

from __future__ import annotations

import numpy as np

import pathstar as ps

TILE = 32
LEVEL = """
....................
..#########..####...
..#.......#..#..#...
..#.......#..#..#...
..#...#####..#..#...
..#...#.........#...
......#....######...
....................
"""
POSTS = [(1, 6), (14, 5), (4, 3), (18, 1)]
SPEED = 5.0  # squares a second


class Guard:
    """Walks along paths, always to the next post.

    Attributes:
        map: The walls.
        at: Where the guard is, in squares.
    """

    def __init__(self) -> None:
        rows = LEVEL.strip().splitlines()[::-1]  # row 0 is the lowest
        self.map = ps.Map(np.array([[square != "#" for square in row] for row in rows]))
        self.at = np.array(POSTS[0], float)
        self._posts = 0
        self._ahead: list[ps.spaces.base.Place] = []

    def toggle(self, square: tuple[int, int]) -> None:
        """Build a wall, or tear it down, and look for another way."""
        if square != self.square:
            self.map.edit("passable", square, not self.map.passable[square[::-1]])
            self._ahead = []

    @property
    def square(self) -> tuple[int, int]:
        """The square that the guard stands on, or is about to enter."""
        x, y = self._ahead[0] if self._ahead else self.at.round()
        return int(x), int(y)

    def step(self, seconds: float) -> None:
        """Walk for a while."""
        if not self._ahead:
            if self.square == POSTS[self._posts]:
                self._posts = (self._posts + 1) % len(POSTS)
            self._ahead = ps.find_path(self.map.grid(), self.square, POSTS[self._posts])[1:]
        if self._ahead:  # none where a wall is in the way everywhere
            way = np.array(self._ahead[0]) - self.at
            far = float(np.hypot(*way))
            if far <= SPEED * seconds:
                self.at = np.array(self._ahead.pop(0), float)
            else:
                self.at += way / far * SPEED * seconds


def play() -> None:
    """Open a window and watch."""
    import arcade

    class Window(arcade.Window):
        def __init__(self) -> None:
            self.guard = Guard()
            height, width = self.guard.map.passable.shape
            super().__init__(width * TILE, height * TILE, "Patrol")

        def on_update(self, delta_time: float) -> None:
            self.guard.step(delta_time)

        def on_mouse_press(self, x: float, y: float, button: int, modifiers: int) -> None:
            self.guard.toggle((int(x // TILE), int(y // TILE)))

        def on_draw(self) -> None:
            self.clear()
            for y, x in np.argwhere(~self.guard.map.passable).tolist():
                arcade.draw_lbwh_rectangle_filled(x * TILE, y * TILE, TILE, TILE, arcade.color.GRAY)
            for x, y in POSTS:
                arcade.draw_circle_outline((x + 0.5) * TILE, (y + 0.5) * TILE, TILE / 3, arcade.color.YELLOW)
            x, y = (self.guard.at + 0.5) * TILE
            arcade.draw_circle_filled(x, y, TILE / 3, arcade.color.RED)

    Window()
    arcade.run()


if __name__ == "__main__":
    play()
