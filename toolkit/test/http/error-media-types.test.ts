import { afterAll, beforeAll, expect, test } from "vitest";
import { type SmallApp, startApp } from "../helpers/small-app.ts";

const parameters = [{ name: "at", in: "query", schema: { type: "integer" } }];
const get = (...mediaTypes: string[]) => ({
  get: {
    parameters,
    responses: {
      "200": { description: "It." },
      "400": {
        description: "No.",
        content: Object.fromEntries(mediaTypes.map((type) => [type, { schema: { type: "string" } }])),
      },
    },
  },
});

let app: SmallApp;
beforeAll(async () => {
  const paths = {
    "/html": get("text/html"),
    "/plain": get("text/html", "text/plain"),
    "/xml": get("application/xml"),
    "/pdf": get("application/pdf"),
    "/any": get("*/*"),
  };
  app = await startApp({ raw: { openapi: "3.1.0", info: { title: "Tide", version: "1" }, paths } });
});
afterAll(() => app.close());

test.each([
  ["/html", "text/html; charset=utf-8", /^<!doctype html>\n<p>.*at.*<\/p>\n$/],
  ["/plain", "text/plain; charset=utf-8", /^[^<{].*at/],
  ["/xml", "application/xml; charset=utf-8", /^<error><message>.*at.*<\/message><\/error>\n$/],
  ["/pdf", "application/pdf; charset=utf-8", /at/],
  ["/any", "application/json; charset=utf-8", /^".*at.*"$/],
])("400 at %s in a documented media type: %s", async (path, mediaType, text) => {
  // This fetch throws if the media type isn't documented.
  const response = await app.fetch(`${app.url}${path}?at=%3Cnoon%3E`);
  expect(response.status).toBe(400);
  expect(response.headers.get("Content-Type")).toBe(mediaType);
  expect(await response.text()).toMatch(text);
});
