import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { noopTelemetry } from "@counterpart/toolkit";
import { expect, onTestFinished, test, vi } from "vitest";
import { importUpload } from "../../../server/catalog-import/import-upload.ts";
import { openDatabase } from "../../../server/database/database.ts";
import type { EventType } from "../../../server/domain/events/event-types.ts";
import { createDispatcher } from "../../../server/events/dispatcher.ts";
import { post } from "../../../server/events/post.ts";
import { boundedFetch } from "../../../server/members/bounded-fetch.ts";
import { emptySqlite } from "../../helpers/data/test-database.ts";
import { startEventReceiver } from "../../helpers/event-receiver.ts";
import { buy } from "../../helpers/shopping.ts";
import { silent, startWorld } from "../../helpers/world.ts";
import { tell } from "./helpers/figures.ts";

const MiB = 1024 * 1024;

async function listen(server: Server): Promise<string> {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** This process's longest pause and peak memory, in ms and MB, while this was open. */
function watchProcess() {
  const before = process.memoryUsage.rss();
  let [last, longest, most] = [performance.now(), 0, before];
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  return () => {
    clearInterval(timer);
    return { longestMs: Math.round(longest), grownMb: Math.round((most - before) / MiB) };
  };
}

const upgrade = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n";
const habits: Record<string, (socket: Socket) => void> = {
  "answer 101": (socket) => socket.write(upgrade),
  "never answer": () => {},
  "send a header without an end": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\nX-Slow: ");
    const timer = setInterval(() => socket.write("x"), 100);
    socket.once("close", () => clearInterval(timer));
  },
  "send a body without an end": (socket) => socket.write("HTTP/1.1 500 Oh\r\nContent-Length: 9999\r\n\r\n"),
};

test.each(Object.entries(habits))(
  "sixteen receivers that %s delay no other store's events",
  async (_, behave) => {
    const world = await startWorld();
    onTestFinished(() => world.close());
    const [hostile, good] = [await world.merchant(), await world.merchant()];
    const receiver = await startEventReceiver();
    onTestFinished(() => receiver.close());
    const bad = createServer((socket) => socket.on("error", () => {}).once("data", () => behave(socket)));
    const url = await listen(bad);
    const { database } = world.services;
    const secret = "whsec_bm90IHVzZWQgYW55d2hlcmUgZWxzZSE=";
    for (let n = 0; n < 16; n++)
      await database.eventEndpoints.add({ storeId: hostile.store.id, url, secret, types: null });
    for (let n = 0; n < 10; n++) await buy(hostile, { font: 1 });
    const types: EventType[] = ["order.paid"];
    await database.eventEndpoints.add({ storeId: good.store.id, url: receiver.url, secret, types });
    world.clock.now += 1000;
    for (let n = 0; n < 10; n++) await buy(good, { font: 1 });
    const dispatcher = createDispatcher({
      database,
      loadDocument: async () => world.document,
      post: (webhook, signal) => post(webhook, { allowsPrivate: true, timeoutMs: 10_000, signal }),
      clock: () => world.clock.now,
      log: silent,
      telemetry: noopTelemetry,
    });
    dispatcher.start();
    onTestFinished(() => dispatcher.stop());
    // Less than the time limit of one attempt.
    await vi.waitFor(() => expect(receiver.received).toHaveLength(10), { timeout: 9000 });
  },
);

test("100 introspection responses without an end take little memory", async () => {
  const url = await listen(
    createHttpServer((_, response) => {
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(MiB)));
      };
      response.on("drain", pour);
      pour();
    }),
  );
  const watched = watchProcess();
  for (let n = 0; n < 10; n++) {
    const asked = Array.from({ length: 10 }, () => boundedFetch(url, { signal: AbortSignal.timeout(3000) }));
    for (const { status } of await Promise.allSettled(asked)) expect(status).toBe("rejected");
  }
  const { grownMb } = watched();
  expect(grownMb).toBeLessThan(250);
  tell("100 endless introspection responses", { memory: `${grownMb} MB more` });
});

function fill(start: string, part: (n: number) => string, size: number, end = ""): Buffer {
  const parts = [start];
  let length = 0;
  for (let n = 0; length < size; n++) {
    const text = part(n);
    length += text.length;
    parts.push(text);
  }
  return Buffer.from(parts.join("") + end);
}

const header = "Handle,Title,Variant Price,Body (HTML)\n";
const long = "word <b>bold</b> ".repeat(52);
const size = 7.9 * MiB;
test.each<[string, string, () => Buffer]>([
  ["products", "a.csv", () => fill(header, (n) => `h${n},Title ${n},19.99,<p>${long}</p>\n`, size)],
  ["faulty rows", "a.csv", () => fill(header, (n) => `${n.toString(36)},,x,\n`, size)],
  ["uneven rows", "a.csv", () => fill(header, () => ",,\n", size)],
  ["empty objects", "a.json", () => fill("[{}", () => ",{}", size, "]")],
  ["fields of a product", "a.json", () => fill('[{"a":1', (n) => `,"${n.toString(36)}":1`, size, "}]")],
  ["details of a product", "a.json", () => fill('[{"details":[0', () => ",0", size, "]}]")],
  ["levels", "a.json", () => Buffer.from("[".repeat(size / 2) + "]".repeat(size / 2))],
])("8 MiB of %s block nothing and take little memory", async (what, name, make) => {
  const { url, drop } = await emptySqlite();
  onTestFinished(() => drop());
  const database = await openDatabase(url, Date.now);
  onTestFinished(() => database.close());
  const store = await database.stores.create({ slug: "shop", name: "Shop", currency: "usd" });
  if (!store) throw new Error("The slug is taken.");
  const file = { name, bytes: make() };
  const watched = watchProcess();
  const outcome = await importUpload(database, store, file, () => {}).then(
    ({ created }) => `${created} created`,
    (error: Error) => error.message,
  );
  const { longestMs, grownMb } = watched();
  expect(longestMs).toBeLessThan(1000);
  expect(grownMb).toBeLessThan(300);
  tell(`8 MiB of ${what}`, { outcome, "longest pause": `${longestMs} ms`, memory: `${grownMb} MB more` });
});
