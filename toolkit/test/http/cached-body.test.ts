import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cachedBody } from "../../server/http/response/cached-body.ts";
import { type SmallApp, startApp } from "../helpers/small-app.ts";

const schema = {
  type: ["object", "null"],
  properties: {
    name: { type: "string" },
    tags: { type: "array", items: { type: "string" } },
    builtAt: { type: "string", format: "date-time" },
    builtOn: { type: "string", format: "date" },
  },
};
const content = { "application/json": { schema }, "application/boat+json": { schema } };
let body: unknown;
let type: string | undefined;
let app: SmallApp;
beforeAll(async () => {
  const get = (operationId: string, more: object) => ({
    get: { operationId, responses: { "200": { description: "A boat.", ...more } } },
  });
  app = await startApp({
    raw: {
      openapi: "3.1.0",
      info: { title: "Boats", version: "1" },
      paths: { "/boat": get("readBoat", { content }), "/nothing": get("readNothing", {}) },
    },
    handlers: {
      readBoat: () => ({ status: 200, body, ...(type && { contentType: type }) }),
      readNothing: () => ({ status: 200, body }),
    },
  });
});
afterAll(() => app.close());

async function read(next: unknown): Promise<[number, string]> {
  body = next;
  const response = await fetch(`${app.url}/boat`);
  return [response.status, await response.text()];
}

const builtAt = new Date("2026-03-01T12:00:00Z");

describe("cachedBody", () => {
  test("200 with the same text each time, and everything in the body is frozen", async () => {
    const boat = cachedBody({ name: "Ahab", tags: ["red"], builtAt: new Date(builtAt) });
    const first = await read(boat);
    expect(first).toEqual([200, '{"name":"Ahab","tags":["red"],"builtAt":"2026-03-01T12:00:00.000Z"}']);
    expect(() => boat.tags.push("blue")).toThrow(TypeError);
    expect(() => boat.builtAt.setFullYear(1990)).toThrow("part of a cached body");
    expect(await read(boat)).toEqual(first);
    expect(cachedBody(boat)).toBe(boat);
  });

  test("is sent as the media type of each response", async () => {
    const boat = cachedBody({ name: "Ahab" });
    const types = [];
    for (const contentType of ["application/json", "application/boat+json", "application/json"]) {
      type = contentType;
      body = boat;
      types.push((await fetch(`${app.url}/boat`)).headers.get("Content-Type"));
    }
    type = undefined;
    expect(types).toEqual([
      "application/json; charset=utf-8",
      "application/boat+json",
      "application/json; charset=utf-8",
    ]);
  });

  test("freezes the contents of an object that is already frozen", () => {
    const boat = cachedBody(Object.freeze({ tags: ["red"] }));
    expect(Object.isFrozen(boat.tags)).toBe(true);
  });

  test("500 each time for a body that doesn't fit the document", async () => {
    const wrong = cachedBody({ name: 7 });
    expect((await read(wrong))[0]).toBe(500);
    expect((await read(wrong))[0]).toBe(500);
  });

  test.each<[string, object, string]>([
    [
      "bytes",
      { name: { data: Buffer.from("a") } },
      "A body of bytes can't be frozen, so it can't be cached (/name/data).",
    ],
    ["a map", { tags: [new Map()] }, "A Map can't be frozen, so it can't be cached (/tags/0)."],
    [
      "an accessor",
      {
        get "a/b"() {
          return 1;
        },
      },
      "An accessor can't be frozen, so it can't be cached (/a~1b).",
    ],
    ["a stream", new ReadableStream(), "A stream can't be frozen, so it can't be cached."],
  ])("throws a TypeError for %s", (_, value, message) => {
    expect(() => cachedBody(value)).toThrow(new TypeError(message));
  });
});

describe("a body that isn't cached", () => {
  test("200 with its current values, even if its outermost object is frozen", async () => {
    const tags = ["red"];
    const boat = Object.freeze({ tags });
    expect(await read(boat)).toEqual([200, '{"tags":["red"]}']);
    tags.push("blue");
    expect(await read(boat)).toEqual([200, '{"tags":["red","blue"]}']);
  });

  test("200 for a frozen body with dates, which stay dates", async () => {
    const boat = Object.freeze({ builtAt, builtOn: builtAt });
    expect(await read(boat)).toEqual([200, '{"builtAt":"2026-03-01T12:00:00.000Z","builtOn":"2026-03-01"}']);
    expect(boat).toEqual({ builtAt, builtOn: builtAt });
  });

  test("200 and an unchanged body, even with its own toJSON", async () => {
    const toJSON = () => ({ name: "Ahab", builtAt });
    const boat = { toJSON, name: { toJSON: () => "Ishmael" }, builtAt };
    const before = { ...boat };
    expect(await read(boat)).toEqual([200, '{"name":"Ahab","builtAt":"2026-03-01T12:00:00.000Z"}']);
    expect(boat).toEqual(before);
    expect(await read({ name: boat.name })).toEqual([200, '{"name":"Ishmael"}']);
  });

  test("200 for null if the schema allows it, and 500 if no body is documented", async () => {
    expect(await read(null)).toEqual([200, "null"]);
    body = null;
    expect((await fetch(`${app.url}/nothing`)).status).toBe(500);
  });
});
