"""XML without entities, with errors that say where a mistake is."""

from __future__ import annotations

from typing import Any

from pathstar.errors import need_extra
from pathstar.io.source import Source


def parsed_xml(source: Source, data: bytes) -> Any:
    """Return the outermost element of an XML file.

    Raises:
        MapFormatError: It is not XML, or has entities.
        MissingExtraError: defusedxml is not installed.
    """
    trees: Any = need_extra("defusedxml.ElementTree", "xml")
    defused: Any = need_extra("defusedxml", "xml")
    try:
        return trees.fromstring(data)
    except trees.ParseError as error:
        line, column = error.position
        raise source.error(
            line=line, column=column + 1, found=f"a mistake ({error.msg})", expected="XML"
        ) from None
    except defused.DefusedXmlException:
        raise source.error(found="entities or references", expected="XML without them") from None
    except (ValueError, LookupError, RecursionError):  # an unknown encoding, or nested too deeply
        raise source.error(found="something else", expected="XML") from None
