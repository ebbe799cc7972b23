"""Text in a form that SVG and HTML can hold."""

from __future__ import annotations

import html
import re

# XML 1.0 cannot represent these characters, not even as numeric references.
_NO_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escape(text: str) -> str:
    r"""Return text escaped for SVG or HTML, with a replacement for each character that XML cannot hold.

    Example:
        >>> escape("A & B"), escape("\x07") == "\ufffd"
        ('A &amp; B', True)
    """
    return html.escape(_NO_XML.sub("\ufffd", text))
