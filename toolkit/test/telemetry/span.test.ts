import { expect, test } from "vitest";
import { callSpan, requestSpan } from "../../server/telemetry/span.ts";

const parent = { traceId: "a".repeat(32), parentSpanId: "b".repeat(16) };
const state = (length: number): string => `vendor=${"1".repeat(length - "vendor=".length)}`;

test("a caller's `tracestate` goes with its trace, unless it is longer than W3C asks to keep", () => {
  const span = requestSpan(parent, state(512));
  expect(span.traceState).toBe(state(512));
  expect(callSpan(span, "call").traceState).toBe(state(512));
  expect(requestSpan(parent, state(513)).traceState).toBeUndefined();
});

test("without a caller's span, `tracestate` is nothing", () => {
  expect(requestSpan({ ...parent, parentSpanId: undefined }, state(20)).traceState).toBeUndefined();
  expect(requestSpan(parent, undefined).traceState).toBeUndefined();
});

test("a call is part of the request's trace, below its span, and by the same clock", () => {
  const request = requestSpan(parent, undefined);
  const call = callSpan(request, "database carts.read");
  expect(call).toMatchObject({
    traceId: request.traceId,
    parentSpanId: request.spanId,
    clock: request.clock,
    name: "database carts.read",
  });
  expect(call.spanId).toMatch(/^[0-9a-f]{16}$/);
  expect(call.spanId).not.toBe(request.spanId);
  expect(Math.abs(request.clock + request.startedAt - Date.now())).toBeLessThan(60_000);
});
