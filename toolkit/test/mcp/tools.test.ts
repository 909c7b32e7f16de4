import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import type { RawDocument } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { operationTools } from "../../server/mcp/tools/tools.ts";
import { libraryDocument } from "./library-document.ts";

const { tools, findings } = operationTools(readDocument(libraryDocument()));
const toolOf = (name: string) => {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  return tool.definition();
};

/** A document with one operation. */
function oneOperation(operation: object, more: object = {}): RawDocument {
  return {
    openapi: "3.1.0",
    info: { title: "One", version: "1" },
    paths: {
      "/it": { post: { operationId: "it", responses: { "204": { description: "Done." } }, ...operation } },
    },
    ...more,
  };
}

const only = (raw: RawDocument) => {
  const document = readDocument(raw);
  const { tools: all, findings: found } = operationTools(document);
  return {
    definition: () => all[0]?.definition(),
    arguments: () => all[0]?.arguments(),
    findings: found,
    document,
  };
};

test("tools are the operations, except those that x-mcp omits", () => {
  expect(tools.map(({ name }) => name)).toEqual([
    "listBooks",
    "addBook",
    "readBook",
    "removeBook",
    "moveBook",
    "readCover",
    "replaceCover",
    "readArchive",
    "readText",
    "borrow",
    "noteLoan",
    "followArrivals",
  ]);
  expect(findings).toEqual([]);
});

test("every schema is valid 2020-12 by itself", () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (const tool of tools) {
    const { inputSchema, outputSchema } = tool.definition();
    ajv.compile(inputSchema);
    if (outputSchema) ajv.compile(outputSchema);
  }
});

test("parameters become arguments under names that models accept", () => {
  const { inputSchema } = toolOf("listBooks");
  expect(inputSchema).toEqual({
    type: "object",
    properties: {
      limit: { type: "integer", minimum: 1, maximum: 50 },
      after: { type: "string" },
      filter_shelf_: { type: "string" },
      subjects: { type: "array", items: { type: "string" } },
      "X-Reader": { type: "string", maxLength: 20 },
    },
    additionalProperties: false,
  });
});

test("an output schema whose alternatives are all objects says so, for clients of the revisions of 2025", () => {
  const outputOf = (schema: object) => {
    const responses = { "200": { description: "It.", content: { "application/json": { schema } } } };
    const schemas = {
      Cat: { type: "object", properties: { purrs: { type: "boolean" } } },
      Pet: { oneOf: [{ $ref: "#/components/schemas/Cat" }, { allOf: [{ type: "object" }] }] },
      Loop: { anyOf: [{ $ref: "#/components/schemas/Loop" }] },
    };
    return only(oneOperation({ responses }, { components: { schemas } })).definition()?.outputSchema;
  };
  const cat = { $ref: "#/components/schemas/Cat" };
  expect(outputOf({ $ref: "#/components/schemas/Pet" })).toMatchObject({
    type: "object",
    $ref: "#/$defs/Pet",
  });
  expect(outputOf({ anyOf: [cat, { type: "object" }] })).toMatchObject({ type: "object", anyOf: [{}, {}] });
  for (const schema of [{ oneOf: [cat, { type: "array" }] }, { $ref: "#/components/schemas/Loop" }, {}]) {
    expect(outputOf(schema)).not.toHaveProperty("type");
  }
});

test("parameters and properties with the same name get different arguments", () => {
  const { inputSchema } = toolOf("moveBook");
  expect(Object.keys(inputSchema.properties ?? {})).toEqual(["bookId", "shelf", "body_shelf", "body_bookId"]);
  expect(inputSchema.required).toEqual(["bookId", "body_shelf", "body_bookId"]);
});

test("the properties of a body are arguments, without those that only responses have", () => {
  const { inputSchema, outputSchema } = toolOf("addBook");
  expect(Object.keys(inputSchema.properties ?? {})).toEqual(["title", "shelf", "pages", "sequel", "secret"]);
  expect(inputSchema.required).toEqual(["title"]);
  expect(inputSchema.$schema).toBe("https://json-schema.org/draft/2020-12/schema");
  expect(inputSchema.$defs).toHaveProperty("Book.properties.sequel", { $ref: "#/$defs/Book" });
  expect(inputSchema.$defs).not.toHaveProperty("Book.properties.id");
  expect(outputSchema).toMatchObject({ type: "object", $ref: "#/$defs/Book" });
  expect(outputSchema?.$defs).toHaveProperty("Book.properties.id");
  expect(outputSchema?.$defs).not.toHaveProperty("Book.properties.secret");
});

test("a body that isn't a plain object is one argument", () => {
  const schema = { oneOf: [{ type: "string" }, { type: "object", properties: { a: {} } }] };
  const { definition } = only(
    oneOperation({
      parameters: [{ name: "body", in: "query", schema: { type: "string" } }],
      requestBody: { content: { "application/json": { schema } } },
    }),
  );
  expect(Object.keys(definition()?.inputSchema.properties ?? {})).toEqual(["body", "body_body"]);
});

test("a pattern that clients couldn't compile is left out", () => {
  const schema = { type: "string", pattern: "\\-" };
  const { definition } = only(oneOperation({ parameters: [{ name: "a", in: "query", schema }] }));
  expect(definition()?.inputSchema.properties).toEqual({ a: { type: "string" } });
});

test("files are Base64", () => {
  expect(toolOf("replaceCover").inputSchema.properties).toMatchObject({
    picture: { type: "string", contentEncoding: "base64" },
  });
});

test("a stream's structured content has its items", () => {
  expect(toolOf("followArrivals").outputSchema).toMatchObject({
    type: "object",
    required: ["items"],
    properties: { items: { type: "array", items: { $ref: "#/$defs/Book" } } },
  });
});

test.each(["readCover", "removeBook", "readText"])(
  "%s has no output schema, since it answers no JSON",
  (name) => {
    expect(toolOf(name).outputSchema).toBeUndefined();
  },
);

test("annotations follow from the method and the document", () => {
  const hints = Object.fromEntries(
    tools.map((one) => [one.name, Object.values(one.definition().annotations)]),
  );
  expect(hints).toMatchObject({
    listBooks: [true, false, true],
    addBook: [false, false, false],
    moveBook: [false, true, false],
    removeBook: [false, true, true],
    replaceCover: [false, true, true],
    borrow: [false, true, false],
  });
});

test("descriptions have the summary, the description and an example", () => {
  expect(toolOf("listBooks").description).toBe('List books. Newest first. Example: {"limit":2}');
  expect(toolOf("addBook").description).toBe(
    'Add a book. Example: {"title":"Moby-Dick","shelf":"B2","pages":635}',
  );
  expect(toolOf("readCover").description).toBe('readCover Example: {"bookId":"moby-dick"}');
});

test("descriptions have at most 1,000 characters, on one line and without invisible ones", () => {
  const { definition } = only(
    oneOperation({ summary: "It", description: `a\u200bb\u202e\n\n${"word ".repeat(1000)}` }),
  );
  const { description = "" } = definition() ?? {};
  expect(description).toMatch(/^It\. ab word/);
  expect(description.length).toBeLessThanOrEqual(1000);
});

test("x-mcp renames, describes, groups and fixes values", () => {
  const { description, inputSchema } = toolOf("borrow");
  expect(description).toBe("Borrow a book for the reader of the card.");
  expect(Object.keys(inputSchema.properties ?? {})).toEqual(["book"]);
  expect(inputSchema.required).toEqual(["book"]);
  expect(tools.find(({ name }) => name === "borrow")?.group).toBe("Readers");
});

test("a call that needs confirmation has an argument for it", () => {
  expect(toolOf("removeBook").inputSchema.properties).toMatchObject({
    confirmed: { type: "boolean", description: expect.stringContaining("Remove the book from the library?") },
  });
});

test("what of x-mcp can't be applied is reported", () => {
  const { document, findings: found } = only(
    oneOperation({
      operationId: "it",
      "x-mcp": { name: "two words", ommit: true, confirm: 7, fixed: { colour: "red" } },
    }),
  );
  expect(document.notes.map(({ pointer, message }) => `${pointer} ${message}`)).toEqual([
    expect.stringMatching(
      /^#\/paths\/~1it\/post\/x-mcp\/name "two words" is ignored: `name` must be 1 to 64/,
    ),
    expect.stringMatching(/^#\/paths\/~1it\/post\/x-mcp\/ommit `x-mcp` has no "ommit"; it is ignored\./),
    expect.stringMatching(/^#\/paths\/~1it\/post\/x-mcp\/confirm 7 is ignored/),
  ]);
  expect(found).toEqual([
    {
      severity: "warning",
      pointer: "#/paths/~1it/post/x-mcp/fixed",
      message: "The tool it has no argument colour, so no value is fixed. It has none.",
    },
  ]);
});

test("an x-mcp that isn't an object is reported", () => {
  const { document } = only(oneOperation({ "x-mcp": "omit" }));
  expect(document.notes.map(({ message }) => message)).toEqual([
    '`x-mcp` must be an object, not "omit"; it is ignored.',
  ]);
});

test("two tools with the same name get different ones", () => {
  const { tools: both, findings: found } = operationTools(
    readDocument({
      openapi: "3.1.0",
      info: { title: "Two", version: "1" },
      paths: {
        "/a": {
          get: { operationId: "a", "x-mcp": { name: "it" }, responses: { "204": { description: "" } } },
        },
        "/b": {
          get: { operationId: "b", "x-mcp": { name: "it" }, responses: { "204": { description: "" } } },
        },
      },
    }),
  );
  expect(both.map(({ name }) => name)).toEqual(["it", "it_2"]);
  expect(found.map(({ pointer }) => pointer)).toEqual(["#/paths/~1b/get/x-mcp/name"]);
});
