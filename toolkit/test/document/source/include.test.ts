import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Include } from "../../../server/document/source/include/keep-included.ts";
import { readSpec } from "../../../server/document/source/read-spec.ts";
import { writtenFiles } from "../../helpers/written-files.ts";

const answer = (schema: string) =>
  `responses: { 200: { description: OK, content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } } } }`;
const folder = writtenFiles({
  "openapi.yaml": `openapi: 3.1.0
info: { title: Harbour, version: "1" }
servers: [{ url: /v1 }]
security: [{ key: [] }]
tags: [{ name: berths, parent: places }, { name: ships }, { name: places }]
paths:
  /berths:
    get: { operationId: listBerths, tags: [berths], ${answer("Berths")} }
    post: { operationId: addBerth, tags: [ships], ${answer("Ship")} }
  /ships:
    get: { operationId: listShips, tags: [ships], ${answer("Ship")} }
  /ships/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: readShip, ${answer("Ship")}, security: [{ token: [] }] }
webhooks:
  arrived: { post: { operationId: arrived, tags: [ships], ${answer("Event")} } }
  berthed: { post: { operationId: berthed, tags: [berths], ${answer("Event")} } }
components:
  securitySchemes:
    key: { type: apiKey, name: k, in: header }
    token: { type: http, scheme: bearer }
  schemas:
    Berths: { type: array, items: { $ref: "#/components/schemas/Berth" } }
    Berth: { oneOf: [{ $ref: "#/components/schemas/Dock" }], discriminator: { propertyName: kind, mapping: { q: Quay } } }
    Dock: { type: object }
    Quay: { type: object, properties: { berth: { $ref: "#/components/schemas/Berth" } } }
    Ship: { type: object }
    Event: { type: object }
`,
});

function read(include: Include) {
  return readSpec(path.join(folder, "openapi.yaml"), { include }).raw;
}
const operationsOf = (raw: ReturnType<typeof read>) =>
  Object.entries(raw.paths).flatMap(([name, item]) =>
    Object.keys(item)
      .filter((key) => key !== "parameters")
      .map((method) => `${method} ${name}`),
  );

describe("a slice", () => {
  test("by tag has the tag's operations and webhooks, with their dependencies", () => {
    const raw = read({ tags: ["berths"] });
    expect(operationsOf(raw)).toEqual(["get /v1/berths"]);
    expect(Object.keys(raw.webhooks)).toEqual(["berthed"]);
    expect(Object.keys(raw.components.schemas)).toEqual(["Berths", "Berth", "Dock", "Quay", "Event"]);
    expect(Object.keys(raw.components.securitySchemes)).toEqual(["key"]);
    expect(raw.tags.map(({ name }: { name: string }) => name)).toEqual(["berths", "places"]);
  });

  test("by path has the path's operations", () => {
    const raw = read({ paths: ["/ships"] });
    expect(operationsOf(raw)).toEqual(["get /v1/ships"]);
    expect(raw.components.schemas).toEqual({ Ship: { type: "object" } });
    expect(raw.webhooks).toEqual({});
  });

  test("by path prefix has all operations below it", () => {
    const raw = read({ paths: ["/ships*"] });
    expect(operationsOf(raw)).toEqual(["get /v1/ships", "get /v1/ships/{id}"]);
    expect(Object.keys(raw.components.securitySchemes)).toEqual(["key", "token"]);
  });

  test("by tags and paths has what either includes", () => {
    expect(operationsOf(read({ tags: ["berths"], paths: ["/ships/{id}"] }))).toEqual([
      "get /v1/berths",
      "get /v1/ships/{id}",
    ]);
  });

  test("of something missing is an error that lists the choices", () => {
    expect(() => read({ tags: ["berth", "boats"], paths: ["/boats"] })).toThrow(
      /openapi\.yaml:1 \(#\): No operation has the tag berth\. There are berths, ships\. No operation has the tag boats\. There are berths, ships\. No path is \/boats\. There are \/berths, \/ships, \/ships\/\{id\}\.$/,
    );
  });
});
