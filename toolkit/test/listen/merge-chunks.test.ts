import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { listen } from "../../process/listen/listen.ts";

/** A server that hands over its requests, and a connection to it on which the head of one has been sent. */
async function begin(body: string) {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage>();
  const server = await listen({ port: 0, host: "127.0.0.1", bounds: { drainMs: 0, shutdownMs: 0 } });
  server.serve((req, res) => {
    req.once("end", () => res.end());
    resolve(req);
  });
  onTestFinished(() => server.stop());
  const socket = connect(server.port, "127.0.0.1").on("error", () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${body}`);
  return { socket, req: await promise };
}

const inChunks = "Transfer-Encoding: chunked\r\n\r\n";
const text = Array.from({ length: 100_000 }, (_, n) => String.fromCharCode(97 + (n % 26))).join("");

test("a body that arrives one byte per chunk is read in few pieces, each byte in its place", async () => {
  const { req, socket } = await begin(inChunks);
  const pieces: Buffer[] = [];
  req.on("data", (piece) => pieces.push(piece));
  socket.write(`${[...text].map((letter) => `1\r\n${letter}\r\n`).join("")}0\r\n\r\n`);
  await once(req, "end");
  expect(Buffer.concat(pieces).toString()).toBe(text);
  expect(pieces.length).toBeLessThan(1000);
});

test("so is one with alternating small and large chunks", async () => {
  const { req, socket } = await begin(inChunks);
  const pieces: Buffer[] = [];
  req.on("data", (piece) => pieces.push(piece));
  const chunks = Array.from({ length: 60 }, (_, n) => text.slice(n, n + ((n * 97) % 5000) + 1));
  const sent = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`);
  socket.write(`${sent.join("")}0\r\n\r\n`);
  await once(req, "end");
  expect(Buffer.concat(pieces).toString()).toBe(chunks.join(""));
});

test("a byte that nothing follows is delivered without waiting for the rest", async () => {
  const { req, socket } = await begin(`Content-Length: 3\r\n\r\na`);
  const pieces: string[] = [];
  req.on("data", (piece) => pieces.push(String(piece)));
  await vi.waitFor(() => expect(pieces.join("")).toBe("a"));
  socket.write("b");
  await vi.waitFor(() => expect(pieces.join("")).toBe("ab"));
  socket.write("c");
  await once(req, "end");
  expect(pieces.join("")).toBe("abc");
});
