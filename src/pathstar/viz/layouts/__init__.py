"""The positions of a space's nodes in a picture: one file for each layout."""
