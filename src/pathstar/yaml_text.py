"""Reading YAML, and where a mistake in it lies."""

from __future__ import annotations

from typing import Any

from pathstar.errors import MapFormatError, need_extra


def parsed_yaml(text: str, name: str) -> Any:
    """Return the value of a YAML text.

    Args:
        text: The text.
        name: The name of its file, for errors.

    Raises:
        MapFormatError: It is not YAML.
        MissingExtraError: PyYAML is not installed.
    """
    yaml: Any = need_extra("yaml", "yaml")
    try:
        return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except (yaml.YAMLError, RecursionError, ValueError) as error:  # ValueError: no such day
        raise yaml_error(error, name) from error


def yaml_error(error: Exception, name: str) -> MapFormatError:
    """Return the error to raise for what PyYAML raised about a file.

    Example:
        >>> str(yaml_error(RecursionError(), "a.yaml"))
        'a.yaml: found a mistake (bytes of something else), expected YAML'
    """
    mark = getattr(error, "problem_mark", None)
    place = {} if mark is None else {"line": mark.line + 1, "column": mark.column + 1}
    problem = getattr(error, "problem", None) or "bytes of something else"
    return MapFormatError(name, found=f"a mistake ({problem})", expected="YAML", **place)
