/** Saying why a call of the back end failed. */

import { Refused } from "../backend/backend.js";
import { notice } from "./dom.js";
import { say } from "./language.js";

/**
 * Shows a refusal. The page already shows that the back end is out of reach or that it has no key, and whoever
 * aborts a call knows it.
 * @param {unknown} error @param {number} [seconds]
 */
export function complain(error, seconds) {
  if (error instanceof Refused) {
    if (error.code !== "no_key") notice(error.message, seconds, error.detail);
  } else if (
    !(error instanceof DOMException && error.name === "AbortError") &&
    !(error instanceof TypeError)
  ) {
    throw error;
  }
}

/** @param {unknown} error @returns {string} why a call failed, for a part of the page that shows it in place */
export const reasonOf = (error) => (error instanceof Refused ? error.message : say("studio.offline"));
