/** What the parts of the page tell one another, each by its name. Every event has one who sends it and one who hears it. */

/**
 * What is told with each event.
 * @typedef {object} Events
 * @property {null} world another map is shown
 * @property {Uint32Array|null} map cells that changed, or null for all
 * @property {number} moved a node that is drawn elsewhere
 * @property {null} ends start or target are elsewhere
 * @property {null} drawing something is being dragged or drawn
 * @property {null} edited something was drawn, moved or undone, and is done
 * @property {null} options another method, other moves, or two searches instead of one
 * @property {null} asked a search begins: the results shown are those of the one before
 * @property {null} result
 * @property {null} position another step is shown
 * @property {null} playing
 * @property {null} tool another tool or ground is chosen
 * @property {null} select another square is looked at closely
 * @property {number} hover the square under the pointer or the cursor, or -1
 * @property {null} history there is more or less to undo
 * @property {null} layers other things are shown on the board
 * @property {null} theme
 * @property {null} language the words of the page are other ones
 * @property {null} table what may be chosen is known
 * @property {string|null} tabs cards appear or vanish; which is to be shown, if any
 */

const bus = new EventTarget();

/**
 * Hears one event.
 * @template {keyof Events} Name @param {Name} name @param {(detail: Events[Name]) => void} hear
 */
export function on(name, hear) {
  bus.addEventListener(name, (event) => hear(/** @type {CustomEvent} */ (event).detail));
}

/** Hears several, whatever is told with them. @param {(keyof Events)[]} names @param {() => void} hear */
export function onAny(names, hear) {
  for (const name of names) bus.addEventListener(name, () => hear());
}

/**
 * @template {keyof Events} Name
 * @param {Name} name @param {Events[Name] extends null ? [] : [Events[Name]]} detail
 */
export function emit(name, ...detail) {
  bus.dispatchEvent(new CustomEvent(name, { detail: detail[0] ?? null }));
}
