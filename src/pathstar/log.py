"""The logger of the package: silent unless the caller sets it up.

``logging.basicConfig(level=logging.INFO)`` shows slow work, such as builds of indexes; the level DEBUG also
shows reads of files. Queries are never logged.
"""

from __future__ import annotations

import logging

LOG = logging.getLogger("pathstar")
LOG.addHandler(logging.NullHandler())
