"""The formats of other programs' plan files."""
