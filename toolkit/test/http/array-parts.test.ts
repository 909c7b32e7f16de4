import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ArrayPart, cachedBody, createArrayParts } from "../../server/http/response/cached-body.ts";
import { type SmallApp, startApp } from "../helpers/small-app.ts";

interface Boat {
  name: string;
  builtAt?: Date | string;
  mail?: string;
}

const boat = { $ref: "#/components/schemas/Boat" };
const list = (array: object) => ({
  type: "object",
  required: ["data"],
  properties: {
    data: {
      type: "object",
      required: ["harbour", "boats"],
      properties: { harbour: { type: "string" }, boats: { type: "array", items: boat, ...array } },
    },
  },
});
const schemas = {
  Boat: {
    type: "object",
    required: ["name"],
    properties: {
      name: { type: "string", maxLength: 20 },
      builtAt: { type: "string", format: "date-time" },
      mail: { type: "string", format: "email" },
    },
  },
  Fleet: { allOf: [list({}), { properties: { data: { required: ["harbour"] } } }] },
};
const arrays: Record<string, object> = {
  boats: { $ref: "#/components/schemas/Fleet" },
  few: list({ minItems: 1, maxItems: 3 }),
  distinct: list({ uniqueItems: true }),
  either: { anyOf: [list({}), list({ maxItems: 1 })] },
  cars: list({ items: { type: "object", required: ["name"] } }),
};
let body: unknown;
let app: SmallApp;
let boats: ReturnType<typeof createArrayParts<Boat>>;
beforeAll(async () => {
  app = await startApp({
    raw: {
      openapi: "3.1.0",
      info: { title: "Boats", version: "1" },
      paths: Object.fromEntries(
        Object.entries(arrays).map(([operationId, schema]) => [
          `/${operationId}`,
          {
            get: {
              operationId,
              responses: {
                "200": { description: "Boats.", content: { "application/json": { schema } } },
                "304": { description: "As before." },
              },
            },
          },
        ]),
      ),
      components: { schemas },
    },
    handlers: Object.fromEntries(
      Object.keys(arrays).map((operationId) => [operationId, () => ({ status: 200, body })]),
    ),
  });
  boats = createArrayParts<Boat>(app.document, boat.$ref);
});
afterAll(() => app.close());
beforeEach(() => void app.logLines.splice(0));

const fleet = (parts: ArrayPart[], harbour: unknown = "Hull") =>
  cachedBody({ data: { harbour, boats: boats.array(parts) } });
const named = (count: number): Boat[] => Array.from({ length: count }, (_, n) => ({ name: `Boat ${n} ⛵` }));
const read = (path = "boats", headers = {}) =>
  app.fetch(`${app.url}/${path}`, { headers: { "accept-encoding": "identity", ...headers } });

/** As sent for a body without parts. */
async function asOnce(items: Boat[], path?: string) {
  body = cachedBody({ data: { harbour: "Hull", boats: items } });
  return (await read(path)).text();
}

describe("an array in parts", () => {
  test.each([0, 1, 2, 40])(
    "200 with the same text as one of %d items that is checked at once",
    async (count) => {
      const items = named(count);
      const expected = await asOnce(items);
      const half = Math.floor(count / 2);
      body = fleet([await boats.check(items.slice(0, half)), await boats.check(items.slice(half))]);
      const response = await read();
      expect(response.status).toBe(200);
      expect(await response.text()).toBe(expected);
    },
  );

  test("200 in several pieces if it is long, compressed or not, with its length", async () => {
    const items = named(20_000);
    const expected = await asOnce(items);
    body = fleet([await boats.check(items.slice(0, 10_000)), await boats.check(items.slice(10_000))]);
    const plain = await read();
    expect(plain.headers.get("Content-Length")).toBe(String(Buffer.byteLength(expected)));
    expect(await plain.text()).toBe(expected);
    for (const coding of ["gzip", "br"]) {
      const compressed = await read("boats", { "accept-encoding": coding });
      expect(compressed.headers.get("Content-Encoding")).toBe(coding);
      expect(await compressed.text()).toBe(expected);
    }
    const head = await fetch(`${app.url}/boats`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  test("304 for the tag of the same parts, 200 with another tag if one part has changed", async () => {
    const [one, two, other] = [
      await boats.check(named(1)),
      await boats.check(named(2)),
      await boats.check(named(3)),
    ];
    body = fleet([one, two]);
    const tag = (await read()).headers.get("ETag") ?? "";
    body = fleet([await boats.check(named(1)), two]);
    expect((await read("boats", { "if-none-match": tag })).status).toBe(304);
    for (const changed of [fleet([one, other]), fleet([two, one]), fleet([one, two], "Cork")]) {
      body = changed;
      expect((await read("boats", { "if-none-match": tag })).status).toBe(200);
    }
  });

  test("200 with dates in the documented format", async () => {
    body = fleet([await boats.check([{ name: "Pequod", builtAt: new Date(0) }])]);
    expect(await (await read()).json()).toEqual({
      data: { harbour: "Hull", boats: [{ name: "Pequod", builtAt: "1970-01-01T00:00:00.000Z" }] },
    });
  });

  test("200 with a stored text that doesn't match its format, which is logged", async () => {
    body = fleet([await boats.check([{ name: "Pequod", mail: "ahab" }])]);
    expect((await fetch(`${app.url}/boats`)).status).toBe(200);
    expect(app.logLines.join()).toContain("must match format");
  });

  test("throws for an item that doesn't fit its schema", async () => {
    await expect(boats.check([...named(3), { name: "x".repeat(21) }])).rejects.toThrow(
      "An item of an array: /item/name must NOT have more than 20 characters.",
    );
  });

  test("pauses before any item", async () => {
    const pauses: number[] = [];
    let at = 0;
    await boats.check(named(3), () =>
      at++ === 1 ? Promise.resolve().then(() => void pauses.push(at)) : undefined,
    );
    expect(pauses).toEqual([2]);
  });
});

describe("500 and a sentence in the log,", () => {
  test.each<[string, string, () => Promise<unknown>]>([
    ["boats", "/body/data/harbour must be string", async () => fleet([], 7)],
    ["few", "/body/data/boats has 0 items, not 1 to 3", async () => fleet([])],
    ["few", "/body/data/boats has 4 items, not 1 to 3", async () => fleet([await boats.check(named(4))])],
    ["distinct", "can't be checked in parts: a schema on the way has `uniqueItems`", async () => fleet([])],
    ["either", "can't be checked in parts: a schema on the way has `anyOf`", async () => fleet([])],
    ["cars", "/body/data/boats was checked by another schema", async () => fleet([])],
  ])("of %s: %s", async (path, sentence, make) => {
    body = await make();
    expect((await fetch(`${app.url}/${path}`)).status).toBe(500);
    expect(app.logLines.join()).toContain(sentence);
  });

  test("if the body isn't cached", async () => {
    body = { data: { harbour: "Hull", boats: boats.array([await boats.check(named(1))]) } };
    expect((await fetch(`${app.url}/boats`)).status).toBe(500);
    expect(app.logLines.join()).toContain("can only be sent as a member of a cachedBody");
  });
});

test("200 with as many items as allowed", async () => {
  body = fleet([await boats.check(named(1)), await boats.check(named(2))]);
  expect((await read("few")).status).toBe(200);
});

test("a body can't have two arrays in parts", () => {
  expect(() => cachedBody([boats.array([]), boats.array([])])).toThrow(TypeError);
});
