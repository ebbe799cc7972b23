"""The rules of the independent checker, a file for each kind of space or of way."""
