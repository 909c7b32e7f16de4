import fc from "fast-check";
import { expect, test } from "vitest";
import { textFormats } from "../../server/document/schemas/formats.ts";
import { misformatted, texts } from "../../testing/samples/values/text.ts";

test.each(Object.entries(textFormats))(
  "samples of the format %s match it, and some broken ones don't",
  (format, fits) => {
    const samples = fc.sample(texts({ format, charset: "any" }), { numRuns: 200, seed: 1 });
    expect(samples.filter((text) => !fits(text))).toEqual([]);
    const broken = fc.sample(misformatted(format), { numRuns: 200, seed: 1 });
    expect(broken.filter((text) => !fits(text)).length).toBeGreaterThan(20);
  },
);
