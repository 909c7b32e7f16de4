import { execFile } from "node:child_process";
import { once } from "node:events";
import { networkInterfaces } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { seedShop } from "../../helpers/data/seed-shop.ts";
import { emptySqlite } from "../../helpers/data/test-database.ts";
import { startServer } from "../../helpers/processes/server-process.ts";
import { latencies, memoryOf, report } from "./helpers/figures.ts";
import { asker } from "./helpers/load.ts";
import { openRaw, pour, type RawClient, statusOf, trickle } from "./helpers/raw-client.ts";

async function openShop(env: Record<string, string> = {}) {
  const testDatabase = await emptySqlite();
  onTestFinished(() => testDatabase.drop());
  const shop = await seedShop(testDatabase.url, "http://127.0.0.1:9");
  const server = await startServer({ ...shop.env, ...env });
  const ask = asker(server.url, shop.key);
  const cartId: string = (await ask("POST", "/v1/cart")).body.data.id;
  const line = `/v1/cart/${cartId}/lines`;
  for (let n = 0; n < 50; n++) {
    await ask("GET", "/v1/products");
    await ask("POST", line, { productId: shop.products.poster, quantity: 1 });
  }
  const { port } = new URL(server.url);
  return { shop, server, ask, line, port: Number(port) };
}

type Store = Awaited<ReturnType<typeof openShop>>;

/** A well-behaved client that reads and writes until it is stopped. */
function goodClient({ ask, line, shop }: Store) {
  let isOver = false;
  const took: number[] = [];
  const working = (async () => {
    for (let n = 0; !isOver; n++) {
      const answer = await (n % 2
        ? ask("GET", "/v1/products")
        : ask("POST", line, { productId: shop.products.notebook, quantity: 1 }));
      if (answer.status !== 409) expect(answer.status).toBe(200);
      took.push(answer.ms);
      await pause(10);
    }
  })();
  // A test that fails before it stops this has its own error to report.
  working.catch(() => {});
  onTestFinished(() => {
    isOver = true;
  });
  return async () => {
    isOver = true;
    await working;
    return took;
  };
}

/** The server's peak memory while this was open. */
function watchMemory(pid: number) {
  let most = 0;
  const timer = setInterval(() => {
    void memoryOf(pid).then((now) => {
      most = Math.max(most, now);
    });
  }, 100);
  return () => {
    clearInterval(timer);
    return most;
  };
}

const bearer = ({ shop }: Store) => `Authorization: Bearer ${shop.key}\r\n`;
const post = (shop: Store, length: number) =>
  `POST ${shop.line} HTTP/1.1\r\nHost: x\r\n${bearer(shop)}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

test("10,000 open connections: half are refused, the good client is served, and slots are freed", async () => {
  const shop = await openShop();
  const { stdout } = await promisify(execFile)("sh", ["-c", "ulimit -n"]);
  const allowed = stdout.trim() === "unlimited" ? 10_000 : Number(stdout) - 1000;
  const most = Math.min(10_000, allowed);
  const before = await memoryOf(shop.server.pid);
  const memory = watchMemory(shop.server.pid);
  const stopGood = goodClient(shop);
  const openedAt = performance.now();
  const clients: RawClient[] = [];
  let closedEarly = 0;
  const paced = openRaw(shop.port);
  while (clients.length < most) {
    const batch = Array.from({ length: 250 }, () => openRaw(shop.port));
    for (const { closed } of batch) {
      void closed.then((ms) => {
        if (ms < 2000) closedEarly++;
      });
    }
    clients.push(...batch);
    // Linux drops connections that don't fit into the server's queue, and their silent clients never learn of it. So
    // the server accepts these first, which it has done after two turns of its event loop.
    await Promise.all(batch.map(({ socket, closed }) => Promise.race([once(socket, "connect"), closed])));
    for (let turn = 0; turn < 2; turn++) {
      paced.socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
      await once(paced.socket, "data");
    }
  }
  paced.socket.destroy();
  const openingMs = performance.now() - openedAt;
  await pause(2000);
  const held = clients.filter(({ socket }) => !socket.destroyed).length;
  const peak = memory();

  let room = "";
  const asked = performance.now();
  while (room !== "401") {
    const newcomer = openRaw(shop.port);
    newcomer.socket.write("GET /v1/catalog HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    await newcomer.closed;
    room = statusOf(newcomer);
    await pause(100);
    expect(performance.now() - asked).toBeLessThan(20_000);
  }
  const roomMs = performance.now() - openedAt;
  await Promise.all(clients.map(({ closed }) => closed));
  const took = await stopGood();
  await pause(500);
  const after = await memoryOf(shop.server.pid);

  expect(held).toBeLessThanOrEqual(5000);
  expect(closedEarly).toBeGreaterThanOrEqual(most - 5000);
  expect(peak - before).toBeLessThan(150);
  report(`${most} open connections`, {
    "opened in": `${Math.round(openingMs)} ms`,
    held,
    "closed at once": closedEarly,
    "a newcomer gets in after": `${Math.round(roomMs)} ms`,
    "good client": latencies(took),
    memory: `${before} MB, at most ${peak} MB, then ${after} MB`,
  });
});

test("one byte per second: headers end after 10 s, bodies after 30 s, and the good client is served", async () => {
  const shop = await openShop();
  const before = await memoryOf(shop.server.pid);
  const memory = watchMemory(shop.server.pid);
  const stopGood = goodClient(shop);
  const each = 1000;
  const heads = Array.from({ length: each }, () => {
    const client = openRaw(shop.port);
    client.socket.write("GET /v1/catalog HTTP/1.1\r\nX-Slow: ");
    trickle(client, "x", 1000);
    return client;
  });
  const bodies = Array.from({ length: each }, () => {
    const client = openRaw(shop.port);
    client.socket.write(post(shop, 1000));
    trickle(client, "{", 1000);
    return client;
  });
  const headsMs = await Promise.all(heads.map(({ closed }) => closed));
  const bodiesMs = await Promise.all(bodies.map(({ closed }) => closed));
  const took = await stopGood();
  const peak = memory();
  // A client whose byte crosses the response is sent a reset, and may not read it, so all of them send in step here.
  for (const clients of [heads, bodies]) {
    const statuses = clients.map(statusOf);
    expect(statuses.every((status) => status === "408" || status === "")).toBe(true);
    expect(statuses.filter((status) => status === "408").length).toBeGreaterThan(0.5 * each);
  }
  expect(Math.max(...headsMs)).toBeLessThan(16_000);
  expect(Math.max(...bodiesMs)).toBeLessThan(36_000);
  expect(peak - before).toBeLessThan(100);
  report(`${each} heads and ${each} bodies at a byte a second`, {
    "heads ended with 408 after": latencies(headsMs),
    "bodies ended with 408 after": latencies(bodiesMs),
    "good client": latencies(took),
    memory: `${before} MB, at most ${peak} MB`,
  });
});

test("100 MB bodies: refused before they arrive, and memory stays flat", async () => {
  const shop = await openShop();
  const stopGood = goodClient(shop);
  const before = await memoryOf(shop.server.pid);
  const first = await pourBodies(shop);
  const second = await pourBodies(shop);
  const took = await stopGood();
  for (const { refused, unread } of [first, second]) {
    expect(new Set(refused)).toEqual(new Set(["413"]));
    expect(new Set(unread)).toEqual(new Set(["200"]));
  }
  // Dropped buffers take some memory until they are collected, and no more the next time.
  expect(first.peak - before).toBeLessThan(200);
  expect(second.peak - first.peak).toBeLessThan(50);
  report("52 bodies of 100 MB at once, twice", {
    "answered after": latencies([...first.answeredMs, ...second.answeredMs]),
    "let in until the connection was closed": `${Math.round(Math.max(...first.takenMb, ...second.takenMb))} MB at most`,
    "good client": latencies(took),
    memory: `${before} MB, at most ${first.peak} MB, then ${second.peak} MB`,
  });
});

/** Twenty bodies with their length, twenty that aren't read, and as many in chunks as one caller may send at once. */
async function pourBodies(shop: Store) {
  const size = 100_000_000;
  const chunked = `POST ${shop.line} HTTP/1.1\r\nHost: x\r\n${bearer(shop)}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5f5e100\r\n`;
  const unread = `GET /v1/catalog HTTP/1.1\r\nHost: x\r\n${bearer(shop)}Content-Length: ${size}\r\n\r\n`;
  const memory = watchMemory(shop.server.pid);
  const answeredMs: number[] = [];
  const takenMb: number[] = [];
  const statuses = await Promise.all(
    [post(shop, size), chunked, unread].flatMap((head) =>
      Array.from({ length: head === chunked ? 12 : 20 }, async () => {
        const client = openRaw(shop.port);
        const startedAt = performance.now();
        client.socket.once("data", () => answeredMs.push(performance.now() - startedAt));
        client.socket.write(head);
        takenMb.push((await pour(client, size)) / 1e6);
        await Promise.race([client.closed, pause(2000)]);
        client.socket.destroy();
        return statusOf(client);
      }),
    ),
  );
  return { refused: statuses.slice(0, 32), unread: statuses.slice(32), peak: memory(), answeredMs, takenMb };
}

test("floods of headers get 431 or a closed connection, and memory stays flat", async () => {
  const shop = await openShop();
  const before = await memoryOf(shop.server.pid);
  const memory = watchMemory(shop.server.pid);
  const floods = Array.from({ length: 200 }, async (_, n) => {
    const client = openRaw(shop.port);
    // Many short ones, or one that never ends.
    client.socket.write(`GET /v1/catalog HTTP/1.1\r\nHost: x\r\n${n % 2 ? "X-Long: " : ""}`);
    const lines = n % 2 ? "x".repeat(1000) : "X-Short: 1\r\n".repeat(80);
    for (let sent = 0; sent < 200 && !client.socket.destroyed; sent++) {
      client.socket.write(lines);
      await pause(1);
    }
    await client.closed;
    return statusOf(client);
  });
  const statuses = Object.groupBy(await Promise.all(floods), (status) => status || "closed");
  const peak = memory();
  expect(Object.keys(statuses).every((status) => ["431", "closed"].includes(status))).toBe(true);
  expect((await shop.ask("GET", "/v1/products")).status).toBe(200);
  expect(peak - before).toBeLessThan(100);
  report("200 floods of headers", {
    "answered 431": statuses["431"]?.length ?? 0,
    "closed without an answer": statuses.closed?.length ?? 0,
    memory: `${before} MB, at most ${peak} MB`,
  });
});

test("5,000 connections with half a request that clients never close are closed", async () => {
  const shop = await openShop();
  const before = await memoryOf(shop.server.pid);
  const memory = watchMemory(shop.server.pid);
  const openedAt = performance.now();
  const clients = Array.from({ length: 5000 }, () => {
    const client = openRaw(shop.port, { allowHalfOpen: true });
    client.socket.write("GET / HTTP");
    // It never sees that the other side has closed, since it doesn't read.
    client.socket.pause();
    return client;
  });
  onTestFinished(() => {
    for (const { socket } of clients) socket.destroy();
  });
  let madeRoom = false;
  while (!madeRoom) {
    const newcomer = openRaw(shop.port);
    newcomer.socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    await newcomer.closed;
    const hasWaited = performance.now() - openedAt > 5000;
    madeRoom = hasWaited && statusOf(newcomer) === "200";
    await pause(100);
    expect(performance.now() - openedAt).toBeLessThan(60_000);
  }
  expect(memory() - before).toBeLessThan(150);
  report("5,000 connections that their client never closes", {
    "a newcomer gets in after": `${Math.round(performance.now() - openedAt)} ms`,
    memory: `${before} MB, at most ${memory()} MB`,
  });
});

/** An address of this machine at which it is reached from outside. */
const ownAddress = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === "IPv4" && !internal)?.address;

test.skipIf(ownAddress === undefined)(
  "3,000 connections from one address: it gets 1,000, and other addresses the rest",
  async () => {
    const shop = await openShop({ HOST: "0.0.0.0" });
    const clients: RawClient[] = [];
    while (clients.length < 3000) {
      for (let n = 0; n < 250; n++) clients.push(openRaw(shop.port, { host: ownAddress ?? "" }));
      await pause(20);
    }
    onTestFinished(() => {
      for (const { socket } of clients) socket.destroy();
    });
    const held = () => clients.filter(({ socket }) => !socket.destroyed).length;
    while (held() > 1000) await pause(50);
    await pause(500);
    expect(held()).toBe(1000);
    expect((await shop.ask("GET", "/v1/products")).status).toBe(200);
    report("3,000 connections from one address", { held: held() });
  },
);

test("675 KB of requests whose responses are never read start 16 responses, and memory stays flat", async () => {
  const shop = await openShop();
  await fetch(`${shop.server.url}/openapi.json`).then((response) => response.text());
  const before = await memoryOf(shop.server.pid);
  const memory = watchMemory(shop.server.pid);
  const stopGood = goodClient(shop);
  const one = "GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n";
  const clients = Array.from({ length: 20 }, () => {
    const client = openRaw(shop.port);
    client.socket.pause();
    client.socket.write(one.repeat(675_000 / one.length));
    return client;
  });
  await pause(10_000);
  const took = await stopGood();
  for (const { socket } of clients) socket.destroy();
  // Live is a tenth of it; V8 collects the rest later.
  expect(memory() - before).toBeLessThan(300);

  const reader = openRaw(shop.port);
  reader.socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n".repeat(5000));
  await reader.closed;
  expect(reader.text().match(/HTTP\/1\.1 200 OK/g)).toHaveLength(16);
  report("20 × 675 KB of requests, their answers unread", {
    "good client": latencies(took),
    memory: `${before} MB, at most ${memory()} MB`,
  });
});

test("1,000 connections with 64 KB of requests each take as much memory as 20", async () => {
  const shop = await openShop();
  const before = await memoryOf(shop.server.pid);
  const memory = watchMemory(shop.server.pid);
  const stopGood = goodClient(shop);
  const one = "GET /v1/catalog HTTP/1.1\r\nHost: x\r\n\r\n";
  const clients = Array.from({ length: 1000 }, () => openRaw(shop.port));
  await Promise.all(clients.map(({ socket }) => once(socket, "connect")));
  for (const { socket } of clients) {
    socket.pause();
    socket.write(one.repeat(64_000 / one.length));
  }
  await pause(5000);
  const took = await stopGood();
  for (const { socket } of clients) socket.destroy();
  // Live is a tenth of it; V8 collects the rest later.
  expect(memory() - before).toBeLessThan(300);
  report("1,000 × 64 KB of requests", {
    "good client": latencies(took),
    memory: `${before} MB, at most ${memory()} MB`,
  });
});
