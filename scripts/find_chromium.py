"""Find a Chromium for the tests of the studio, or install Debian's; print its path.

The headless shell comes first: it is the same engine without the windows, menus and services of the whole
browser, and needs less work for a page. ``CHROMIUM`` names another one. As root on a system with apt-get it
installs the headless shell, or else the package ``chromium``.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = (
    "chromium-headless-shell", "chrome-headless-shell",
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge",
)  # fmt: skip
PACKAGES = ("chromium-headless-shell", "chromium")
ELSEWHERE = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)
ADVICE = """\
The tests of the studio need a Chromium, and none was found. Install one, for example with
    sudo apt-get install chromium-headless-shell
or name one that is there: CHROMIUM=path make test"""


def found() -> str | None:
    """Return the path of a Chromium, or None."""
    named = os.environ.get("CHROMIUM")
    if named:
        return shutil.which(named)
    on_path = (shutil.which(name) for name in NAMES)
    elsewhere = (path for path in ELSEWHERE if Path(path).is_file())
    return next((path for path in (*on_path, *elsewhere) if path), None)


def installed() -> str | None:
    """Install Debian's Chromium as root on such a system, and return its path."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or not shutil.which("apt-get"):
        return None
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    install = ["install", "-y", "-qq", "--no-install-recommends"]
    for command in (["update", "-qq"], *([*install, package] for package in PACKAGES)):
        subprocess.run(["apt-get", *command], check=False, env=quiet, stdout=subprocess.DEVNULL)
        if path := found():
            return path
    return None


def main() -> int:
    """Print where Chromium is."""
    path = found() or installed()
    if path is None:
        print(ADVICE, file=sys.stderr)
        return 1
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
