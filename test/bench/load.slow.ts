import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { askAtRate } from "../../bench/load/fixed-rate.ts";
import { keepBusy } from "../../bench/load/keep-busy.ts";
import { medianRatio, type Round } from "../../bench/load/measure.ts";
import { type BenchRequest, rawRequest, type Side } from "../../bench/load/request.ts";
import { askByWrk, hasWrk } from "../../bench/load/wrk.ts";

async function sideOf(
  answer: (path: string, res: ServerResponse) => void,
  requests: BenchRequest[],
): Promise<Side> {
  const server = createServer((req, res) => req.resume().on("end", () => answer(req.url ?? "", res)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const none = () => Promise.resolve(0);
  const stop = () => Promise.resolve();
  const nothing = {
    ...{ cpuSeconds: none, memoryMb: none, delayMs: none, holdMs: none },
    ...{ watchDelay: stop, watchHolds: stop, observe: stop },
  };
  const running = { port, ...nothing, stop };
  return { name: "test", server: running, requests };
}

test("a fixed rate keeps sending while no response arrives, and measures from when each request was due", async () => {
  const waiting: ServerResponse[] = [];
  const side = await sideOf(
    (_path, res) => {
      if (waiting.push(res) === 20) for (const one of waiting) one.end();
    },
    [{ method: "GET", path: "/" }],
  );
  const { max, p50 } = await askAtRate(side, { perSecond: 200, seconds: 0.1, connections: 20 });
  // The second half counts: the 11th was due at 50 ms, and the 20th, with which the responses came, at 95 ms.
  expect(max).toBeGreaterThanOrEqual(44);
  expect(p50).toBeGreaterThanOrEqual(20);
});

test("a fixed rate reads responses that arrive in pieces, and ends at the first that isn't 2xx", async () => {
  const side = await sideOf(
    (path, res) => {
      const [status = 0, length] = path === "/ok" ? [200, 4] : [503, 0];
      res.writeHead(status, { "content-length": length });
      if (length === 0) return void res.end();
      res.write("ab");
      setImmediate(() => res.end("cd"));
    },
    [{ method: "GET", path: "/ok" }],
  );
  const rate = { perSecond: 1000, seconds: 0.1, connections: 2 };
  expect((await askAtRate(side, rate)).max).toBeGreaterThan(0);
  const wrong: Side = { ...side, requests: [...side.requests, { method: "GET", path: "/wrong" }] };
  await expect(askAtRate(wrong, rate)).rejects.toThrow("test: answered 503.");
});

test("a fixed rate ends when the server closes the connection or omits the response's length", async () => {
  const rate = { perSecond: 1000, seconds: 0.1, connections: 2 };
  const requests: BenchRequest[] = [{ method: "GET", path: "/" }];
  const ending = await sideOf((_path, res) => void res.socket?.end(), requests);
  await expect(askAtRate(ending, rate)).rejects.toThrow("test: ended a connection.");
  const chunked = await sideOf((_path, res) => void res.write("a"), requests);
  await expect(askAtRate(chunked, rate)).rejects.toThrow("test: answered 200 without Content-Length.");
});

test("a follow-up request has the id from the previous response", async () => {
  const paths: string[] = [];
  const side = await sideOf(
    (path, res) => {
      paths.push(path);
      res.end('{"data":{"id":"cart_1","lines":[]}}');
    },
    [{ method: "POST", path: "/cart", followedBy: { method: "POST", path: "/cart/{id}/lines" } }],
  );
  expect(await keepBusy(side, 1, new AbortController().signal, 4)).toBe(4);
  expect(paths).toEqual(["/cart", "/cart/cart_1/lines", "/cart", "/cart/cart_1/lines"]);
});

test("a response that isn't 2xx ends a measurement", async () => {
  const side = await sideOf((_path, res) => res.writeHead(429).end(), [{ method: "GET", path: "/" }]);
  await expect(keepBusy(side, 1, new AbortController().signal)).rejects.toThrow("test: answered 429.");
});

test("a ratio is the median of the rounds' ratios", () => {
  const rounds = (...figures: number[]): Round[] =>
    figures.map((perSecond) => ({ perSecond, perCpuSecond: 1 }));
  expect(medianRatio(rounds(10, 30, 5), rounds(10, 10, 10), "perSecond")).toBe(1);
  expect(medianRatio(rounds(10, 30), rounds(10, 10), "perSecond")).toBe(2);
});

test("a request is written as HTTP/1.1 with its length in bytes", () => {
  const request = { method: "POST", path: "/cart", headers: { a: "b" }, body: '"é"' } as const;
  expect(rawRequest(request, 80)).toBe(
    'POST /cart HTTP/1.1\r\nhost: 127.0.0.1:80\r\na: b\r\ncontent-length: 4\r\n\r\n"é"',
  );
});

test.runIf(hasWrk)("wrk waits for slow responses, and an error says what failed", async () => {
  const requests: BenchRequest[] = [{ method: "GET", path: "/" }];
  const slow = await sideOf((_path, res) => void setTimeout(() => res.end("ok"), 2500), requests);
  await askByWrk(slow, 2, 3);
  const limited = await sideOf((_path, res) => res.writeHead(429).end(), requests);
  await expect(askByWrk(limited, 1, 1)).rejects.toThrow(/^test: requests failed, \d+ by status\.$/);
});
