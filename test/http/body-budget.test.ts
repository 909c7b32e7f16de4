import { createBodyBudget, listen } from "@counterpart/server";
import express, { type ErrorRequestHandler } from "express";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { webhookPages } from "../../server/pages/webhooks.ts";
import { newCart, productId } from "../helpers/shopping.ts";
import { type Merchant, startWorld, type World } from "../helpers/world.ts";
import { openRaw, statusOf } from "../system/faults/helpers/raw-client.ts";

const mib = 1024 * 1024;
/** A generous timeout for a busy machine. */
const patience = { timeout: 30_000, interval: 20 };

describe("a budget of bytes", () => {
  test("gives each holder at most a quarter, and all together no more than the total", () => {
    const budget = createBodyBudget(100);
    expect(budget.take("a", 26)).toBeUndefined();
    for (const holder of ["a", "b", "c", "d"]) {
      expect(budget.take(holder, 20)).toBeDefined();
      expect(budget.take(holder, 6)).toBeUndefined();
    }
    expect(budget.take("e", 20)).toBeDefined();
    expect(budget.take("f", 1)).toBeUndefined();
  });

  test("releases unneeded bytes once", () => {
    const budget = createBodyBudget(100);
    const reserved = budget.take("a", 25);
    budget.take("b", 25);
    reserved?.release();
    reserved?.release();
    expect(reserved?.take(1)).toBe(false);
    expect(budget.take("a", 25)).toBeDefined();
    expect(budget.take("a", 1)).toBeUndefined();
  });

  test("reserves further bytes of a body, and releases all of them", () => {
    const budget = createBodyBudget(100);
    const reserved = budget.take("a", 10);
    expect(reserved?.take(15)).toBe(true);
    expect(reserved?.take(1)).toBe(false);
    expect(budget.take("a", 1)).toBeUndefined();
    reserved?.release();
    expect(budget.take("a", 25)).toBeDefined();
  });
});

let world: World;
let merchant: Merchant;
let line: string;
beforeAll(async () => {
  world = await startWorld();
  merchant = await world.merchant();
  line = `/v1/cart/${await newCart(merchant)}/lines`;
});
afterAll(() => world.close());

/** Sends the head of a request whose body never arrives. */
function announce(path: string, headers: Record<string, string>) {
  const client = openRaw(Number(new URL(world.url).port));
  const lines = Object.entries({ Host: "x", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  client.socket.write(`POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
  return client;
}

type Heads = ReturnType<typeof announce>[];

/** Announces one body more than the budget allows. `run` gets the response to the refused one. */
async function withOneTooMany(
  room: number,
  announceOne: () => Heads[number],
  run: (refused: string) => Promise<void>,
): Promise<void> {
  const heads = Array.from({ length: room + 1 }, announceOne);
  const answered = () => heads.filter((head) => statusOf(head) !== "");
  try {
    await vi.waitFor(() => expect(answered()).toHaveLength(1), patience);
    await run(answered()[0]?.text() ?? "");
    expect(answered()).toHaveLength(1);
  } finally {
    for (const { socket } of heads) socket.destroy();
  }
}

const json = { "Content-Type": "application/json" };
const addPoster = (of: Merchant, path: string) =>
  fetch(`${world.url}${path}`, {
    method: "POST",
    headers: { ...json, Authorization: `Bearer ${of.key}` },
    body: JSON.stringify({ productId: productId(of, "poster"), quantity: 1 }),
  });

const signature = `t=${Math.floor(Date.now() / 1000)},v1=${"0".repeat(64)}`;
const postEvent = (headers: Record<string, string> = { "Stripe-Signature": signature }) =>
  fetch(`${world.url}/webhooks/stripe`, { method: "POST", headers, body: "{}" });
const announceEvent = (length: Record<string, string>) => () =>
  announce("/webhooks/stripe", { "Stripe-Signature": signature, ...length });

/** What a body of unknown length takes before it arrives, in bytes. */
const taken = 16 * 1024;

describe.each<[string, Record<string, string>, number]>([
  ["that say how long they are", { "Content-Length": `${mib}` }, 16],
  ["in chunks", { "Transfer-Encoding": "chunked" }, (16 * mib) / taken],
  ["that are compressed", { "Content-Length": "2000", "Content-Encoding": "gzip" }, (16 * mib) / taken],
])("a store's bodies %s", (_, length, room) => {
  test("500 with Retry-After beyond the share of all its keys, while other stores and events get theirs", async () => {
    const second = await world.services.database.keys.create({ storeId: merchant.store.id, label: null });
    const keys = [merchant.key, second.key];
    let sent = 0;
    const other = await world.merchant();
    const otherLine = `/v1/cart/${await newCart(other)}/lines`;
    const head = () => {
      sent += 1;
      return announce(line, { ...json, Authorization: `Bearer ${keys[sent % 2]}`, ...length });
    };
    await withOneTooMany(room, head, async (refused) => {
      expect(refused).toMatch(/^HTTP\/1.1 500 /);
      expect(refused).toMatch(/\r\nRetry-After: \d+\r\n/i);
      expect(refused).toContain("INTERNAL_ERROR");
      expect((await addPoster(other, otherLine)).status).toBe(200);
      expect((await postEvent()).status).toBe(400);
    });
    // Closing a connection releases its bytes.
    await vi.waitFor(async () => expect((await addPoster(merchant, line)).status).toBe(200), patience);
  });
});

describe("events", () => {
  test("400 unread without a signature, or with a malformed one", async () => {
    for (const wrong of ["", "t=1", "v1=abc", `t=,v1=${"0".repeat(64)}`, `t=1,v0=${"0".repeat(64)}`]) {
      const head = announce("/webhooks/stripe", {
        "Stripe-Signature": wrong,
        "Content-Length": `${mib / 4}`,
      });
      await vi.waitFor(() => expect(statusOf(head)).toBe("400"), patience);
      head.socket.destroy();
    }
  });

  test.each<[string, Record<string, string>, number]>([
    ["that say how long they are", { "Content-Length": `${mib / 2}` }, 4],
    ["in chunks", { "Transfer-Encoding": "chunked" }, (2 * mib) / taken],
  ])(
    "500 with Retry-After beyond an address's share of bodies %s, while callers get theirs",
    async (_, length, room) => {
      await withOneTooMany(room, announceEvent(length), async (refused) => {
        expect(refused).toMatch(/^HTTP\/1.1 500 /);
        expect(refused).toMatch(/\r\nRetry-After: \d+\r\n/i);
        expect((await postEvent()).status).toBe(500);
        // It is refused without being read.
        expect((await postEvent({})).status).toBe(400);
        expect((await addPoster(merchant, line)).status).toBe(200);
      });
      await vi.waitFor(async () => expect((await postEvent()).status).toBe(400), patience);
    },
  );

  test("that never arrive lose their share when the request times out", async () => {
    const [page] = webhookPages(async () => "forged");
    const app = express();
    if (page) app.post(page.path, page.handler);
    app.use(((_error, _req, res, _next) => void res.status(500).end()) satisfies ErrorRequestHandler);
    const bounds = { headers: 200, request: 200, drainMs: 0 };
    const server = await listen({ port: 0, host: "127.0.0.1", bounds });
    onTestFinished(() => server.stop());
    server.serve(app);
    const url = `http://127.0.0.1:${server.port}/webhooks/stripe`;
    const post = async () =>
      (await fetch(url, { method: "POST", headers: { "Stripe-Signature": signature }, body: "{}" })).status;
    const slow = Array.from({ length: 4 }, () => {
      const client = openRaw(server.port);
      client.socket.write(
        `POST /webhooks/stripe HTTP/1.1\r\nHost: x\r\nStripe-Signature: ${signature}\r\nContent-Length: ${mib / 2}\r\n\r\n{`,
      );
      return client;
    });
    await Promise.all(slow.map(({ closed }) => closed));
    expect(new Set(slow.map(statusOf))).toEqual(new Set(["408"]));
    expect(await post()).toBe(400);
  });

  test("temporary refusals are one line in the log, without a stack", async () => {
    await withOneTooMany(4, announceEvent({ "Content-Length": `${mib / 2}` }), async () => {
      const overloads = () => world.logLines.filter((line) => line.includes("refusing requests for now"));
      const first = world.logLines.length;
      const before = overloads().length;
      for (let n = 0; n < 3; n++) expect((await postEvent()).status).toBe(500);
      // Earlier tests have overloaded it too, perhaps a moment ago.
      expect(overloads().length).toBeGreaterThanOrEqual(1);
      expect(overloads().length).toBeLessThanOrEqual(before + 1);
      expect(world.logLines.slice(first).join("")).not.toContain("stack");
    });
  });
});
