"""A small game with pygame-ce: you draw walls, a few runners flee, and hunters chase them.

    pip install pygame-ce
    python examples/chase.py

Hold the left mouse button to build walls, the right one to tear them down. Space sends the runners to where
the mouse points. Hunters (red) head for where the runners (green) will be. A runner that is caught is out,
and its hunter turns to the next one. Where a runner was lost, the others keep away for a while.
"""

from __future__ import annotations

import sys

import numpy as np
import pygame

import pathstar as ps

SIZE = 20  # pixels to a square
WIDTH, HEIGHT = 40, 28
COLOURS = {
    "ground": "#f4f1ea",
    "wall": "#3d4451",
    "runner": "#2e8b57",
    "hunter": "#c0392b",
    "path": "#d8cfbf",
}


class Game:
    """The world, who is who in it, and what the mouse does to it."""

    def __init__(self, seed: int = 1) -> None:
        ground = ps.Map(np.ones((HEIGHT, WIDTH), bool))
        self.world = ps.fleet.World(ground, seed, danger_from_losses=(12.0, 3, 20.0))
        self.runners = [self.world.add((18 + x, 10 + 2 * y), speed=5) for x in range(2) for y in range(4)]
        self.hunters = [self.world.add((1, 4 + 5 * y), speed=7, player=1) for y in range(4)]
        for runner in self.runners:
            self.world.order(runner, "flee", self.hunters)
        for hunter in self.hunters:
            self.hunt(hunter)

    def hunt(self, hunter: int) -> None:
        """Send a hunter after the nearest runner."""
        if not self.runners:
            return self.world.order(hunter, "stop")
        here = self.world.positions
        apart = np.abs(here[self.runners] - here[hunter]).max(axis=1)
        return self.world.order(hunter, "chase", self.runners[int(apart.argmin())])

    def run_to(self, place: tuple[int, int]) -> None:
        """Send all runners to a place."""
        if self.runners:
            self.world.order(self.runners, "go", place)

    def build(self, place: tuple[int, int], open_: bool) -> None:
        """Build a wall where nobody is, or tear one down."""
        here = self.world.positions
        if open_ or not (np.abs(here - place) < 1.5).all(axis=1).any():
            self.world.map.edit("passable", place, open_)

    def step(self, dt: float) -> None:
        """Let time pass, and take those who are caught out of the game."""
        for event in self.world.step(dt):
            if event.kind == "caught" and event.other in self.runners:
                self.runners.remove(event.other)
                self.world.remove(event.other)
            if event.kind in ("arrived", "gave_up") and event.unit in self.runners:
                self.world.order(event.unit, "flee", self.hunters)
        for hunter in self.hunters:
            if self.world.unit(hunter).order is None and self.runners:
                self.hunt(hunter)

    def draw(self, screen: pygame.Surface) -> None:
        """Draw walls, paths and units."""
        screen.fill(COLOURS["ground"])
        for y, x in np.argwhere(~self.world.map.passable):
            pygame.draw.rect(screen, COLOURS["wall"], (x * SIZE, y * SIZE, SIZE, SIZE))
        for unit in self.world.units:
            for x, y in self.world.unit(unit).path:
                pygame.draw.circle(screen, COLOURS["path"], centre(x, y), SIZE // 8)
        positions = self.world.positions
        for unit in self.world.units:
            colour = COLOURS["runner" if unit in self.runners else "hunter"]
            pygame.draw.circle(screen, colour, centre(*positions[unit]), SIZE * 0.4)


def centre(x: float, y: float) -> tuple[float, float]:
    """Return the middle of a square in pixels."""
    return (x + 0.5) * SIZE, (y + 0.5) * SIZE


def square(pixel: tuple[int, int]) -> tuple[int, int]:
    """Return the square below a pixel of the window."""
    return min(max(pixel[0] // SIZE, 0), WIDTH - 1), min(max(pixel[1] // SIZE, 0), HEIGHT - 1)


def play(frames: int | None = None) -> Game:
    """Open the window and play until it is closed, or for some frames."""
    pygame.init()
    screen = pygame.display.set_mode((WIDTH * SIZE, HEIGHT * SIZE))
    pygame.display.set_caption("Chase")
    clock, game, frame = pygame.time.Clock(), Game(), 0
    while frames is None or frame < frames:
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                frames = frame
            elif event.type == pygame.KEYDOWN and event.key == pygame.K_SPACE:
                game.run_to(square(pygame.mouse.get_pos()))
        left, _, right = pygame.mouse.get_pressed()
        if left or right:
            game.build(square(pygame.mouse.get_pos()), right)
        game.step(1 / 60)
        game.draw(screen)
        pygame.display.flip()
        clock.tick(60)
        frame += 1
    pygame.quit()
    return game


if __name__ == "__main__":
    play(int(sys.argv[1]) if len(sys.argv) > 1 else None)
