import { once } from "node:events";
import { connect } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { answersIn, exchange } from "../../../test/helpers/processes/raw-exchange.ts";
import type { Bounds } from "../../server/process/listen/bounds.ts";
import { type Listening, listen } from "../../server/process/listen/listen.ts";

async function open(bounds: Partial<Bounds>): Promise<Listening> {
  const server = await listen({
    port: 0,
    host: "127.0.0.1",
    bounds: { drainMs: 0, shutdownMs: 0, ...bounds },
  });
  onTestFinished(() => server.stop());
  return server;
}

/** A client that never reads and never closes, whatever the server does. */
async function holdOpen(port: number, bytes: string): Promise<void> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }).pause();
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  socket.write(bytes);
}

test.each([
  ["half a head: 408", "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "],
  ["nothing: 408", ""],
  ["half a body: 408", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n1234"],
  ["garbage: 400", "nonsense\r\n\r\n"],
  ["a head that is too long: 431", `GET / HTTP/1.1\r\nX-Long: ${"x".repeat(20_000)}`],
  ["CONNECT: 400", "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n"],
])("a connection is closed after %s, even if its client never reads and never closes", async (_, bytes) => {
  const server = await open({ headers: 100, request: 200, closingMs: 50 });
  server.serve((req, res) => void (req.url === "/last" ? res.end() : req.resume()));
  for (let n = 0; n < 20; n++) await holdOpen(server.port, bytes);
  // Connections are accepted in order, so those before this one are accepted or already closed.
  await exchange(server.port, "GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  await vi.waitFor(() => expect(server.connections.open()).toBe(0));
});

test("408 says whether the head or the whole request took too long", async () => {
  const server = await open({ headers: 100, request: 300 });
  server.serve((req) => void req.resume());
  const [head] = answersIn(await exchange(server.port, "GET / HT"));
  const [body] = answersIn(
    await exchange(server.port, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n1"),
  );
  expect([head?.status, JSON.parse(head?.body ?? "").error]).toEqual([
    408,
    "The request's head didn't arrive within 0.1 seconds.",
  ]);
  expect([body?.status, JSON.parse(body?.body ?? "").error]).toEqual([
    408,
    "The request didn't arrive within 0.3 seconds.",
  ]);
});

test("a valid request is answered although garbage follows it, and then the garbage is", async () => {
  const server = await open({});
  const answer = Promise.withResolvers<void>();
  server.serve(async (_req, res) => {
    await answer.promise;
    res.end("served");
  });
  const text = exchange(server.port, "GET / HTTP/1.1\r\nHost: x\r\n\r\nGARBAGE\r\n\r\n");
  answer.resolve();
  expect(answersIn(await text).map(({ status, body }) => [status, body])).toEqual([
    [200, "served"],
    [400, expect.stringContaining("INVALID_REQUEST")],
  ]);
});

test("a partial answer isn't followed by another when the rest of its request can't be read", async () => {
  const server = await open({});
  server.serve((_req, res) => void res.end("refused"));
  const text = await exchange(
    server.port,
    "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n",
    "nonsense\r\n\r\n",
  );
  expect(answersIn(text).map(({ status, body }) => [status, body])).toEqual([[200, "refused"]]);
});
