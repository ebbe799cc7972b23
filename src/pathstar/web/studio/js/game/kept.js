/** What a page keeps of its game while it is loaded again: the back end has the game still. */

import { state } from "../state.js";

/** @typedef {import("./game.js").Game} Game */

const KEPT = "pathstar-game";
const FIRST = 2166136261; // of FNV-1a
const FACTOR = 16777619;

/** Keeps a game for the next page in this tab, or none. @param {Game|null} game @param {number} player */
export function keepGame(game, player) {
  if (!game) return sessionStorage.removeItem(KEPT);
  const { id, turns, playing, pace, foggy, danger } = game;
  const values = { turns, playing, pace, foggy, danger };
  sessionStorage.setItem(KEPT, JSON.stringify({ id, values, player, board: boardPrint() }));
}

/** Takes back what was kept. @returns {{id: string, values: Partial<Game>, player: number, same: boolean}|null} `same` is whether
 * the shown board is that of the game */
export function takeGame() {
  const kept = sessionStorage.getItem(KEPT);
  sessionStorage.removeItem(KEPT);
  if (!kept) return null;
  const { board, ...rest } = JSON.parse(kept);
  return { ...rest, same: board === boardPrint() };
}

/** A number for the size of the shown board and the costs of its squares. */
function boardPrint() {
  const { kind, width, codes, palette } = state.map;
  const costs = palette.map(({ cost }) => (cost === null ? -1 : Math.round(cost * 1000)));
  const print = codes.reduce((sum, code) => Math.imul(sum ^ costs[code], FACTOR), FIRST);
  return [kind, width, codes.length, print].join(" ");
}
