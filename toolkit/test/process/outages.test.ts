import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createLog } from "../../server/log/log.ts";
import { createOutageLog, type OutageLog } from "../../server/process/outages.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

class Away extends Error {}
const isOutage = (error: unknown): boolean => error instanceof Away;

function start({ level }: { level?: "debug" } = {}) {
  const lines: string[] = [];
  let outages: OutageLog | undefined;
  const log = createLog(
    { write: (line) => void lines.push(line) },
    { ...(level && { level }), isCovered: (error, fields) => outages?.covers(error, fields) ?? false },
  );
  outages = createOutageLog(log);
  const written = () =>
    lines.map((line) => {
      const { level: _level, time: _time, ...fields } = JSON.parse(line);
      return fields;
    });
  return { log, outages, written, lines };
}

test("an outage is one line without a stack, regardless of how many requests and tasks fail", () => {
  const { log, outages, written, lines } = start();
  outages.watch({ name: "database", isOutage });
  for (let n = 0; n < 50; n++) log.error({ err: new Away("no answer"), n }, "unexpected error");
  expect(written()).toEqual([{ system: "database", reason: "no answer", msg: "outage began" }]);
  expect(lines.join("")).not.toContain("stack");
});

test("it is recognised by an error's cause", () => {
  const { log, outages, written } = start();
  outages.watch({ name: "database", isOutage });
  log.warn({ err: new Error("sorry", { cause: new Away("gone") }) }, "sweeping failed");
  expect(written()).toEqual([{ system: "database", reason: "gone", msg: "outage began" }]);
});

test("other errors are logged as usual", () => {
  const { log, outages, written } = start();
  outages.watch({ name: "database", isOutage });
  log.error({ err: new Error("a bug") }, "unexpected error");
  expect(written()).toMatchObject([{ msg: "unexpected error", err: { message: "a bug" } }]);
});

test("its end is one line, after a successful call, with its duration and the number of failures", () => {
  const { log, outages, written } = start();
  const { succeeded } = outages.watch({ name: "provider", isOutage });
  succeeded();
  for (let n = 0; n < 3; n++) log.error({ err: new Away("gone") }, "unexpected error");
  vi.advanceTimersByTime(2500);
  succeeded();
  succeeded();
  expect(written().slice(1)).toEqual([{ system: "provider", seconds: 2.5, errors: 3, msg: "outage ended" }]);
  log.error({ err: new Away("gone") }, "unexpected error");
  expect(written()).toHaveLength(3);
});

test("a system with a ping is tried every second until it is available", async () => {
  const { log, outages, written } = start();
  let isAway = true;
  const ping = vi.fn(async () => {
    if (isAway) throw new Away("gone");
  });
  outages.watch({ name: "database", isOutage, ping });
  log.error({ err: new Away("gone") }, "unexpected error");
  await vi.advanceTimersByTimeAsync(3000);
  expect(ping).toHaveBeenCalledTimes(3);
  expect(written()).toHaveLength(1);
  isAway = false;
  await vi.advanceTimersByTimeAsync(1000);
  expect(written()[1]).toMatchObject({ msg: "outage ended", seconds: 4 });
  await vi.advanceTimersByTimeAsync(5000);
  expect(ping).toHaveBeenCalledTimes(4);
});

test("it isn't over while calls still fail, even if a ping succeeds", async () => {
  const { log, outages, written } = start();
  outages.watch({ name: "database", isOutage, ping: async () => {} });
  for (let n = 0; n < 3; n++) {
    log.error({ err: new Away("gone") }, "unexpected error");
    await vi.advanceTimersByTimeAsync(900);
  }
  expect(written()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(written()[1]).toMatchObject({ msg: "outage ended", errors: 3 });
});

test("two systems are distinguished, and have metrics", () => {
  const { log, outages, written } = start();
  class Unpaid extends Error {}
  outages.watch({ name: "database", isOutage });
  outages.watch({ name: "provider", isOutage: (error) => error instanceof Unpaid });
  log.error({ err: new Unpaid("no answer") }, "unexpected error");
  expect(written()).toMatchObject([{ system: "provider" }]);
  expect(outages.up()).toEqual({ database: 1, provider: 0 });
});

test("a network error is logged by its code, because its message contains an address", () => {
  const { log, outages, written } = start();
  outages.watch({ name: "database", isOutage });
  const err = Object.assign(new Away("connect ECONNREFUSED 10.0.0.7:5432"), { code: "ECONNREFUSED" });
  log.error({ err }, "unexpected error");
  expect(written()).toMatchObject([{ reason: "ECONNREFUSED" }]);
});

test("an error with a code of Node's is logged by its message", () => {
  const { log, outages, written } = start();
  outages.watch({ name: "database", isOutage });
  const err = Object.assign(new Away("database or disk is full"), { code: "ERR_SQLITE_ERROR" });
  log.error({ err }, "unexpected error");
  expect(written()).toMatchObject([{ reason: "database or disk is full" }]);
});

describe("a call that takes too long", () => {
  class Slow extends Error {}
  const slowCall = (error: unknown) =>
    error instanceof Slow ? { call: error.message, store: "store_1" } : undefined;

  test("is one line a minute, by its name, with what the caller knows, and no outage", () => {
    const { log, outages, written, lines } = start();
    outages.watch({ name: "database", isOutage, slowCall });
    const fail = (name: string) =>
      log.error(
        { operationId: "listOrders", err: new Error("", { cause: new Slow(name) }) },
        "unexpected error",
      );
    for (let n = 0; n < 50; n++) fail("orders.list");
    fail("products.search");
    const line = {
      system: "database",
      operationId: "listOrders",
      store: "store_1",
      msg: "call took too long",
    };
    expect(written()).toEqual([
      { ...line, call: "orders.list", times: 1 },
      { ...line, call: "products.search", times: 1 },
    ]);
    expect(outages.up()).toEqual({ database: 1 });
    expect(lines.join("")).not.toContain("stack");
    vi.advanceTimersByTime(60_000);
    fail("orders.list");
    expect(written()[2]).toMatchObject({ call: "orders.list", times: 50 });
  });

  test("is an outage if the system doesn't answer a ping either", async () => {
    const { log, outages, written } = start();
    const ping = async () => {
      throw new Away("gone");
    };
    outages.watch({ name: "database", isOutage, slowCall, ping });
    log.error({ err: new Slow("orders.list") }, "unexpected error");
    await vi.advanceTimersByTimeAsync(0);
    expect(written()).toMatchObject([{ msg: "call took too long" }, { msg: "outage began", reason: "gone" }]);
  });
});

test("every line is written at the level debug", () => {
  const { log, outages, written } = start({ level: "debug" });
  outages.watch({ name: "database", isOutage });
  log.error({ err: new Away("gone") }, "unexpected error");
  expect(written().map(({ msg }) => msg)).toEqual(["outage began", "unexpected error"]);
});
