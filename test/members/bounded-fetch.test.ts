import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { boundedFetch } from "../../server/members/bounded-fetch.ts";

const kiB = 1024;

/** `closed` resolves when the connection of the first response has ended. */
async function startAuthentication(respond: (response: ServerResponse) => void) {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const accepted: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    accepted.push(request.headers["accept-encoding"]?.toString());
    response.once("close", () => resolve());
    respond(response);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const ask = () => boundedFetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(60_000) });
  return { ask, closed, accepted };
}

test("200 a response of 64 KiB, requested without a content encoding", async () => {
  const { ask, accepted } = await startAuthentication((response) => response.end("x".repeat(64 * kiB)));
  const response = await ask();
  expect(response.status).toBe(200);
  expect((await response.text()).length).toBe(64 * kiB);
  expect(accepted).toEqual(["identity"]);
});

test.each([204, 304, 500])("%i a response without a body", async (status) => {
  const { ask } = await startAuthentication((response) => response.writeHead(status).end());
  const response = await ask();
  expect(response.status).toBe(status);
  expect(await response.text()).toBe("");
});

test("refuses a response of 64 KiB plus one byte", async () => {
  const { ask } = await startAuthentication((response) => response.end("x".repeat(64 * kiB + 1)));
  await expect(ask()).rejects.toThrow("more than 64 KiB");
});

test.each([200, 503])("%i stops reading an endless response", async (status) => {
  const chunk = "x".repeat(16 * kiB);
  let sent = 0;
  const { ask, closed } = await startAuthentication((response) => {
    response.writeHead(status);
    const pour = () => {
      while (!response.destroyed && response.write(chunk)) sent += chunk.length;
    };
    response.on("drain", pour);
    pour();
  });
  await expect(ask()).rejects.toThrow("more than 64 KiB");
  await closed;
  // The most that the sockets of both sides can buffer.
  expect(sent).toBeLessThan(32 * kiB * kiB);
});

test.each(["gzip", "br", "deflate", "zstd", "gzip, gzip", "x-unknown"])(
  "refuses the content encoding %s, and closes the connection",
  async (encoding) => {
    const bomb = gzipSync(Buffer.alloc(1024 * kiB));
    const { ask, closed } = await startAuthentication((response) => {
      response.writeHead(200, { "Content-Encoding": encoding }).write(bomb);
    });
    await expect(ask()).rejects.toThrow("content encoding");
    await closed;
  },
);
