"""The events of the studio's page: each is typed, sent somewhere and handled somewhere."""

from __future__ import annotations

import re

from pathstar import web

FOLDER = web.FOLDER / "studio" / "js"
TYPED = set(re.findall(r"@property {[^}]*} (\w+)", web.text("studio/js/events.js")))


def named(call: str) -> set[str]:
    """Return the events that are named in calls of a function, in any module except its own."""
    found: set[str] = set()
    for module in FOLDER.rglob("*.js"):
        if module.name != "events.js":
            for words in re.findall(
                rf"\b{call}\(((?:\[[^]]*\])|\"\w+\")", module.read_text(encoding="utf-8")
            ):
                found |= set(re.findall(r"\w+", words))
    return found


def test_each_event_is_sent() -> None:
    sent = named("emit") | {"position", "playing"}  # the player sends these two by a name that it is given
    assert "emit(what)" in web.text("studio/js/steps/player.js")
    assert sent == TYPED


def test_each_event_is_heard() -> None:
    assert named("on") | named("onAny") == TYPED
