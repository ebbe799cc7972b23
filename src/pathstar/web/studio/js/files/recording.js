/** A recorded search that was opened: it is shown until something on the page asks for another search. */

import { optionsOf } from "../backend/choices.js";
import { state } from "../state.js";

/**
 * @typedef {object} Recording
 * @property {import("../backend/backend.js").Opening} opening the file
 * @property {string} name of the file
 * @property {number} start
 * @property {number} goal
 * @property {Uint16Array} codes of the map
 * @property {string} options of the page when it was opened
 */

const optionsNow = () => JSON.stringify(optionsOf(0));

/** @param {import("../backend/backend.js").Opening} opening @param {string} name @returns {Recording} that of the board as it is */
export function recordingOf(opening, name) {
  const { map, start, goal } = state;
  return { opening, name, start, goal, codes: map.codes.slice(), options: optionsNow() };
}

/** @returns {Recording|null} the recorded search of the board, unless the board or the options have changed since */
export function recordingShown() {
  const { map, start, goal, compare } = state;
  const { recording } = map;
  if (!recording || compare || map.targets.length || recording.start !== start || recording.goal !== goal)
    return null;
  const same = recording.options === optionsNow() && recording.codes.length === map.codes.length;
  return same && recording.codes.every((code, cell) => code === map.codes[cell]) ? recording : null;
}
