import { expect, test, vi } from "vitest";
import type { RequestContext } from "../../server/http/context.ts";
import { createLog } from "../../server/log/log.ts";
import { openTraces } from "../../server/telemetry/traces.ts";
import { startCollector } from "./collector.ts";

const traceId = "a".repeat(32);
const caller = `00-${traceId}-${"b".repeat(16)}-01`;

/** A collector's spans for a request that does some work, and the log. */
async function trace(
  headers: Record<string, string>,
  { status = 200, run = () => {} }: { status?: number; run?: (traces: Traces) => void } = {},
) {
  const { url, received } = await startCollector(status);
  const lines: string[] = [];
  const log = createLog({ write: (line) => void lines.push(line) });
  const traces = openTraces({ url, serviceName: "shop", serviceVersion: "1.2.3", log });
  const context: RequestContext = {
    requestId: "req_1",
    method: "GET",
    path: "/",
    startedAt: 0,
    pathParams: {},
    page: "GET /",
  };
  traces.requests.within?.({ headers } as never, context, () => run(traces));
  traces.requests.end(context, { statusCode: 500, writableFinished: true } as never);
  await traces.close();
  return { received, lines, sent: JSON.parse(received[0]?.text ?? "").resourceSpans[0] };
}

type Traces = ReturnType<typeof openTraces>;

const failingCall = (traces: Traces): void => {
  const refuse = (): void => {
    throw new TypeError("hunter2");
  };
  expect(() => traces.call("database", "carts.read", refuse)).toThrow("hunter2");
};

test("a collector gets a request's span and that of its call", async () => {
  const { sent } = await trace({ traceparent: caller, tracestate: "vendor=1" }, { run: failingCall });
  expect(sent.resource.attributes).toEqual(
    expect.arrayContaining([
      { key: "service.name", value: { stringValue: "shop" } },
      { key: "service.version", value: { stringValue: "1.2.3" } },
      {
        key: "service.instance.id",
        value: { stringValue: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/) },
      },
    ]),
  );
  const [call, request] = sent.scopeSpans[0].spans;
  expect(request).toMatchObject({
    traceId,
    parentSpanId: "b".repeat(16),
    traceState: "vendor=1",
    name: "GET /",
    kind: 2,
    attributes: [
      { key: "http.request.method", value: { stringValue: "GET" } },
      { key: "request.id", value: { stringValue: "req_1" } },
      { key: "http.response.status_code", value: { intValue: 500 } },
    ],
    status: { code: 2 },
    // Sampled, and its parent is in another process.
    flags: 0x301,
  });
  expect(call).toMatchObject({
    traceId,
    parentSpanId: request.spanId,
    traceState: "vendor=1",
    name: "database carts.read",
    kind: 3,
    attributes: [{ key: "error.type", value: { stringValue: "TypeError" } }],
    status: { code: 2 },
    flags: 0x101,
  });
});

test("a `tracestate` longer than W3C's minimum is dropped", async () => {
  const { sent } = await trace({ traceparent: caller, tracestate: `vendor=${"1".repeat(512)}` });
  expect(sent.scopeSpans[0].spans[0]).toMatchObject({ traceId, traceState: "" });
});

test("without a caller's span, `tracestate` is ignored", async () => {
  const { sent } = await trace({ tracestate: "vendor=1" });
  expect(sent.scopeSpans[0].spans[0].traceState).toBeUndefined();
});

test("spans are sent with the headers that the collector requires", async () => {
  vi.stubEnv("OTEL_EXPORTER_OTLP_HEADERS", "x-tenant=corner");
  const { received } = await trace({});
  vi.unstubAllEnvs();
  expect(received[0]?.headers).toMatchObject({ "x-tenant": "corner" });
});

test("a collector's refusal is logged with its status", async () => {
  const { lines } = await trace({}, { status: 401 });
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ reason: "401", msg: "could not send traces" });
});
