/** The catalogues' rules, by the vectors that Python is tested with too. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Catalogue, figure } from "../../src/pathstar/web/lib/words.js";

const vectors = JSON.parse(readFileSync(new URL("../unit/words/vectors.json", import.meta.url), "utf-8"));

test("plural rules", () => {
  for (const { rules, categories } of vectors.plural) {
    const words = new Catalogue("xx", { name: "", plural: rules, messages: {} });
    for (const [category, counts] of Object.entries(categories)) {
      for (const count of counts) assert.equal(words.category(count), category, `${count}`);
    }
  }
});

test("plural rules are those that the browser knows for the language", () => {
  for (const [at, language] of ["en", "zh", "ru", "ar"].entries()) {
    const words = new Catalogue(language, { name: "", plural: vectors.plural[at].rules, messages: {} });
    const known = new Intl.PluralRules(language);
    for (let count = 0; count < 1000; count++)
      assert.equal(words.category(count), known.select(count), `${count}`);
  }
});

test("numbers", () => {
  for (const [value, text] of vectors.numbers) assert.equal(figure(value), text);
});

test("messages", () => {
  const words = new Catalogue("xx", vectors.catalogue);
  for (const [value, text] of vectors.messages) assert.equal(words.text(value), text);
  for (const value of vectors.faults) assert.throws(() => words.text(value));
});
