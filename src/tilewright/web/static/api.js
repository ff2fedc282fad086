// The HTTP interface. Errors carry the server's own words.

/** There is no answer now, but there may be one later. */
export class Unreachable extends Error {}

/** There is nobody who answers. */
export class Gone extends Unreachable {
  constructor() { super("The server does not answer. Is tilewright still running?"); }
}

async function ask(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Gone();
  }
  if (response.status === 429) {
    await new Promise((done) => setTimeout(done, 1500));
    return ask(path, options);
  }
  if (!response.ok) {
    const { error } = await response.json().catch(() => ({}));
    const later = response.status >= 500 || error?.kind === "limit";
    throw new (later ? Unreachable : Error)(error?.message ?? `The server answered ${response.status}.`);
  }
  return response;
}

export const get = async (path, signal) => (await ask(path, { signal })).json();
const asking = (path, body, signal) => ask(path, {
  method: "POST", signal, headers: { "content-type": "application/json" }, body: JSON.stringify(body),
});
export const post = async (path, body, signal) => (await asking(path, body, signal)).json();
/** Ask for a file. */
export const fetched = async (path, body) => (await asking(path, body)).blob();

const sheets = new Map();

/** Describe a puzzle; what is known already is not asked again. */
export async function puzzle(id) {
  if (!sheets.has(id)) sheets.set(id, await get(`/api/puzzle/${encodeURIComponent(id)}`));
  return sheets.get(id);
}
export const remember = (sheet) => { sheets.set(sheet.id, sheet); return sheet; };

/** Yield the objects of a stream of lines. */
export async function* stream(path, signal) {
  const response = await ask(path, { signal });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) if (line) yield JSON.parse(line);
  }
  if (rest) yield JSON.parse(rest);
}
