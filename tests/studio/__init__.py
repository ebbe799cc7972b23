"""The studio in a real browser; a package, so that its tests share one."""
