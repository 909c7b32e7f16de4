import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { ReadOnly } from "../../server/http/errors/api-error.ts";
import { healthPages } from "../../server/process/health-pages.ts";
import { notesDocument } from "../helpers/notes-document.ts";
import { startApp } from "../helpers/small-app.ts";

let isAway = false;
let readOnly: ReadOnly | undefined;
let isFull = false;
let answer = Promise.resolve();
const ping = vi.fn(async () => {
  await answer;
  if (readOnly) throw readOnly;
  if (isAway) throw new Error("The database at postgres://ines:hunter2@db is away.");
});
let isStopping = false;
const pages = healthPages({ ping, isPoolFull: () => isFull, isStopping: () => isStopping });
const app = await startApp({ raw: notesDocument(), pages });
afterAll(() => app.close());

const read = async (path: string) => {
  const response = await fetch(`${app.url}${path}`);
  return { status: response.status, text: await response.text() };
};

/** The result of a ping is reused for a second, so this polls until the status is as expected. */
const readyz = (expected: { status: number; body: object }) =>
  vi.waitFor(
    async () => {
      const { status, text } = await read("/readyz");
      expect({ status, body: JSON.parse(text) }).toEqual(expected);
    },
    { interval: 50 },
  );

const ready = { status: 200, body: { status: "ok", database: "ok" } };
const unavailable = { status: 503, body: { status: "unavailable", database: "unavailable" } };

beforeEach(() => {
  isAway = false;
  readOnly = undefined;
  isFull = false;
  isStopping = false;
});

test("200 at /healthz and /readyz while the database is available", async () => {
  expect(await read("/healthz")).toEqual({ status: 200, text: '{"status":"ok"}' });
  await readyz(ready);
});

test("200 at /healthz while the database is unavailable, since the process answers; 503 at /readyz, without the reason", async () => {
  isAway = true;
  expect((await read("/healthz")).status).toBe(200);
  await readyz(unavailable);
});

test("200 at /readyz while only writes fail, with a note; 503 if reads fail too", async () => {
  readOnly = new ReadOnly("The disk is full.", { isReadable: true });
  await readyz({ status: 200, body: { status: "degraded", database: "read-only" } });
  readOnly = new ReadOnly("The server is a standby.", { isReadable: false });
  await readyz({ status: 503, body: { status: "unavailable", database: "read-only" } });
});

test("200 at /readyz while requests wait for a connection, with a note: busy isn't unavailable", async () => {
  await readyz(ready);
  isFull = true;
  await readyz({ status: 200, body: { status: "ok", database: "ok", pool: "full" } });
});

test("503 at /readyz while the process is about to stop, even if everything works; it is alive until then", async () => {
  isStopping = true;
  await readyz({ status: 503, body: { status: "stopping" } });
  expect((await read("/healthz")).status).toBe(200);
});

describe("many concurrent requests for /readyz", () => {
  test("are answered by one ping", async () => {
    await readyz(ready);
    ping.mockClear();
    const pinged = Promise.withResolvers<void>();
    answer = pinged.promise;
    await vi.waitFor(
      async () => {
        void read("/readyz");
        expect(ping).toHaveBeenCalledTimes(1);
      },
      { interval: 50 },
    );
    const crowd = Array.from({ length: 50 }, () => read("/readyz"));
    pinged.resolve();
    const answeredAt = performance.now();
    expect(new Set((await Promise.all(crowd)).map(({ status }) => status))).toEqual(new Set([200]));
    // On a busy machine the last of them may arrive after the second for which the result is reused.
    const seconds = Math.floor((performance.now() - answeredAt) / 1000);
    expect(ping.mock.calls.length).toBeLessThanOrEqual(1 + seconds);
  });

  test("wait for two seconds at most, and no second ping is sent while the first hangs", async () => {
    await readyz(ready);
    ping.mockClear();
    const hanging = Promise.withResolvers<void>();
    answer = hanging.promise;
    await readyz(unavailable);
    await Promise.all(Array.from({ length: 50 }, () => read("/readyz")));
    expect(ping).toHaveBeenCalledTimes(1);
    hanging.resolve();
    await readyz(ready);
  });
});
