"""The game of the examples runs without a screen, and its hunters catch the player."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

import pytest

from architecture.tree import ROOT


@pytest.fixture
def chase(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The example as a module, with pygame drawing off screen."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    pytest.importorskip("pygame")
    spec = spec_from_file_location("chase", ROOT / "examples" / "chase.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "chase", module)
    spec.loader.exec_module(module)
    return module


def test_the_game_is_drawn(chase: Any) -> None:
    game = chase.play(frames=30)
    assert game.world.now == pytest.approx(0.5)


def test_hunters_catch_and_walls_hold(chase: Any) -> None:
    game = chase.Game()
    for y in range(3, 20):
        game.build((30, y), False)
    assert not game.world.map.passable[3:20, 30].any()
    runners = len(game.runners)
    for _ in range(60 * 20):
        game.step(1 / 60)
    assert len(game.runners) < runners
    assert len(game.world.units) == len(game.runners) + len(game.hunters)
    game.build(tuple(int(value) for value in game.world.positions[game.hunters[0]].round()), False)
    game.build((30, 3), True)
    assert game.world.map.passable[3, 30]


def test_runners_go_where_the_mouse_points(chase: Any) -> None:
    game = chase.Game()
    game.run_to(chase.square((700, 100)))
    game.step(0.2)
    assert {game.world.unit(runner).order for runner in game.runners} == {"go"}
