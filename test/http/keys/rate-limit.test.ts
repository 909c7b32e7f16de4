import { type Limiter, memoryLimiter } from "@counterpart/server";
import { type Content, type RateLimit, type ServiceResponse, send } from "@counterpart/testing";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { notesDocument } from "../../../toolkit/test/helpers/notes-document.ts";
import { startApp } from "../../../toolkit/test/helpers/small-app.ts";

/** A limiter of the real kind whose buckets can be emptied. */
let counting: Limiter = memoryLimiter();
const asked: { bucket: string; limit: RateLimit }[] = [];
const limiter: Limiter = {
  count: (bucket, limit) => {
    asked.push({ bucket, limit });
    return counting.count(bucket, limit);
  },
};
beforeEach(() => {
  counting = memoryLimiter();
  asked.length = 0;
});

const app = await startApp({
  raw: notesDocument(),
  limiter,
  handlers: {
    listNotes: async () => ({ status: 200, body: [] }),
    burnNote: async () => ({ status: 204 }),
    readPicture: async () => ({ status: 200, contentType: "image/svg+xml", body: "<svg/>" }),
  },
});
afterAll(() => app.close());

const list = (key?: string) => send(app, "GET", "/notes", key === undefined ? {} : { key });
const burn = (key: string) => send(app, "DELETE", "/notes/1", { key });
const left = ({ headers }: ServiceResponse) => Number(headers.get("RateLimit-Remaining"));

test("200 as often as the limit says, counting down, then 429 RATE_LIMITED", async () => {
  for (const remaining of [4, 3, 2, 1, 0]) {
    const answer = await list("good");
    expect([answer.status, left(answer)]).toEqual([200, remaining]);
  }
  const { status, code, headers } = await list("good");
  expect([status, code]).toEqual([429, "RATE_LIMITED"]);
  const reset = Number(headers.get("RateLimit-Reset"));
  expect(reset).toBeGreaterThan(0);
  expect(reset).toBeLessThanOrEqual(60);
  expect(headers.get("Retry-After")).toBe(`${reset}`);
  expect(headers.get("RateLimit")).toBe(`limit=5, remaining=0, reset=${reset}`);
});

test("429 repeatedly, and the remaining number never falls below 0", async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => list("good")));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  for (const answer of answers) expect(left(answer)).toBeGreaterThanOrEqual(0);
});

test("each scope has its own bucket and limit", async () => {
  for (let n = 0; n < 3; n++) expect((await burn("good")).status).toBe(204);
  expect((await burn("good")).status).toBe(429);
  const other = await list("good");
  expect([other.status, other.headers.get("RateLimit-Limit"), left(other)]).toEqual([200, "5", 4]);
});

test("each caller has their own buckets", async () => {
  for (let n = 0; n < 6; n++) await list("good");
  expect((await list("good")).status).toBe(429);
  const other = await list("other");
  expect([other.status, left(other)]).toEqual([200, 4]);
});

test("callers without a valid token share one bucket per address", async () => {
  const answers = [
    await list(),
    await list("unknown"),
    await burn("another"),
    await list("poor"),
    await list(),
  ];
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 403, 401]);
  expect(answers.map(left)).toEqual([4, 3, 2, 1, 0]);
  expect(new Set(asked.map(({ bucket }) => bucket))).toEqual(new Set(["global:address:127.0.0.1"]));
});

test("429 for an address that has sent too many invalid tokens, whatever invalid token it sends next", async () => {
  for (let n = 0; n < 5; n++) expect((await list(`guess-${n}`)).status).toBe(401);
  for (const token of ["guess-5", "poor", undefined]) {
    const { status, code, headers } = await list(token);
    expect([status, code, Number(headers.get("Retry-After"))]).toEqual([429, "RATE_LIMITED", 60]);
  }
});

test("200 with a valid token from an address that has sent too many invalid ones", async () => {
  for (let n = 0; n < 7; n++) await list("unknown");
  expect((await list("unknown")).status).toBe(429);
  const answer = await list("good");
  expect([answer.status, left(answer)]).toEqual([200, 4]);
});

test("an operation without security is counted by address too, and is refused beyond the limit", async () => {
  const statuses = [];
  for (let n = 0; n < 6; n++) statuses.push((await send(app, "GET", "/picture")).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

describe("the headers are on every response and agree with each other", () => {
  test.each<[string, string, string, Content]>([
    ["200", "GET", "/notes", { key: "good" }],
    ["200 to HEAD", "HEAD", "/notes", { key: "good" }],
    ["204", "DELETE", "/notes/1", { key: "good" }],
    ["204 to OPTIONS", "OPTIONS", "/notes", {}],
    ["400", "GET", "/notes?limit=x", { key: "good" }],
    ["401", "GET", "/notes", {}],
    ["403", "GET", "/notes", { key: "poor" }],
    ["404 of a resource", "GET", "/notes/1", { key: "good" }],
    ["404 of a path", "GET", "/nothing", {}],
    ["405", "PUT", "/notes", { key: "good" }],
    ["415", "POST", "/notes", { key: "good", body: "{}" }],
  ])("%s", async (expected, method, path, content) => {
    const { status, headers } = await send(app, method, path, content);
    expect(expected).toContain(`${status}`);
    const limit = headers.get("RateLimit-Limit");
    const [remaining, reset] = [headers.get("RateLimit-Remaining"), headers.get("RateLimit-Reset")];
    expect(headers.get("RateLimit")).toBe(`limit=${limit}, remaining=${remaining}, reset=${reset}`);
    expect(Number(remaining)).toBe(Number(limit) - 1);
    expect(Number(reset)).toBeGreaterThan(0);
    expect(headers.has("Retry-After")).toBe(false);
  });
});

test("the limits are the deployment's, and the windows the document's", async () => {
  const limits = { global: { limit: 2, windowSeconds: 60 }, writing: { limit: 1, windowSeconds: 10 } };
  const other = await startApp({ raw: notesDocument(), limiter: memoryLimiter(), limits });
  const { headers } = await send(other, "GET", "/notes", { key: "good" });
  expect(headers.get("RateLimit-Limit")).toBe("2");
  await other.close();
});

describe("callers without a valid token behind proxies", () => {
  const seenAs = async (trustProxy: number, forwarded: string) => {
    const buckets: string[] = [];
    const noting: Limiter = {
      count: async (bucket) => {
        buckets.push(bucket);
        return { used: 1, resetMs: 1000 };
      },
    };
    const other = await startApp({ raw: notesDocument(), limiter: noting, trustProxy });
    await send(other, "GET", "/notes", { headers: { "X-Forwarded-For": forwarded } });
    await other.close();
    return buckets[0];
  };

  test.each([
    [0, "203.0.113.7", "127.0.0.1"],
    [1, "203.0.113.7", "203.0.113.7"],
    [1, "198.51.100.1, 203.0.113.7", "203.0.113.7"],
    [2, "198.51.100.1, 203.0.113.7, 192.0.2.4", "203.0.113.7"],
    [1, "::ffff:203.0.113.7", "203.0.113.7"],
    [1, "203.0.113.7:4711", "203.0.113.7"],
    [1, "2001:db8:1:2:aaaa::1", "2001:db8:1:0::/56"],
    [1, "[2001:DB8:1:2::1]:4711", "2001:db8:1:0::/56"],
    [1, "unknown key", "127.0.0.1"],
    [1, "999.1.1.1", "127.0.0.1"],
    [1, "203.0.113.7, x".repeat(500), "127.0.0.1"],
  ])("behind %d of them, forwarded for %s, count as %s", async (trustProxy, forwarded, address) => {
    expect(await seenAs(trustProxy, forwarded)).toBe(`global:address:${address}`);
  });
});

describe("a window", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse("2026-01-15T10:00:00Z") });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const limit = { limit: 2, windowSeconds: 60 };

  test("begins with the first request, reports the remaining time, and restarts when it is over", async () => {
    const limiter = memoryLimiter();
    expect(await limiter.count("a", limit)).toEqual({ used: 1, resetMs: 60_000 });
    vi.advanceTimersByTime(20_000);
    expect(await limiter.count("a", limit)).toEqual({ used: 2, resetMs: 40_000 });
    vi.advanceTimersByTime(39_000);
    expect(await limiter.count("a", limit)).toEqual({ used: 3, resetMs: 1000 });
    vi.advanceTimersByTime(1000);
    expect(await limiter.count("a", limit)).toEqual({ used: 1, resetMs: 60_000 });
  });

  test("isn't extended by requests beyond the limit", async () => {
    const limiter = memoryLimiter();
    for (let second = 0; second < 60; second++) {
      await limiter.count("a", limit);
      vi.advanceTimersByTime(1000);
    }
    expect((await limiter.count("a", limit)).used).toBe(1);
  });

  test("belongs to one bucket", async () => {
    const limiter = memoryLimiter();
    for (let n = 0; n < 5; n++) await limiter.count("a", limit);
    expect((await limiter.count("b", limit)).used).toBe(1);
  });
});
