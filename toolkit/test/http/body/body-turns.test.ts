import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createBodyTurns, holderOf, turnToParse } from "../../../server/http/body/body-budget.ts";
import { rawBodyReader } from "../../../server/http/body/raw-body-reader.ts";
import type { ExchangeRequest, ExchangeResponse } from "../../../server/http/exchange.ts";
import { notesDocument } from "../../helpers/notes-document.ts";
import { startApp } from "../../helpers/small-app.ts";

const large = 100_000;
const response = () => new PassThrough() as unknown as ExchangeResponse;

/** A time that only the test moves. */
let now = 0;
/** Turns that no other test waits for. */
let takeTurn: typeof turnToParse;
beforeEach(() => {
  takeTurn = createBodyTurns();
  now = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => now);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Bodies that take `ms` each once their turn has come, by the names of their holders and a number. */
function parseAll(names: string[], ms = 0) {
  const begun: [name: string, at: number][] = [];
  const start = now;
  for (const name of names) {
    void takeTurn(name.slice(0, 1), large, response())?.then(() => {
      begun.push([name, now - start]);
      now += ms;
    });
  }
  return begun;
}

async function passTime(ms: number): Promise<void> {
  for (const end = now + ms; now < end; now++) await vi.advanceTimersByTimeAsync(1);
}

test("large bodies are parsed one at a time, and others have three times as long in between", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "setImmediate"] });
  const begun = parseAll(["a1", "a2", "a3"], 50);
  await passTime(600);
  expect(begun.map(([name]) => name)).toEqual(["a1", "a2", "a3"]);
  const [, second = 0, third = 0] = begun.map(([, at]) => at);
  expect(second).toBeGreaterThanOrEqual(200);
  expect(third - second).toBeGreaterThanOrEqual(200);
});

test("holders take turns, so that a busy one delays only itself", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "setImmediate"] });
  const begun = parseAll(["a0", "a1", "a2", "a3", "b1", "c1", "b2"], 5);
  await passTime(1000);
  expect(begun.map(([name]) => name)).toEqual(["a0", "a1", "b1", "c1", "a2", "b2", "a3"]);
});

test("a body whose client has left takes no turn", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "setImmediate"] });
  const begun = parseAll(["a0"], 50);
  const left = response();
  const turn = expect(takeTurn("a", large, left)).rejects.toThrow("The client left");
  begun.push(...parseAll(["a2"], 50));
  left.destroy();
  await passTime(600);
  await turn;
  expect(await takeTurn("a", large, response())).toBeUndefined();
});

test("small bodies need no turn", () => {
  parseAll(["a0", "a1"]);
  expect(takeTurn("a", 1000, response())).toBeUndefined();
});

test("an account's callers are one holder; without an account it is the caller, or else the address", () => {
  const req = { ip: "203.0.113.7", headers: {}, socket: {} } as unknown as ExchangeRequest;
  const of = (identity?: object) => holderOf(req, { locals: { context: { identity } } } as never);
  expect(of({ caller: {}, bucket: "key_1", group: "store_1" })).toBe("store_1");
  expect(of({ caller: {}, bucket: "key_1" })).toBe("key_1");
  expect(of()).toBe("203.0.113.7");
  expect(holderOf(req, { locals: {} } as never)).toBe("203.0.113.7");
});

test("operations and pages wait for the turn of a large body, and answer small ones meanwhile", async () => {
  const readBody = rawBodyReader({ maxBytes: large, maxBytesAtOnce: 16 * large });
  const app = await startApp({
    raw: notesDocument(),
    handlers: {
      writeNote: async ({ body }) => ({ status: 201, body, headers: { Location: "/notes/1" } }),
    },
    pages: [
      {
        method: "POST",
        path: "/hook",
        handler: (req, res, next) => readBody(req, res, next, () => void res.end()),
      },
    ],
  });
  onTestFinished(() => app.close());
  const post = async (path: string, bytes: number) => {
    const headers = { Authorization: "Bearer good", "Content-Type": "application/json" };
    const body = JSON.stringify({ text: "Buy ink." }).padEnd(bytes);
    const { status } = await fetch(app.url + path, { method: "POST", headers, body });
    return status;
  };
  // Another body has just taken a tenth of a second.
  await turnToParse("other", large, response());
  now += 100;
  await new Promise((resolve) => setImmediate(resolve));
  const answered: string[] = [];
  const waiting = ["/notes", "/hook"].map(async (path) => {
    const status = await post(path, large);
    answered.push(path);
    return status;
  });
  for (let n = 0; n < 3; n++) expect([await post("/notes", 0), await post("/hook", 0)]).toEqual([201, 200]);
  expect(answered).toEqual([]);
  const clock = setInterval(() => {
    now += 1;
  }, 1);
  onTestFinished(() => clearInterval(clock));
  expect(await Promise.all(waiting)).toEqual([201, 200]);
});
