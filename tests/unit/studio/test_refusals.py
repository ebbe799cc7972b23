"""Every refusal reaches the page as a message of the catalogues, in the language of the reader."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

import pathstar as ps
from pathstar import errors
from pathstar.studio.refusals import StudioError, TooLargeError, message_of, refusal, refusal_of
from pathstar.viz.render.fonts import MissingFontError
from pathstar.words import LANGUAGES, Say, catalogue
from unit.studio.apps import PORT, Client, app_of, board
from unit.studio.files import sent_file

CLASSES = [
    each
    for each in vars(errors).values()
    if isinstance(each, type) and issubclass(each, ps.PathstarError) and each.__module__ == errors.__name__
]


def english_in(text: str) -> list[str]:
    """Return the English words in a Chinese text, except the names of files, formats and fonts."""
    return re.findall("[A-Za-z]{3,}", re.sub(r"[\w./-]*\.\w+|Noto Sans CJK", "", text))


def made(kind: type[Exception]) -> Exception:
    if kind is errors.MapFormatError:
        return errors.MapFormatError("maps/a.map", found="x", expected="y", line=3, column=4)
    return errors.ConflictError("no", ()) if kind is errors.ConflictError else kind("no")


@pytest.mark.parametrize("kind", [*CLASSES, MissingFontError, IndexError], ids=lambda kind: kind.__name__)
def test_every_exception_of_the_library_has_a_message(kind: type[Exception]) -> None:
    say = message_of(made(kind))
    for language in LANGUAGES:
        assert catalogue(language).text(say)
    assert english_in(catalogue("zh").text(say)) == []
    fault = refusal_of("code", made(kind))["error"]
    assert fault["reason"] == str(made(kind))
    assert fault["detailed"]


@pytest.mark.parametrize(
    ("place", "key"),
    [({}, ""), ({"line": 3}, ".line"), ({"line": 3, "column": 9}, ".column")],
)
def test_a_malformed_file_names_the_place(place: dict[str, int], key: str) -> None:
    error = errors.MapFormatError("maps/a.map", found="x", expected="y", **place)
    assert message_of(error) == Say(f"studio.refused.format{key}", {"file": "a.map", **place})


def test_what_the_studio_refuses_is_said_once() -> None:
    say = Say("studio.refused.queries.none", {"file": "a.scen"})
    assert refusal_of("code", StudioError(say))["error"] == {
        "code": "code",
        "say": {"say": "studio.refused.queries.none", "with": {"file": "a.scen"}},
        "reason": "a.scen holds no queries.",
        "detailed": False,
    }
    more = refusal_of("code", StudioError(say, "a.scen holds no queries; it ends in line 1"))["error"]
    assert more["reason"].endswith("in line 1")
    assert more["detailed"]
    assert not refusal("code", say, "for programs", offered=False)["error"]["detailed"]
    assert issubclass(TooLargeError, ps.MapLimitError)


def value(told: Any) -> Any:
    """Return the content of a reply as a value of the catalogues."""
    if isinstance(told, list):
        return tuple(map(value, told))
    if isinstance(told, dict):
        return Say(told["say"], {name: value(each) for name, each in told.get("with", {}).items()})
    return told


@pytest.mark.parametrize(
    ("path", "request_"),
    [
        ("open", sent_file("bad.map", b"type octile\nheight x\n")),
        ("open", sent_file("bad.png", b"no picture")),
        ("open", sent_file("bad.pdf", b"%PDF")),
        ("open", sent_file("bad.scen", b"version 1\n")),
        ("open", sent_file("bad.trace.json", b"{")),
        ("open", sent_file("bad.co", b"p aux sp co 1\n")),
        ("open", {"file": "none.map"}),
        ("open", {"file": "../none.map"}),
        ("save", {"name": "a.pdf", "board": board(["..."])}),
        ("save", {"name": "no/a.map", "board": board(["..."]), "folder": True}),
        ("map", {**board(["..."]), "width": 9999}),
        ("map", {**board(["..."]), "codes": "CQkJ"}),
        ("generate", {"kind": "squares", "generator": "maze", "width": 9999, "height": 9999}),
        ("generate", {"kind": "graph", "generator": "geometric", "options": {"nodes": 1}}),
        ("path", {"map": "0" * 24, "start": [0, 0], "goal": [1, 1]}),
        ("path", {}),
        ("nothing", {}),
    ],
)
def test_every_refusal_is_said_in_chinese(client: Client, path: str, request_: Any) -> None:
    reply = client.post(f"/api/{path}", json=request_)
    assert reply.status_code >= 400
    fault = reply.json()["error"]
    said = catalogue("zh").text(value(fault["say"]))
    assert re.search("[\u4e00-\u9fff]", said)
    assert english_in(said) == []


def test_a_page_without_the_key_is_refused_in_words(tmp_path: Path) -> None:
    transport = httpx.ASGITransport(app_of(tmp_path))

    async def ask() -> httpx.Response:
        async with httpx.AsyncClient(transport=transport, base_url=f"http://127.0.0.1:{PORT}") as client:
            return await client.post("/api/path", json={})

    reply = asyncio.run(ask())
    assert reply.status_code == 401
    assert reply.json()["error"]["say"] == {"say": "studio.no_key"}
