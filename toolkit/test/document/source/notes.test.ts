import path from "node:path";
import { describe, expect, test } from "vitest";
import { describeFinding, locateFindings } from "../../../server/document/findings/finding.ts";
import { readSpec } from "../../../server/document/source/read-spec.ts";
import { writtenFiles } from "../../helpers/written-files.ts";

/** The notes of a document as printed, with file names relative to the document's folder. */
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

describe("a dangling reference", () => {
  test("is reported with its place and similar names, all at once", () => {
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

  test("is reported once if two paths share its location", () => {
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
      "The reference loop.yaml points to itself.",
    ],
    [
      "the network",
      "{ $ref: 'https://x.example/a.yaml' }",
      {},
      "https://x.example/a.yaml is on the network, and nothing is loaded from there. `counterpart vendor` saves it beside the document, and rewrites the reference.",
    ],
    ["a missing anchor", "{ $ref: '#berth' }", {}, "There is no `$anchor: berth` in openapi.yaml."],
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

test("a dangling mapping of a discriminator is a warning", () => {
  const schema =
    "{ oneOf: [], discriminator: { propertyName: kind, mapping: { a: berths.Berth, b: none.yaml#/b } } }";
  expect(notesOf({ "openapi.yaml": `${head}paths:\n  /berths:\n    ${get(schema)}\n` })).toEqual([
    `warning: openapi.yaml:5 (${schemaPointer}): There is no file none.yaml.`,
  ]);
});

describe("a duplicate operationId", () => {
  const responses = "responses: { 204: { description: Done } }";

  test("is reported with both places, and the second operation gets another", () => {
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

  test("isn't reported if two paths share a path item", () => {
    const notes = notesOf({
      "openapi.yaml": `${head}paths:\n  /berths: { $ref: berths.yaml }\n  /old: { $ref: berths.yaml }\n`,
      "berths.yaml": `get: { operationId: berths, ${responses} }`,
    });
    expect(notes).toEqual([]);
  });
});

test("an example that is a reference is reported, and stays", () => {
  const content = (example: string) =>
    `${head}paths:\n  /berths:\n    get: { operationId: list, responses: { 200: { description: OK, content: { application/json: { ${example} } } } } }\n`;
  const pointer = "#/paths/~1berths/get/responses/200/content/application~1json";
  const message =
    "The example's value is a reference, which OpenAPI reads as data. Write `examples: { <name>: { $ref: … } }`.";
  expect(notesOf({ "openapi.yaml": content("example: { $ref: a.yaml }") })).toEqual([
    `warning: openapi.yaml:5 (${pointer}): ${message}`,
  ]);
  expect(notesOf({ "openapi.yaml": content("examples: { a: { value: { $ref: a.yaml } } }") })).toEqual([
    `warning: openapi.yaml:5 (${pointer}/examples/a): ${message}`,
  ]);
});

describe("YAML that other parsers read differently", () => {
  test("duplicate keys: the last one is used", () => {
    const notes = notesOf({ "openapi.yaml": `${head}paths: {}\ninfo: { title: Port, version: '2' }\n` });
    expect(notes[0]).toBe(
      "warning: openapi.yaml:4 (#): The object has the key `info` twice. The last value is used, here and wherever this happens again.",
    );
  });

  test("several documents in a file: the first is read", () => {
    const notes = notesOf({ "openapi.yaml": `${head}paths: {}\n---\nopenapi: 3.0.0\n` });
    expect(notes[0]).toBe(
      "warning: openapi.yaml:1 (#): The file has 2 YAML documents (`---`). The first is read.",
    );
  });
});

test("a server's variable with a default outside its values is reported, and so is an empty document", () => {
  const variables = "servers: [{ url: 'https://{a}.example', variables: { a: { enum: [], default: b } } }]";
  expect(notesOf({ "openapi.yaml": `${head}${variables}\n` })).toEqual([
    "warning: openapi.yaml:1 (#): The document has none of `paths`, `webhooks` and `components`.",
    "warning: openapi.yaml:3 (#/servers/0): `enum` should list the values of a server's variable, including its `default`.",
    "info: openapi.yaml:1 (#/paths): The document has no paths, so there is nothing to serve.",
  ]);
});

describe("a closing bracket at its key's column", () => {
  test("is accepted, and reported once, in objects and lists and beside brackets in strings", () => {
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
      "warning: openapi.yaml:6 (#): YAML requires a closing bracket to be indented further than the key of its collection. It is read as if it were.",
    ]);
  });

  test("leaves brackets in strings as they are, which may begin a block or a line of a quoted string", () => {
    const text = `${head}x-a: {\n  b: 1\n}\nx-first: |\n\n  }\n  b\nx-quoted: "a\n  ]\n\n  } b"\nx-folded: >- # [\n  } c\n  d\npaths: {\n}\n`;
    const folder = writtenFiles({ "openapi.yaml": text });
    const { raw } = readSpec(path.join(folder, "openapi.yaml"));
    expect(raw).toMatchObject({
      "x-a": { b: 1 },
      "x-first": "\n}\nb\n",
      "x-quoted": "a ]\n} b",
      "x-folded": "} c d",
    });
  });

  test("doesn't excuse a bracket that closes nothing", () => {
    const text = `${head}x-a: {\n  b: 1\n]\npaths: {}\n`;
    expect(() => notesOf({ "openapi.yaml": text })).toThrow("openapi.yaml:5 (#): The file can't be parsed");
  });
});

test("references that repeat paths endlessly are an error, and the rest is read", () => {
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
    /The reference #\/x-items\/\d+ isn't read: the document repeats the targets of references/,
  );
});
