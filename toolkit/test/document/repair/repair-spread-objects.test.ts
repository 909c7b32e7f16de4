import { expect, test } from "vitest";
import { repairDocument } from "../../../server/document/repair/repair-document.ts";

const properties = { kind: { type: "integer" }, length: { type: "integer" } };

test.each<[string, object, string[]]>([
  ["an object", { schema: { type: "object", properties } }, ["kind"]],
  ["an object or null", { schema: { type: ["object", "null"], properties } }, ["kind"]],
  ["an object by its properties", { schema: { properties } }, ["kind"]],
  ["a text", { schema: { type: "string", properties } }, []],
  ["an object with a parameter name", { style: "deepObject", schema: { type: "object", properties } }, []],
  ["an object in one value", { explode: false, schema: { type: "object", properties } }, []],
])("%s", (_, parameter, reported) => {
  const { raw, notes } = repairDocument({
    openapi: "3.1.0",
    info: { title: "Boats", version: "1.0.0" },
    paths: {
      "/boats": {
        parameters: [{ name: "kind", in: "query", schema: { type: "string" } }],
        get: {
          parameters: [
            { name: "left-out", in: "body" },
            { name: "berth", in: "query", ...parameter },
          ],
          responses: { "200": { description: "Boats." } },
        },
      },
    },
  });
  const place = "#/paths/~1boats/get/parameters";
  expect(notes.map(({ pointer }) => pointer)).toEqual([
    `${place}/0`,
    ...reported.map((name) => `${place}/1/schema/properties/${name}`),
  ]);
  const { paths } = raw as unknown as Boats;
  expect(Object.keys(paths["/boats"].get.parameters[0].schema.properties)).toEqual(
    reported.length > 0 ? ["length"] : ["kind", "length"],
  );
});

interface Boats {
  paths: { "/boats": { get: { parameters: [{ schema: { properties: object } }] } } };
}
