"""Navigation meshes: convex polygons on which a path goes in any direction."""
