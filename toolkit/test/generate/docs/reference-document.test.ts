import { expect, test } from "vitest";
import { referenceOf } from "../../../cli/generate/docs/reference-document.ts";
import { readDocument } from "../../../server/document/read-document.ts";

const ok = { "200": { description: "It." } };
const source = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1.0.0", description: "Start with `listPets`." },
  "x-rate-limits": { reads: { limit: 1200, windowSeconds: 60 }, writes: { limit: 1, windowSeconds: 90 } },
  paths: {
    "/pets": {
      get: { operationId: "listPets", tags: ["Pets"], "x-rate-limit-scope": "reads", responses: ok },
      post: {
        operationId: "addPet",
        tags: ["Pets"],
        description: "Adds a pet, which `getPet` and `untagged` return.",
        "x-rate-limit-scope": "writes",
        responses: ok,
      },
    },
    "/pets/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: {
        operationId: "getPet",
        tags: ["Pets & more"],
        responses: {
          "200": {
            description: "See [`listPets`](#/elsewhere) and `listPets()`.",
            content: {
              "application/json": {
                schema: { type: "object", properties: { description: { description: "From `addPet`." } } },
                example: { description: "`addPet`" },
              },
            },
          },
        },
      },
    },
    "/untagged": { get: { operationId: "untagged", responses: ok } },
  },
};
const document = readDocument(source);

const guide =
  "# Guide\n\n`addPet` first:\n\n```ts\n# A comment.\nawait api.call(`addPet`);\n```\n\nThen `addPet` again.\n\n# More\n\nSee [the guide](#/section/guide). It is\nshort, and\n\n- a list\n- stays a list";
const { page: reference } = referenceOf(document, { guides: [guide], clientPackage: "client" });
const section = (title: string) =>
  reference.tags.find((tag: { "x-displayName"?: string }) => tag["x-displayName"] === title);

test("an operation that a text names is a link to it", () => {
  expect(reference.info.description).toBe("Start with [`listPets`](#/pets/listpets).");
  expect(section("Guide").description).toMatch(/^\[`addPet`\]\(#\/pets\/addpet\) first:\n/);
  expect(section("Guide").description).toContain("Then [`addPet`](#/pets/addpet) again.");
  const { post } = reference.paths["/pets"];
  expect(post.description).toContain(
    "Adds a pet, which [`getPet`](#/pets-more/getpet) and `untagged` return.",
  );
});

test("sections come after the operations, and links to them lead there", () => {
  expect(reference.tags.map(({ name }: { name: string }) => name)).toEqual([
    "Pets",
    "Pets & more",
    "section-guide",
    "section-more",
  ]);
  expect(section("More")).toEqual({
    name: "section-more",
    "x-displayName": "More",
    "x-traitTag": true,
    description: "See [the guide](#/section-guide). It is short, and\n\n- a list\n- stays a list",
  });
  // An operation without a tag would be in no group.
  expect(reference["x-tagGroups"]).toBeUndefined();
});

test("with a tag for each operation, operations and guides are two groups", () => {
  const { "/untagged": _, ...paths } = source.paths;
  const tagged = readDocument({ ...source, paths });
  const { page } = referenceOf(tagged, { guides: [guide], clientPackage: "client" });
  expect(page["x-tagGroups"]).toEqual([
    { name: "Operations", tags: ["Pets", "Pets & more"] },
    { name: "Guides", tags: ["section-guide", "section-more"] },
  ]);
});

test("code, links, examples and other words stay unchanged", () => {
  expect(section("Guide").description).toContain("```ts\n# A comment.\nawait api.call(`addPet`);\n```");
  const response = reference.paths["/pets/{id}"].get.responses["200"];
  expect(response.description).toBe("See [`listPets`](#/elsewhere) and `listPets()`.");
  const { schema, example } = response.content["application/json"];
  expect(schema.properties.description.description).toBe("From [`addPet`](#/pets/addpet).");
  expect(example).toEqual({ description: "`addPet`" });
});

test("a rate limit's scope is a sentence", () => {
  const { get, post } = reference.paths["/pets"];
  expect(get.description).toBe("Counts towards the limit of `reads`: 1,200 requests a minute.");
  expect(post.description).toMatch(/\n\nCounts towards the limit of `writes`: 1 request in 90 seconds\.$/);
  expect(get["x-rate-limit-scope"]).toBeUndefined();
});
