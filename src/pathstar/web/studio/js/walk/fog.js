/** The brush for fog: squares that a unit does not know before it walks. */

import { emit } from "../events.js";
import { toBase64 } from "../backend/base64.js";
import { state } from "../state.js";
import { remember } from "../board/undo.js";

const REACH = 1.5; // squares around the pointer that the brush covers

/** @param {number} cell @returns {number[]} the squares under the brush */
function under(cell) {
  const { width, height } = state.map;
  const [cx, cy] = [cell % width, Math.floor(cell / width)];
  const cells = [];
  for (let y = Math.max(0, cy - 1); y <= Math.min(height - 1, cy + 1); y++)
    for (let x = Math.max(0, cx - 1); x <= Math.min(width - 1, cx + 1); x++)
      if (Math.hypot(x - cx, y - cy) < REACH) cells.push(y * width + x);
  return cells;
}

/** Covers squares along a stroke with fog, or clears them. @param {number[]} cells @param {boolean} clears */
export function brushFog(cells, clears) {
  const fog = state.map.fog ? state.map.fog.slice() : new Uint8Array(state.map.codes.length);
  for (const cell of cells.flatMap(under)) fog[cell] = clears ? 0 : 1;
  putFog(fog);
}

/** Changes the fog, without recording it. @param {Uint8Array|null} fog */
export function putFog(fog) {
  state.map.fog = fog;
  emit("fog");
}

/** Records a stroke for undo. @param {Uint8Array|null} before */
export function rememberFog(before) {
  const after = state.map.fog;
  const put = (/** @type {Uint8Array|null} */ fog) => {
    putFog(fog);
    emit("edited");
  };
  remember({ words: { say: "studio.deed.fog" }, undo: () => put(before), redo: () => put(after) });
  emit("edited");
}

/** @param {Uint8Array|null} fog @returns {string|null} a bit for each square in base64, the highest of a byte first */
export function fogBits(fog) {
  if (!fog) return null;
  const bytes = new Uint8Array(Math.ceil(fog.length / 8));
  fog.forEach((veiled, cell) => (bytes[cell >> 3] |= veiled << (7 - (cell & 7))));
  return toBase64(bytes);
}
