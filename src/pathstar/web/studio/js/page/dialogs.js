/** Dialogs, all with the same frame. */

import { $, el, icon } from "./dom.js";
import { say } from "./language.js";

let count = 0;

/**
 * Opens a dialog.
 * @param {string} title @param {(close: () => void) => (Node|null)[]} make returns its content
 * @param {() => void} [closed]
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, make, closed) {
  const id = `dialog-title-${++count}`;
  const dialog = el("dialog", { "aria-labelledby": id });
  const close = () => dialog.close();
  const body = el("div", { class: "dialog-body" }, ...make(close));
  dialog.append(
    el(
      "div",
      { class: "dialog-head" },
      el("h2", { id }, title),
      el("button", { "aria-label": say("studio.close"), onclick: close }, icon("close")),
    ),
    body,
  );
  dialog.addEventListener("close", () => {
    if (dialog.contains($("notices"))) document.body.append($("notices"));
    dialog.remove();
    closed?.();
  });
  dialog.addEventListener("click", (/** @type {MouseEvent} */ event) => event.target === dialog && close());
  $("dialogs").append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Asks for a number.
 * @param {string} title @param {string} label @param {{value: number, min: number, max: number}} limits
 * @returns {Promise<number|null>}
 */
export function askNumber(title, label, { value, min, max }) {
  return new Promise((answer) => {
    /** @type {number|null} */
    let given = null;
    openDialog(
      title,
      (close) => {
        const input = el("input", { type: "number", value, min, max, step: "any", required: true });
        const form = el(
          "form",
          { method: "dialog", class: "field", onsubmit: () => (given = Number(input.value)) },
          el("label", { class: "field" }, el("span", {}, label), input),
          el(
            "div",
            { class: "dialog-foot" },
            el("button", { type: "button", class: "plain-word", onclick: close }, say("studio.cancel")),
            el("button", { class: "strong plain-word" }, say("studio.take")),
          ),
        );
        return [form];
      },
      () => answer(given),
    );
  });
}

/** Asks for confirmation. @param {string} title @param {string} words @param {string} yes @returns
 * {Promise<boolean>} */
export function askYes(title, words, yes) {
  return new Promise((answer) => {
    let given = false;
    openDialog(
      title,
      (close) => [
        el("p", {}, words),
        el(
          "div",
          { class: "dialog-foot" },
          el("button", { class: "plain-word", onclick: close }, say("studio.cancel")),
          el("button", { class: "strong plain-word", onclick: () => ((given = true), close()) }, yes),
        ),
      ],
      () => answer(given),
    );
  });
}
