"""Meshes in the files that the page opens and saves."""

from __future__ import annotations

from pathlib import Path

from pathstar.errors import MapFormatError
from pathstar.io.meshes import MESH_FORMATS, read_mesh, write_mesh
from pathstar.spaces.mesh.navmesh import NavMesh
from pathstar.studio.files.folder import Named, check_suffix, plain_limits
from pathstar.studio.limits import Limits
from pathstar.studio.meshes import MeshScene, scene_of_mesh
from pathstar.words import Say

WRITTEN = tuple(suffix for suffix, row in MESH_FORMATS.items() if row.write)


def is_mesh_file(name: str, data: bytes) -> bool:
    """Return whether a file holds a mesh, by its name; in JSON, which traces are written in too, by its keys.

    Example:
        >>> is_mesh_file("hall.mesh", b""), is_mesh_file("a.json", b'{"polygons": []}')
        (True, True)
        >>> is_mesh_file("arena.map", b""), is_mesh_file("a.trace.json", b'{"events": []}')
        (False, False)
    """
    suffix = Path(name).suffix.lower()
    return suffix in MESH_FORMATS and (suffix != ".json" or b'"polygons"' in data)


def scene_of_bytes(name: str, data: bytes, limits: Limits) -> tuple[MeshScene, tuple[Say, ...]]:
    """Read a mesh from a file's content.

    The x and z of an .obj file become the plane if its polygons have no area in x and y.

    Returns:
        The mesh as a scene, and notes for the user.

    Raises:
        PathstarError: The file is malformed, or its ground is too large or empty.
    """
    with plain_limits():
        mesh = _read(name, data)
    notes = (Say("studio.mesh.links", {"count": len(mesh.links)}),) if mesh.links else ()
    return scene_of_mesh(mesh, limits), notes


def _read(name: str, data: bytes) -> NavMesh:
    named = Path(name).name
    try:
        return read_mesh(Named(data, named))
    except MapFormatError:
        if Path(name).suffix.lower() != ".obj":
            raise
        try:
            return read_mesh(Named(data, named), plane="xz")
        except MapFormatError:
            pass
        raise


def bytes_of_mesh(name: str, mesh: NavMesh) -> tuple[bytes, list[Say]]:
    """Return a file's content for a mesh as it is, and what it leaves out.

    Raises:
        StudioError: An unknown format, or one that is only read.
    """
    check_suffix(name, WRITTEN)
    file = Named(b"", Path(name).name)
    write_mesh(mesh, file, lossy=True)
    suffix = Path(name).suffix.lower()
    if MESH_FORMATS[suffix].costs or not mesh.has_areas:
        return file.getvalue(), []
    return file.getvalue(), [Say("studio.mesh.lost", {"suffix": suffix})]
