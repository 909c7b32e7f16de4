import { expect, test } from "vitest";
import type { RawDocument } from "../../server/document/document.ts";
import { compareContracts } from "../helpers/compare-raw.ts";

const json = (schema: object) => ({ content: { "application/json": { schema } } });

/** A document, and the same with breaking changes. */
function kiln(isBroken: boolean): RawDocument {
  return {
    openapi: "3.1.0",
    info: { title: "Kiln", version: isBroken ? "2.0.0" : "1.0.0" },
    "x-rate-limits": { global: { limit: isBroken ? 5 : 10, windowSeconds: 60 } },
    paths: {
      "/kilns/{id}": {
        put: {
          operationId: "fire",
          parameters: [
            { name: "id", in: "path", required: true, schema: { type: "string" } },
            { name: "unit", in: "query", schema: { type: "string", default: isBroken ? "K" : "C" } },
          ],
          requestBody: {
            required: true,
            ...json({ type: "object", properties: { heat: { $ref: "#/components/schemas/Heat" } } }),
          },
          responses: {
            "200": {
              description: "",
              headers: { "X-Batch": { required: !isBroken, schema: { type: "string" } } },
              ...json({ allOf: [{ properties: { at: { type: "string", default: isBroken ? "b" : "a" } } }] }),
            },
          },
        },
      },
    },
    components: { schemas: { Heat: { type: "integer", readOnly: isBroken } } },
  };
}

test("a change is reported with its place in the new document", async () => {
  const { breaking } = await compareContracts(kiln(false), kiln(true), "2026-11-22", {
    locate: (pointer) => ({ pointer, file: "kiln.yaml", line: pointer.length }),
  });
  const at = "#/paths/~1kilns~1{id}/put";
  const expected = {
    "rate-limit-lowered": [at],
    "became-read-only": ["#/components/schemas/Heat"],
    "response-header-became-optional": [`${at}/responses/200/headers/X-Batch`],
    "default-changed": [
      `${at}/parameters/1/schema`,
      `${at}/responses/200/content/application~1json/schema/allOf/0/properties/at`,
    ],
  };
  for (const [rule, pointers] of Object.entries(expected)) {
    const found = breaking.filter((one) => one.rule === rule);
    expect(found.map(({ pointer, file, line }) => ({ pointer, file, line }))).toEqual(
      pointers.map((pointer) => ({ pointer, file: "kiln.yaml", line: pointer.length })),
    );
  }
});
