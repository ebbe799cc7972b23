/** The language of the page: its catalogue, and the choice of another. */

import { emit } from "../events.js";
import { fillIn, languageFor } from "../../../lib/labels.js";
import { Catalogue } from "../../../lib/words.js";
import { $, announce, choice, el } from "./dom.js";

/** @typedef {import("../../../lib/words.js").Key} Key */
/** @typedef {import("../../../lib/words.js").Value} Value */
/** @typedef {import("../../../lib/words.js").Values} Values */

const KEPT = "pathstar-language";
/** @type {Catalogue} */
let catalogue;

/** @param {Key} key @param {Values} [values] @returns {string} a message in the page's language */
export const say = (key, values) => catalogue.say(key, values);

/** @param {Value} value @returns {string} a given message in the page's language */
export const text = (value) => catalogue.text(value);

/** @param {Value} title @returns {{name: string, title: Value}} a map's name that the page chose, which
 * follows the language */
export const named = (title) => ({ name: text(title), title });

/** @param {string} key @returns {Key} a composed key, such as those for tables, whose tests check that it
 * exists */
export const keyOf = (key) => /** @type {Key} */ (key);

/** @param {string} name of a kind of ground @returns {string} in the page's language, if it has a word for it */
export const groundName = (name) => catalogue.ground(name);

/** The code of the page's language. */
export const language = () => catalogue.language;

/** Formats a number with grouped thousands. @param {number} value @param {number} [digits] after the point,
 * at most @returns {string} */
export const grouped = (value, digits = 0) =>
  value.toLocaleString(catalogue.language, { maximumFractionDigits: digits });

/** The available languages, by code. @type {Record<string, string>} */
let names = {};

/** A field for the choice of language. @returns {HTMLElement} */
export function languageField() {
  const options = Object.entries(names).map(([value, words]) => ({ value, words }));
  return choice(say("language"), options, catalogue.language, choose);
}

/** Loads the catalogue of the language given by the address, the user's choice or the browser. */
export async function startLanguage() {
  names = await (await fetch("/words/languages.json")).json();
  const menu = $("language");
  menu.append(
    ...Object.entries(names).map(([code, name]) => el("option", { value: code, lang: code }, name)),
  );
  menu.onchange = () => choose(menu.value);
  const wanted = [asked(), localStorage.getItem(KEPT) ?? "", ...navigator.languages];
  await load(languageFor(Object.keys(names), wanted.filter(Boolean)));
}

/** Removes the language from the address, so that a link does not force it on others. @returns {string} */
function asked() {
  const address = new URL(location.href);
  const code = address.searchParams.get("lang") ?? "";
  address.searchParams.delete("lang");
  if (code) history.replaceState(null, "", address);
  return code;
}

/** @param {string} code */
async function load(code) {
  const words = new URL(`../../../words/${code}.json`, import.meta.url);
  catalogue = new Catalogue(code, await (await fetch(words)).json());
  document.documentElement.lang = $("language").value = code;
  fillIn(document, catalogue);
}

/** @param {string} code */
async function choose(code) {
  localStorage.setItem(KEPT, code);
  await load(code);
  announce(""); // what was said before is in the other language
  $("notices").replaceChildren();
  emit("language");
}
