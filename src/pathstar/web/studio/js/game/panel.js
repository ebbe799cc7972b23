/** The card of the game mode: whom to place, the speed, the time, and what the selected unit is doing. */

import { showOther } from "../board/stage.js";
import { onAny } from "../events.js";
import { $, choice, el, numberField, segments } from "../page/dom.js";
import { grouped, keyOf, say } from "../page/language.js";
import { cellOf, state } from "../state.js";
import { lose, next, order, orderNext, patrol, recruit } from "./commands.js";
import { game } from "./game.js";

const PACES = [1, 2, 4, 8, 16];
const LAST_EVENTS = 4;

export function startUnitsPanel() {
  onAny(["options", "language", "tool"], render);
  onAny(["units"], follow);
  render();
}

function render() {
  $("card-units").hidden = !state.game;
  if (!game) return;
  const now = game;
  const sides = [0, 1, 2].map((player) => ({
    value: String(player),
    words: say("studio.game.side", { side: player + 1 }),
  }));
  $("units-controls").replaceChildren(
    el("p", { class: "muted", id: "units-how" }, say("studio.game.how")),
    segments(say("studio.game.sides"), sides, String(recruit.player), (value) => {
      recruit.player = Number(value);
      render();
    }),
    el(
      "div",
      { class: "pair" },
      numberField(say("studio.game.speed"), recruit.speed, { min: 0.1, max: 20, step: 0.1 }, (value) => {
        recruit.speed = value ?? 1;
      }),
      choice(
        say("studio.game.pace"),
        PACES.map((pace) => ({
          value: String(pace),
          words: say("studio.speed.rate", { rate: grouped(pace) }),
        })),
        String(now.pace),
        (value) => (now.pace = Number(value)),
      ),
    ),
    el(
      "div",
      { class: "pair" },
      el("button", { class: "plain-word", id: "units-play", onclick: () => play(!now.playing) }),
      el("button", { class: "plain-word", onclick: () => order("stop") }, say("studio.game.stop")),
    ),
    el("div", { class: "buttons", id: "units-orders" }),
    el("p", { class: "muted", id: "units-hint" }),
    el(
      "div",
      { class: "pair" },
      check("units-fog", say("studio.game.fog"), now.foggy, (on) => (now.foggy = on)),
      check("units-danger", say("studio.game.danger"), now.danger, (on) => now.teach(on)),
    ),
    el(
      "label",
      { class: "field" },
      el("span", { id: "units-clock" }),
      el("input", {
        type: "range",
        id: "units-time",
        step: "any",
        "aria-label": say("studio.game.time"),
        oninput: (/** @type {any} */ event) => {
          play(false);
          now.shown = Number(event.target.value);
          follow();
        },
      }),
    ),
    el("p", { id: "units-selected", role: "status" }),
    el("div", { id: "units-words" }),
  );
  follow();
}

/** @param {boolean} on */
function play(on) {
  if (!game) return;
  game.playing = on;
  game.shown = game.frames.span[1];
  follow();
}

/** @param {string} id @param {string} words @param {boolean} checked @param {(on: boolean) => void} choose */
function check(id, words, checked, choose) {
  const box = el("input", { type: "checkbox", id, checked, onchange: () => choose(box.checked) });
  return el("label", { class: "check" }, box, words);
}

/** The buttons for orders that need a click on the board. */
function showOrders() {
  const kinds = /** @type {const} */ (["follow", "flee", "patrol"]);
  const disabled = !game?.selected.size;
  const key = `${next.kind} ${next.route.length} ${disabled}`;
  if ($("units-orders").dataset.shown === key) return; // a button that is replaced loses its click
  $("units-orders").dataset.shown = key;
  const walks = next.kind === "patrol" && next.route.length > 1;
  $("units-orders").replaceChildren(
    ...kinds.map((kind) =>
      el(
        "button",
        {
          class: "plain-word",
          id: `units-${kind}`,
          "aria-pressed": String(next.kind === kind),
          disabled,
          onclick: () => (next.kind === kind ? orderNext(null) : orderNext(kind)),
        },
        say(`studio.game.order.${kind}`),
      ),
    ),
    ...(walks
      ? [
          el(
            "button",
            { class: "plain-word strong", id: "units-round", onclick: patrol },
            say("studio.game.round"),
          ),
        ]
      : []),
    el("button", { class: "plain-word", id: "units-lose", disabled, onclick: lose }, say("studio.game.lose")),
  );
  const hint = disabled ? "none" : (next.kind ?? "go");
  $("units-hint").textContent = say(`studio.game.hint.${hint}`);
}

/** Shows which time the board shows. @param {number} time @param {number} last the newest */
function showTime(time, last) {
  const values = { time: grouped(time, 1), last: grouped(last, 1) };
  const words = say(time < last ? "studio.game.time.of" : "studio.game.time.now", values);
  $("units-clock").textContent = words;
  $("units-time").setAttribute("aria-valuetext", words);
}

/** Shows the time, the selected unit and the last events. */
function follow() {
  if (!game || !$("units-words")) return;
  showOrders();
  const { frames, selected } = game;
  const [first, last] = frames.span;
  Object.assign($("units-time"), { min: String(first), max: String(last) });
  if (game.playing) $("units-time").value = String(last);
  $("units-play").textContent = game.playing ? say("studio.pause") : say("studio.run");
  const time = game.playing ? last : game.shown;
  showTime(time, last);
  const events = frames.kept
    .slice(0, frames.indexAt(time) + 1)
    .slice(-200)
    .flatMap((report) => report.events)
    .slice(-LAST_EVENTS);
  const look = selected.size === 1 && time >= last ? frames.last?.look : null;
  if (next.kind !== "patrol") showOther(look ? look.path.map(cellOf) : []);
  const words = selectedWords(time);
  if ($("units-selected").textContent !== words) $("units-selected").textContent = words; // said once
  $("units-words").replaceChildren(
    el("ul", { class: "muted" }, ...events.map((event) => el("li", {}, eventWords(event)))),
  );
}

/** What the selected unit is doing at a time, and for whom it waits. @param {number} time @returns {string} */
function selectedWords(time) {
  if (!game?.selected.size) return say("studio.game.none");
  const [unit] = game.selected;
  const report = game.frames.at(time);
  const row = report ? report.units.indexOf(unit) : -1;
  if (!report || row < 0 || game.selected.size > 1 || isStranger(report, row))
    return say("studio.game.selected", { count: game.selected.size });
  const word = report.doing[row].replace(" ", "_");
  const [doing, other] = [say(keyOf(`studio.game.doing.${word}`)), report.waits_for[row]];
  if (other === null) return say("studio.game.unit", { unit, doing });
  if (report.doing[row] === "making way") return say("studio.game.unit.makes_way", { unit, other });
  return say("studio.game.unit.waits", { unit, doing, other });
}

/** Whether a unit is of a side that keeps its plans to itself in fog.
 * @param {import("../backend/backend.js").Report} report @param {number} row */
const isStranger = ({ fog, players }, row) => fog !== null && players[row] !== recruit.player;

/** @param {import("../backend/backend.js").UnitEvent} event @returns {string} */
function eventWords({ kind, unit, place, time, other }) {
  const [x, y] = place;
  const values = { unit, place: `(${x}, ${y})`, time: grouped(time, 1), other: other ?? "" };
  return say(keyOf(`studio.game.event.${kind}`), values);
}
