import { readFileSync } from "node:fs";
import fc from "fast-check";
import pino from "pino";
import { expect, test } from "vitest";
import { emitClient } from "../../../cli/generate/client/client.ts";
import { emitOperations } from "../../../cli/generate/handlers/operations.ts";
import { createApp } from "../../../server/adapters/node/create-app.ts";
import type { ApiDocument, RawDocument } from "../../../server/document/document.ts";
import { readDocument } from "../../../server/document/read-document.ts";
import { renderFromDocument } from "../../../server/http/errors/render-error.ts";
import { buildFaults } from "../../../server/validation/build-faults.ts";
import { createMockPipeline } from "../../../testing/mock/mock-pipeline.ts";
import { notesDocument } from "../../helpers/notes-document.ts";
import { boundless } from "../../helpers/small-app.ts";

// A document may have any value anywhere. The rest of it is served, and a started server doesn't fail because of it.

const boatyard = JSON.parse(
  readFileSync(new URL("../../mock/fixtures/boatyard.json", import.meta.url), "utf8"),
);
const originals: RawDocument[] = [notesDocument(), boatyard, { ...boatyard, openapi: "3.1.0" }];

const anything = fc.oneof(
  fc.constantFrom<unknown[]>(
    null,
    "text",
    "",
    "(",
    1,
    -1.5,
    true,
    [],
    {},
    ["a"],
    [null],
    [{}],
    { a: null },
    { "x-a": 1 },
  ),
  fc.constantFrom("#/nowhere", "#", "", "#/components/schemas/%E0", 5).map(($ref) => ({ $ref })),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Chooses the path at each level, and the value at the end. */
const mutation = fc.record({ steps: fc.array(fc.nat(), { minLength: 1, maxLength: 14 }), value: anything });

function mutate(document: RawDocument, { steps, value }: { steps: number[]; value: unknown }): void {
  let at = document as Record<string, unknown>;
  for (const [index, step] of steps.entries()) {
    const keys = Object.keys(at).filter((key) => key !== "openapi" && key !== "operationId");
    const key = keys[step % keys.length];
    if (key === undefined) return;
    const next = at[key];
    if (index === steps.length - 1 || typeof next !== "object" || next === null)
      at[key] = structuredClone(value);
    else at = next as Record<string, unknown>;
  }
}

function start(document: ApiDocument): void {
  const accept = () => ({ caller: {}, bucket: "one" });
  const handler = async () => ({ status: 200 });
  createApp({
    document,
    handlers: Object.fromEntries(document.operations.map(({ operationId }) => [operationId, handler])),
    authenticators: Object.fromEntries(Object.keys(document.securitySchemes).map((name) => [name, accept])),
    services: {},
    limiter: boundless,
    limits: document.rateLimits,
    log: pino({ level: "silent" }),
    pages: [],
    renderError: renderFromDocument(document),
  });
  createMockPipeline({ document, basePath: "", pages: [], sites: {} });
}

test("the rest of any document is served", () => {
  const mutations = fc.array(mutation, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.nat(originals.length - 1), mutations, (index, changes) => {
      const raw = structuredClone(originals[index] as RawDocument);
      for (const change of changes) mutate(raw, change);
      const document = readDocument(raw);
      expect(buildFaults(document)).toEqual([]);
      emitOperations(document);
      emitClient(document);
      start(document);
      // Omitted parts stay omitted, and the others are read the same way.
      const again = readDocument(JSON.parse(JSON.stringify(document.source)));
      expect(again.leftOut).toEqual([]);
      expect(again.operations.length).toBe(document.operations.length);
    }),
    { numRuns: 50 },
  );
});
