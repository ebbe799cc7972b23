"""The modules of a saved page as one script, and the catalogues that it needs."""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Iterable
from posixpath import dirname, normpath
from typing import Any

from pathstar import web
from pathstar.words import LANGUAGES, catalogue


def modules_of(entry: str) -> list[str]:
    """Return the names of a module and of all that it needs, each after those that it imports.

    Args:
        entry: Its name, such as ``"saved/page.js"``.

    Example:
        >>> modules_of("lib/sum_key.js")
        ['lib/words.js', 'lib/sum_key.js']
    """
    found: dict[str, None] = {}

    def add(name: str) -> None:
        for imported in re.findall(r'^import [^;]*? from "([^"]+\.js)";$', web.text(name), re.MULTILINE):
            needed = normpath(f"{dirname(name)}/{imported}")
            if needed not in found:
                add(needed)
        found[name] = None

    add(entry)
    return list(found)


def script_of(entry: str) -> str:
    """Return a module and all that it needs as one script: a page in an attachment cannot import files.

    Comments that take whole lines are left out, and the spaces at the beginning of lines, so no text in
    backquotes may go over several lines.

    Args:
        entry: As in `modules_of`.
    """
    texts = "".join(map(web.text, modules_of(entry)))
    data = dict(re.findall(r"^import (\w+) from \"\./(\w+\.json)\" with", texts, re.MULTILINE))
    alone = re.sub(r"^import [^;]*;\n", "", texts, flags=re.MULTILINE)
    alone = re.sub(r"^export ", "", alone, flags=re.MULTILINE)
    alone = re.sub(r"^ */\*\*(?:(?!\*/).)*\*/\n", "", alone, flags=re.MULTILINE | re.DOTALL)
    alone = re.sub(r"^ +", "", alone, flags=re.MULTILINE)
    named = (f"const {name} = {_compact(web.text(f'lib/board/{file}'))};" for name, file in data.items())
    return "\n".join([*named, alone])


def _compact(text: str) -> str:
    """Return JSON without spaces between its parts."""
    return json.dumps(json.loads(text), separators=(",", ":"))


def languages(parts: Iterable[str]) -> dict[str, Any]:
    """Return the catalogues of all languages, as far as a page needs them.

    Args:
        parts: The first words of the keys of its messages, such as ``"page"`` for ``"page.open"``.
    """
    return {code: _content(code, frozenset(parts)) for code in LANGUAGES}


def _content(code: str, parts: frozenset[str]) -> dict[str, Any]:
    words = catalogue(code)
    messages = {key: text for key, text in words.messages.items() if key.split(".")[0] in parts}
    return {"name": words.name, "plural": words.plural, "messages": messages}


def text_in_base64(value: Any) -> str:
    """Return a value as JSON, compressed, in base64."""
    return in_base64(json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode(errors="replace"))


def in_base64(content: bytes) -> str:
    """Return bytes, compressed, in base64."""
    return base64.b64encode(gzip.compress(content, 6, mtime=0)).decode("ascii")
