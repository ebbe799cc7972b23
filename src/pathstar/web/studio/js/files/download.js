/** Files that leave the page: as downloads, or into the folder of the back end. */

import { fromBase64 } from "../backend/base64.js";
import { Refused } from "../backend/backend.js";
import { complain } from "../page/complain.js";
import { askYes } from "../page/dialogs.js";
import { choice, el, notice } from "../page/dom.js";
import { say, text } from "../page/language.js";

/** Downloads a file. @param {Blob} blob @param {string} name */
export function hand(blob, name) {
  const link = el("a", { href: URL.createObjectURL(blob), download: name.split("/").pop() });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/**
 * Saves what the back end writes, and says so; asks before it replaces a file.
 * @param {string} name @param {boolean} folder whether it goes into the folder, else it is downloaded
 * @param {(replace: boolean) => Promise<import("../backend/backend.js").Saved>} write @param {boolean} [replace]
 * @returns {Promise<boolean>} whether it was saved
 */
export async function saveAs(name, folder, write, replace = false) {
  if (!name.replace(/\.[a-z]*$/i, "").trim()) {
    notice(say("studio.save.no_name"));
    return false;
  }
  try {
    const reply = await write(replace);
    for (const file of reply.files)
      hand(new Blob([/** @type {BlobPart} */ (fromBase64(file.content))]), file.name);
    const done = folder ? say("studio.saved.folder", { file: name }) : say("studio.saved", { file: name });
    notice([done, ...reply.notes.map(text)].join(" "));
    return true;
  } catch (error) {
    const exists = error instanceof Refused && error.code === "exists";
    if (exists && (await askYes(say("studio.replace.title"), error.message, say("studio.replace"))))
      return saveAs(name, folder, write, true);
    complain(error, 12);
    return false;
  }
}

/**
 * The field for the name of a file and the choice of its format, which follow each other.
 * @param {string} stem the name to begin with, without a suffix
 * @param {{value: string, words: string}[]} formats by suffix
 * @param {string} suffix the one to begin with
 * @param {(suffix: string) => void} choose called when another is chosen
 * @returns {{fields: HTMLElement[], named: () => string}} with the name as it is now, which has a suffix
 */
export function nameFields(stem, formats, suffix, choose) {
  const input = el("input", { type: "text", value: stem + suffix, id: "save-name", maxLength: 120 });
  const format = choice(say("studio.save.format"), formats, suffix, (chosen) => {
    input.value = input.value.replace(/\.[a-z]*$|$/i, chosen);
    choose(chosen);
  });
  const select = /** @type {HTMLSelectElement} */ (format.querySelector("select"));
  const typed = () =>
    formats.find(({ value }) => input.value.trim().toLowerCase().endsWith(value))?.value ?? null;
  input.oninput = () => {
    const known = typed();
    if (known !== null && known !== select.value) choose((select.value = known));
  };
  return {
    fields: [el("label", { class: "field" }, el("span", {}, say("studio.save.name")), input), format],
    named: () => (typed() !== null || !input.value.trim() ? input.value : input.value.trim() + select.value),
  };
}
