"""The calls about files: the folder, opening and saving."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import anyio.to_thread
from fastapi import APIRouter, Response

from pathstar.studio.boards import Board
from pathstar.studio.files.folder import Folder, FolderError, bytes_of_map
from pathstar.studio.files.graphs import bytes_of_graph
from pathstar.studio.files.opened import Beside, Content, Opened, Opener
from pathstar.studio.graphs import GraphBoard
from pathstar.studio.meshes import MeshScene
from pathstar.studio.refusals import StudioError
from pathstar.studio.runs import Options
from pathstar.studio.session import GoneError, Session
from pathstar.studio.wire import serializers
from pathstar.studio.wire.binary import BINARY, BinaryResponse
from pathstar.studio.wire.mesh_models import MeshReply, MeshSaveRequest
from pathstar.studio.wire.models import (
    BoardReply,
    FileModel,
    FilesReply,
    GraphReply,
    OpenRequest,
    SaveReply,
    SaveRequest,
)
from pathstar.studio.wire.packing import packed, unpacked
from pathstar.traces.trace import Trace
from pathstar.words import Say, as_json


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads the files that the page asks for.

    Attributes:
        session: What the page has.
        folder: The studio's folder.
    """

    session: Session
    folder: Folder

    def opened(self, given: OpenRequest) -> Opened:
        """Return the content of a file."""
        page = None
        if given.map is not None:
            board = self.session.boards.get(given.map)
            page = board if isinstance(board, Board) and board.upright else None
        sent = None if given.beside is None else _sent(given.beside)
        opener = Opener(given.kind, self.session.limits, self._beside(given), sent, page)
        return opener.open(_content(given, self.folder))

    def _beside(self, given: OpenRequest) -> Beside:
        """Return what finds a file beside the one in the folder."""

        def find(name: str) -> Content | None:
            data = None if given.file is None else self.folder.beside(given.file, name)
            return None if data is None else (name, data)

        return find

    def recorded(self, given: OpenRequest) -> tuple[str, Trace]:
        """Return the recorded search of a file, and the id of its trace."""
        id = _id_of(given)
        try:
            return id, self.session.traces.get(id)
        except GoneError:
            trace = self.opened(given).trace
            if trace is None:
                file = given.file or given.name or ""
                raise StudioError(Say("studio.refused.trace.none", {"file": file})) from None
            self.session.traces.put(id, trace)
            return id, trace


def add_calls_about_files(router: APIRouter, session: Session, folder: Folder) -> None:
    """Add the calls to a router."""
    reader, limits = _Reader(session, folder), session.limits

    @router.get("/files")
    async def list_files() -> FilesReply:
        """List the files of the studio's folder that the page can open."""
        names, more = await anyio.to_thread.run_sync(folder.names)
        return FilesReply(folder=folder.root.name, files=names, more=more)

    @router.post("/open")
    async def open_board(given: OpenRequest) -> BoardReply | GraphReply | MeshReply:
        """Read a map, a graph, a mesh, queries or a trace: from the folder, or as the page sends it."""

        def work() -> BoardReply | GraphReply | MeshReply:
            opened, name = reader.opened(given), given.file or given.name or ""
            if isinstance(opened.board, MeshScene):
                return MeshReply.of(opened.board, name, opened.notes)
            id = session.keep(opened.board)
            if opened.trace is not None:
                session.traces.put(_id_of(given), opened.trace)
            return serializers.opened_reply(id, name, opened.board, opened)

        return await anyio.to_thread.run_sync(work)

    @router.post("/recorded", response_class=Response, responses=BINARY)
    async def replay(given: OpenRequest) -> BinaryResponse:
        """Return the recorded search of a file, in the form of /trace."""

        def work() -> bytes:
            id, trace = reader.recorded(given)
            return serializers.trace_reply(id, serializers.recorded_reply(trace), trace)

        data = await anyio.to_thread.run_sync(work)
        return BinaryResponse(data)

    @router.post("/save")
    async def save_map(given: SaveRequest) -> SaveReply:
        """Write a map to a file in the folder, or into the reply."""
        board = given.board.board(limits)
        if isinstance(board, GraphBoard):
            return await anyio.to_thread.run_sync(_saved, given, board, folder)
        return await anyio.to_thread.run_sync(_saved_map, given, board, folder)


def _id_of(given: OpenRequest) -> str:
    """Return the id of the recorded search in a file, which is the same for equal files on equal maps."""
    return hashlib.blake2b(given.model_dump_json().encode(), digest_size=12).hexdigest()


def _content(given: OpenRequest, folder: Folder) -> Content:
    if (given.file is None) == (given.content is None) or (given.content is not None and given.name is None):
        raise FolderError(
            Say("studio.refused.invalid"),
            "name a file in the folder, or send a name and a content; not both",
        )
    if given.file is not None:
        return given.file, folder.read(given.file)
    assert given.content is not None
    assert given.name is not None
    return given.name, unpacked(given.content, "content")


def _sent(file: FileModel) -> Content:
    return file.name, unpacked(file.content, "beside.content")


def _saved(given: SaveRequest, board: GraphBoard, folder: Folder) -> SaveReply:
    return put_files(given, *bytes_of_graph(given.name, board.space(Options())), folder)


def _saved_map(given: SaveRequest, board: Board, folder: Folder) -> SaveReply:
    ends = (("start", given.start), ("goal", given.goal))
    marks = {name: board.place(place, name) for name, place in ends if place is not None}
    data, notes = bytes_of_map(given.name, board.map(marks))
    return put_files(given, {given.name: data}, notes, folder)


def put_files(
    given: SaveRequest | MeshSaveRequest, files: dict[str, bytes], notes: list[Say], folder: Folder
) -> SaveReply:
    """Write files into the folder or into the reply, as requested."""
    if given.folder:
        folder.write(files, replace=given.replace)
        return SaveReply(name=given.name, saved=True, files=[], notes=[as_json(note) for note in notes])
    sent = [FileModel(name=name, content=packed(data)) for name, data in files.items()]
    return SaveReply(name=given.name, saved=False, files=sent, notes=[as_json(note) for note in notes])
