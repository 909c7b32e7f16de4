import pino from "pino";
import { expect, onTestFinished, test } from "vitest";
import { openLimiter } from "../../server/process/open-limiter.ts";
import { noopTelemetry } from "../../server/telemetry/telemetry.ts";

test("rate_limits_shared has no series without REDIS_URL, and 0 while Redis is away, however long", async () => {
  const shown: (() => Record<string, number>)[] = [];
  const telemetry = {
    ...noopTelemetry,
    gauge: ({ read }: { read: () => Record<string, number> }) => void shown.push(read),
  };
  for (const url of [undefined, "redis://127.0.0.1:9"]) {
    const limiter = await openLimiter(url, pino({ level: "silent" }), telemetry);
    onTestFinished(() => limiter.close());
  }
  expect(shown.map((read) => read())).toEqual([{}, { redis: 0 }]);
});
