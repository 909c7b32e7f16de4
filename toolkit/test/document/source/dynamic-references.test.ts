import path from "node:path";
import { describe, expect, test } from "vitest";
import { analyzeSpec } from "../../../cli/inspect/analyze-spec.ts";
import { readSpec } from "../../../server/document/source/read-spec.ts";
import { startApp } from "../../helpers/small-app.ts";
import { writtenFiles } from "../../helpers/written-files.ts";

/** A document whose operations `/<name>` take the schemas. */
function read(
  bodies: Record<string, object>,
  schemas: object = {},
  files: Record<string, string | object> = {},
) {
  const post = (name: string, schema: object) => ({
    operationId: name,
    requestBody: { required: true, content: { "application/json": { schema } } },
    responses: { 204: { description: "Valid" } },
  });
  const root = {
    openapi: "3.1.1",
    info: { title: "Orchard", version: "1" },
    paths: Object.fromEntries(
      Object.entries(bodies).map(([name, schema]) => [`/${name}`, { post: post(name, schema) }]),
    ),
    components: { schemas },
  };
  const folder = writtenFiles({ ...files, "openapi.json": root });
  return readSpec(path.join(folder, "openapi.json"));
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

async function serve(spec: ReturnType<typeof read>) {
  const { operations } = analyzeSpec(spec, { builds: true }).document;
  const handlers = Object.fromEntries(operations.map(({ operationId }) => [operationId, valid]));
  const app = await startApp({ raw: spec.raw, handlers });
  const send = async (name: string, body: unknown) => {
    const answer = await fetch(`${app.url}/${name}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return answer.status;
  };
  return { send, [Symbol.asyncDispose]: app.close };
}

const valid = async () => ({ status: 204 }) as const;

describe("$dynamicRef", () => {
  const page = {
    type: "object",
    required: ["items"],
    properties: { items: { type: "array", items: { $dynamicRef: "#item" } }, next: { type: "string" } },
    $defs: { anything: { $dynamicAnchor: "item" } },
  };
  const pageOf = (name: string) => ({
    $defs: { [name]: { $dynamicAnchor: "item", ...ref(name) } },
    ...ref("Page"),
  });
  const schemas = {
    Page: page,
    Apple: { type: "object", required: ["weight"], properties: { weight: { type: "number" } } },
    Pear: { type: "object", required: ["colour"], properties: { colour: { type: "string" } } },
    ApplePage: pageOf("Apple"),
    PearPage: pageOf("Pear"),
  };

  test("fills in a template for each schema that extends it", () => {
    const { raw, notes } = read(
      { apples: ref("ApplePage"), pears: ref("PearPage"), all: ref("Page") },
      schemas,
    );
    expect(notes).toEqual([]);
    const items = (name: string) => raw.components.schemas[name].properties.items.items;
    expect(raw.components.schemas.ApplePage.$ref).toBe("#/components/schemas/Page_Apple");
    expect(items("Page_Apple")).toEqual({ $ref: "#/components/schemas/ApplePage/$defs/Apple" });
    expect(items("Page_Pear")).toEqual({ $ref: "#/components/schemas/PearPage/$defs/Pear" });
    expect(items("Page")).toEqual({ $ref: "#/components/schemas/Page/$defs/anything" });
    expect(JSON.stringify(raw)).not.toContain("$dynamic");
  });

  test("400 for an item that doesn't fit the schema in the template", async () => {
    await using app = await serve(
      read({ apples: ref("ApplePage"), pears: ref("PearPage"), all: ref("Page") }, schemas),
    );
    const apple = { items: [{ weight: 80 }] };
    expect(await app.send("apples", apple)).toBe(204);
    expect(await app.send("pears", apple)).toBe(400);
    expect(await app.send("all", apple)).toBe(204);
    expect(await app.send("pears", { items: [{ colour: "green" }] })).toBe(204);
  });

  test("400 for an unknown property anywhere in a closed tree", async () => {
    const files = {
      "tree.yaml": `
$id: https://orchard.example/tree
$dynamicAnchor: node
type: object
properties: { value: true, children: { type: array, items: { $dynamicRef: "#node" } } }`,
      "strict-tree.yaml": `
$id: https://orchard.example/strict-tree
$dynamicAnchor: node
$ref: tree
unevaluatedProperties: false`,
    };
    await using app = await serve(
      read(
        { strict: { $ref: "strict-tree.yaml" }, open: { $ref: "tree.yaml" } },
        {},
        {
          ...files,
          "strict-tree.yaml": files["strict-tree.yaml"].replace("$ref: tree", "$ref: tree.yaml"),
        },
      ),
    );
    const misspelled = { children: [{ children: [{ vaule: 1 }] }] };
    expect(await app.send("open", misspelled)).toBe(204);
    expect(await app.send("strict", misspelled)).toBe(400);
    expect(await app.send("strict", { children: [{ children: [{ value: 1 }] }] })).toBe(204);
  });

  test("is a plain reference if its name is no dynamic anchor, or has only one", () => {
    const { raw } = read(
      {
        a: { ...ref("Branch") },
      },
      {
        Branch: {
          properties: { leaf: { $dynamicRef: "#leaf" }, branch: { $dynamicRef: "#branch" } },
          $dynamicAnchor: "branch",
        },
        Leaf: { $anchor: "leaf", type: "string" },
      },
    );
    expect(raw.components.schemas.Branch).toEqual({
      properties: { leaf: ref("Leaf"), branch: ref("Branch") },
    });
  });

  test("copies nothing without such a reference", () => {
    const { raw } = read(
      { list: ref("List") },
      {
        List: {
          $defs: { one: { $dynamicAnchor: "item", type: "string" } },
          properties: { size: ref("Size") },
        },
        Size: { type: "integer" },
      },
    );
    expect(Object.keys(raw.components.schemas)).toEqual(["List", "Size"]);
  });

  test("applies beside a `$ref`", () => {
    const { raw } = read(
      { a: ref("A") },
      {
        A: { $ref: "#/components/schemas/B", $dynamicRef: "#c" },
        B: { type: "object" },
        C: { $dynamicAnchor: "c", required: ["c"] },
      },
    );
    expect(raw.components.schemas.A).toEqual({ ...ref("B"), allOf: [ref("C")] });
  });

  test("to a missing target is reported", () => {
    const { notes } = read({ a: { properties: { b: { $dynamicRef: "#nowhere" } } } });
    expect(notes).toMatchObject([{ severity: "warning", message: expect.stringContaining("nowhere") }]);
  });
});

describe("$recursiveRef", () => {
  test("becomes a reference to the enclosing schema with `$recursiveAnchor`, with a note", () => {
    const filter = {
      $recursiveAnchor: true,
      type: "object",
      properties: { filters: { type: "array", items: { $recursiveRef: "#" } } },
    };
    const { raw, notes } = read({ search: ref("Query") }, { Query: { properties: { filter } } });
    expect(raw.components.schemas.Query.properties.filter.properties.filters.items).toEqual({
      $ref: "#/components/schemas/Query/properties/filter",
    });
    expect(notes).toMatchObject([
      {
        severity: "warning",
        pointer: "#/components/schemas/Query/properties/filter/properties/filters/items",
        message: expect.stringContaining("2019-09"),
      },
    ]);
  });

  test.each([
    ["to the request itself", { properties: { inner: { $recursiveRef: "#" } }, type: "object" }, {}],
    [
      "to a part of a file",
      { $ref: "defs.yaml#/$defs/node" },
      {
        "defs.yaml": `
$defs: { node: { type: object, properties: { inner: { $ref: "#/$defs/inner" } } }, inner: { $recursiveRef: "#" } }
$recursiveAnchor: true
type: object`,
      },
    ],
  ])("400 for a nested value that isn't an object: %s", async (_case, schema, files) => {
    await using app = await serve(read({ send: schema }, {}, files));
    expect(await app.send("send", { inner: {} })).toBe(204);
    expect(await app.send("send", { inner: "text" })).toBe(400);
  });
});
