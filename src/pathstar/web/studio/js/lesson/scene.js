/** What a step of the lesson puts on the board: its map, its rules, and units that move. */

import { backend } from "../backend/backend.js";
import { worldOf } from "../board/map.js";
import { emit } from "../events.js";
import { begin as beginGame, game } from "../game/game.js";
import { complain } from "../page/complain.js";
import { named } from "../page/language.js";
import { state } from "../state.js";
import { begin as beginWalk, settings } from "../walk/walk.js";
import { CHAPTERS, drawn } from "./lessons.js";

export const STEPS = CHAPTERS.flatMap((chapter, number) =>
  chapter.steps.map((step, i) => ({ ...step, chapter: number, first: i === 0 })),
);

/** Everything that a step inherits from those before it, so that the lesson can begin anywhere. @param
 * {number} number */
export function setting(number) {
  const from =
    number -
    STEPS.slice(0, number + 1)
      .reverse()
      .findIndex((step) => step.rows || step.made);
  const merged = { ...STEPS[from] };
  for (let i = from + 1; i <= number; i++) merged.rules = STEPS[i].rules ?? merged.rules;
  for (let i = from + 1; i <= number; i++) merged.method = STEPS[i].method ?? merged.method;
  return {
    ...STEPS[number],
    rows: merged.rows,
    made: merged.made,
    labels: merged.labels,
    ends: merged.ends,
    danger: merged.danger,
    rules: merged.rules,
    method: merged.method,
  };
}

/** @param {any} step @returns {Promise<import("../board/map.js").World|null>} */
export async function worldFor(step) {
  const world = step.made ? await madeFor(step) : drawn(step.rows, step.ends);
  if (!world) return null;
  const chapter = { say: `chapter.${CHAPTERS[step.chapter].name}` };
  Object.assign(world.map, named({ say: "studio.map.lesson", with: { chapter } }));
  if (step.labels) world.map.deadEnds = Uint16Array.from(step.labels.join(""), Number);
  world.map.danger = (step.danger ?? []).map((/** @type {number[]} */ [x, y, strength]) => ({
    cell: y * world.map.width + x,
    strength,
  }));
  return world;
}

/** The generated map of a step; null if the back end makes none. @param {any} step */
async function madeFor(step) {
  try {
    return worldOf(await backend.generate({ kind: "squares", ...step.made }));
  } catch (error) {
    complain(error);
    return null;
  }
}

/** Lets the units of a step move. @param {any} step */
export async function enact(step) {
  if (step.walk) {
    const { radius, pace, explores } = step.walk;
    Object.assign(settings, { radius, pace, sight: true });
    await beginWalk(Boolean(explores));
  } else {
    await beginGame();
    if (!game) return;
    const { pace, units, orders } = step.game;
    game.pace = pace;
    game.change(
      "add",
      units.map((/** @type {any} */ unit) => ({ speed: 1, player: 0, ...unit })),
    );
    game.change("orders", orders);
    state.tool = "look";
    emit("tool");
  }
  emit("tabs", "lesson");
}
