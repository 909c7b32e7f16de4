import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Validator } from "@cfworker/json-schema";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readDocument } from "../../server/document/read-document.ts";
import { demonstration } from "../../testing/mock/demonstration.ts";
import { type Mock, startMock } from "../../testing/mock/start-mock.ts";

const bottle = {
  type: "object",
  required: ["litres", "price", "rows", "depth", "tiny", "label", "code"],
  properties: {
    litres: { type: "number" },
    price: { type: "number", minimum: 0, multipleOf: 0.05 },
    rows: { type: "integer" },
    depth: { type: "number", maximum: -20 },
    tiny: { type: "number", exclusiveMinimum: 0.001, exclusiveMaximum: 0.002 },
    label: { type: "string" },
    code: { type: "string", pattern: "^[A-Z]{3}[0-9]{4}$" },
    note: { type: ["string", "null"], maxLength: 100_000 },
  },
  unevaluatedProperties: false,
};
const example = { litres: 1, price: 1, rows: 1, depth: -20, tiny: 0.0015, label: "a", code: "ABC1234" };
const answers: Record<string, object> = {
  "/bottle": { "application/json": { schema: bottle, example } },
  "/bottles": { "application/json": { schema: { type: "array", items: bottle, minItems: 1 } } },
  "/closed": {
    "application/json": {
      schema: {
        allOf: [{ type: "object", properties: { a: { type: "integer" } }, required: ["a"] }],
        unevaluatedProperties: false,
      },
      example: { a: 1, more: true },
    },
  },
  ...Object.fromEntries(
    ["image/png", "image/jpeg", "image/gif", "image/webp", "application/pdf", "application/zip"].map(
      (type) => [`/${type}`, { [type]: { schema: { type: "string", format: "binary" } } }],
    ),
  ),
  "/any-image": { "image/*": {} },
  "/sketch": { "image/png": { schema: { type: "string", contentEncoding: "base64" }, example: "aGVsbG8=" } },
  "/manual": { "application/pdf": { example: "%PDF-1.4 by hand" } },
  "/fits-nothing": { "application/json": { schema: { type: "string", maxLength: 0, pattern: "^.$" } } },
};
const raw = {
  openapi: "3.1.0",
  info: { title: "Cellar", version: "1" },
  paths: Object.fromEntries(
    Object.entries(answers).map(([at, content]) => [
      at,
      { get: { responses: { "200": { description: "It.", content } } } },
    ]),
  ),
};

let folder: string;
let mock: Mock;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "counterpart-cellar-"));
  const document = path.join(folder, "openapi.json");
  await writeFile(document, JSON.stringify(raw));
  mock = await startMock({ document, port: 0 });
});
afterAll(async () => {
  await mock.close();
  await rm(folder, { recursive: true });
});

const bytesOf = async (at: string) => Buffer.from(await (await fetch(mock.url + at)).arrayBuffer());
const dynamic = async (at: string, more = "") =>
  (await (
    await fetch(mock.url + at, { headers: { Prefer: `dynamic=true${more}` } })
  ).json()) as typeof example;

test("dynamic answers fit their schema, differ from call to call, and have everyday numbers", async () => {
  const judge = new Validator(bottle as object, "2020-12");
  const made = await Promise.all(Array.from({ length: 40 }, () => dynamic("/bottle")));
  expect(made.filter((one) => !judge.validate(one).valid)).toEqual([]);
  expect(new Set(made.map((one) => JSON.stringify(one))).size).toBeGreaterThan(30);
  for (const { litres, price, rows, depth, tiny, label } of made) {
    for (const number of [litres, price, rows, depth])
      expect(String(number)).toMatch(/^-?\d{1,4}(\.\d\d?)?$/);
    expect(String(tiny)).toMatch(/^0\.001\d{1,4}$/);
    expect(label.length).toBeLessThan(20);
  }
});

test("a seed selects a dynamic answer, and lists are dynamic too", async () => {
  const [one, two, other] = await Promise.all(
    ["a", "a", "b"].map((seed) => dynamic("/bottles", `, seed=${seed}`)),
  );
  expect(one).toEqual(two);
  expect(one).not.toEqual(other);
});

test("a dynamic answer has no unevaluated properties, though the example has", async () => {
  expect(Object.keys(await dynamic("/closed"))).toEqual(["a"]);
});

/** Decodes an image in another process: in this one, the shop may have blocked formats. */
function decoded(image: Buffer): string {
  const code = `
    const image = require("sharp")(require("node:fs").readFileSync(0));
    image.metadata().then(async ({ format, width, height }) => {
      const pixels = await image.raw().toBuffer();
      console.log(format, width, height, pixels.length > 0);
    });`;
  return execFileSync(process.execPath, ["-e", code], { input: image, encoding: "utf8" });
}

test.each(["image/png", "image/jpeg", "image/gif", "image/webp"])(
  "a mocked %s is one pixel",
  async (type) => {
    expect(decoded(await bytesOf(`/${type}`))).toBe(`${type.split("/")[1]} 1 1 true\n`);
  },
);

test("a mocked PDF has a page, and its table has the offsets of its objects", async () => {
  const text = (await bytesOf("/application/pdf")).toString("latin1");
  const [, table = ""] = /startxref\n(\d+)\n%%EOF/.exec(text) ?? [];
  expect(text.slice(Number(table))).toMatch(/^xref\n0 4\n/);
  const offsets = [...text.matchAll(/^(\d{10}) \d{5} n $/gm)].map(([, offset]) => Number(offset));
  expect(offsets.map((offset) => text.slice(offset, offset + 7))).toEqual(["1 0 obj", "2 0 obj", "3 0 obj"]);
});

test("a mocked archive is the end of an empty one", async () => {
  expect((await bytesOf("/application/zip")).toString("hex")).toBe(`504b0506${"00".repeat(18)}`);
});

test("a range of images is one of them; encoded files and examples that are files stay", async () => {
  const answer = await fetch(`${mock.url}/any-image`);
  const [format] = decoded(Buffer.from(await answer.arrayBuffer())).split(" ");
  expect(answer.headers.get("content-type")).toBe(`image/${format}`);
  expect((await bytesOf("/sketch")).toString()).toBe("aGVsbG8=");
  expect((await bytesOf("/manual")).toString()).toBe("%PDF-1.4 by hand");
});

test("an answer that nothing fits is sent with a warning", async () => {
  const { status, headers } = await fetch(`${mock.url}/fits-nothing`);
  expect(status).toBe(200);
  expect(headers.get("X-Mock-Warning")).toContain("fits the document");
});

test("a document without errors has a request to try, and one without possible requests none", () => {
  expect(demonstration(readDocument(structuredClone(raw)), "http://mock")).toMatch(
    /^curl .*http:\/\/mock\/bottle/s,
  );
  const parameters = [{ name: "id", in: "query", required: true, schema: { not: {} } }];
  const paths = { "/bottle": { get: { parameters, responses: { "200": { description: "It." } } } } };
  expect(demonstration(readDocument({ ...raw, paths }), "http://mock")).toBeUndefined();
});
