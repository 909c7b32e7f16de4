import path from "node:path";
import { expect, test } from "vitest";
import { analyzeSpec } from "../../../cli/inspect/analyze-spec.ts";
import { readSpec } from "../../../server/document/source/read-spec.ts";
import { writtenFiles } from "../../helpers/written-files.ts";

const rest = `
components:
  schemas: { Boat: { type: object, required: [length], description: A boat., properties: { length: { type: integer } } } }
  responses: { Saved: { description: Saved. }, Chain: { $ref: "#/components/schemas/Boat" } }
  requestBodies: { New: { content: { application/json: { schema: { type: integer } } } } }
x-shared: { boat: { type: object, properties: {} }, saved: { description: Saved. } }
`;
const done = "responses: { 204: { description: Done. } }";
const response = (parts: string) => `get: { responses: { 200: { description: OK., ${parts} } } }`;

function read(item: string) {
  const folder = writtenFiles({
    "openapi.yaml": `openapi: 3.1.0\ninfo: { title: Harbour, version: "1" }\npaths:\n  /boats: { ${item} }${rest}`,
    "boat.yaml": "{ type: object, required: [length], description: A boat., properties: {} }",
    "saved.yaml": "description: Saved.",
    "ships.json": '{ "name": "Vasa" }',
  });
  const spec = readSpec(path.join(folder, "openapi.yaml"));
  const { document, notes } = analyzeSpec(spec, { builds: false });
  return { document, notes: notes.map(({ pointer, message }) => `${pointer?.slice(9)} ${message}`) };
}

const boat = '{ $ref: "#/components/schemas/Boat" }';
const toBoat = "The reference #/components/schemas/Boat doesn't point to";

test.each([
  [
    "a body",
    `post: { requestBody: ${boat}, ${done} }`,
    "/post/requestBody",
    "a request body, but to a schema",
  ],
  ["a response", `get: { responses: { 200: ${boat} } }`, "/get/responses/200", "a response, but to a schema"],
  [
    "a parameter",
    `get: { parameters: [${boat}], ${done} }`,
    "/get/parameters/0",
    "a parameter, but to a schema",
  ],
  [
    "a path's parameter",
    `parameters: [${boat}], get: { ${done} }`,
    "/parameters/0",
    "a parameter, but to a schema",
  ],
  [
    "a path item",
    `$ref: "#/components/schemas/Boat"`,
    " Nothing here can be served.",
    "a path item, but to a schema",
  ],
  [
    "a callback",
    `post: { callbacks: { done: ${boat} }, ${done} }`,
    "/post/callbacks/done",
    "a callback, but to a schema",
  ],
])("the operation is left out: a schema for %s", (_, item, place, what) => {
  const { document, notes } = read(item);
  expect(document.operations).toEqual([]);
  expect(notes).toContainEqual(`1boats${place} ${toBoat} ${what}.`);
});

test.each([
  ["a header", `headers: { X-A: ${boat} }`, "headers/X-A"],
  [
    "an example",
    `content: { application/json: { examples: { a: ${boat} } } }`,
    "content/application~1json/examples/a",
  ],
  ["a link", `links: { next: ${boat} }`, "links/next"],
])("only the part is left out: a schema for %s", (kind, parts, place) => {
  const { document, notes } = read(response(parts));
  expect(document.operations).toHaveLength(1);
  expect(JSON.stringify(document.operations)).not.toContain("schemas/Boat");
  expect(notes).toContainEqual(
    `1boats/get/responses/200/${place} ${toBoat} ${kind}, but to a schema. It is left out.`,
  );
});

test.each([
  ["another component", "#/components/requestBodies/New", "#/components/requestBodies/New"],
  ["a component that is a wrong reference", "#/components/responses/Chain", "#/components/schemas/Boat"],
  ["an extension", "#/x-shared/boat", "#/x-shared/boat"],
  ["a file", "boat.yaml", "boat.yaml"],
])("a response that is %s is left out", (_, ref, named) => {
  const { document, notes } = read(`get: { responses: { 200: { $ref: "${ref}" } } }`);
  expect(document.operations).toEqual([]);
  expect(notes.join("\n")).toContain(`The reference ${named} doesn't point to a response`);
});

test.each([["#/components/responses/Saved"], ["#/x-shared/saved"], ["saved.yaml"]])(
  "a response with a description alone is one: %s",
  (ref) => {
    expect(read(`get: { responses: { 200: { $ref: "${ref}" } } }`).document.operations).toHaveLength(1);
  },
);

test("the value of an example in a file isn't an example", () => {
  const { document, notes } = read(
    response('content: { application/json: { examples: { a: { $ref: "ships.json" } } } }'),
  );
  expect(document.operations).toHaveLength(1);
  expect(notes.join("\n")).toContain("The reference ships.json doesn't point to an example.");
});

test.each([
  ["a part", response(`headers: { X-A: ${boat} }`)],
  ["a path", '$ref: "#/components/schemas/Boat"'],
  ["a body", `post: { requestBody: ${boat}, ${done} }`],
  ["a parameter", `get: { parameters: [${boat}], ${done} }`],
])("one wrong reference is explained once, and nothing follows from it: %s", (_, item) => {
  const { notes } = read(item);
  expect(notes.filter((note) => /1boats.* doesn't point to/.test(note))).toHaveLength(1);
  expect(notes.join("\n")).not.toMatch(/no media type|needs a `name`/);
});
