import { afterAll, expect, test } from "vitest";
import { expectFiles } from "../helpers/files-of.ts";
import { startApp } from "../helpers/small-app.ts";

const boat = {
  type: "object",
  required: ["name", "length"],
  properties: {
    name: { type: "string", maxLength: 40 },
    length: { type: "integer", minimum: 1 },
    builtOn: { type: "string", format: "date" },
    kind: { enum: ["sail", "motor"] },
    crew: { type: "array", items: { type: "object", properties: { name: { type: "string" } } } },
  },
};
const app = await startApp({
  raw: {
    openapi: "3.1.0",
    info: { title: "Boats", version: "1" },
    components: {},
    paths: {
      "/boats": {
        post: {
          operationId: "addBoat",
          requestBody: { required: true, content: { "application/json": { schema: boat } } },
          responses: { 201: { description: "Added", content: { "application/json": { schema: boat } } } },
        },
      },
      "/boats/{boatId}": {
        get: {
          operationId: "getLength",
          parameters: [{ name: "boatId", in: "path", required: true, schema: { type: "integer" } }],
          responses: {
            200: { description: "Metres", content: { "application/json": { schema: { type: "integer" } } } },
          },
        },
      },
    },
  },
  handlers: {
    addBoat: ({ body }) => ({ status: 201, body }),
    getLength: ({ path }) => ({ status: 200, body: path.boatId }),
  },
});
afterAll(() => app.close());

test("a POST of JSON runs through few files", () =>
  expectFiles("A POST of JSON", 40, async () => {
    const sent = { name: "Ida", length: 7, builtOn: "1998-05-01", kind: "sail", crew: [{ name: "Ann" }] };
    const response = await fetch(`${app.url}/boats`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(sent),
    });
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual(sent);
  }));

test("a GET of an integer runs through few files", () =>
  expectFiles("A GET of an integer", 25, async () => {
    const response = await fetch(`${app.url}/boats/7`);
    expect(await response.json()).toBe(7);
  }));
