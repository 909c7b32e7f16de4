import { expect, test } from "vitest";
import { readConfig } from "../../process/config.ts";

test("limits of a document that has none can't be set", () => {
  expect(() => readConfig({ RATE_LIMITS: "reads=5" }, {}, () => ({}))).toThrow(
    'RATE_LIMITS must not be set, since the document has no rate limits: leave "reads=5" out',
  );
});
