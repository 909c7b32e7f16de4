import { describe, expect, test } from "vitest";
import { emitClient } from "../../cli/generate/client/client.ts";
import { emitOperations } from "../../cli/generate/handlers/operations.ts";
import { emitRenderError } from "../../cli/generate/handlers/render-error.ts";
import { emitHandlers } from "../../cli/generate/handlers/stubs.ts";
import { successShape } from "../../cli/generate/handlers/success-shape.ts";
import { emitSupport } from "../../cli/generate/handlers/support-files.ts";
import { emitTypes } from "../../cli/generate/types.ts";
import { readDocument } from "../../server/document/read-document.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };
const object = (properties: object, required = Object.keys(properties)) => ({
  type: "object",
  required,
  properties,
});
const problem = (description: string) => ({
  description,
  content: {
    "application/problem+json": {
      schema: ref("Problem"),
      example: {
        type: `https://trains.example/${description}`,
        title: description,
        detail: "No.",
        status: 400,
      },
    },
    "application/problem+xml": { schema: ref("Problem") },
  },
});
const refusals = {
  "400": problem("bad"),
  "401": problem("unknown"),
  "404": problem("missing"),
  default: problem("broken"),
};
const trains = Object.fromEntries(
  ["express", "regional", "night", "freight", "museum", "suburban"].map((kind) => [kind, ref("Train")]),
);

const railway = {
  openapi: "3.1.0",
  info: { title: "Railway", version: "1.0.0" },
  paths: {
    "/stations/of/the/whole/country/and/its/neighbours/{stationIdentifier}": {
      parameters: [{ name: "stationIdentifier", in: "path", required: true, schema: text }],
      get: {
        operationId: "readStationOfTheWholeCountryAndItsNeighbours",
        parameters: ["first", "second", "third", "fourth", "fifth", "sixth"].map((name) => ({
          name: `${name}FilterOfTheList`,
          in: "query",
          schema: { type: "integer", default: 1 },
        })),
        responses: {
          "200": {
            description: "It.",
            headers: { "X-Number-Of-Platforms": { required: true, schema: { type: "integer" } } },
            content: {
              "application/json": { schema: object({ data: { type: "array", items: ref("Station") } }) },
              "application/xml": { schema: ref("Station") },
            },
          },
          ...refusals,
        },
      },
      delete: { operationId: "closeStation", responses: { "204": { description: "Closed." }, ...refusals } },
    },
    "/stations": {
      post: {
        operationId: "openStation",
        requestBody: { required: true, content: { "application/json": { schema: ref("Station") } } },
        responses: {
          "201": { description: "It.", content: { "application/json": { schema: ref("Station") } } },
          ...refusals,
        },
      },
    },
  },
  components: {
    schemas: {
      Station: object({
        name: { ...text, description: "In */ its language." },
        kind: {
          type: "string",
          enum: ["terminal station", "halt", "junction", "freight yard", "interchange", "depot"],
        },
      }),
      Train: object({ number: text }),
      Trains: object(trains),
      Vehicle: { anyOf: Object.keys(trains).map((kind) => object({ [`${kind}Train`]: ref("Train") })) },
      AnyOfThem: {
        anyOf: ["ExpressTrainOfTheState", "RegionalTrainOfTheState", "NightTrainOfTheState"].map((name) =>
          ref(name),
        ),
      },
      ExpressTrainOfTheState: object({ a: text }),
      RegionalTrainOfTheState: object({ b: text }),
      NightTrainOfTheState: object({ c: text }),
      Problem: object({ type: text, title: text, detail: text, status: { type: "integer" } }),
    },
  },
};

const document = () => readDocument(structuredClone(railway) as never);
const imports = { generated: "../generated", operations: "./operations", fromOperation: ".." };

test("no generated line of code is longer than 120 characters", async () => {
  const all = {
    "types.ts": emitTypes(document()),
    "operations.ts": emitOperations(document()),
    "client.ts": emitClient(document()),
    ...emitSupport(document(), imports),
    "handlers.ts": emitHandlers(document(), imports),
  };
  const long = Object.entries(all).flatMap(([name, source]) =>
    source
      .split("\n")
      .filter((line) => line.replaceAll(/"[^"]*"/g, '""').length > 120)
      .map((line) => `${name}: ${line}`),
  );
  expect(long).toEqual([]);
});

describe("the module that writes errors", () => {
  test("is a table if they differ by status in constants only", () => {
    const module = emitRenderError(document()) ?? "";
    expect(module).toContain(`const usual = { type: "https://trains.example/bad" };

/** What differs by the status of the documented response. */
const byStatus: Record<string, typeof usual> = {
  401: { type: "https://trains.example/unknown" },
  404: { type: "https://trains.example/missing" },
  default: { type: "https://trains.example/broken" },
};
`);
    expect(module).toContain("  const { type } = byStatus[response ?? status] ?? usual;\n");
    expect(module.trimEnd().split("\n").length).toBeLessThanOrEqual(30);
  });

  test("has a case for a status whose body has other members", () => {
    const raw = structuredClone(railway);
    const other = {
      description: "No.",
      content: { "application/json": { schema: object({ reason: text }) } },
    };
    for (const item of Object.values(raw.paths))
      for (const operation of Object.values(item)) {
        if ("responses" in operation) Object.assign(operation.responses, { "409": other });
      }
    const module = emitRenderError(readDocument(raw as never)) ?? "";
    expect(module).toContain('  if (response === "409") {\n    return { body: { reason: message } };\n  }\n');
    expect(module).toContain("byStatus");
  });
});

test("a stub shows the shape of its success", () => {
  const shapes = document().operations.map((operation) => successShape(document(), operation).join("\n"));
  expect(shapes).toEqual([
    `{
  status: 200,
  contentType: "application/json",
  body: { data: Station[] },
  headers: { "X-Number-Of-Platforms": number },
}`,
    "{ status: 204 }",
    `{
  status: 201,
  body: {
    name: string;
    kind:
      | "terminal station"
      | "halt"
      | "junction"
      | "freight yard"
      | "interchange"
      | "depot";
  },
}`,
  ]);
});
