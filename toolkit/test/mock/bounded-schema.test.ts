import { expect, test } from "vitest";
import type { Schema } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { boundedSchema } from "../../testing/mock/prism/bounded-schema.ts";

const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function bounded(schema: Schema, schemas: Record<string, Schema>): Schema {
  const info = { title: "Pets", version: "1" };
  return boundedSchema(readDocument({ openapi: "3.1.0", info, paths: {}, components: { schemas } }), schema);
}

test("references are resolved, with the keywords beside them", () => {
  const Pet = { type: "object", properties: { name: to("Name") } };
  const Name = { type: "string", maxLength: 5 };
  expect(bounded({ ...to("Pet"), description: "Whose?" }, { Pet, Name })).toEqual({
    type: "object",
    properties: { name: Name },
    description: "Whose?",
  });
});

test("recursion ends: a property is omitted, and a list is empty", () => {
  const Folder = { type: "object", properties: { parent: to("Folder"), folders: { items: to("Folder") } } };
  const { properties } = bounded(to("Folder"), { Folder });
  expect(properties).toEqual({ folders: { items: {}, maxItems: 0 } });
});

test("a schema that becomes large has only required properties deep inside", () => {
  const level = (n: number): Schema => ({
    type: "object",
    required: ["next"],
    properties: Object.fromEntries(["next", "a", "b", "c"].map((name) => [name, to(`Level${n + 1}`)])),
  });
  const names = Array.from({ length: 10 }, (_, n) => n);
  const schemas: Record<string, Schema> = Object.fromEntries(names.map((n) => [`Level${n}`, level(n)]));
  schemas.Level10 = { type: "string" };
  const text = JSON.stringify(bounded(to("Level0"), schemas));
  expect(text.length).toBeLessThan(50_000);
  expect(text).toContain('{"next":{"type":"string"}}');
});

test("a string with a pattern has an example that matches it, unless it already has one", () => {
  const { examples } = bounded({ type: "string", pattern: "^[a-z]{4}$" }, {});
  expect(examples).toEqual([expect.stringMatching(/^[a-z]{4}$/)]);
  expect(bounded({ pattern: "^a", examples: ["ab"] }, {}).examples).toEqual(["ab"]);
});
