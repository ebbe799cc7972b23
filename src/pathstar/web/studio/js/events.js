/** The events between the parts of the page. Every event has a sender and a listener. */

/**
 * The detail of each event.
 * @typedef {object} Events
 * @property {null} world another map is shown
 * @property {Uint32Array|null} map cells that changed, or null for all
 * @property {number} moved a node with a new position in the picture
 * @property {null} ends start or target has moved
 * @property {null} drawing something is being dragged or drawn
 * @property {null} edited drawing, moving or undoing is finished
 * @property {null} options the method, the moves, or the number of searches has changed
 * @property {null} asked a search begins; the shown results belong to the previous one
 * @property {null} result
 * @property {null} position another step is shown
 * @property {null} stepped the user has gone to another step
 * @property {null} explained another of the compared searches is explained
 * @property {null} playing
 * @property {null} tool another tool or ground is chosen
 * @property {null} select another square is looked at closely
 * @property {number} hover the square under the pointer or the cursor, or -1
 * @property {null} history the undo history has changed
 * @property {null} layers the visible layers of the board have changed
 * @property {null} shade another field shades the boards
 * @property {string[]} facts the kinds of the facts of the shown step
 * @property {string|null} fact the kind of the fact that is pointed at
 * @property {null} danger the danger of the map has changed
 * @property {null} dead_ends the dead ends of the map have changed
 * @property {null} targets the targets beside the goal have changed
 * @property {null} fog the fog of the map has changed
 * @property {null} walk a walk begins, ends or has gone on
 * @property {null} smooth another way to make the path smoother is chosen
 * @property {boolean} mesh the path over the mesh has arrived, while something is dragged or not, or something else is held
 * @property {null} units a game begins, ends or has moved its units, or others are selected
 * @property {null} theme
 * @property {null} language the language of the page has changed
 * @property {null} table the choices are known
 * @property {string|null} tabs cards appear or vanish; the card to show, if any
 */

const bus = new EventTarget();

/**
 * Listens to one event.
 * @template {keyof Events} Name @param {Name} name @param {(detail: Events[Name]) => void} hear
 */
export function on(name, hear) {
  bus.addEventListener(name, (event) => hear(/** @type {CustomEvent} */ (event).detail));
}

/** Listens to several events, without their details. @param {(keyof Events)[]} names @param {() => void} hear
 * */
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
