"""The peak memory of this process."""

from __future__ import annotations

import contextlib
import re
import sys
from pathlib import Path

MEBIBYTE = 2**20


def forget_peak() -> None:
    """Reset the peak where the system can; elsewhere it remains the peak of the whole process."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def peak_mib() -> float:
    """Return the peak of resident memory in MiB.

    Example:
        >>> peak_mib() > 1
        True
    """
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return _peak_bytes() / MEBIBYTE
    match = re.search(r"^VmHWM:\s+(\d+) kB", status, re.MULTILINE)
    return int(match[1]) / 1024 if match else _peak_bytes() / MEBIBYTE


if sys.platform == "win32":

    def _peak_bytes() -> int:
        import ctypes
        from ctypes import wintypes

        class Counters(ctypes.Structure):
            """PROCESS_MEMORY_COUNTERS of the Windows API."""

            _fields_ = (
                ("cb", wintypes.DWORD),
                ("page_faults", wintypes.DWORD),
                *((f"size{number}", ctypes.c_size_t) for number in range(8)),
            )

        counters = Counters(cb=ctypes.sizeof(Counters))
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.GetCurrentProcess.restype = wintypes.HANDLE
        kernel.K32GetProcessMemoryInfo.argtypes = (wintypes.HANDLE, ctypes.c_void_p, wintypes.DWORD)
        kernel.K32GetProcessMemoryInfo(kernel.GetCurrentProcess(), ctypes.byref(counters), counters.cb)
        return int(counters.size0)

else:

    def _peak_bytes() -> int:
        import resource

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024
