import path from "node:path";
import { describe, expect, test } from "vitest";
import { describeFinding, locateFindings } from "../../../server/document/findings/finding.ts";
import { readSpec } from "../../../server/document/source/read-spec.ts";
import { writtenFiles } from "../../helpers/written-files.ts";

/** The notes of a document as they are printed, with file names relative to the document's folder. */
function notesOf(files: Record<string, string>): string[] {
  const folder = writtenFiles(files);
  const { notes, locate } = readSpec(path.join(folder, "openapi.yaml"));
  const prefix = `${path.relative("", folder)}/`;
  return locateFindings(notes, locate).map((note) => describeFinding(note).replaceAll(prefix, ""));
}

const head = "openapi: 3.1.0\ninfo: { title: Harbour, version: '1' }\n";
const get = (schema: string) =>
  `get: { operationId: list, responses: { 200: { description: OK, content: { application/json: { schema: ${schema} } } } } }`;
const schemaPointer = "#/paths/~1berths/get/responses/200/content/application~1json/schema";

describe("a reference that leads nowhere", () => {
  test("is told with its place and what is spelled nearly so, all at once", () => {
    const notes = notesOf({
      "openapi.yaml": `${head}paths:
  /berths:
    ${get("{ $ref: '#/components/schemas/Bert' }")}
  /ships:
    $ref: paths/ships.yaml
components:
  schemas:
    Berth: { type: string }
`,
      "paths/ships.yaml": `${get("{ $ref: ../schemas/shp.yaml }").replace("list", "listShips")}\n`,
      "schemas/ship.yaml": "type: object",
    });
    expect(notes).toEqual([
      `error: openapi.yaml:5 (${schemaPointer}): There is no #/components/schemas/Bert in openapi.yaml. Did you mean Berth?`,
      `error: paths/ships.yaml:1 (${schemaPointer.replace("berths", "ships")}): There is no file schemas/shp.yaml. Did you mean ship.yaml?`,
    ]);
  });

  test("is told once where two paths share what has it", () => {
    const notes = notesOf({
      "openapi.yaml": `${head}paths:\n  /berths: { $ref: berths.yaml }\n  /old: { $ref: berths.yaml }\n`,
      "berths.yaml": get("{ $ref: none.yaml }"),
    });
    expect(notes).toEqual([`error: berths.yaml:1 (${schemaPointer}): There is no file none.yaml.`]);
  });

  test.each([
    [
      "itself",
      "{ $ref: loop.yaml }",
      { "loop.yaml": "$ref: loop.yaml" },
      "The reference loop.yaml leads back to itself.",
    ],
    [
      "the network",
      "{ $ref: 'https://x.example/a.yaml' }",
      {},
      "https://x.example/a.yaml is on the network, from which nothing is read. Save it beside the document, and refer to that file.",
    ],
    ["an anchor that isn't there", "{ $ref: '#berth' }", {}, "There is no `$anchor: berth` in openapi.yaml."],
    ["a folder", "{ $ref: schemas }", { "schemas/a.yaml": "" }, "schemas is a folder."],
  ])("to %s says so", (_, schema, files: Record<string, string>, message) => {
    const root = `${head}paths:\n  /berths:\n    ${get(schema)}\n`;
    expect(notesOf({ ...files, "openapi.yaml": root })).toEqual([
      `error: openapi.yaml:5 (${schemaPointer}): ${message}`,
    ]);
  });

  test("to a file that can't be parsed names that file and line", () => {
    const notes = notesOf({
      "openapi.yaml": `${head}paths:\n  /berths:\n    ${get("{ $ref: berth.yaml }")}\n`,
      "berth.yaml": "type: object\nproperties: { a: [1\ntitle: x\n",
    });
    expect(notes).toEqual([
      `error: berth.yaml:3 (${schemaPointer}): The file can't be parsed, at column 1: Deficient indentation, or a bracket before it isn't closed.`,
    ]);
  });

  test("stays in the document", () => {
    const folder = writtenFiles({
      "openapi.yaml": `${head}paths:\n  /berths:\n    ${get("{ $ref: none.yaml }")}\n`,
    });
    const { raw } = readSpec(path.join(folder, "openapi.yaml"));
    const { schema } = raw.paths["/berths"].get.responses["200"].content["application/json"];
    expect(schema).toEqual({ $ref: "none.yaml" });
  });
});

test("a path item that contains itself is an error", () => {
  const notes = notesOf({
    "openapi.yaml": `${head}paths:\n  /berths: { $ref: a.yaml }\n`,
    "a.yaml": "get: { callbacks: { done: { '{$url}': { $ref: a.yaml } } }, responses: {} }",
  });
  expect(notes).toEqual([
    "error: a.yaml:1 (#/paths/~1berths/get/callbacks/done/{$url}): The reference a.yaml contains itself.",
  ]);
});

test("a discriminator's mapping that leads nowhere is a warning", () => {
  const schema =
    "{ oneOf: [], discriminator: { propertyName: kind, mapping: { a: berths.Berth, b: none.yaml#/b } } }";
  expect(notesOf({ "openapi.yaml": `${head}paths:\n  /berths:\n    ${get(schema)}\n` })).toEqual([
    `warning: openapi.yaml:5 (${schemaPointer}): There is no file none.yaml.`,
  ]);
});

describe("an operationId that is there twice", () => {
  const responses = "responses: { 204: { description: Done } }";

  test("is told with both places, and the second gets another", () => {
    const folder = writtenFiles({
      "openapi.yaml": `${head}servers: [{ url: /v1 }]\npaths:
  /berths:
    get: { operationId: berths, ${responses} }
    post: { operationId: berths, ${responses} }
`,
    });
    const { raw, notes, locate } = readSpec(path.join(folder, "openapi.yaml"));
    expect(raw.paths["/v1/berths"].post.operationId).toBe("postBerths");
    const [warning] = locateFindings(notes, locate).filter(({ severity }) => severity === "warning");
    expect(warning).toMatchObject({
      pointer: "#/paths/~1berths/post",
      line: 7,
      message:
        "GET /berths has the operationId berths too, so this one is called postBerths. Give each its own.",
    });
  });

  test("isn't told where two paths share a path item", () => {
    const notes = notesOf({
      "openapi.yaml": `${head}paths:\n  /berths: { $ref: berths.yaml }\n  /old: { $ref: berths.yaml }\n`,
      "berths.yaml": `get: { operationId: berths, ${responses} }`,
    });
    expect(notes).toEqual([]);
  });
});

test("an example that is a reference is told, and stays", () => {
  const content = (example: string) =>
    `${head}paths:\n  /berths:\n    get: { operationId: list, responses: { 200: { description: OK, content: { application/json: { ${example} } } } } }\n`;
  const pointer = "#/paths/~1berths/get/responses/200/content/application~1json";
  const message =
    "The example's value is a reference, which OpenAPI takes for data. Write `examples: { <name>: { $ref: … } }`.";
  expect(notesOf({ "openapi.yaml": content("example: { $ref: a.yaml }") })).toEqual([
    `warning: openapi.yaml:5 (${pointer}): ${message}`,
  ]);
  expect(notesOf({ "openapi.yaml": content("examples: { a: { value: { $ref: a.yaml } } }") })).toEqual([
    `warning: openapi.yaml:5 (${pointer}/examples/a): ${message}`,
  ]);
});

describe("YAML that other readers take differently", () => {
  test("keys that occur twice: the last one counts", () => {
    const notes = notesOf({ "openapi.yaml": `${head}paths: {}\ninfo: { title: Port, version: '2' }\n` });
    expect(notes[0]).toBe(
      "warning: openapi.yaml:4 (#): The key is there twice in the same object. What comes last counts, here and where it occurs again.",
    );
  });

  test("several documents in a file: the first is read", () => {
    const notes = notesOf({ "openapi.yaml": `${head}paths: {}\n---\nopenapi: 3.0.0\n` });
    expect(notes[0]).toBe(
      "warning: openapi.yaml:1 (#): The file has 2 YAML documents (`---`). The first is read.",
    );
  });
});

test("a server's variable without its default among its values is told, and a document without contents", () => {
  const variables = "servers: [{ url: 'https://{a}.example', variables: { a: { enum: [], default: b } } }]";
  expect(notesOf({ "openapi.yaml": `${head}${variables}\n` })).toEqual([
    "warning: openapi.yaml:1 (#): The document has none of `paths`, `webhooks` and `components`.",
    "warning: openapi.yaml:3 (#/servers/0): `enum` should list the values of a server's variable, its `default` among them.",
    "info: openapi.yaml:1 (#/paths): The document has no paths, so there is nothing to serve.",
  ]);
});

describe("a closing bracket at its key's column", () => {
  test("is read, and told once, in objects and lists and beside brackets in texts", () => {
    const text = `${head}x-a: {
  b: ["]", c,
  ]
}
x-text: |
  {
  }
x-d:
  - [
    1
  ]
paths:
  /berths: {
    ${get("{ type: [\n      string\n    ] }")}
  }
`;
    const folder = writtenFiles({ "openapi.yaml": text });
    const { raw } = readSpec(path.join(folder, "openapi.yaml"));
    expect(raw).toMatchObject({ "x-a": { b: ["]", "c"] }, "x-text": "{\n}\n", "x-d": [[1]] });
    expect(notesOf({ "openapi.yaml": text })).toEqual([
      "warning: openapi.yaml:6 (#): YAML wants a closing bracket further right than the key of its collection. It is read as if it were there.",
    ]);
  });

  test("is no excuse for a bracket that closes nothing", () => {
    const text = `${head}x-a: {\n  b: 1\n]\npaths: {}\n`;
    expect(() => notesOf({ "openapi.yaml": text })).toThrow("openapi.yaml:5 (#): The file can't be parsed");
  });
});

test("references that repeat each other's paths without end are an error, and the rest is read", () => {
  const item = (n: number) => ({
    post: {
      responses: {},
      callbacks: {
        a: { "{$url}": { $ref: `#/x-items/${n + 1}` }, "{$url}/b": { $ref: `#/x-items/${n + 1}` } },
      },
    },
  });
  const text = JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Harbour", version: "1" },
    paths: { "/berths": { $ref: "#/x-items/0" } },
    "x-items": [...Array.from({ length: 30 }, (_, n) => item(n)), {}],
  });
  const errors = notesOf({ "openapi.yaml": text }).filter((note) => note.startsWith("error"));
  expect(errors[0]).toMatch(
    /The reference #\/x-items\/\d+ isn't read: the document repeats what references lead to/,
  );
});
