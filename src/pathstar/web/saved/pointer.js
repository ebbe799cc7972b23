/** The pointer on the board of a saved page. */

/** Wheel and pinch zoom, dragging pans, a click shows a square's history. @param {{board: import("../lib/board/board.js").Board, tell: () => void, select: (cell: number) => void}} page */
export function listenToPointer(page) {
  const { board } = page;
  const { canvas } = board;
  /** @type {Map<number, [number, number]>} */
  const down = new Map();
  let moved = 0;
  const at = (/** @type {PointerEvent|WheelEvent} */ event) =>
    /** @type {[number, number]} */ ([event.offsetX, event.offsetY]);
  canvas.addEventListener(
    "wheel",
    (/** @type {WheelEvent} */ event) => {
      event.preventDefault();
      board.zoomAt(...at(event), Math.exp(-event.deltaY / 400));
    },
    { passive: false },
  );
  canvas.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    canvas.setPointerCapture(event.pointerId);
    down.set(event.pointerId, at(event));
    moved = 0;
  });
  canvas.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
    const [x, y] = at(event);
    const before = down.get(event.pointerId);
    if (before) {
      const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
      if (other)
        board.zoomAt(
          ...other,
          Math.hypot(x - other[0], y - other[1]) /
            Math.max(1, Math.hypot(before[0] - other[0], before[1] - other[1])),
        );
      else board.pan(x - before[0], y - before[1]);
      moved += Math.abs(x - before[0]) + Math.abs(y - before[1]);
      down.set(event.pointerId, [x, y]);
    }
    board.hover = board.cellAt(x, y);
    board.requestDraw();
    page.tell();
  });
  const up = (/** @type {PointerEvent} */ event) => {
    if (down.delete(event.pointerId) && moved < 5 && event.type === "pointerup")
      page.select(board.cellAt(...at(event)));
  };
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
  canvas.addEventListener("pointerleave", () => {
    board.hover = -1;
    board.requestDraw();
    page.tell();
  });
}
