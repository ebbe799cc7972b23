"""The files of the page: their addresses, types and tags, and that a changed file is read anew."""

from __future__ import annotations

import asyncio
import os
import re
from pathlib import Path

import httpx
import pytest

from pathstar import web
from pathstar.studio.serving.guard import Receive, Scope, Send
from pathstar.studio.serving.page_files import PageFiles, below
from unit.studio.conftest import Client

SCRIPT = "export const answer = 42;\n" * 40
PAGE = '<script src="/static/js/main.js"></script> <link href="/theme.css"> <a href="/other/static/x">'
PLAIN = {"accept-encoding": "identity"}


async def other(_scope: Scope, _receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 418, "headers": []})
    await send({"type": "http.response.body", "body": b""})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "files" / "js").mkdir(parents=True)
    (tmp_path / "files" / "js" / "main.js").write_text(SCRIPT)
    (tmp_path / "files" / "notes.txt").write_text("none of the page's")
    (tmp_path / "index.html").write_text(PAGE)
    return tmp_path


def app_of(folder: Path) -> PageFiles:
    return PageFiles(other, folder / "index.html", below(folder / "files", "/static"))


@pytest.fixture
def pages(folder: Path) -> Client:
    return Client(app_of(folder))


def address(pages: Client) -> str:
    """Return the address of the script that the page names."""
    found = re.search(r'"(/[0-9a-f]{16}/static/js/main\.js)"', pages.get("/").text)
    assert found
    return found[1]


def test_a_file_comes_whole_compressed_or_not(pages: Client) -> None:
    plain = pages.get("/static/js/main.js", headers=PLAIN)
    packed = pages.get("/static/js/main.js", headers={"accept-encoding": "gzip, br"})
    assert plain.text == packed.text == SCRIPT
    assert int(plain.headers["content-length"]) == len(SCRIPT)
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(SCRIPT) / 5
    for reply in (plain, packed):
        assert reply.headers["content-type"] == "text/javascript; charset=utf-8"
        assert reply.headers["vary"] == "accept-encoding"
        assert "cache-control" not in reply.headers


def test_the_page_names_files_that_a_browser_keeps(pages: Client) -> None:
    script = address(pages)
    assert pages.get("/").text == PAGE.replace("/static/js/main.js", script)
    kept = pages.get(script)
    assert (kept.text, kept.headers["cache-control"]) == (SCRIPT, "max-age=31536000, immutable")


def test_other_content_has_another_address(pages: Client, folder: Path) -> None:
    before = address(pages)
    (folder / "files" / "js" / "main.js").write_text("changed")
    old = pages.get(before)  # the page that names it is older
    assert (old.text, old.headers.get("cache-control")) == ("changed", None)
    after = address(pages)
    assert after != before
    assert "immutable" in pages.get(after).headers["cache-control"]
    assert "cache-control" not in pages.get(before).headers
    (folder / "files" / "js" / "main.js").write_text(SCRIPT)
    assert address(pages) == before


def test_who_has_a_file_gets_nothing_until_it_changes(pages: Client, folder: Path) -> None:
    for path, file in (
        ("/static/js/main.js", folder / "files" / "js" / "main.js"),
        ("/", folder / "index.html"),
    ):
        tag = pages.get(path).headers["etag"]
        again = pages.get(path, headers={"if-none-match": f'"other", {tag}'})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
        file.write_text("changed")
        changed = pages.get(path, headers={"if-none-match": tag})
        assert (changed.status_code, changed.text) == (200, "changed")
        assert changed.headers["etag"] != tag


def test_the_same_length_at_another_time_is_a_change(pages: Client, folder: Path) -> None:
    file = folder / "files" / "js" / "main.js"
    before = pages.get("/static/js/main.js").headers["etag"]
    file.write_text(SCRIPT.replace("42", "43"))
    os.utime(file, ns=(1, 1))
    assert pages.get("/static/js/main.js").headers["etag"] != before


def test_every_other_request_is_passed_on(pages: Client) -> None:
    for path in ("/x", "/static", "/static/", "/static/notes.txt", "/static/js", "/static/js/main.js2"):
        assert pages.get(path).status_code == 418
    for path in ("/static/js/%2e%2e/notes.txt", "/static//js/main.js", f"/{'0' * 15}/static/js/main.js"):
        assert pages.get(path).status_code == 418
    assert pages.post("/static/js/main.js").status_code == 418


def test_a_head_request_gets_the_head_alone(folder: Path) -> None:
    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app_of(folder))
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
            return await client.head("/static/js/main.js", headers=PLAIN)

    reply = asyncio.run(ask())
    assert (reply.status_code, reply.content) == (200, b"")
    assert int(reply.headers["content-length"]) == len(SCRIPT)


def test_the_studio_serves_every_file_of_the_page(client: Client) -> None:
    paths = ["/words/zh.json"]
    for folder, name in (("lib", "lib"), ("studio", "static")):
        found = (path for path in (web.FOLDER / folder).rglob("*.*"))
        paths += [f"/{name}/{path.relative_to(web.FOLDER / folder).as_posix()}" for path in found]
    assert len(paths) > 100
    revision = client.get("/").text.split('src="/')[1].split("/")[0]
    for path in paths:
        assert client.get(path).headers["cache-control"] == "no-cache", path
        assert "immutable" in client.get(f"/{revision}{path}").headers["cache-control"], path
    assert client.get("/").headers["cache-control"] == "no-cache"
    assert client.get("/words/xx.json").status_code == 404
