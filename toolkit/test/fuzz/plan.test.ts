import fc from "fast-check";
import { expect, test } from "vitest";
import { readDocument } from "../../document/document.ts";
import type { Parts } from "../../fuzz/operation.ts";
import { plan } from "../../fuzz/plan.ts";

test("a valid request has few of many optional parameters", () => {
  const names = Array.from({ length: 100 }, (_, n) => `n${n}`);
  const document = readDocument({
    openapi: "3.1.0",
    paths: {
      "/prints": {
        get: {
          operationId: "listPrints",
          parameters: names.map((name) => ({ name, in: "query", schema: { type: "string" } })),
          responses: {},
        },
      },
    },
  });
  const { compiled } = plan({ document, owner: { credentials: {}, known: {}, markers: [] } });
  const valid = compiled.get("listPrints")?.valid ?? fc.constant<Parts>({ parameters: {} });
  const counts = fc
    .sample(valid, { numRuns: 50, seed: 1 })
    .map(({ parameters }) => Object.keys(parameters).length);
  expect(Math.max(...counts)).toBeLessThan(25);
  expect(Math.max(...counts)).toBeGreaterThan(5);
});

test("a valid request has no address that servers needn't read", () => {
  const text = { type: "string", maxLength: 5000 };
  const document = readDocument({
    openapi: "3.1.0",
    paths: {
      "/prints": {
        get: {
          operationId: "listPrints",
          parameters: ["title", "sitter", "paper"].map((name) => ({ name, in: "query", schema: text })),
          responses: {},
        },
      },
    },
  });
  const { compiled } = plan({ document, owner: { credentials: {}, known: {}, markers: [] } });
  const valid = compiled.get("listPrints")?.valid ?? fc.constant<Parts>({ parameters: {} });
  const sizes = fc
    .sample(valid, { numRuns: 200, seed: 1 })
    .map(({ parameters }) => encodeURIComponent(Object.values(parameters).join("")).length);
  expect(Math.max(...sizes)).toBeLessThan(8000);
  // Long ones are sent all the same.
  expect(Math.max(...sizes)).toBeGreaterThan(4000);
});
