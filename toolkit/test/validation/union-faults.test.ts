import { expect, test } from "vitest";
import type { Schema } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { createValidators } from "../../server/validation/operation-validator.ts";
import { compileSchema, faultText } from "../../server/validation/schemas/compile-schema.ts";

const json = "application/json";
const kind = (...values: string[]): Schema => ({ type: "string", enum: values });
const seeds: Schema = {
  type: "object",
  required: ["kind", "grams"],
  properties: { kind: kind("seeds"), grams: { type: "integer" }, note: { type: "string", default: "-" } },
  additionalProperties: false,
};
const tool: Schema = {
  type: "object",
  required: ["kind", "parts"],
  properties: {
    kind: kind("tool", "set"),
    parts: { type: "array", items: { $ref: "#/components/schemas/Good" } },
  },
};
const good = (keyword: string): Schema => ({
  discriminator: { propertyName: "kind" },
  [keyword]: [{ $ref: "#/components/schemas/Seeds" }, { $ref: "#/components/schemas/Tool" }],
});

function faultsOf(keyword: string, body: unknown): string[] {
  const schemas = { Seeds: seeds, Tool: tool, Good: good(keyword) };
  const document = readDocument({
    openapi: "3.1.0",
    info: { title: "Goods", version: "1" },
    paths: {
      "/goods": {
        post: {
          operationId: "addGood",
          requestBody: {
            required: true,
            content: { [json]: { schema: { $ref: "#/components/schemas/Good" } } },
          },
          responses: {},
        },
      },
    },
    components: { schemas },
  });
  const [operation] = document.operations;
  const validator = operation && createValidators(document)(operation);
  const input = { path: {}, query: {}, headers: {}, cookies: {}, body };
  const faults = (validator?.requestFaults(input, json) ?? []).map((fault) =>
    "pointer" in fault ? `${fault.pointer} ${fault.message}` : fault.message,
  );
  expect(validator?.validateRequest(input, json)?.length ?? 0).toBe(Math.min(1, faults.length));
  // What tests, proxy and fuzzer report.
  const $defs = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      JSON.parse(JSON.stringify(schema).replaceAll("#/components/schemas/", "#/$defs/")),
    ]),
  );
  const errors = compileSchema({ $ref: "#/$defs/Good", $defs })(body);
  expect(errors.length > 0).toBe(faults.length > 0);
  if (errors.length > 0) expect(faultText(errors)).not.toMatch(/oneOf|anyOf/);
  return faults;
}

const allowed = 'must be equal to one of the allowed values: "seeds", "tool", "set"';

test.each<[string, unknown, string[]]>([
  ["a missing property", { kind: "seeds" }, ["/grams is missing"]],
  ["an unknown property", { kind: "seeds", grams: 1, x: 1 }, ["/x is not a known property"]],
  [
    "all faults",
    { kind: "seeds", grams: "1", x: 1 },
    ["/x is not a known property", "/grams must be integer"],
  ],
  ["the second value of an enum", { kind: "set" }, ["/parts is missing"]],
  ["an item", { kind: "set", parts: [{ kind: "seeds" }] }, ["/parts/0/grams is missing"]],
  ["an item's kind", { kind: "tool", parts: [{ kind: "no" }] }, [`/parts/0/kind ${allowed}`]],
  ["a missing kind", { grams: 1 }, ["/kind is missing"]],
  ["an unknown kind", { kind: "Seeds", grams: 1 }, [`/kind ${allowed}`]],
  ["nothing", { kind: "seeds", grams: 1 }, []],
])("only %s of the chosen alternative is reported", (_, body, faults) => {
  expect(faultsOf("oneOf", body)).toEqual(faults);
  expect(faultsOf("anyOf", body)).toEqual(faults);
});

test("a value that isn't an object fits no alternative", () => {
  expect(compileSchema({ ...good("oneOf"), $defs: {} })("seeds").length).toBeGreaterThan(0);
});

test("without a discriminator, the faults of all alternatives are reported", () => {
  const errors = compileSchema({ oneOf: [seeds, tool], $defs: {} })({ kind: "seeds" });
  expect(faultText(errors)).toContain("must match exactly one schema in oneOf");
  expect(faultText(errors)).toContain("/grams is missing");
  expect(faultText(errors)).toContain("/parts is missing");
});
