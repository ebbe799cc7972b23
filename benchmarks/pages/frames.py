"""Frames of a page while something happens in it, and what a frame costs server and page."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from playwright.sync_api import Page

# Lets later scripts import modules of the page, whose addresses contain a revision.
PART = """() => {
  window.part = (name) => import(new URL(name, document.querySelector("script[type=module]").src));
}"""
# Records when frames begin, for `count` frames.
_NOTE = """(count) => {
  const times = [];
  window.noted = new Promise((done) => {
    const frame = (now) => (times.push(now) > count ? done(times) : requestAnimationFrame(frame));
    requestAnimationFrame(frame);
  });
  window.notedAll = false;
  window.noted.then(() => (window.notedAll = true));
}"""
_METRICS = ("TaskDuration", "ScriptDuration")


@dataclass(frozen=True)
class Frames:
    """Frames of a page.

    Attributes:
        median: How long one takes, in milliseconds.
        slow: The least time of the slowest twentieth.
        server: CPU time of the server for each, in milliseconds.
        page: CPU time of the page's main thread for each.
        script: CPU time of the page's scripts for each.
    """

    median: float
    slow: float
    server: float
    page: float
    script: float


def frames_of(page: Page, server: int, count: int, act: Callable[[], object] = lambda: None) -> Frames:
    """Measure frames.

    Args:
        page: A page, with everything that moves in it.
        server: The studio's process id.
        count: How many frames to measure.
        act: Repeatedly does something in the page while frames are measured.
    """
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def seconds() -> list[float]:
        metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
        return [_cpu_seconds(server), *(float(metrics[name]) for name in _METRICS)]

    before = seconds()
    page.evaluate(_NOTE, count)
    while not page.evaluate("notedAll"):
        act()
        page.wait_for_timeout(1)
    times = np.diff(page.evaluate("noted"))
    each = 1000 * (np.array(seconds()) - before) / count
    session.detach()
    return Frames(float(np.median(times)), float(np.percentile(times, 95)), *each.tolist())


def _cpu_seconds(process: int) -> float:
    """Return the CPU time that a process has used, as Linux counts it."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
