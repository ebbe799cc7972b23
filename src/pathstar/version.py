"""Which version this is, for those who must not know the whole package."""

__version__ = "0.1.0"
