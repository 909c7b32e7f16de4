import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { SpanKind } from "@opentelemetry/api";
import { type ExportResult, ExportResultCode } from "@opentelemetry/core";
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { exportInThread } from "../../telemetry/export-in-thread.ts";

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

/** Ends a span of each name, and exports them in a batch each. */
async function send(address: string, ...names: string[]): Promise<ExportResult[]> {
  const spans = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: spans })] });
  const tracer = provider.getTracer("test");
  for (const name of names) tracer.startSpan(name, { kind: SpanKind.SERVER }).end();
  const exporter = exportInThread({ url: address, timeoutMillis: 3000 });
  const results: ExportResult[] = [];
  for (const span of spans.getFinishedSpans()) {
    results.push(await new Promise((resolve) => exporter.export([span], resolve)));
  }
  await exporter.shutdown();
  return results;
}

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
  expect(results).toEqual([{ code: ExportResultCode.SUCCESS }, { code: ExportResultCode.SUCCESS }]);
  expect(received.map(({ header }) => header)).toEqual(["corner", "corner"]);
  expect(received.map(({ text }) => JSON.parse(text).resourceSpans[0].scopeSpans[0].spans[0].name)).toEqual([
    "first",
    "second",
  ]);
  expect(requests).toBe(0);
});

test("a collector's refusal comes back with its status", async () => {
  status = 401;
  const [result] = await send(url, "refused");
  expect(result).toMatchObject({ code: ExportResultCode.FAILED, error: { code: 401 } });
});

test("when the thread ends, its batches are lost, and the next one starts another", async () => {
  const results = await send("no address", "first", "second");
  const lost = { code: ExportResultCode.FAILED, error: { message: expect.stringContaining("no address") } };
  expect(results).toMatchObject([lost, lost]);
});
