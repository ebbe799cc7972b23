"""The calls about meshes: keeping a ground, and finding paths on it while something is dragged."""

from __future__ import annotations

import anyio.to_thread
from fastapi import APIRouter, Request, Response

from pathstar.studio.boards import Board
from pathstar.studio.exports import exported
from pathstar.studio.files.folder import Folder
from pathstar.studio.files.meshes import bytes_of_mesh
from pathstar.studio.mesh_makers import make_mesh
from pathstar.studio.meshes import scene_of_board
from pathstar.studio.panels.mesh_path import mesh_path, mesh_trace
from pathstar.studio.refusals import StudioError
from pathstar.studio.routes.files import put_files
from pathstar.studio.runs import Stop
from pathstar.studio.serving.limiter import watched
from pathstar.studio.session import Session
from pathstar.studio.wire.binary import BINARY, BinaryResponse
from pathstar.studio.wire.mesh_models import (
    MeshExportRequest,
    MeshKept,
    MeshModel,
    MeshPathReply,
    MeshPathRequest,
    MeshReply,
    MeshRequest,
    MeshSaveRequest,
    MeshTraceRequest,
)
from pathstar.studio.wire.models import SaveReply
from pathstar.studio.wire.serializers import path_reply, trace_reply
from pathstar.words import Say


def add_calls_of_meshes(router: APIRouter, session: Session, folder: Folder) -> None:
    """Add the calls to a router."""
    _add_calls_that_make(router, session, folder)
    _add_calls_that_search(router, session)


def _add_calls_that_make(router: APIRouter, session: Session, folder: Folder) -> None:
    """Add the calls that make, keep and save meshes."""
    limits = session.limits

    @router.post("/make-mesh")
    async def make(given: MeshRequest) -> MeshReply:
        """Make a mesh: one by its name, or that of the squares of a map."""
        if (given.generator is None) == (given.map is None):
            reason = "name a generator or a map, not both"
            raise StudioError(Say("studio.refused.invalid"), reason)

        def work() -> MeshReply:
            if given.generator is not None:
                scene = make_mesh(given.generator, given.seed, given.options, limits)
                return MeshReply.of(scene, given.generator)
            board = session.boards.get(given.map or "")
            if not isinstance(board, Board):
                raise StudioError(Say("studio.refused.mesh.squares"))
            return MeshReply.of(scene_of_board(board, limits), "")

        return await anyio.to_thread.run_sync(work)

    @router.post("/mesh")
    async def take_mesh(given: MeshModel) -> MeshKept:
        """Keep the ground of a mesh."""
        ground = given.board(limits)
        session.meshes.put(ground.id, ground)
        return MeshKept(mesh=ground.id)

    @router.post("/save-mesh")
    async def save(given: MeshSaveRequest) -> SaveReply:
        """Write what obstacles and the unit's radius leave of a mesh, into the folder or the reply."""
        ground = given.ground.board(limits)

        def work() -> SaveReply:
            with ground.shaped(given.shape.shape) as mesh:
                data, notes = bytes_of_mesh(given.name, mesh)
            return put_files(given, {given.name: data}, notes, folder)

        return await anyio.to_thread.run_sync(work)


def _add_calls_that_search(router: APIRouter, session: Session) -> None:
    """Add the calls that search on a mesh that is kept."""
    limits = session.limits

    @router.post("/mesh-path")
    async def find(given: MeshPathRequest, request: Request) -> MeshPathReply:
        """Find a path on a ground with obstacles; only what differs from the last call is rebuilt."""
        ground = session.meshes.get(given.mesh)

        def work(stop: Stop) -> MeshPathReply:
            ends, shape = (given.start, given.goal), given.shape.shape
            found = mesh_path(ground, shape, *ends, stop, given.weight, given.known, whole=given.whole)
            return MeshPathReply.of(found)

        return await watched(request, session.turns, limits.seconds, work)

    @router.post("/mesh-trace", response_class=Response, responses=BINARY)
    async def trace(given: MeshTraceRequest, request: Request) -> BinaryResponse:
        """Search and return every event, as the call ``trace`` does for a map."""
        ground = session.meshes.get(given.mesh)

        def work(stop: Stop) -> bytes:
            found = mesh_trace(ground, given.shape.shape, given.start, given.goal, stop, limits)
            session.traces.put(found.id, found.trace)
            reply = path_reply(found.trace.space, found.method, found.trace.path, found.seconds)
            return trace_reply(found.id, reply, found.trace)

        data = await watched(request, session.turns, limits.seconds, work)
        return BinaryResponse(data)

    @router.post("/export-mesh", response_class=Response, responses=BINARY)
    async def export(given: MeshExportRequest, request: Request) -> BinaryResponse:
        """Write a search to a file, as ``export`` does for a map."""
        ground = session.meshes.get(given.mesh)

        def work(stop: Stop) -> bytes:
            ends, shape = (given.start, given.goal), given.shape.shape
            found = mesh_trace(ground, shape, *ends, Stop(limits.seconds, stop), limits)
            end = Stop(limits.seconds, stop)
            return exported(found.trace, given.format, given.step, given.theme, given.lang, end)

        data = await watched(request, session.export_turns, 2 * limits.seconds, work)
        return BinaryResponse(data)
