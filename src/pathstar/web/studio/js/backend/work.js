/**
 * Tracks what is under way, from a click until all its effects are shown, and so whether the page is at rest.
 *
 * Every call to the server counts, and every pending search, explanation, file and lesson. Anything driven
 * only by the clock does not: playback, vanishing notices, the delayed update of the address.
 */

/** @type {Set<{name: string}>} */
const jobs = new Set();
let changes = 0;

/** Counts something as under way. @param {string} name @returns {() => void} call it once the work is over */
export function beginWork(name) {
  const job = { name };
  jobs.add(job);
  changes++;
  return () => {
    if (jobs.delete(job)) changes++;
  };
}

/**
 * Counts something as under way until its promise has settled.
 * @template T @param {string} name @param {() => Promise<T>} run @returns {Promise<T>}
 */
export async function during(name, run) {
  const end = beginWork(name);
  try {
    return await run();
  } finally {
    end();
  }
}

/** What is under way, by name. */
export const underWay = () => [...jobs].map((job) => job.name);

/** One frame, with layout, painting and everything that it triggers. */
const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

/** Waits until a whole frame passes with nothing under way: then the page does not change until the user acts. */
export async function atRest() {
  for (let seen = -1; jobs.size || seen !== changes;) {
    seen = changes;
    await frame();
  }
}
