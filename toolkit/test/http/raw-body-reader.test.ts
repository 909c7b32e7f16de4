import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import express, { type Response } from "express";
import { expect, onTestFinished, test } from "vitest";
import { rawBodyReader } from "../../server/http/body/raw-body-reader.ts";
import { listen } from "../../server/process/listen/listen.ts";

const bytes = randomBytes(400_000);

/** A server that passes each body to `done`. */
async function serve(done: (body: Buffer | undefined, res: Response) => void | Promise<void>) {
  const read = rawBodyReader({ maxBytes: 500_000, maxBytesAtOnce: 2_000_000 });
  const app = express().use((req, res, next) => {
    read(req, res, next, (body) => done(body, res));
  });
  const server = await listen({ port: 0, host: "127.0.0.1", bounds: { drainMs: 0, shutdownMs: 0 } });
  server.serve(app);
  onTestFinished(() => server.stop());
  return { url: `http://127.0.0.1:${server.port}/` };
}

const post = (url: string, init: RequestInit = { body: bytes }) =>
  fetch(url, { method: "POST", duplex: "half", ...init } as RequestInit);
const lengthsOf = (parts: Buffer[]) => parts.map(({ length }) => length);

const withLength = { body: bytes };
const inChunks = () => ({ body: new Blob([bytes]).stream() });
const compressed = { body: gzipSync(bytes), headers: { "Content-Encoding": "gzip" } };

test.each([
  ["with a Content-Length", () => withLength],
  ["in chunks", inChunks],
  ["compressed with gzip", () => compressed],
])("a body %s is read correctly", async (_, init) => {
  const { url } = await serve((body, res) => void res.end(body));
  const answer = await post(url, init());
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
});

test("a body is freed when the promise that done returned settles, and not before", async () => {
  const settled = Promise.withResolvers<void>();
  const bodies: Buffer[] = [];
  const { url } = await serve((body = Buffer.alloc(0), res) => {
    bodies.push(body);
    res.end();
    return settled.promise;
  });
  await (await post(url)).text();
  expect(bodies).toEqual([bytes]);
  settled.resolve();
  await expect.poll(() => lengthsOf(bodies)).toEqual([0]);
});

test("a body isn't freed if done returns no promise", async () => {
  const bodies: Buffer[] = [];
  const { url } = await serve((body = Buffer.alloc(0), res) => {
    bodies.push(body);
    res.end();
  });
  await (await post(url)).text();
  await (await post(url)).text();
  expect(bodies).toEqual([bytes, bytes]);
});

test("a rejection of done is passed to next", async () => {
  const { url } = await serve(() => Promise.reject(new Error("The body can't be processed.")));
  expect((await post(url)).status).toBe(500);
});
