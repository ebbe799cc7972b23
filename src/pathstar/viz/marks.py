"""What a search has made of a cell, as the values of a scene's search layer."""

# In order of importance: a block of many cells shows the largest.
CLOSED, OPEN, CURRENT = 1, 2, 3
SEARCH_ROLES = {CLOSED: "closed", OPEN: "open", CURRENT: "current"}
