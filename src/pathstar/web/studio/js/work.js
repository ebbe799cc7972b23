/**
 * What is under way, from the click on until all that it leads to is shown: the one place to ask whether the page is at rest.
 *
 * Every call to the server counts, and every search, explanation, file and lesson that is due. What only the clock
 * drives does not: running along the timeline, notices that go away, the address that is written a moment later.
 */

/** @type {Set<{name: string}>} */
const jobs = new Set();
let changes = 0;

/** Counts something as under way. @param {string} name @returns {() => void} to be called once it is over */
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

/** One frame: drawn, laid out, and everything done that it caused. */
const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

/** Waits until a whole frame went by in which nothing was under way: what is shown now stays so until someone acts. */
export async function atRest() {
  for (let seen = -1; jobs.size || seen !== changes;) {
    seen = changes;
    await frame();
  }
}
