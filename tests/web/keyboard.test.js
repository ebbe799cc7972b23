import assert from "node:assert/strict";
import { test } from "node:test";
import { playKeys, press, stepKeys } from "../../src/pathstar/web/lib/keyboard.js";
import { languageFor } from "../../src/pathstar/web/lib/labels.js";
import { unpacked, unpackedJson } from "../../src/pathstar/web/lib/unpacked.js";

/** A key pressed while an element of some selectors has the focus. @param {string} key @param {{on?: string[], held?: object}} [more] @returns {any} */
function pressed(key, { on = [], held = {} } = {}) {
  const matches = (/** @type {string} */ selector) =>
    selector.split(", ").some((part) => on.some((name) => part === name || part.startsWith(`${name}:not`)));
  const target = {
    matches,
    closest: (/** @type {string} */ selector) => (matches(selector) ? target : null),
  };
  const event = { key, target, prevented: false, preventDefault: () => (event.prevented = true), ...held };
  return event;
}

function player() {
  /** @type {any[]} */
  const done = [];
  return {
    done,
    toggle: () => done.push("toggle"),
    step: (/** @type {number} */ count) => done.push(count),
    jump: (/** @type {number} */ position) => done.push(`to ${position}`),
  };
}

test("keys play, step and jump, ten steps with Shift", () => {
  const made = player();
  const keys = stepKeys(made);
  for (const key of [" ", ",", ".", "ArrowLeft", "ArrowRight", "Home", "End"])
    assert.ok(press(keys, pressed(key)), key);
  assert.ok(press(keys, pressed("ArrowRight", { held: { shiftKey: true } })));
  assert.deepEqual(made.done, ["toggle", -1, 1, -1, 1, "to 0", "to Infinity", 10]);
  assert.ok(!press(keys, pressed("+")));
});

test("keys also zoom where there is a view", () => {
  /** @type {any[]} */
  const zoomed = [];
  const keys = playKeys(player(), { zoom: (factor) => zoomed.push(factor), fit: () => zoomed.push("fit") });
  for (const key of ["+", "-", "0"]) press(keys, pressed(key));
  assert.equal(zoomed[0] * zoomed[1], 1);
  assert.equal(zoomed[2], "fit");
});

test("a key belongs to the text field, button or slider that has the focus", () => {
  const made = player();
  const keys = { ...stepKeys(made), t: () => made.step(99) };
  const typing = pressed("t", { on: ["input", "select", "textarea"] });
  assert.ok(!press(keys, typing));
  assert.ok(!typing.prevented);
  assert.ok(!press(keys, pressed(" ", { on: ["button"] })));
  assert.ok(!press(keys, pressed("Home", { on: ["input"] })));
  assert.ok(press(keys, pressed("ArrowRight", { on: ["button"] })));
  assert.ok(!press(keys, pressed(".", { held: { ctrlKey: true } })));
  assert.ok(press(keys, pressed("T"))); // with Shift or Caps Lock
  assert.deepEqual(made.done, [1, 99]);
});

test("the reader's first language that the page has", () => {
  const codes = ["en", "zh"];
  assert.equal(languageFor(codes, ["fr-FR", "zh-CN", "en"]), "zh");
  assert.equal(languageFor(codes, ["ZH-hans"]), "zh");
  assert.equal(languageFor(codes, ["zhx"]), "en"); // another language that begins alike
  assert.equal(languageFor(codes, []), "en");
});

test("packed data is read again", async () => {
  const { gzipSync } = await import("node:zlib");
  const made = gzipSync(JSON.stringify({ 字: [1, 2] })).toString("base64");
  assert.deepEqual(await unpackedJson(made), { 字: [1, 2] });
  assert.deepEqual(
    new Uint8Array(await unpacked(gzipSync(Uint8Array.of(7, 0, 255)).toString("base64"))),
    Uint8Array.of(7, 0, 255),
  );
  await assert.rejects(unpackedJson(made.slice(0, 12)));
});
