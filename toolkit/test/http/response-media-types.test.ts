import { expect, test } from "vitest";
import { startApp } from "../helpers/small-app.ts";

const text = { "text/plain": { schema: { type: "string" } } };

test.each([
  ["text/plain", 200],
  ["text/plain; charset=utf-8", 200],
  ["text/html", 500],
  ["application/json", 500],
])("text as %s, where text/plain is documented: %i", async (contentType, status) => {
  const app = await startApp({
    raw: {
      openapi: "3.1.0",
      info: { title: "Letters", version: "1" },
      paths: {
        "/letter": {
          get: { operationId: "readLetter", responses: { 200: { description: "A letter.", content: text } } },
        },
      },
    },
    handlers: { readLetter: () => ({ status: 200, contentType, body: "Dear all" }) },
  });
  try {
    expect((await fetch(`${app.url}/letter`)).status).toBe(status);
  } finally {
    await app.close();
  }
});
