import pino from "pino";
import { expect, test } from "vitest";
import { openTelemetry } from "../../server/telemetry/open-telemetry.ts";
import type { TraceSampling } from "../../server/telemetry/trace-sampling.ts";
import { startCollector } from "./collector.ts";

const sampled = { traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01` };
const unsampled = { traceparent: `00-${"c".repeat(32)}-${"d".repeat(16)}-00` };
const requests = { sampled, unsampled, alone: {} };

/** The names of the spans that a collector gets for requests, each of which calls another system. */
async function spansWith(
  traceSampling?: TraceSampling,
  asked: Record<string, object> = requests,
): Promise<string[]> {
  const { url: tracesUrl, received } = await startCollector();
  const log = pino({ enabled: false });
  const telemetry = await openTelemetry(
    {
      metrics: false,
      tracesUrl,
      traceSampling,
      serviceName: "own",
      build: { name: "own", version: "1.0.0" },
    },
    log,
  );
  const [observer] = telemetry.observers;
  for (const [name, headers] of Object.entries(asked)) {
    const context = { requestId: name, method: "GET", path: "/", startedAt: 0, pathParams: {}, page: name };
    const { promise, resolve } = Promise.withResolvers<unknown>();
    observer?.within?.({ method: "GET", headers } as never, context, () => {
      resolve(telemetry.call("other", name, async () => {}));
    });
    await promise;
    observer?.end(context, { statusCode: 200, writableFinished: true } as never);
  }
  await telemetry.close();
  return received.flatMap(({ text }) => [...text.matchAll(/"name":"([^"]+)"/g)].map(([, name = ""]) => name));
}

/** A request's span, and the span of its call. */
const both = (name: string) => [name, `other ${name}`];

test.each<[TraceSampling | undefined, string[]]>([
  [undefined, [...both("sampled"), ...both("alone")]],
  [{ sampler: "parentbased_always_on", ratio: 0 }, [...both("sampled"), ...both("alone")]],
  [{ sampler: "parentbased_always_off", ratio: 1 }, both("sampled")],
  [{ sampler: "parentbased_traceidratio", ratio: 0 }, both("sampled")],
  [{ sampler: "parentbased_traceidratio", ratio: 1 }, [...both("sampled"), ...both("alone")]],
  [{ sampler: "always_on", ratio: 0 }, ["sampled", "unsampled", "alone"].flatMap(both)],
  [{ sampler: "always_off", ratio: 1 }, []],
  [{ sampler: "traceidratio", ratio: 0 }, []],
  [{ sampler: "traceidratio", ratio: 1 }, ["sampled", "unsampled", "alone"].flatMap(both)],
])("%j traces these requests, and their calls", async (sampling, expected) => {
  const names = (await spansWith(sampling)).filter((name) => /sampled|alone/.test(name));
  expect(names.toSorted()).toEqual(expected.toSorted());
});

test("an unreadable traceparent is ignored", async () => {
  const unreadable = { traceparent: unsampled.traceparent.replace(/^00/, "ff") };
  expect(await spansWith(undefined, { unreadable })).toContain("unreadable");
});
