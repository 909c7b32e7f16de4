import { expect, test } from "vitest";
import { firstLines } from "../../cli/commands/mock.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { demonstration } from "../../testing/mock/demonstration.ts";

const url = "http://127.0.0.1:4010";

/** A document with one operation. */
function mocked(name: string, operation: object) {
  const raw = {
    openapi: "3.1.0",
    info: { title: name, version: "1" },
    paths: { [`/${name}`]: { get: { operationId: name, ...operation } } },
  };
  return { name, document: `${name}.yaml`, try: demonstration(readDocument(raw), url) };
}

const ok = { "200": { description: "Here." } };
const kites = mocked("kites", { responses: { ...ok, "404": { description: "Gone." } } });
const boats = mocked("boats", { responses: ok });
const impossible = [{ name: "id", in: "query", required: true, schema: { not: {} } }];
const none = mocked("none", { parameters: impossible, responses: ok });

const head = `The mock listens on ${url}, with CORS for every origin.
In a browser, it has a form for each operation.`;

test("one document has a request to try", () => {
  expect(firstLines(url, [kites])).toMatch(`${head} Or try:\n\ncurl `);
  expect(firstLines(url, [kites])).toContain("Prefer: code=404");
  expect(firstLines(url, [kites])).toContain(`${url}/kites`);
});

test("each of several documents has one, below its name", () => {
  const text = firstLines(url, [kites, boats]);
  expect(text).toMatch(`${head} Or try:\n\nkites:\ncurl `);
  expect(text).toMatch(/\n\nboats:\ncurl .*\/boats/s);
});

test("a document without any possible request isn't mentioned", () => {
  expect(firstLines(url, [none, boats])).toMatch(`${head} Or try:\n\nboats:\ncurl `);
  expect(firstLines(url, [none])).toBe(`${head}\n\n`);
  expect(firstLines(url, [none, none])).toBe(`${head}\n\n`);
});
