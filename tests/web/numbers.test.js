import assert from "node:assert/strict";
import { test } from "node:test";
import { digitsOf, number, sumTexts } from "../../src/pathstar/web/lib/board/numbers.js";

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

test("equal numbers look equal in all cells", () => {
  const short = { f: 10.0711, g: 1, h: 9.0711 };
  const long = { f: 10.0711, g: 4.2426, h: 5.8285 };
  assert.deepEqual(
    [short, long].map((sum) => sumTexts(sum, true, 8).f),
    ["10.07", "10.1"],
    "alone, each has as many digits as fit",
  );
  const digits = digitsOf([short, long], true, 8);
  assert.deepEqual(
    [short, long].map((sum) => sumTexts(sum, true, 8, digits)),
    [
      { f: "10.1", g: "1", h: "9.1" },
      { f: "10.1", g: "4.2", h: "5.9" },
    ],
  );
  const none = { f: 12345.5, g: 10000, h: 2345.5 };
  assert.equal(digitsOf([short, none], true, 8), 2, "a cell without room for three does not count");
  assert.equal(digitsOf([{ f: 30.25, g: 0, h: 30.25 }], false, 4), 1);
});

test("without room for three numbers there is F alone", () => {
  assert.deepEqual(sumTexts({ f: 1234, g: 1000, h: 234 }, true, 5), { f: "1234", g: "", h: "" });
  assert.deepEqual(sumTexts({ f: 12345, g: 10000, h: 2345 }, true, 4), { f: "", g: "", h: "" });
});

test("greedy search shows H only", () => {
  assert.deepEqual(sumTexts({ f: 30, g: 14, h: 30 }, false, 9), { f: "", g: "", h: "30" });
});
