"""The modules of a saved page as one script, and the catalogues that it needs."""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Iterable
from typing import Any

from pathstar import web
from pathstar.words import LANGUAGES, catalogue


def script_of(modules: Iterable[str]) -> str:
    """Return modules as one script, because a page opened as an attachment cannot import files.

    Comments that take whole lines are left out.

    Args:
        modules: Their names, such as ``"lib/words.js"``, each after those that it imports.
    """
    texts = "".join(map(web.text, modules))
    data = dict(re.findall(r"^import (\w+) from \"\./(\w+\.json)\" with", texts, re.MULTILINE))
    alone = re.sub(r"^import [^;]*;\n", "", texts, flags=re.MULTILINE)
    alone = re.sub(r"^export ", "", alone, flags=re.MULTILINE)
    alone = re.sub(r"^ */\*\*(?:(?!\*/).)*\*/\n", "", alone, flags=re.MULTILINE | re.DOTALL)
    named = (
        f"const {name} = {json.dumps(json.loads(web.text(f'lib/board/{file}')))};"
        for name, file in data.items()
    )
    return "\n".join([*named, alone])


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
