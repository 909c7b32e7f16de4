import { expect, test } from "vitest";
import { readDocument } from "../../../server/document/read-document.ts";
import { createValidators } from "../../../server/validation/operation-validator.ts";

type Schema = Record<string, unknown>;

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const needs = (name: string) => ({ required: [name], properties: { [name]: { type: "string" } } });

/** Which of the values are valid, and how often the circular reference is reported. */
function check(schemas: Record<string, Schema>, name: string, values: unknown[]) {
  const media = { schema: ref(name) };
  const document = readDocument({
    openapi: "3.1.0",
    info: { title: "Harbour", version: "1" },
    paths: {
      "/boats": {
        get: { responses: { 200: { description: "OK.", content: { "application/json": media } } } },
      },
    },
    components: { schemas },
  } as never);
  const [operation] = document.operations;
  const content = operation?.responses["200"]?.content["application/json"];
  const { allFaults } = createValidators(document).responseBody(content as never);
  const notes = document.notes.filter(({ message }) => message.includes("never end"));
  return {
    valid: values.filter((body) => (allFaults({ body }) ?? []).length === 0),
    places: notes.map((one) => one.pointer),
  };
}

const values = [{}, { a: "x" }, { a: 1 }, "x", 1];

test.each<[string, Schema, unknown[], string]>([
  ["allOf alone", { allOf: [ref("Loop")] }, values, "/allOf/0"],
  ["allOf beside others", { allOf: [needs("a"), ref("Loop")] }, [{ a: "x" }, "x", 1], "/allOf/1"],
  ["anyOf", { anyOf: [ref("Loop"), { type: "string" }] }, ["x"], "/anyOf/0"],
  [
    "oneOf within allOf",
    { allOf: [{ oneOf: [{ type: "string" }, ref("Loop")] }] },
    ["x"],
    "/allOf/0/oneOf/1",
  ],
  ["not", { type: "object", not: ref("Loop") }, [{}, { a: "x" }, { a: 1 }], "/not"],
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  ["then", { if: { type: "string" }, then: ref("Loop") }, values, "/then"],
])("a schema that contains itself by %s is checked without it, and reported", (_, schema, valid, place) => {
  expect(check({ Loop: schema }, "Loop", values)).toEqual({
    valid,
    places: [`#/components/schemas/Loop${place}`],
  });
});

test("an alternative that inherits from its union keeps what the union requires", () => {
  const boat = (kind: string) => ({ allOf: [ref("Boat"), { properties: { kind: { const: kind } } }] });
  const schemas = {
    Sail: boat("sail"),
    Motor: boat("motor"),
    Boat: {
      type: "object",
      ...needs("kind"),
      oneOf: [ref("Sail"), ref("Motor")],
      discriminator: { propertyName: "kind" },
    },
  };
  const boats = [{ kind: "sail" }, { kind: "motor" }, { kind: "raft" }, {}];
  expect(check(schemas, "Boat", boats).valid).toEqual(boats.slice(0, 2));
  const { valid, places } = check(schemas, "Sail", boats);
  expect(valid).toEqual(boats.slice(0, 1));
  expect(places).toEqual(["#/components/schemas/Sail/allOf/0", "#/components/schemas/Motor/allOf/0"]);
});

test("two schemas that contain each other end too, and properties may contain their schema", () => {
  const schemas = { A: { allOf: [ref("B"), needs("a")] }, B: { allOf: [ref("A"), needs("b")] } };
  expect(check(schemas, "A", [{ a: "x", b: "x" }, { a: "x" }]).valid).toEqual([{ a: "x", b: "x" }]);
  const tree = { Tree: { properties: { left: ref("Tree") }, allOf: [{ items: ref("Tree") }] } };
  expect(check(tree, "Tree", [{ left: {} }])).toEqual({ valid: [{ left: {} }], places: [] });
});
