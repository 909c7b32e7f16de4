import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { answersIn, exchange } from "../../../test/helpers/processes/raw-exchange.ts";
import { createServer } from "../../http/node-http.ts";
import { limitPipelining } from "../../process/listen/limit-pipelining.ts";

/** Answers a request with its path and body, and collects what the server's sockets emit. */
async function serve(ready = Promise.resolve()) {
  const server: Server = createServer();
  const exchanges = limitPipelining(server);
  const emitted: Buffer[] = [];
  const sockets: Socket[] = [];
  server.on("connection", (socket) => {
    sockets.push(socket);
    socket.on("data", (bytes) => emitted.push(bytes));
  });
  server.on("request", async (req, res) => {
    exchanges.begin(req, res);
    const body = await text(req);
    await ready;
    res.end(`${req.url} ${body}`);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  return { port: (server.address() as AddressInfo).port, sockets, emitted };
}

const post = (path: string, body: string, more = "") =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n${more}\r\n${body}`;
const last = (path: string, body: string) => post(path, body, "Connection: close\r\n");
const bodies = (answers: string) => answersIn(answers).map(({ body }) => body);

test("an ordinary request causes no `data` event on its socket", async () => {
  const { port, emitted } = await serve();
  expect(bodies(await exchange(port, last("/", "body")))).toEqual(["/ body"]);
  expect(emitted).toEqual([]);
});

test("pipelined requests that have to wait are answered in order", async () => {
  const { port, emitted } = await serve();
  const paths = Array.from({ length: 3000 }, (_, n) => `/${n}`);
  const all = paths.map((path) => post(path, path.repeat(20))).join("") + last("/last", "");
  expect(all.length).toBeGreaterThan(4 * 64 * 1024);
  expect(bodies(await exchange(port, all))).toEqual([
    ...paths.map((path) => `${path} ${path.repeat(20)}`),
    "/last ",
  ]);
  expect(emitted.length).toBeGreaterThan(0);
});

test("bytes that had to wait are freed once they have been parsed", async () => {
  const ready = Promise.withResolvers<void>();
  const { port, sockets, emitted } = await serve(ready.promise);
  const body = "x".repeat(60_000);
  const answers = exchange(port, post("/1", "") + last("/2", body));
  await vi.waitFor(() => expect(sockets[0]?.readableLength).toBeGreaterThan(16 * 1024));
  ready.resolve();
  expect(bodies(await answers)).toEqual(["/1 ", `/2 ${body}`]);
  expect(emitted.map(({ length }) => length)).toContain(0);
  expect(Math.max(...emitted.map(({ length }) => length))).toBeLessThan(16 * 1024);
});

test("bytes that arrive while others wait are parsed after them", async () => {
  const ready = Promise.withResolvers<void>();
  const { port, sockets } = await serve(ready.promise);
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  const answers = text(socket);
  socket.write(post("/1", "") + post("/2", ""));
  await vi.waitFor(() => expect(sockets[0]?.readableLength).toBe(post("/2", "").length));
  // Starts reading again, as any caller of `read` would.
  sockets[0]?.read(0);
  socket.write(last("/3", ""));
  await vi.waitFor(() => expect(sockets[0]?.readableLength).toBe((post("/2", "") + last("/3", "")).length));
  const other = exchange(port, last("/other", "x".repeat(1000)));
  await vi.waitFor(() => expect(sockets[1]?.bytesRead).toBeGreaterThan(1000));
  ready.resolve();
  expect(bodies(await answers)).toEqual(["/1 ", "/2 ", "/3 "]);
  await other;
});

test("small writes that alternate between connections don't mix", async () => {
  const { port } = await serve();
  const requests = Array.from({ length: 20 }, (_, n) => last(`/${n}`, `${n}`.repeat(50)));
  const clients: Socket[] = [];
  for (const _ of requests) {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    clients.push(socket);
    await once(socket, "connect");
  }
  const answers = clients.map((socket) => text(socket));
  for (let at = 0; at < 200; at += 7) {
    for (const [n, socket] of clients.entries()) {
      const part = requests[n]?.slice(at, at + 7);
      if (part) await new Promise((sent) => socket.write(part, sent));
    }
  }
  for (const [n, answer] of answers.entries()) {
    expect(bodies(await answer)).toEqual([`/${n} ${`${n}`.repeat(50)}`]);
  }
});

test("without these properties in Node, requests are read from `data` events", async () => {
  const names = vi.spyOn(Object, "getOwnPropertySymbols").mockReturnValue([]);
  onTestFinished(() => names.mockRestore());
  const { port, emitted } = await serve();
  const answers = exchange(port, post("/1", "body") + last("/2", ""));
  expect(bodies(await answers)).toEqual(["/1 body", "/2 "]);
  expect(emitted.length).toBeGreaterThan(0);
});
