/** New mesh boards: ready-made ones, and that of the squares on the page. */

import { backend } from "../backend/backend.js";
import { withMap } from "../backend/run.js";
import { isUpright } from "../board/kinds.js";
import { replaceWorld, worldOf } from "../board/map.js";
import { named } from "../page/language.js";
import { theTable } from "../state.js";

/** The name of the row for the mesh of the squares on the page. */
export const OF_SQUARES = "squares";

/** What can be made, with its options. @returns {{name: string, options: Record<string, number>}[]} */
export const meshRows = () => [
  ...theTable().meshes,
  ...(isUpright() ? [{ name: OF_SQUARES, options: {} }] : []),
];

/** Makes a mesh, and shows it. @param {{generator: string, seed: number, options: Record<string, number>}} wanted */
export async function makeMesh({ generator, seed, options }) {
  const reply = await sentMesh({ generator, seed, options });
  const world = worldOf(reply);
  const made = { generator: { say: `generator.${generator}` }, seed: String(seed) };
  const title = theTable().meshes.some(
    ({ name, options }) => name === generator && Object.keys(options).length,
  )
    ? { say: "studio.map.made", with: made }
    : made.generator;
  Object.assign(world.map, named(title));
  replaceWorld(world, { say: "studio.deed.make", with: made });
}

/** @param {{generator: string, seed: number, options: Record<string, number>}} wanted @returns {Promise<import("../backend/backend.js").MeshReply>} */
export function sentMesh({ generator, seed, options }) {
  if (generator !== OF_SQUARES) return backend.makeMesh({ generator, seed, options });
  return withMap((map) => backend.makeMesh({ map }));
}
