import { createServer } from "node:net";

// One line of JSON an operation on stdout: {"op", "ok", "ms", "detail"}. The Go side makes sub-tests and the table of them.

export const serial = process.env.PEER_SERIAL;
export const port = Number(process.env.ANDROID_ADB_SERVER_PORT);
export const adb = process.env.PEER_ADB ?? "adb";

const only = process.env.PEER_ONLY ? new RegExp(process.env.PEER_ONLY) : null;

/** expect throws, with the value found, unless it is as wanted. */
export function expect(what, found, wanted) {
  const good = wanted instanceof RegExp ? wanted.test(String(found)) : typeof wanted === "function" ? wanted(found) : Object.is(found, wanted);
  if (!good) {
    throw new Error(`${what}: ${short(found)}, wanted ${short(wanted)}`);
  }
  return found;
}

function short(v) {
  const s = v instanceof RegExp || typeof v === "function" ? String(v) : typeof v === "string" ? JSON.stringify(v) : JSON.stringify(v) ?? String(v);
  return s.length > 300 ? s.slice(0, 300) + "…" : s;
}

/** op runs one operation within a limit, tells how it went, and gives whether it went well. */
export async function op(name, run, limit = 30_000) {
  if (only && !only.test(name)) {
    return true;
  }
  const start = Date.now();
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no end within ${limit} ms`)), limit);
  });
  let line = { op: name, ok: true };
  try {
    await Promise.race([Promise.resolve().then(run), late]);
  } catch (e) {
    line = { op: name, ok: false, detail: String(e?.message ?? e).slice(0, 800) };
  } finally {
    clearTimeout(timer);
  }
  process.stdout.write(JSON.stringify({ ...line, ms: Date.now() - start }) + "\n");
  return line.ok;
}

export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** until asks again until the answer is true. */
export async function until(what, ask, limit = 8_000) {
  const end = Date.now() + limit;
  for (;;) {
    if (await ask()) {
      return;
    }
    if (Date.now() > end) {
      throw new Error(`${what}: not within ${limit} ms`);
    }
    await pause(150);
  }
}

/** freePort finds a port that nobody listens on now. */
export const freePort = () => new Promise((done) => {
  const s = createServer().listen(0, "127.0.0.1", () => {
    const { port } = s.address();
    s.close(() => done(port));
  });
});
