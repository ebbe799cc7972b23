"""The command line: `pathstar` and one file per command."""
