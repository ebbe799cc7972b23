/** Files that leave the page: as downloads, or into the folder of the back end. */

import { fromBase64 } from "../backend/base64.js";
import { Refused } from "../backend/backend.js";
import { complain } from "../page/complain.js";
import { askYes } from "../page/dialogs.js";
import { el, notice } from "../page/dom.js";
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
