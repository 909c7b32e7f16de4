import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { type ExportError, exportInThread } from "../../server/telemetry/export-in-thread.ts";
import { callSpan, requestSpan, type Span } from "../../server/telemetry/span.ts";

let status = 200;
const received: { header: string | undefined; text: string }[] = [];
const collector = createServer(async (req, res) => {
  let text = "";
  for await (const chunk of req) text += chunk;
  received.push({ header: req.headers["x-tenant"] as string | undefined, text });
  res.writeHead(status).end("{}");
}).listen(0, "127.0.0.1");
await once(collector, "listening");
afterAll(() => void collector.close());
const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`;

beforeEach(() => {
  status = 200;
  received.length = 0;
});

const traceId = "a".repeat(32);

/** Sends a span of each name, in a batch each, and closes when the last is on its way. */
async function send(address: string, ...names: string[]): Promise<(ExportError | undefined)[]> {
  const { export: exportSpans, close } = exportInThread({
    url: address,
    timeoutMillis: 3000,
    serviceName: "shop",
    serviceVersion: "1.2.3",
    serviceInstanceId: "627cc493",
  });
  const results: Promise<ExportError | undefined>[] = [];
  for (const name of names) {
    await results.at(-1);
    const request = requestSpan({ traceId, parentSpanId: undefined }, undefined);
    results.push(new Promise((resolve) => exportSpans([{ ...request, name }], resolve)));
  }
  await close();
  return Promise.all(results);
}

test("what a collector gets of a request and of its call", async () => {
  const { export: exportSpans, close } = exportInThread({
    url,
    timeoutMillis: 3000,
    serviceName: "shop",
    serviceVersion: "1.2.3",
    serviceInstanceId: "627cc493",
  });
  const request: Span = {
    ...requestSpan({ traceId, parentSpanId: "b".repeat(16) }, "vendor=1"),
    name: "getCart",
    clock: 1_700_000_000_000,
    startedAt: 1000.5,
    endedAt: 2001.25,
    attributes: { "http.response.status_code": 500, store: "store_1" },
    hasFailed: true,
  };
  const call: Span = { ...callSpan(request, "database carts.read"), startedAt: 1001, endedAt: 1002 };
  exportSpans([request, call], () => {});
  await close();
  const [{ resource, scopeSpans }] = JSON.parse(received[0]?.text ?? "").resourceSpans;
  expect(resource.attributes).toEqual(
    expect.arrayContaining([
      { key: "service.name", value: { stringValue: "shop" } },
      { key: "service.version", value: { stringValue: "1.2.3" } },
      { key: "service.instance.id", value: { stringValue: "627cc493" } },
    ]),
  );
  expect(scopeSpans).toMatchObject([
    {
      scope: { name: "counterpart" },
      spans: [
        {
          traceId,
          spanId: request.spanId,
          parentSpanId: "b".repeat(16),
          traceState: "vendor=1",
          name: "getCart",
          kind: 2,
          startTimeUnixNano: "1700000001000500000",
          endTimeUnixNano: "1700000002001250000",
          attributes: [
            { key: "http.response.status_code", value: { intValue: 500 } },
            { key: "store", value: { stringValue: "store_1" } },
          ],
          status: { code: 2 },
          // Sampled, and its parent is another process's.
          flags: 0x301,
        },
        {
          traceId,
          spanId: call.spanId,
          parentSpanId: request.spanId,
          traceState: "vendor=1",
          name: "database carts.read",
          kind: 3,
          startTimeUnixNano: "1700000001001000000",
          attributes: [],
          status: { code: 0 },
          flags: 0x101,
        },
      ],
    },
  ]);
});

test("spans arrive with the headers that the collector needs, and this thread sends nothing", async () => {
  vi.stubEnv("OTEL_EXPORTER_OTLP_HEADERS", "x-tenant=corner");
  let requests = 0;
  const count = (): void => void requests++;
  subscribe("http.client.request.created", count);
  subscribe("undici:request:create", count);
  const results = await send(url, "first", "second");
  unsubscribe("http.client.request.created", count);
  unsubscribe("undici:request:create", count);
  vi.unstubAllEnvs();
  expect(results).toEqual([undefined, undefined]);
  expect(received.map(({ header }) => header)).toEqual(["corner", "corner"]);
  expect(received.map(({ text }) => JSON.parse(text).resourceSpans[0].scopeSpans[0].spans[0].name)).toEqual([
    "first",
    "second",
  ]);
  expect(requests).toBe(0);
});

test("a collector's refusal comes back with its status", async () => {
  status = 401;
  expect(await send(url, "refused")).toMatchObject([{ code: 401 }]);
});

test("when the thread ends, its batches are lost, and the next one starts another", async () => {
  const results = await send("no address", "first", "second");
  const lost = { message: expect.stringContaining("no address") };
  expect(results).toMatchObject([lost, lost]);
});
