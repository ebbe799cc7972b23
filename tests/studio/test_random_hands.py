"""Random clicks, drags and keys: nothing may go wrong in the page, whatever they do."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.sampling import examples

from studio.conftest import Open, Studio

WIDTH, HEIGHT = 1200, 800
KEYS = [
    "Enter", "Escape", "Tab", "Delete", "Backspace", "Home", "End", "ArrowLeft", "ArrowRight", "ArrowUp",
    "ArrowDown", "Shift+ArrowDown", "Shift+ArrowRight", "Control+z", "Control+y", *" ?,.+-",
    *"abcdefghijklmnopqrstuvwxyz0123456789",
]  # fmt: skip
TYPED = ["", "0", "1", "-1", "7", "0.5", "40", "1e9"]
FIRST = [None, "#learn", "#units", "#compare", "#new"]
REFUSALS = ("400 (Bad Request)", "404 (Not Found)", "409 (Conflict)")  # the page says why

# The centre of a visible control, its type, and its choices.
CONTROL = """(number) => {
  const found = document.querySelectorAll("button, input, select, summary, a[href^='#']");
  const shown = [...found].filter((control) => control.checkVisibility() && !control.disabled);
  const control = shown[number % shown.length];
  if (!control) return null;
  control.scrollIntoView({ block: "nearest" });
  const { x, y, width, height } = control.getBoundingClientRect();
  const choices = [...(control.options ?? [])].filter((each) => !each.disabled).map((each) => each.value);
  return { x: x + width / 2, y: y + height / 2, kind: control.type ?? "", choices };
}"""
CHOOSE = """([x, y, value]) => {
  const control = document.elementFromPoint(x, y)?.closest("select");
  if (!control) return;
  control.value = value;
  control.dispatchEvent(new Event("change", { bubbles: true }));
}"""


class Hands:
    """Random actions on a page, by a seed."""

    def __init__(self, studio: Studio, seed: int) -> None:
        self.page = studio.page
        self.dice = random.Random(seed)

    def act(self) -> None:
        """Press a control, drag the pointer, or press a key."""
        self.dice.choice([self.press, self.press, self.drag, self.drag, self.type, self.type])()

    def press(self) -> None:
        control: Any = self.page.evaluate(CONTROL, self.dice.randrange(1000))
        if control is None or control["kind"] == "file":
            return
        if control["choices"]:
            spot = [control["x"], control["y"], self.dice.choice(control["choices"])]
            self.page.evaluate(CHOOSE, spot)
            return
        self.page.mouse.click(control["x"], control["y"])
        if control["kind"] in ("number", "text"):
            self.page.keyboard.press("Control+a")
            self.page.keyboard.type(self.dice.choice(TYPED))
            self.page.keyboard.press("Tab")

    def drag(self) -> None:
        """Drag with a mouse button, sometimes with a key held."""
        mouse, button = self.page.mouse, self.dice.choice(["left", "left", "right", "middle"])
        mouse.move(*self._spot())
        mouse.down(button=button)
        for _ in range(self.dice.randrange(3)):
            mouse.move(*self._spot())
        if self.dice.random() < 0.3:
            self.type()
        mouse.up(button=button)

    def type(self) -> None:
        self.page.keyboard.press(self.dice.choice(KEYS))

    def _spot(self) -> tuple[float, float]:
        return self.dice.uniform(0, WIDTH), self.dice.uniform(0, HEIGHT)


@pytest.mark.parametrize("seed", range(2))
def test_nothing_goes_wrong_in_the_page(seed: int, open_studio: Open) -> None:
    studio = open_studio(
        quiet=REFUSALS, viewport={"width": WIDTH, "height": HEIGHT}, reduced_motion="no-preference"
    )
    hands = Hands(studio, seed)
    first = hands.dice.choice(FIRST)
    if first:
        studio.page.click(first)
    for _ in range(examples(400)):
        hands.act()
    studio.settled()
