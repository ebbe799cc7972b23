"""Navigation meshes: convex polygons on which paths go in any direction."""
