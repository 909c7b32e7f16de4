import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import express, { type ErrorRequestHandler, type Response } from "express";
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

test("bodies of unknown length take no more of the budget than what has arrived", async () => {
  const { url } = await serve((body, res) => void res.end(body));
  const { promise: bothSend, resolve } = Promise.withResolvers<void>();
  let sending = 0;
  const slowly = async function* () {
    yield new TextEncoder().encode("a");
    sending += 1;
    if (sending === 2) resolve();
    await bothSend;
    yield new TextEncoder().encode("b");
  };
  const answers = await Promise.all([1, 2].map(() => post(url, { body: ReadableStream.from(slowly()) })));
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(["ab", "ab"]);
});

test("a body that outgrows its sender's share is refused, and what it took is given back", async () => {
  const read = rawBodyReader({ maxBytes: 500_000, maxBytesAtOnce: 800_000 });
  const app = express().use((req, res, next) => {
    read(req, res, next, (body) => void res.end(body));
  });
  app.use(
    ((error, _req, res, _next) => void res.status(500).end(error.message)) satisfies ErrorRequestHandler,
  );
  const server = await listen({ port: 0, host: "127.0.0.1", bounds: { drainMs: 0, shutdownMs: 0 } });
  server.serve(app);
  onTestFinished(() => server.stop());
  const url = `http://127.0.0.1:${server.port}/`;
  expect(await (await post(url, inChunks())).text()).toMatch(/too many requests/);
  expect((await post(url, { body: bytes.subarray(0, 200_000) })).status).toBe(200);
});
