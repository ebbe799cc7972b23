/** Puts the page together. */

import { emit, on, onAny } from "./events.js";
import { backend, useBackend } from "./backend/backend.js";
import { $, notice } from "./page/dom.js";
import { startExplain } from "./steps/explain.js";
import { openNamed, startOpening } from "./files/open.js";
import { startQueries } from "./files/queries.js";
import { startSaving } from "./files/save.js";
import { resumeGame, startGame } from "./game/game.js";
import { startUnitsPanel } from "./game/panel.js";
import { startKeys } from "./page/keys.js";
import { named, say, startLanguage } from "./page/language.js";
import { startLesson } from "./lesson/lesson.js";
import { drawn, CHAPTERS } from "./lesson/lessons.js";
import { startLook } from "./page/look.js";
import { startMake } from "./files/make.js";
import { setWorld } from "./board/map.js";
import { startMethod } from "./method/method.js";
import { startPalette } from "./board/palette.js";
import { startPress } from "./page/press.js";
import { startResult } from "./method/result.js";
import { startSpeaking } from "./method/spoken.js";
import { cancel, mapChanged, solve } from "./backend/run.js";
import { beginSharing, copyLink, read, startShare } from "./files/share.js";
import { server } from "./backend/server.js";
import { startSumKey } from "./board/sum_key.js";
import { startOverlays } from "./board/overlays.js";
import { startClusters } from "./board/clusters.js";
import { startDanger } from "./board/danger.js";
import { startDeadEnds } from "./board/dead_ends.js";
import { startShade } from "./board/shade.js";
import { startCode } from "./steps/code.js";
import { startOpenList } from "./steps/open_list.js";
import { startSquare } from "./steps/square.js";
import { startStage } from "./board/stage.js";
import { mode, state } from "./state.js";
import { startSmoothPanel } from "./smooth/panel.js";
import { startEditing } from "./mesh/edit.js";
import { startFollowing } from "./mesh/follow.js";
import { startMeshPanel } from "./mesh/panel.js";
import { startWalkPanel } from "./walk/panel.js";
import { startWalk } from "./walk/walk.js";
import { startTabs } from "./page/tabs.js";
import { startTimeline } from "./steps/timeline.js";
import { startTools } from "./board/tools.js";
import { welcome } from "./page/welcome.js";
import { during } from "./backend/work.js";

useBackend(server());
await startLanguage();
startLook();
startPress();
startStage();
startOverlays();
startSumKey();
startShade();
startDanger();
startDeadEnds();
startOpenList();
startCode();
startTools();
startPalette();
startTimeline();
startMethod();
startResult();
startSpeaking();
startExplain();
startSquare();
startTabs();
startKeys();
startMake();
startOpening();
startSaving();
startQueries();
startShare();
startLesson();
startGame();
startUnitsPanel();
startWalk();
startWalkPanel();
startSmoothPanel();
startClusters();
startEditing();
startFollowing();
startMeshPanel();

on("map", (cells) => (cells === null || cells.length) && mapChanged());
onAny(["moved", "dead_ends"], mapChanged);
const searching = () => mode() === "search"; // else units or lines, not a search, follow what is drawn
on("drawing", () => searching() && solve({ live: true }));
onAny(["edited", "options"], () => searching() && solve());
$("cancel").onclick = cancel;
$("share").onclick = copyLink;
backend.onReturn(() => {
  notice(say("studio.online"));
  during("start", load).then(() => emit("edited"));
});

/** The board of the first example, with the guide's costs. */
function showExample() {
  const world = drawn(/** @type {string[]} */ (CHAPTERS[0].steps[0].rows));
  Object.assign(world.map, named({ say: "studio.map.example" }));
  Object.assign(state.rules, { straight: 10, diagonal: 14 });
  setWorld(world);
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
  if (!opened && !(await read())) {
    showExample();
    welcome();
  }
  beginSharing();
  resumeGame();
  document.documentElement.dataset.ready = "true";
}

during("start", begin);
