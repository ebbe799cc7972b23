/** The keyboard: keys that every page shares, and the element that gets a pressed key. */

const TYPING = "input:not([type=range]):not([type=checkbox]), select, textarea";
/** Elements that handle a key themselves when they have the focus. @type {Record<string, string>} */
const OWNERS = {
  " ": "button, a, summary, input:not([type=range]), [role=radio]",
  ArrowLeft: "input",
  ArrowRight: "input",
  Home: "input",
  End: "input",
};
const FAR = 10; // steps at once, with Shift
const CLOSER = 1.3;

/** @typedef {Record<string, (event: KeyboardEvent) => void>} Keys by the name of the key, letters in lower
 * case */

/** @typedef {{toggle: () => void, step: (count: number) => void, jump: (position: number) => void}} Steps */

/** The keys for playback. @param {Steps} player @returns {Keys} */
export function stepKeys(player) {
  const far = (/** @type {KeyboardEvent} */ event) => (event.shiftKey ? FAR : 1);
  return {
    " ": () => player.toggle(),
    ",": () => player.step(-1),
    ".": () => player.step(1),
    ArrowLeft: (event) => player.step(-far(event)),
    ArrowRight: (event) => player.step(far(event)),
    Home: () => player.jump(0),
    End: () => player.jump(Infinity),
  };
}

/**
 * The keys for playback and zooming.
 * @param {Steps} player
 * @param {{zoom: (factor: number) => void, fit: () => void}} view
 * @returns {Keys}
 */
export function playKeys(player, { zoom, fit }) {
  return {
    ...stepKeys(player),
    "+": () => zoom(CLOSER),
    "=": () => zoom(CLOSER),
    "-": () => zoom(1 / CLOSER),
    0: fit,
  };
}

/** Whether a key is for a text field. @param {KeyboardEvent} event */
export const isTyping = (event) => /** @type {HTMLElement} */ (event.target).matches(TYPING);

/**
 * Runs the action of a key, unless the user is typing or the focused element uses it.
 * @param {Keys} keys @param {KeyboardEvent} event @returns {boolean} whether it had an action
 */
export function press(keys, event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return false;
  const run = keys[event.key] ?? keys[event.key.toLowerCase()];
  if (!run || (OWNERS[event.key] && target.closest(OWNERS[event.key]))) return false;
  event.preventDefault();
  run(event);
  return true;
}
