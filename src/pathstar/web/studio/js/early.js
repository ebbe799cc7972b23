/** Runs before the first paint, so that the page never flashes in the wrong colours. */
(() => {
  const kept = (/** @type {string} */ key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const root = document.documentElement;
  const theme = kept("pathstar-theme");
  const dark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  if (theme) root.dataset.theme = theme;
  root.toggleAttribute("data-dark", dark);
  if (kept("pathstar-motion") === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches)
    root.dataset.motion = "off";
})();
