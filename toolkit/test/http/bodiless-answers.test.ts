import { afterAll, beforeAll, expect, test } from "vitest";
import { type SmallApp, startApp } from "../helpers/small-app.ts";

const content = { "application/json": { schema: { type: "object" } } };
const get = (operationId: string, responses: object) => ({ get: { operationId, responses } });

let app: SmallApp;
beforeAll(async () => {
  app = await startApp({
    raw: {
      openapi: "3.1.0",
      info: { title: "Ferries", version: "1" },
      paths: {
        "/empty": get("empty", { "204": { description: "Nothing.", content } }),
        "/moved": get("moved", { "302": { description: "Elsewhere." } }),
      },
    },
    handlers: {
      empty: async () => ({ status: 204 }),
      moved: async () => ({ status: 302, headers: { Location: "http://elsewhere.invalid/" } }),
    },
  });
});
afterAll(() => app.close());

test("204 has no body, even if the document gives it one", async () => {
  expect((await app.fetch(`${app.url}/empty`)).status).toBe(204);
});

test("302 is checked against the document, and not its target", async () => {
  const response = await app.fetch(`${app.url}/moved`);
  expect([response.status, response.headers.get("Location")]).toEqual([302, "http://elsewhere.invalid/"]);
});
