import { expect, test } from "vitest";
import { createMetrics } from "../../server/telemetry/metrics.ts";

const build = { name: "notes", version: "1.2.3", revision: "9f3c2a1" };

async function textOf(metrics: ReturnType<typeof createMetrics>): Promise<string> {
  let text = "";
  const end = (body: string): void => {
    text = body;
  };
  const response = { setHeader: () => {}, end };
  await metrics.page.handler({} as never, response as never, () => {});
  await expect.poll(() => text).not.toBe("");
  return text;
}

test("services of two documents may have metrics of the same name", async () => {
  const metrics = createMetrics({ build, byDocument: true });
  const pool = (used: number) => ({ name: "pool", help: "Used.", label: "state", read: () => ({ used }) });
  metrics.gauge(pool(3), "v1");
  metrics.gauge(pool(5), "v2");
  const sent = { name: "sent_total", help: "Sent.", label: "kind" };
  metrics.counter(sent, "v1")("mail");
  metrics.counter(sent, "v2")("mail");
  metrics.counter({ ...sent, name: "own_total" })("mail");
  const text = await textOf(metrics);
  expect(text).toContain('pool{state="used",document="v1"} 3\npool{state="used",document="v2"} 5');
  expect(text).toContain('sent_total{kind="mail",document="v1"} 1\nsent_total{kind="mail",document="v2"} 1');
  expect(text).toContain('own_total{kind="mail"} 1');
});

/** Counts the end of a request. */
function answered(
  { requests }: ReturnType<typeof createMetrics>,
  { operation, page, status }: { operation?: string; page?: string; status: number },
): void {
  const context = { startedAt: performance.now(), page, operation: operation && { operationId: operation } };
  requests.begin?.(context as never, undefined as never);
  requests.end(context as never, { writableFinished: true, statusCode: status } as never);
}

test("the text stays below 2,000 lines, and errors that callers can cause displace nothing", async () => {
  const metrics = createMetrics({ build, byWay: true });
  for (let n = 0; n < 300; n++) {
    for (const status of [400, 401, 404, 413, 429]) answered(metrics, { operation: `hostile${n}`, status });
    answered(metrics, { page: `GET /page${n}`, status: 200 });
    void metrics.call("payments", `call${n}`, () => Promise.resolve());
  }
  answered(metrics, { operation: "createOrder", status: 200 });
  answered(metrics, { operation: "createOrder", status: 500 });
  for (let n = 0; n < 300; n++) {
    for (const status of [200, 201, 500, 503]) answered(metrics, { operation: `op${n}`, status });
  }
  await metrics.call("payments", "refund", () => Promise.reject(new Error("down"))).catch(() => {});
  const text = await textOf(metrics);
  // The rest is for a service's own metrics.
  expect(text.split("\n").length).toBeLessThan(1700);
  expect(text).toContain(
    'http_request_duration_seconds_count{operation="createOrder",status="200",via="http"} 1',
  );
  expect(text).toContain(
    'http_request_duration_seconds_count{operation="createOrder",status="500",via="http"} 1',
  );
  expect(text).toContain('_count{system="payments",call="refund",outcome="failed"} 1');
  expect(text).toContain('_count{system="payments",call="other",outcome="ok"} 284');
  const total = [...text.matchAll(/^http_request_duration_seconds_count\{.*\} (\d+)$/gm)];
  expect(total.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(300 * 6 + 2 + 300 * 4);
  expect(text).toMatch(/http_request_duration_seconds_count\{operation="other",status="4xx"\} \d+/);
});

test("a server of one document has no such label", async () => {
  const metrics = createMetrics({ build });
  metrics.gauge({ name: "pool", help: "Used.", label: "state", read: () => ({ used: 1 }) });
  expect(await textOf(metrics)).not.toContain("document=");
});
