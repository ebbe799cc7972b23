"""Where the nodes of a space stand in a picture: one file for each layout."""
