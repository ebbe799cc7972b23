/** Puts the page together. */

import { emit, on, onAny } from "./events.js";
import { backend, useBackend } from "./backend.js";
import { $, announce, notice } from "./dom.js";
import { startExplain } from "./explain.js";
import { openNamed, startFiles } from "./files.js";
import { startKeys } from "./keys.js";
import { named, say, startLanguage } from "./language.js";
import { startLesson } from "./lesson.js";
import { drawn, CHAPTERS } from "./lessons.js";
import { startLook } from "./look.js";
import { startMake } from "./make.js";
import { emptyMap, setWorld } from "./map.js";
import { startMethod } from "./method.js";
import { startPalette } from "./palette.js";
import { startPress } from "./press.js";
import { outcome, startResult } from "./result.js";
import { cancel, mapChanged, solve } from "./run.js";
import { beginSharing, copyLink, read, startShare } from "./share.js";
import { server } from "./server.js";
import { startSquare } from "./square.js";
import { startStage } from "./stage.js";
import { state } from "./state.js";
import { startTabs } from "./tabs.js";
import { startTimeline } from "./timeline.js";
import { startTools } from "./tools.js";
import { during } from "./work.js";

useBackend(server());
await startLanguage();
startLook();
startPress();
startStage();
startTools();
startPalette();
startTimeline();
startMethod();
startResult();
startExplain();
startSquare();
startTabs();
startKeys();
startMake();
startFiles();
startShare();
startLesson();

on("map", (cells) => (cells === null || cells.length) && mapChanged());
on("moved", mapChanged);
on("drawing", () => solve({ live: true }));
onAny(["edited", "options"], () => solve());
on("edited", () => announceSoon());
$("cancel").onclick = cancel;
$("share").onclick = copyLink;
backend.onReturn(() => {
  notice(say("studio.online"));
  during("start", load).then(() => solve());
});

let timer = 0;
function announceSoon() {
  clearTimeout(timer);
  timer = window.setTimeout(() => announce(outcome()), 900);
}

/** The board of the first example, with the guide's costs. */
function showExample() {
  const { width, height, costs, start, goal } = drawn(/** @type {string[]} */ (CHAPTERS[0].steps[0].rows));
  const map = { ...emptyMap(width, height), ...named({ say: "studio.map.example" }) };
  costs.forEach((cost, cell) => (map.codes[cell] = cost === null ? 1 : 0));
  Object.assign(state.rules, { straight: 10, diagonal: 14 });
  setWorld({ map, start, goal });
  emit("options");
}

async function load() {
  if (state.table) return;
  try {
    state.table = await backend.table();
    emit("table");
  } catch {
    return; // the page shows the problem, and tries again
  }
}

async function begin() {
  await load();
  const wanted = new URL(location.href).searchParams.get("open");
  if (wanted) history.replaceState(null, "", location.pathname + location.hash);
  const opened = wanted && state.table && (await openNamed(wanted));
  if (!opened && !(await read())) showExample();
  beginSharing();
  document.documentElement.dataset.ready = "true";
}

during("start", begin);
