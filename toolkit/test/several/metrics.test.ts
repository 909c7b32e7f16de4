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

test("a server of one document has no such label", async () => {
  const metrics = createMetrics({ build });
  metrics.gauge({ name: "pool", help: "Used.", label: "state", read: () => ({ used: 1 }) });
  expect(await textOf(metrics)).not.toContain("document=");
});
