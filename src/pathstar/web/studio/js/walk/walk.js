/** A unit that walks over ground that it sees only as it goes. The back end moves it, the page draws. */

import { backend, Refused } from "../backend/backend.js";
import { optionsOf } from "../backend/choices.js";
import { solve, withMap } from "../backend/run.js";
import { during } from "../backend/work.js";
import { isUpright, paid } from "../board/kinds.js";
import { overlay } from "../board/overlays.js";
import { emit, on, onAny } from "../events.js";
import { complain } from "../page/complain.js";
import { notice } from "../page/dom.js";
import { say } from "../page/language.js";
import { cellOf, placeOf, state } from "../state.js";
import { fogBits } from "./fog.js";

/** The unit on its way; null while none walks. @type {Walk|null} */
export let walk = null;

/** How the next unit sees, and how many steps it takes in a second. */
export const settings = { radius: 4, sight: true, pace: 8 };

export class Walk {
  /** @param {string} id of the walk in the back end @param {boolean} explores */
  constructor(id, explores) {
    this.id = id;
    this.explores = explores;
    this.playing = true;
    this.over = false;
    /** Squares that the unit has never seen are 1. */
    this.unseen = new Uint8Array(state.map.codes.length).fill(1);
    /** What the last steps did. @type {import("../backend/backend.js").Stride|null} */
    this.last = null;
    /** Ground that was painted since. @type {{place: number[], cost: number|null}[]} */
    this.painted = [];
  }

  /** Whether the unit can still go on. */
  get walking() {
    return !this.over && (this.last === null || this.last.status === "walking");
  }

  /** Takes one step after another until the walk is over. */
  async run() {
    await during("walk", () => this.stride(0));
    while (this.walking) {
      await new Promise((done) => setTimeout(done, 1000 / settings.pace));
      if (this.playing && this.walking) await this.stride(1);
    }
  }

  /** @param {number} steps */
  async stride(steps) {
    const painted = this.painted;
    this.painted = [];
    try {
      this.last = await backend.stride({ walk: this.id, steps, painted });
    } catch (error) {
      if (!(error instanceof Refused)) {
        // out of reach: the page says so, and the next step tries again
        this.painted = [...painted, ...this.painted];
        return;
      }
      this.over = true;
      complain(error);
    }
    if (walk === this) this.show();
  }

  show() {
    if (!this.last) return;
    for (const place of this.last.seen) this.unseen[cellOf(place)] = 0;
    const [x, y] = this.last.place;
    overlay({
      fog: this.unseen,
      trail: this.last.trail.map(cellOf),
      ahead: this.last.ahead.map(cellOf),
      units: [{ number: -1, x, y, player: 0, doing: "moving", selected: false }],
    });
    emit("walk");
  }
}

export function startWalk() {
  onAny(["world", "ends"], leave);
  on("fog", showFog);
  on("world", showFog);
  on("map", (cells) => {
    if (!walk || !cells) return;
    const { codes, palette } = state.map;
    for (const cell of cells) walk.painted.push({ place: placeOf(cell), cost: paid(palette[codes[cell]]) });
  });
}

/** Shows the fog of the map while nobody walks in it. */
function showFog() {
  if (!walk) overlay({ fog: state.map.fog });
}

/** Lets a unit walk from the start. @param {boolean} explores everything, or goes to the goal */
export async function begin(explores) {
  leave();
  if (!isUpright()) return notice(say("studio.walk.squares"));
  const { map: board } = state;
  try {
    const { radius, sight } = settings;
    const ends = { start: placeOf(state.start), goal: explores ? null : placeOf(state.goal) };
    const { walk: id } = await withMap((map) =>
      backend.walk({ map, ...ends, options: optionsOf(0), radius, sight, fog: fogBits(state.map.fog) }),
    );
    if (board !== state.map) return; // another map is shown meanwhile
    walk = new Walk(id, explores);
  } catch (error) {
    return complain(error);
  }
  state.walk = true;
  state.compare = false;
  show();
  walk.run();
}

/** Ends the walk, and shows the search again. */
export function leave() {
  if (!walk) return;
  walk.over = true;
  walk = null;
  state.walk = false;
  overlay({ fog: state.map.fog, trail: [], ahead: [], units: [] });
  show();
  solve(); // the ground may have changed meanwhile
}

function show() {
  for (const name of /** @type {const} */ (["layers", "options", "walk"])) emit(name);
  emit("tabs", state.walk ? "walk" : null);
}
