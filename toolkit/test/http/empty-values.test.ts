import { afterAll, expect, test } from "vitest";
import { startApp } from "../helpers/small-app.ts";

const empty = (name: string, schema: object, more = {}) => ({
  ...{ name, in: "query", allowEmptyValue: true, schema },
  ...more,
});

const app = await startApp({
  raw: {
    openapi: "3.1.0",
    info: { title: "Boats", version: "1" },
    paths: {
      "/boats": {
        get: {
          operationId: "listBoats",
          parameters: [
            empty("sails", { type: "integer" }, { required: true }),
            empty("archived", { type: "boolean", default: false }),
            empty("kind", { enum: ["dinghy", "yacht"], type: "string" }),
            { name: "length", in: "query", schema: { type: "integer" } },
          ],
          responses: { "204": { description: "Listed." }, "400": { description: "Refused." } },
        },
      },
    },
  },
  handlers: {
    listBoats: async ({ query }: { query: unknown }) => {
      given = query;
      return { status: 204 };
    },
  } as never,
});
afterAll(() => app.close());
let given: unknown;

test.each([
  ["sails=1&archived", 204, { sails: 1, archived: false }],
  ["sails=1&archived=", 204, { sails: 1, archived: false }],
  ["sails=1&archived=true", 204, { sails: 1, archived: true }],
  ["sails=1&archived=x", 400, undefined],
  ["sails=1&kind", 204, { sails: 1, archived: false, kind: "" }],
  ["sails=1&kind=raft", 400, undefined],
  ["sails", 204, { sails: "", archived: false }],
  ["sails=x", 400, undefined],
  ["", 400, undefined],
  ["sails=1&length=", 400, undefined],
])("?%s is answered %i", async (query, status, input) => {
  given = undefined;
  expect((await fetch(`${app.url}/boats?${query}`)).status).toBe(status);
  expect(given).toEqual(input);
});
