// What is kept in this browser: games in progress, what was solved, settings.

const KEY = "tilewright:";

function read(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(KEY + name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function write(name, value) {
  try {
    localStorage.setItem(KEY + name, JSON.stringify(value));
  } catch {
    // Storage is full or not allowed: the game goes on, it is only not kept.
  }
}

export const setting = (name, otherwise) => read(`setting:${name}`, otherwise);
export const keepSetting = (name, value) => write(`setting:${name}`, value);

export const game = (id) => read(`play:${id}`, null);
export const keepGame = (id, value) => write(`play:${id}`, value);
/** Hear of games that another tab has kept; gives what ends it. */
export function onGame(id, heard) {
  const listener = (event) => { if (event.key === `${KEY}play:${id}`) heard(); };
  window.addEventListener("storage", listener);
  return () => window.removeEventListener("storage", listener);
}
/** Games that an earlier version has kept in another form are given up. */
export function forgetOldGames() {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(`${KEY}game:`)) localStorage.removeItem(name);
  } catch {
    // Storage is not allowed: nothing is kept anyway.
  }
}

export const solved = () => read("solved", {});
export function keepSolved(id, record) {
  const all = solved();
  const before = all[id];
  all[id] = before && before.seconds <= record.seconds ? before : record;
  write("solved", all);
}

export const mine = () => read("mine", []);
export function keepMine(entry) {
  write("mine", [entry, ...mine().filter((other) => other.id !== entry.id)].slice(0, 24));
}
