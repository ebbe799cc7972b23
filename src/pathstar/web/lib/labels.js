/**
 * The text in a page's own markup. `data-say` names the message of an element's text, `data-say-label` that
 * of its `aria-label`, `data-say-role` that of its `aria-roledescription`, and `data-say-title` that of its
 * `title`.
 */

/** @typedef {import("./words.js").Catalogue} Catalogue */

/** How to apply the message of each attribute. @type {Record<string, (element: Element, text: string) =>
 * void>} */
const PLACES = {
  "data-say": (element, text) => (element.textContent = text),
  "data-say-label": (element, text) => element.setAttribute("aria-label", text),
  "data-say-role": (element, text) => element.setAttribute("aria-roledescription", text),
  "data-say-title": (element, text) => element.setAttribute("title", text),
};

/** Fills in all labels of a part of the page. @param {ParentNode} root @param {Catalogue} catalogue */
export function fillIn(root, catalogue) {
  for (const [attribute, put] of Object.entries(PLACES)) {
    for (const element of root.querySelectorAll(`[${attribute}]`))
      put(element, catalogue.say(element.getAttribute(attribute) ?? ""));
  }
}

/** @param {string[]} codes of the available languages, the default first @param {readonly string[]} wanted
 * the reader's preferences, best first @returns {string} the initial language */
export function languageFor(codes, wanted) {
  for (const each of wanted) {
    const code = codes.find(
      (known) => each.toLowerCase() === known || each.toLowerCase().startsWith(`${known}-`),
    );
    if (code) return code;
  }
  return codes[0];
}
