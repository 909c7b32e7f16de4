import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emitOperations } from "../../../cli/generate/handlers/operations.ts";
import { emitTypes } from "../../../cli/generate/types.ts";
import { unreadBodies } from "../../../cli/inspect/without-effect.ts";
import type { RawDocument } from "../../../server/document/document.ts";
import { startMock } from "../../../testing/mock/start-mock.ts";
import { exampleRequest } from "../../../testing/samples/example-request.ts";
import { type SmallApp, startApp } from "../../helpers/small-app.ts";
import { writtenFiles } from "../../helpers/written-files.ts";

const boat = {
  type: "object",
  required: ["metres"],
  properties: { metres: { type: "integer", maximum: 60 }, name: { type: "string" } },
};
const bytes = { type: "string", format: "binary" };
const post = (operationId: string, types: Record<string, object>, answers: Record<string, object> = {}) => ({
  post: {
    operationId,
    requestBody: {
      required: true,
      content: Object.fromEntries(Object.entries(types).map(([type, schema]) => [type, { schema }])),
    },
    responses: {
      "200": {
        description: "Done.",
        content: {
          "application/json": { schema: {} },
          ...Object.fromEntries(Object.entries(answers).map(([type, schema]) => [type, { schema }])),
        },
      },
    },
  },
});

const raw: RawDocument = {
  openapi: "3.1.0",
  info: { title: "Media types", version: "1.0.0" },
  paths: {
    "/any": post("sendAny", { "*/*": boat }),
    "/application": post("sendApplication", {
      "application/*": { type: "array", items: { type: "integer" } },
    }),
    "/open": post("sendOpen", { "*/*": {} }),
    "/text": post("sendText", { "*/*": { type: "string", maxLength: 3 } }),
    "/files": post("sendFile", { "*/*": bytes }),
    "/pictures": post("sendPicture", { "image/*": bytes, "application/json": boat }),
    "/versions": post(
      "sendVersion",
      {
        "application/json": boat,
        "application/json; version=2": { type: "object", required: ["feet"] },
        'application/json; version="3"': { type: "object", required: ["miles"] },
      },
      { "text/csv": { type: "string" } },
    ),
    "/unparsed": post("sendUnparsed", {
      "application/xml": boat,
      "application/yaml": boat,
      "application/msgpack": boat,
      "multipart/related": boat,
      "text/csv": { type: "array", items: boat },
      "application/octet-stream": { type: "string" },
      "text/plain": { type: "integer" },
    }),
  },
};

let app: SmallApp;
let got: Record<string, unknown> = {};
beforeAll(async () => {
  const ids = ["Any", "Application", "Open", "Text", "File", "Picture", "Version", "Unparsed"];
  const handler = async (input: { body: unknown }) => {
    got = input;
    return { status: 200, contentType: "application/json", body: true };
  };
  app = await startApp({ raw, handlers: Object.fromEntries(ids.map((id) => [`send${id}`, handler])) });
});
afterAll(() => app.close());

async function send(path: string, type: string, body: string, headers: Record<string, string> = {}) {
  got = {};
  const response = await fetch(app.url + path, {
    method: "POST",
    headers: { "Content-Type": type, ...headers },
    body,
  });
  return { status: response.status, text: await response.text(), body: got.body };
}

const json = "application/json";
const form = "application/x-www-form-urlencoded";

describe("a range's body is validated by its actual type:", () => {
  test.each<[string, string, string, unknown]>([
    ["/any", json, '{"metres":9}', { metres: 9 }],
    ["/any", "application/vnd.boat+json", '{"metres":9}', { metres: 9 }],
    ["/any", form, "metres=9&name=Ada", { metres: 9, name: "Ada" }],
    ["/application", json, "[1]", [1]],
    ["/open", json, "[1]", [1]],
    ["/open", "text/plain", "a", "a"],
    ["/text", "text/plain", "abc", "abc"],
    ["/text", json, '"abc"', "abc"],
  ])("200 at %s for %s: %s", async (path, type, body, value) => {
    expect(await send(path, type, body)).toMatchObject({ status: 200, body: value });
  });

  test.each([
    ["/any", json, '{"name":"Ada"}', "body.metres is missing"],
    ["/any", json, '{"metres":61}', "body.metres must be <= 60"],
    ["/any", form, "metres=61", "body.metres must be <= 60"],
    ["/any", json, "{", "isn't valid JSON"],
    ["/application", json, '["a"]', "body.0 must be integer"],
    ["/text", "text/plain", "abcd", "body must NOT have more than 3 characters"],
  ])("400 at %s for %s: %s", async (path, type, body, message) => {
    const { status, text } = await send(path, type, body);
    expect({ status, text }).toEqual({ status: 400, text: expect.stringContaining(message) });
  });

  test.each([
    ["/any", "image/png"],
    ["/any", "application/xml"],
    ["/any", "text/plain"],
    ["/text", "application/octet-stream"],
    ["/application", "application/msgpack"],
  ])("415 at %s for %s, which no body can have", async (path, type) => {
    const { status, text } = await send(path, type, "a");
    expect({ status, text }).toEqual({
      status: 415,
      text: expect.stringContaining("Content-Type: application/json"),
    });
  });
});

test.each(["image/png", "text/plain", json, "application/xml"])(
  "200 with bytes of any type, such as %s",
  async (type) => {
    const { status, body } = await send("/files", type, "abc");
    expect(status).toBe(200);
    expect(body).toBeInstanceOf(Blob);
    expect((body as Blob).type).toBe(type);
    expect(got.contentType).toBe(type);
  },
);

test("200 with bytes of no type, if none was sent", async () => {
  const body = new Uint8Array([1]);
  expect((await fetch(`${app.url}/files`, { method: "POST", body })).status).toBe(200);
  expect((got.body as Blob).type).toBe("");
});

test("a handler gets the original Content-Type, beside the documented one", async () => {
  await send("/pictures", "image/PNG; level=1", "abc");
  expect(got).toMatchObject({ contentType: "image/PNG; level=1", body: { contentType: "image/*" } });
});

describe("parameters of a media type choose its schema:", () => {
  test.each([
    [json, '{"metres":1}', json],
    ["application/json; charset=utf-8", '{"metres":1}', json],
    ["application/json; version=2", '{"feet":1}', "application/json; version=2"],
    ['application/json;charset=utf-8;Version="2"', '{"feet":1}', "application/json; version=2"],
    ["application/json; version=3", '{"miles":1}', 'application/json; version="3"'],
    ["application/json; version=4", '{"metres":1}', json],
  ])("200 for %s: %s", async (type, body, contentType) => {
    expect(await send("/versions", type, body)).toMatchObject({ status: 200, body: { contentType } });
  });

  test("400 for a body of another version", async () => {
    expect(await send("/versions", "application/json; version=2", '{"metres":1}')).toMatchObject({
      status: 400,
    });
  });
});

test.each([
  ["text/csv", "text/csv"],
  ["text/*", "text/csv"],
  ["application/json;q=0.5, text/csv", "text/csv"],
  ["*/*", json],
  ["image/png", undefined],
])("a handler gets the preferred type: for %s, %s", async (Accept, accepts) => {
  await send("/versions", json, '{"metres":1}', { Accept });
  expect(got.accepts).toBe(accepts);
});

describe("unparsed bodies", () => {
  test.each([
    ["application/xml", "<a/>", "string"],
    ["application/yaml", "a: 1", "string"],
    ["text/csv", "a,b", "string"],
    ["text/plain", "5", "string"],
    ["application/msgpack", "abc", "object"],
    ["multipart/related; boundary=B", "--B--", "object"],
    ["application/octet-stream", "abc", "object"],
  ])("200 for %s, which the handler gets in the documented type", async (type, sent, kind) => {
    const { status, body } = await send("/unparsed", type, sent);
    const { content } = body as { content: unknown };
    expect({ status, kind: typeof content }).toEqual({ status: 200, kind });
    if (kind === "object") expect(content).toBeInstanceOf(Blob);
  });

  test("are typed as they arrive, and reported", () => {
    const types = emitTypes(app.document);
    for (const type of ["application/xml", "application/yaml", "text/csv", "text/plain"])
      expect(types).toContain(`"${type}": string`);
    for (const type of ["application/msgpack", "multipart/related", "application/octet-stream"])
      expect(types).toContain(`"${type}": Blob`);
    expect(unreadBodies(app.document).map(({ severity, message }) => `${severity} ${message}`)).toEqual([
      ...["application/xml", "application/yaml"].map(
        (type) =>
          `warning Bodies of ${type} aren't parsed: they are text, and aren't checked by their schema.`,
      ),
      ...["application/msgpack", "multipart/related"].map(
        (type) =>
          `warning Bodies of ${type} aren't parsed: they are bytes, and aren't checked by their schema.`,
      ),
      "warning Bodies of text/csv aren't parsed: they are text, and aren't checked by their schema.",
      "warning Bodies of application/octet-stream aren't parsed: they are bytes, and aren't checked by their schema.",
      "warning Bodies of text/plain aren't parsed: they are text, and aren't checked by their schema.",
    ]);
  });
});

test("handlers have the types of their actual input", () => {
  const text = emitOperations(app.document);
  expect(text).toContain("contentType: string;");
  expect(text).toContain('accepts: "application/json" | "text/csv" | undefined;');
});

test("a sample for any media type is JSON, unless it is binary", () => {
  const typeOf = (operationId: string) => {
    const operation = app.document.operations.find((one) => one.operationId === operationId);
    return operation && exampleRequest(app.document, operation)?.headers["Content-Type"];
  };
  expect([typeOf("sendAny"), typeOf("sendApplication"), typeOf("sendFile")]).toEqual([
    json,
    json,
    "application/octet-stream",
  ]);
});

test("the mock answers a JSON schema for any media type as JSON", async () => {
  const answer = (schema: object) => ({
    get: { responses: { "200": { description: "OK", content: { "*/*": { schema } } } } },
  });
  const paths = { "/boats": answer(boat), "/names": answer({ type: "string" }), "/files": answer(bytes) };
  const folder = writtenFiles({ "openapi.json": { ...raw, paths } });
  const mock = await startMock({ document: `${folder}/openapi.json`, port: 0, host: "127.0.0.1" });
  try {
    const types = await Promise.all(
      Object.keys(paths).map(async (path) => (await fetch(mock.url + path)).headers.get("Content-Type")),
    );
    expect(types).toEqual([
      "application/json; charset=utf-8",
      "application/json; charset=utf-8",
      "application/octet-stream",
    ]);
    expect(await (await fetch(`${mock.url}/boats`)).json()).toMatchObject({ metres: expect.any(Number) });
  } finally {
    await mock.close();
  }
});
