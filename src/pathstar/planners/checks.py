"""What every function of this folder checks of its arguments."""

from __future__ import annotations

from pathstar.errors import OptionError, SpaceError
from pathstar.spaces.base import Space


def check_space(space: object) -> None:
    """Refuse what is not a space, with the way to one where there is any.

    Raises:
        SpaceError: It is not a space.
    """
    if isinstance(space, Space):
        return
    hint = (
        "; make a grid of it: Grid(array)" if hasattr(space, "__array__") or isinstance(space, list) else ""
    )
    hint = "; ask it for one: map.grid()" if hasattr(space, "grid") else hint
    raise SpaceError(f"a space is needed, such as a Grid, not {type(space).__name__}{hint}")


def checked_switch(name: str, value: object) -> bool:
    """Return a switch.

    Raises:
        OptionError: It is neither True nor False.
    """
    if not isinstance(value, bool):
        raise OptionError(f"{name} is {value!r}; allowed: True, False")
    return value
