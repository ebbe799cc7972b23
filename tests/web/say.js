/** Says what it reads: node say.js WORDS.JS, with {contents, values} as JSON on standard input. */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { Catalogue } = await import(pathToFileURL(process.argv[2]).href);
const { contents, values } = JSON.parse(readFileSync(0, "utf-8"));
const said = Object.entries(contents).map(([language, content]) => {
  const words = new Catalogue(language, content);
  return [language, values.map((/** @type {any} */ value) => words.text(value))];
});
process.stdout.write(JSON.stringify(Object.fromEntries(said)));
