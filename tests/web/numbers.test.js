import assert from "node:assert/strict";
import { test } from "node:test";
import { number, sumTexts } from "../../src/pathstar/web/lib/board/numbers.js";

/** The first `count` of a fixed series of costs. @param {number} count */
function costs(count) {
  let seed = 7;
  const next = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  return Array.from({ length: count }, () =>
    [next(), next()].map((part) => part * 10 ** Math.floor(next() * 5)),
  );
}

test("what is shown adds up, at every size", () => {
  for (const [g, h] of costs(2000)) {
    for (let room = 2; room < 16; room++) {
      const shown = sumTexts({ f: g + h, g, h }, true, room);
      if (!shown.g) continue;
      assert.ok(shown.g.length + shown.h.length < room && shown.f.length <= room);
      assert.equal(number(Number(shown.g) + Number(shown.h)), shown.f);
    }
  }
});

test("rounding each number alone would not add up", () => {
  assert.deepEqual(sumTexts({ f: 2.9, g: 1.45, h: 1.45 }, true, 4), { f: "3", g: "1", h: "2" });
  assert.deepEqual(sumTexts({ f: 21.2132, g: 10.142, h: 11.0711 }, true, 9), {
    f: "21.2",
    g: "10.1",
    h: "11.1",
  });
});

test("without room for three numbers there is F alone", () => {
  assert.deepEqual(sumTexts({ f: 1234, g: 1000, h: 234 }, true, 5), { f: "1234", g: "", h: "" });
  assert.deepEqual(sumTexts({ f: 12345, g: 10000, h: 2345 }, true, 4), { f: "", g: "", h: "" });
});

test("greedy search shows H only", () => {
  assert.deepEqual(sumTexts({ f: 30, g: 14, h: 30 }, false, 9), { f: "", g: "", h: "30" });
});
