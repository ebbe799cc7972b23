"""Files that the page opens and saves."""
