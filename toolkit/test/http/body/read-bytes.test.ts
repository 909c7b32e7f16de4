import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { BodyTooLarge, readBytes } from "../../../server/http/body/read-bytes.ts";
import { listen } from "../../../server/process/listen/listen.ts";

const limit = 100_000;

/** The body read from a request whose head ends with these lines and whose body arrives in these chunks. */
async function outcomeOf(lines: string, parts: (string | Buffer)[], end = false): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const server = await listen({ port: 0, host: "127.0.0.1", bounds: { drainMs: 0, shutdownMs: 0 } });
  server.serve((req: IncomingMessage, res) => {
    void readBytes(req, limit)
      .then(String, (error) => error)
      .then((outcome) => {
        res.end();
        resolve(outcome);
      });
  });
  onTestFinished(() => server.stop());
  const socket = connect({ port: server.port, host: "127.0.0.1", noDelay: true }).on("error", () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${lines}\r\n`);
  for (const part of parts) {
    socket.write(part);
    await new Promise((next) => setImmediate(next));
  }
  if (end) socket.end();
  return promise;
}

const inChunks = "Transfer-Encoding: chunked\r\n";
const text = Array.from({ length: limit }, (_, n) => String.fromCharCode(97 + (n % 26))).join("");
const chunk = (part: string) => `${part.length.toString(16)}\r\n${part}\r\n`;

test("a body in two chunks is read as one", async () => {
  expect(await outcomeOf("Content-Length: 5\r\n", ["ab", "cde"])).toBe("abcde");
});

test("a body with one byte per chunk is read correctly", async () => {
  expect(await outcomeOf(inChunks, [[...text].map(chunk).join(""), "0\r\n\r\n"])).toBe(text);
});

test("so is one with alternating small and large chunks", async () => {
  const parts = Array.from({ length: 30 }, (_, n) => text.slice(n, n + ((n * 97) % 5000) + 1));
  expect(await outcomeOf(inChunks, [...parts.map(chunk), "0\r\n\r\n"])).toBe(parts.join(""));
});

test("a compressed body is decompressed", async () => {
  const body = gzipSync(text);
  const head = `Content-Encoding: gzip\r\nContent-Length: ${body.length}\r\n`;
  expect(await outcomeOf(head, [body.subarray(0, 20), body.subarray(20)])).toBe(text);
});

test("no body is zero bytes", async () => {
  expect(await outcomeOf("", [])).toBe("");
  expect(await outcomeOf(inChunks, ["0\r\n\r\n"])).toBe("");
});

const tooLong = `${text}x`;
const bomb = gzipSync(Buffer.alloc(50_000_000));
test.each<[string, string, (string | Buffer)[]]>([
  ["by its length", `Content-Length: ${tooLong.length}\r\n`, []],
  ["before the rest has arrived", inChunks, [chunk(tooLong)]],
  ["when decompressed", `Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n`, [bomb]],
])("a body that is too large is refused: %s", async (_, head, parts) => {
  expect(await outcomeOf(head, parts)).toBeInstanceOf(BodyTooLarge);
});

test.each<[string, string, (string | Buffer)[]]>([
  ["ends too early", "Content-Length: 9\r\n", ["abc"]],
  ["isn't gzip", "Content-Encoding: gzip\r\nContent-Length: 3\r\n", ["abc"]],
  ["is truncated gzip", "Content-Encoding: gzip\r\nContent-Length: 20\r\n", [gzipSync(text).subarray(0, 20)]],
])("a body that %s is an error", async (_, head, parts) => {
  expect(await outcomeOf(head, parts, true)).toBeInstanceOf(Error);
});
