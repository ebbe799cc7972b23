/** The labels of dead ends in the form of the back end and of links: two bytes for each square, the low one first. */

import { fromBase64, toBase64 } from "../backend/base64.js";

/** @param {string} base64 @returns {Uint16Array} */
export const labelsOf = (base64) => new Uint16Array(fromBase64(base64).slice().buffer);

/** @param {Uint16Array|null} labels @returns {string|null} */
export const packedLabels = (labels) => labels && toBase64(new Uint8Array(labels.slice().buffer));
