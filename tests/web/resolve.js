/** Lets Node find what pages import by the address that the studio's server gives it. */

import { registerHooks } from "node:module";

const SERVED = { "/player/": "../../src/pathstar/viz/player/", "/static/js/": "../../src/pathstar/studio/static/js/" };

registerHooks({
  resolve(specifier, context, next) {
    const folder = Object.entries(SERVED).find(([address]) => specifier.startsWith(address));
    if (!folder) return next(specifier, context);
    return next(new URL(folder[1] + specifier.slice(folder[0].length), import.meta.url).href, context);
  },
});
