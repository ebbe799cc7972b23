"""The functions of networkx that the backend has, under their names there."""
