/** @param {string} packed base64 of gzip @returns {Promise<ArrayBuffer>} */
export async function unpacked(packed) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** @param {string} packed base64 of gzip of JSON @returns {Promise<any>} */
export const unpackedJson = async (packed) => JSON.parse(new TextDecoder().decode(await unpacked(packed)));
