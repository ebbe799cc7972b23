"""Text as SVG and HTML can hold it."""

from __future__ import annotations

import html
import re

# XML 1.0 has no way to write these characters, not even as numbers.
_NO_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escape(text: str) -> str:
    r"""Return text to stand in SVG or HTML, with a replacement for each character that XML cannot hold.

    Example:
        >>> escape("A & B"), escape("\x07") == "\ufffd"
        ('A &amp; B', True)
    """
    return html.escape(_NO_XML.sub("\ufffd", text))
