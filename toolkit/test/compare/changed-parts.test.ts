import { expect, test } from "vitest";
import { changedParts } from "../../cli/compare/changed-parts.ts";
import { findUnchanged } from "../../cli/compare/schemas/unchanged.ts";
import type { RawDocument } from "../../server/document/document.ts";

const ref = (name: string, section = "schemas") => ({ $ref: `#/components/${section}/${name}` });
const holding = (property: object) => ({ type: "object", properties: { held: property } });
const returning = (schema: object) => ({
  get: { responses: { 200: { description: "OK", content: { "application/json": { schema } } } } },
});

const schemas = {
  Pier: holding(ref("Rope")),
  Rope: { type: "string" },
  Mast: holding(ref("Sail")),
  Sail: holding(ref("Mast")),
  Boat: { type: "object", required: ["kind"], discriminator: { propertyName: "kind" } },
  Ketch: { allOf: [ref("Boat"), holding(ref("Rope"))] },
};

function harbour(changed: Record<string, object>, more: object = {}): RawDocument {
  return {
    openapi: "3.1.0",
    info: { title: "Harbour", version: "1.0.0" },
    paths: {
      "/pier": returning(ref("Pier")),
      "/mast": returning(ref("Mast")),
      "/boat": returning(ref("Boat")),
    },
    components: {
      schemas: { ...structuredClone(schemas), ...changed },
      securitySchemes: { key: { type: "http" } },
    },
    ...more,
  };
}

/** The paths and components that remain of a change from the first document to the second. */
function partsOf(before: RawDocument, after: RawDocument): string[][] {
  return changedParts(before, after).map(({ paths, components }) => [
    ...Object.keys(paths),
    ...Object.keys(components.schemas),
    ...Object.keys(components.securitySchemes),
  ]);
}

test("nothing remains of the same document but its security schemes, which requirements name", () => {
  expect(partsOf(harbour({}), harbour({}))).toEqual([["key"], ["key"]]);
});

test("a path remains if something that it refers to has changed, with all that it needs in both documents", () => {
  const both = ["/pier", "Pier", "Rope", "key"];
  expect(partsOf(harbour({}), harbour({ Pier: holding({ type: "integer" }) }))).toEqual([both, both]);
  expect(partsOf(harbour({}), harbour({ Rope: { type: "integer" } }))).toEqual([both, both]);
});

test("of several paths that lead to a change, the first of each direction remains", () => {
  const sending = (schema: object) => ({
    post: { ...returning({}).get, requestBody: { content: { "application/json": { schema } } } },
  });
  const reading = { type: "object", properties: { held: { ...ref("Rope"), readOnly: true } } };
  const paths = {
    "/first": returning(ref("Rope")),
    "/second": returning(holding(ref("Rope"))),
    "/read": sending(reading),
    "/sent": sending(ref("Pier")),
    "/sent-again": sending(ref("Rope")),
  };
  const both = ["/first", "/sent", "Pier", "Rope", "key"];
  expect(partsOf(harbour({}, { paths }), harbour({ Rope: { type: "integer" } }, { paths }))).toEqual([
    both,
    both,
  ]);
});

test("a schema that is written the same keeps only what leads to a change", () => {
  const tackle = (rope: object) =>
    harbour({ Rope: rope, Pier: { ...holding(ref("Rope")), required: ["held"], description: "Long." } });
  const documents = changedParts(tackle({ type: "string" }), tackle({ type: "integer" }));
  for (const { components } of documents)
    expect(components.schemas.Pier).toEqual({ ...holding(ref("Rope")), description: "Long." });
});

test("a schema that is written the same stays whole where a reference has changed from it or to it", () => {
  const before = harbour({}, { paths: { "/any": returning(ref("Pier")), "/mast": returning(ref("Mast")) } });
  const after = harbour({}, { paths: { "/any": returning(ref("Boat")), "/mast": returning(ref("Mast")) } });
  const { Pier, Rope, Boat } = schemas;
  for (const { components } of changedParts(before, after))
    expect(components.schemas).toEqual({ Pier, Rope, Boat });
});

test("a cycle of references changes with each of its parts", () => {
  const both = ["/mast", "Mast", "Sail", "key"];
  const sail = { ...holding(ref("Mast")), required: ["held"] };
  expect(partsOf(harbour({}), harbour({ Sail: sail }))).toEqual([both, both]);
});

test("a component that no operation uses remains if it has changed", () => {
  const [before, after] = partsOf(harbour({}), harbour({ Anchor: { type: "string" } }));
  expect([before, after]).toEqual([["key"], ["Anchor", "key"]]);
});

test("a schema with a discriminator changes with the components that extend it, whose names are its values", () => {
  const { Ketch, ...others } = schemas;
  const renamed = harbour({});
  renamed.components.schemas = { ...others, Yawl: Ketch };
  expect(findUnchanged(harbour({}), renamed).isUnchanged(ref("Boat"), ref("Boat"))).toBe(false);
  const closed = harbour({ Ketch: { ...Ketch, required: ["held"] } });
  expect(findUnchanged(harbour({}), closed).isUnchanged(ref("Boat"), ref("Boat"))).toBe(false);
  expect(findUnchanged(harbour({}), harbour({})).isUnchanged(ref("Boat"), ref("Boat"))).toBe(true);
});

test("a reference to nothing, as in an example, isn't the same", () => {
  const dangling = harbour({ Anchor: ref("Gone") });
  expect(findUnchanged(dangling, structuredClone(dangling)).isUnchanged(ref("Gone"), ref("Gone"))).toBe(
    false,
  );
});
