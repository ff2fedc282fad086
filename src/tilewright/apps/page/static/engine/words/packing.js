// Text packed into letters that an address may have.

/** What a stream makes of bytes. @param {CompressionStream | DecompressionStream} stream @param {BlobPart[]} parts */
export async function through(stream, parts) {
  const made = new Blob(parts).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(made).arrayBuffer());
}

/** @param {string} text */
export async function packed(text) {
  const bytes = await through(new CompressionStream("deflate-raw"), [text]);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/** The bytes of such letters. @param {string} code */
export const unlettered = (code) =>
  Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
    letter.charCodeAt(0),
  );
