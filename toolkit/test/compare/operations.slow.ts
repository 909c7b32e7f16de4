import { describe, expect, test } from "vitest";
import { contractChanges } from "../../cli/compare/contract-changes.ts";
import { contractsOf } from "../../cli/compare/operations/contracts.ts";
import type { RawDocument } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { compareContracts } from "../helpers/compare-raw.ts";

const text = { type: "string" };
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const done = { "204": { description: "Done." } };

/** A document with one operation on `/boats/{id}`. */
function boats(operation: object, { item = {}, path = "/boats/{id}", root = {} } = {}): RawDocument {
  return {
    openapi: "3.2.0",
    info: { title: "Harbour", version: "1.0.0" },
    ...root,
    paths: { [path]: { ...item, post: { operationId: "moor", responses: done, ...operation } } },
  };
}

/** A document with one webhook. */
function hook(operation: object): RawDocument {
  const webhooks = { moored: { post: { operationId: "moored", responses: done, ...operation } } };
  return { openapi: "3.1.0", info: { title: "Harbour", version: "1.0.0" }, paths: {}, webhooks };
}

function rated(before: RawDocument, after: RawDocument): string[] {
  const changes = contractChanges(contractsOf(readDocument(before), readDocument(after)));
  return changes.map(({ severity, rule }) => `${severity === "error" ? "✗" : "!"} ${rule}`);
}

const query = (more: object) => ({ parameters: [{ name: "q", in: "query", ...more }] });
const numbers = { type: "array", items: { type: "integer" } };
const form = (
  encoding: object,
  type = "multipart/form-data",
  photo: object = { type: "string", format: "binary" },
) => ({
  requestBody: {
    content: { [type]: { schema: { type: "object", properties: { photo, note: text } }, encoding } },
  },
});
const answers = (...statuses: string[]) => ({
  responses: Object.fromEntries(statuses.map((status) => [status, { description: "", ...json(text) }])),
});

describe("of a request", () => {
  test.each<[string, RawDocument, RawDocument, string[]]>([
    [
      "unknown query parameters are refused, but were unspecified",
      boats({}),
      boats({ "x-unknown-query": "refuse" }),
      ["✗ unknown-query-refused"],
    ],
    [
      "an operation narrows its path's parameter",
      boats({}, { item: query({ schema: text }) }),
      boats(query({ schema: { ...text, maxLength: 3 } }), { item: query({ schema: text }) }),
      ["✗ schema-constraint-changed"],
    ],
    [
      "an operation requires its path's optional parameter",
      boats({}, { item: query({ schema: text }) }),
      boats(query({ schema: text, required: true }), { item: query({ schema: text }) }),
      ["✗ parameter-became-required"],
    ],
    [
      "an exploded object becomes JSON",
      boats(query({ schema: { type: "object" } })),
      boats(query(json({ type: "object" }))),
      ["✗ parameter-serialization-changed"],
    ],
    [
      "a list is no longer exploded",
      boats(query({ schema: numbers })),
      boats(query({ schema: numbers, explode: false })),
      ["✗ parameter-serialization-changed"],
    ],
    [
      "a list has another delimiter",
      boats(query({ schema: numbers, explode: false })),
      boats(query({ schema: numbers, style: "pipeDelimited" })),
      ["✗ parameter-serialization-changed"],
    ],
    [
      "an empty parameter is refused",
      boats(query({ schema: text, allowEmptyValue: true })),
      boats(query({ schema: text })),
      ["✗ empty-value-refused"],
    ],
    [
      "a path's parameter is narrowed under another name",
      boats({ parameters: [{ name: "id", in: "path", required: true, schema: text }] }),
      boats(
        { parameters: [{ name: "key", in: "path", required: true, schema: { ...text, maxLength: 5 } }] },
        { path: "/boats/{key}" },
      ),
      ["✗ path-parameter-renamed", "✗ schema-constraint-changed"],
    ],
    [
      "a path's parameter is described as a number",
      boats({}),
      boats({ parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }] }),
      ["✗ schema-type-changed"],
    ],
    [
      "a file may have only one type",
      boats(form({})),
      boats(form({ photo: { contentType: "image/png" } })),
      ["✗ encoding-changed"],
    ],
    [
      "a file may have fewer types",
      boats(form({ photo: { contentType: "image/png, image/jpeg" } })),
      boats(form({ photo: { contentType: "image/png" } })),
      ["✗ encoding-changed"],
    ],
    [
      "a list in a form is serialised differently",
      boats(form({}, "application/x-www-form-urlencoded", numbers)),
      boats(form({ photo: { style: "form", explode: false } }, "application/x-www-form-urlencoded", numbers)),
      ["✗ encoding-changed"],
    ],
    [
      "an optional body becomes required",
      boats({ requestBody: json(text) }),
      boats({ requestBody: { ...json(text), required: true } }),
      ["✗ request-body-became-required"],
    ],
    ["the body is removed", boats({ requestBody: json(text) }), boats({}), ["✗ request-body-removed"]],
    [
      "another scope is required",
      boats({ security: [{ sign: ["read"] }] }),
      boats({ security: [{ sign: ["read", "write"] }] }),
      ["✗ security-requirement-changed"],
    ],
    [
      "its stream has other items",
      boats({ requestBody: { content: { "application/jsonl": { itemSchema: text } } } }),
      boats({ requestBody: { content: { "application/jsonl": { itemSchema: { type: "integer" } } } } }),
      ["✗ schema-type-changed"],
    ],
  ])("breaks clients when %s", (_, before, after, expected) => {
    expect(rated(before, after)).toEqual(expected);
  });

  test.each<[string, RawDocument, RawDocument]>([
    [
      "a parameter moves from the path to the operation",
      boats({}, { item: query({ schema: text }) }),
      boats(query({ schema: text })),
    ],
    [
      "a parameter moves from the operation to the path",
      boats(query({ schema: text })),
      boats({}, { item: query({ schema: text }) }),
    ],
    [
      "the defaults of a parameter are written out",
      boats(query({ schema: numbers })),
      boats(
        query({
          schema: numbers,
          style: "form",
          explode: true,
          required: false,
          allowReserved: false,
          allowEmptyValue: false,
          deprecated: false,
        }),
      ),
    ],
    [
      "a single value has another style",
      boats(query({ schema: text })),
      boats(query({ schema: text, explode: false })),
    ],
    [
      "a header's name is spelled differently",
      boats({ parameters: [{ name: "X-Crew", in: "header", schema: text }] }),
      boats({ parameters: [{ name: "x-crew", in: "header", schema: text }] }),
    ],
    ["unknown query parameters are explicitly ignored", boats({}), boats({ "x-unknown-query": "ignore" })],
    [
      "a media type is spelled differently",
      boats({ requestBody: json(text) }),
      boats({ requestBody: { content: { "Application/JSON": { schema: text } } } }),
    ],
    [
      "a media type becomes a range",
      boats({ requestBody: { content: { "image/png": {} } } }),
      boats({ requestBody: { content: { "image/*": {} } } }),
    ],
    [
      "a part's own media type is written out",
      boats(form({})),
      boats(form({ note: { contentType: "text/plain" } })),
    ],
    [
      "a path's parameter is no longer described",
      boats({ parameters: [{ name: "id", in: "path", required: true, schema: text }] }),
      boats({}),
    ],
  ])("doesn't break clients when %s", (_, before, after) => {
    expect(rated(before, after)).toEqual([]);
  });
});

describe("of a response", () => {
  test.each<[string, object, object, string[]]>([
    ["a status is new", answers("200"), answers("200", "409"), ["! response-added"]],
    [
      "a media type is new",
      answers("200"),
      {
        responses: {
          "200": { description: "", content: { "application/json": { schema: text }, "text/csv": {} } },
        },
      },
      ["! media-type-added"],
    ],
    [
      "a status that default covered has another body",
      answers("200", "default"),
      {
        responses: {
          ...answers("200", "default").responses,
          "409": { description: "", ...json({ type: "integer" }) },
        },
      },
      ["✗ schema-type-changed"],
    ],
    ["a status becomes its range", answers("200"), answers("2XX"), ["! response-added"]],
    [
      "a status that default covered is listed separately",
      answers("200", "default"),
      answers("200", "404", "default"),
      [],
    ],
    [
      "a header's value has changed",
      { responses: { "200": { description: "", headers: { Left: { schema: { type: "integer" } } } } } },
      { responses: { "200": { description: "", headers: { left: { schema: text } } } } },
      ["✗ schema-type-changed"],
    ],
  ])("when %s", (_, before, after, expected) => {
    expect(rated(boats(before), boats(after))).toEqual(expected);
  });
});

describe("of a webhook", () => {
  const header = (more: object) => ({
    parameters: [{ name: "X-Signature", in: "header", schema: text, ...more }],
  });
  const body = (schema: object, more: object = {}) => ({
    requestBody: { required: true, ...json(schema), ...more },
  });
  const boat = (more: object = {}) => ({
    type: "object",
    properties: { name: text },
    required: ["name"],
    ...more,
  });

  test.each<[string, object, object, string[]]>([
    ["a required header is removed", header({ required: true }), {}, ["✗ parameter-removed"]],
    ["a header may be missing", header({ required: true }), header({}), ["✗ parameter-became-optional"]],
    ["a header is now always sent", header({}), header({ required: true }), []],
    ["a header is new", {}, header({ required: true }), []],
    [
      "a property may be missing",
      body(boat()),
      body(boat({ required: [] })),
      ["✗ required-properties-removed"],
    ],
    ["a property is now always there", body(boat({ required: [] })), body(boat()), []],
    ["its body has new values", body({ enum: ["a"] }), body({ enum: ["a", "b"] }), ["! enum-values-added"]],
    [
      "its body may be missing",
      body(boat()),
      body(boat(), { required: false }),
      ["✗ request-body-became-optional"],
    ],
    [
      "its body has a second media type",
      body(boat()),
      { requestBody: { required: true, content: { ...json(boat()).content, "application/xml": {} } } },
      ["! media-type-added"],
    ],
    [
      "an answer is no longer accepted",
      { responses: { ...done, "202": { description: "" } } },
      {},
      ["✗ response-removed"],
    ],
    ["more answers are accepted", {}, { responses: { ...done, "202": { description: "" } } }, []],
    [
      "fewer answers are accepted",
      { responses: { "200": { description: "", ...json(text) } } },
      { responses: { "200": { description: "", ...json({ ...text, maxLength: 3 }) } } },
      ["✗ schema-constraint-changed"],
    ],
  ])("when %s", (_, before, after, expected) => {
    expect(rated(hook(before), hook(after))).toEqual(expected);
  });
});

const today = "2026-06-15";
const keyIn = (header: string) => ({ type: "apiKey", in: "header", name: header });
const keyed = (name: string, scheme: object, version: string): RawDocument => ({
  ...boats({ security: [{ [name]: [] }] }, { root: { components: { securitySchemes: { [name]: scheme } } } }),
  info: { title: "Harbour", version },
});

test("a security scheme may be renamed, but not require another credential", async () => {
  const released = keyed("key", keyIn("X-Key"), "1.0.0");
  const renamed = await compareContracts(released, keyed("apiKey", keyIn("x-key"), "1.0.1"), today);
  expect(renamed).toMatchObject({ breaking: [], warnings: [], faults: [], passed: true, bump: "patch" });
  const changed = await compareContracts(released, keyed("apiKey", keyIn("X-Other"), "1.0.1"), today);
  expect(changed.breaking.map(({ rule }) => rule)).toContain("security-requirement-changed");
  const same = await compareContracts(released, keyed("key", keyIn("X-Other"), "1.0.1"), today);
  expect(same.breaking.map(({ rule }) => rule)).toEqual(["security-scheme-changed"]);
});

test("a request that accepts more is an addition, and the same contract written differently isn't", async () => {
  const version = (more: object, number: string) => ({
    ...boats(query(more)),
    info: { title: "Harbour", version: number },
  });
  const whole = { type: "integer" };
  const released = version({ schema: { ...whole, format: "int32" } }, "1.0.0");
  const wider = await compareContracts(
    released,
    version({ schema: { ...whole, format: "int64" } }, "1.1.0"),
    today,
  );
  expect(wider).toMatchObject({ passed: true, bump: "minor" });
  const bounds = { ...whole, minimum: -2147483648, maximum: 2147483647 };
  const same = await compareContracts(released, version({ schema: bounds }, "1.0.1"), today);
  expect(same).toMatchObject({ passed: true, bump: "patch" });
});

test("the same contract written differently changes only the last number of the version", async () => {
  const at = (version: string, document: RawDocument) => ({
    ...document,
    info: { title: "Harbour", version },
  });
  const moved = await compareContracts(
    at("1.0.0", boats({}, { item: query({ schema: text }) })),
    at("1.0.1", boats(query({ schema: text }))),
    today,
  );
  expect(moved).toMatchObject({ passed: true, bump: "patch" });
  const properties = { a: text };
  const parts = await compareContracts(
    at(
      "1.0.0",
      boats({ responses: { "200": { description: "", ...json({ type: "object", properties }) } } }),
    ),
    at(
      "1.0.1",
      boats({
        responses: { "200": { description: "", ...json({ allOf: [{ properties }, { type: "object" }] }) } },
      }),
    ),
    today,
  );
  expect(parts).toMatchObject({ passed: true, bump: "patch" });
});

test("a server may have another description and other variables, but not another URL", async () => {
  const at = (version: string, server: object): RawDocument => ({
    ...boats({}, { root: { servers: [server] } }),
    info: { title: "Harbour", version },
  });
  const released = at("1.0.0", { url: "https://harbour.example/v1" });
  const variables = { version: { default: "v1" } };
  const same = at("1.1.0", {
    url: "https://harbour.example/{version}/",
    variables,
    description: "The harbour.",
  });
  expect(await compareContracts(released, same, today)).toMatchObject({ breaking: [], passed: true });
  const other = await compareContracts(released, at("1.1.0", { url: "https://harbour.example/v2" }), today);
  expect(other.breaking.map(({ rule }) => rule)).toEqual(["server-removed"]);
});

test("a change in a component is reported for each operation, where it is written", () => {
  const document = (maxLength: number): RawDocument => ({
    openapi: "3.1.0",
    info: { title: "Harbour", version: "1.0.0" },
    paths: Object.fromEntries(
      ["/a", "/b"].map((path) => [
        path,
        { post: { requestBody: { $ref: "#/components/requestBodies/Note" }, responses: done } },
      ]),
    ),
    components: { requestBodies: { Note: json({ ...text, maxLength }) } },
  });
  const pointer = "#/components/requestBodies/Note/content/application~1json/schema/maxLength";
  expect(contractChanges(contractsOf(readDocument(document(5)), readDocument(document(4))))).toEqual([
    expect.objectContaining({ place: "POST /a, request body", pointer }),
    expect.objectContaining({ place: "POST /b, request body", pointer }),
  ]);
});
