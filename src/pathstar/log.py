"""The logger of the package: silent unless the caller sets it up.

``logging.basicConfig(level=logging.INFO)`` shows what takes long: builds of indexes; the level DEBUG shows
reads of files as well. Queries are never logged.
"""

from __future__ import annotations

import logging

LOG = logging.getLogger("pathstar")
LOG.addHandler(logging.NullHandler())
