"""Take the pictures of the studio for docs/studio again.

    .venv/bin/python scripts/take_screenshots.py [NAME ...]

Each picture has a few lines of JavaScript that bring the page into its state. Look at the pictures before you
commit them.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "studio"
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]

# Used by the pictures' scripts: modules of the page, the state, events, elements by id, a new map, a step,
# and a rest.
PRELUDE = """
const part = (name) => import(new URL(name, document.querySelector("script[type=module]").src));
const { state } = await part("state.js");
const { emit } = await part("events.js");
const { atRest } = await part("backend/work.js");
const { goTo } = await part("steps/player.js");
const { generate } = await part("files/make.js");
const $ = (id) => document.getElementById(id);
const rest = async () => { await new Promise((done) => setTimeout(done, 150)); await atRest(); };
const make = async (generator, width, height, seed, kind = "squares") => {
  await generate({ kind, generator, width, height, seed, options: {} });
  await rest();
};
await rest();
"""


@dataclass(frozen=True)
class Picture:
    """One picture: its script, and the browser in which it is taken."""

    script: str
    browser: dict[str, Any] = field(default_factory=dict)
    first: bool = False
    seconds: float = 0.8


LAND = 'await make("terrain", 30, 20, 3);'
PICTURES = {
    "first": Picture("", first=True, seconds=4.5),
    "board": Picture(
        'goTo(9); state.selected = 0; emit("select"); $("list-fold").open = true; await rest();'
    ),
    "compare": Picture(
        'await make("caves", 41, 27, 5); $("compare").click(); await rest(); $("add-method").click();'
        ' await rest(); $("add-method").click(); await rest(); goTo(150);'
    ),
    "field": Picture(f'{LAND} state.shade = "goal"; emit("shade"); await rest();'),
    "danger": Picture(
        f"{LAND} const {{ brush }} = await part('board/danger.js');"
        " brush([30 * 12 + 8, 30 * 14 + 14, 30 * 7 + 4], false); emit('edited'); await rest();"
    ),
    "dead-ends": Picture(
        'await make("rooms", 41, 27, 2); const { chooseTool } = await part("board/palette.js");'
        ' chooseTool("dead_end"); await rest(); $("find-ends").click(); await rest();'
        ' document.querySelector(".notice button").click(); await rest();'
    ),
    "units": Picture(
        """
        await make("rooms", 30, 20, 3);
        $("units").click();
        await rest();
        const { game } = await part("game/game.js");
        const free = [...state.map.codes].flatMap((code, cell) => (code === 1 ? [] : [cell]));
        const place = (cell) => [cell % 30, Math.floor(cell / 30)];
        const add = (cells, player) => cells.map((cell) => ({ place: place(cell), speed: 1, player }));
        game.change("add", [...add(free.slice(0, 30), 0), ...add(free.slice(-1), 1)]);
        await new Promise((done) => setTimeout(done, 400));
        const units = [...Array(30).keys()];
        game.change("orders", [{ units, kind: "go", place: place(free.at(-40)) }]);
        game.change("orders", [{ units: [5], kind: "chase", unit: 30 }]);
        game.selected = new Set([5]);
        await new Promise((done) => setTimeout(done, 2600));
        """
    ),
    "smooth": Picture(
        'await make("random", 30, 20, 5); $("smooth-fold").open = true;'
        ' const { smoothBy } = await part("smooth/panel.js"); smoothBy("turning"); await rest();'
        ' $("card-smooth").scrollIntoView({ block: "end" });'
    ),
    "fog": Picture(
        'await make("caves", 36, 24, 2); $("walk-fold").open = true; $("walk-go").click();'
        " await new Promise((done) => setTimeout(done, 3000));"
    ),
    "tiers": Picture(
        'const { begin } = await part("lesson/lesson.js");'
        ' const { STEPS } = await part("lesson/scene.js");'
        ' begin(STEPS.findIndex(({ name }) => name === "legs")); await rest(); await rest();'
    ),
    "hexes": Picture('await make("terrain", 22, 14, 3, "odd-r");'),
    "triangles": Picture('await make("terrain", 33, 14, 3, "triangles");'),
    "graph": Picture('await make("risk", 0, 0, 1, "graph");'),
    "mesh": Picture(
        'await make("park", 0, 0, 1, "mesh"); document.querySelectorAll("#mesh-things button")[3].click();'
        " await rest();"
    ),
    "lesson-dark": Picture(
        '$("learn").click(); await rest();'
        ' for (let i = 0; i < 3; i++) { $("lesson-next").click(); await rest(); }',
        {"color_scheme": "dark"},
    ),
    "phone": Picture(
        "",
        {
            "viewport": {"width": 390, "height": 844},
            "has_touch": True,
            "is_mobile": True,
            "device_scale_factor": 2,
        },
    ),
}


def take(browser: Browser, address: str, name: str, picture: Picture) -> None:
    """Take one picture."""
    context = browser.new_context(**{"viewport": {"width": 1280, "height": 860}, **picture.browser})
    page = context.new_page()
    if not picture.first:
        page.add_init_script("localStorage.setItem('pathstar-welcomed', 'yes')")
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    page.evaluate(f"async () => {{ {PRELUDE} {picture.script} }}")
    page.wait_for_timeout(1000 * picture.seconds)
    page.screenshot(path=FOLDER / f"{name}.png")
    context.close()


def main(names: list[str]) -> None:
    """Take the named pictures, or all."""
    chromium = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "find_chromium.py")],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    command = [sys.executable, "-m", "pathstar.cli.main", "studio", "--no-browser", "--port", "0"]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = subprocess.Popen([*command, "--folder", folder], stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found, "the studio printed no address"
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            for name in names or PICTURES:
                take(browser, found[0], name, PICTURES[name])
                print(FOLDER / f"{name}.png")
        finally:
            server.terminate()


if __name__ == "__main__":
    main(sys.argv[1:])
