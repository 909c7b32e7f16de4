import fc from "fast-check";
import { expect, test } from "vitest";
import type { Schema } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import type { Parts } from "../../testing/fuzz/operation.ts";
import { plan } from "../../testing/fuzz/plan.ts";

/** Valid requests to an operation with these query parameters, all with one schema. */
function validParts(names: string[], schema: Schema, numRuns: number): Parts[] {
  const document = readDocument({
    openapi: "3.1.0",
    paths: {
      "/prints": {
        get: {
          operationId: "listPrints",
          parameters: names.map((name) => ({ name, in: "query", schema })),
          responses: {},
        },
      },
    },
  });
  const { compiled } = plan({ document, owner: { credentials: {}, known: {}, markers: [] } });
  const valid = compiled.get("listPrints")?.valid ?? fc.constant<Parts>({ parameters: {} });
  return fc.sample(valid, { numRuns, seed: 1 });
}

test("a valid request has only a few of many optional parameters", () => {
  const names = Array.from({ length: 100 }, (_, n) => `n${n}`);
  const counts = validParts(names, { type: "string" }, 50).map(
    ({ parameters }) => Object.keys(parameters).length,
  );
  expect(Math.max(...counts)).toBeLessThan(25);
  expect(Math.max(...counts)).toBeGreaterThan(5);
});

test("a valid request has no address that servers may refuse", () => {
  const sizes = validParts(["title", "sitter", "paper"], { type: "string", maxLength: 5000 }, 200).map(
    ({ parameters }) => encodeURIComponent(Object.values(parameters).join("")).length,
  );
  expect(Math.max(...sizes)).toBeLessThan(8000);
  // Long ones are sent anyway.
  expect(Math.max(...sizes)).toBeGreaterThan(4000);
});
