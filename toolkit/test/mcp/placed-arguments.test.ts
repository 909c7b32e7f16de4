import { afterEach, describe, expect, test } from "vitest";
import type { RawDocument } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { ApiError } from "../../server/http/errors/api-error.ts";
import type { AnyHandler } from "../../server/http/steps/handle.ts";
import { operationTools } from "../../server/mcp/tools/tools.ts";
import { startLibrary } from "./start-library.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const problem = {
  type: "object",
  required: ["code", "error"],
  properties: { code: { type: "string" }, error: { type: "string" } },
};
const refused = { description: "Refused.", content: { "application/json": { schema: problem } } };
const header = (name: string, more: object = {}) => ({
  ...{ name, in: "header", required: true, schema: { type: "string" } },
  ...more,
});

/** A document whose arguments are in an object, as `x-mcp` of the document and of the operation place them. */
function placedDocument(own: object = {}, shared: object = {}): RawDocument {
  return {
    openapi: "3.1.0",
    info: { title: "Library", version: "1" },
    "x-mcp": {
      arguments: {
        "/meta/reader/name": {
          ...{ to: "header.x-reader", text: 'name="{value}"' },
          schema: { type: "string", maxLength: 100, examples: ["Ishmael"] },
        },
        "/meta/key": "header.Idempotency-Key",
      },
      generated: ["Request-Id"],
      errors: { gone: -32001, "400": -32602, "4XX": -32000 },
      ...shared,
    },
    paths: {
      "/books/{id}": {
        put: {
          operationId: "shelveBook",
          "x-mcp": {
            name: "shelve_book",
            arguments: { "/id": "path.id", "/book": "body", "/page": "query.page" },
            ...own,
          },
          parameters: [
            { name: "id", in: "path", required: true, schema: { type: "string" }, example: "moby-dick" },
            { name: "page", in: "query", schema: { type: "integer" } },
            header("X-Reader"),
            header("X-Language", { required: false }),
            header("X-Forwarded-For", { required: false }),
            header("Idempotency-Key", { schema: { type: "string", format: "uuid" } }),
            header("Request-Id", { schema: { type: "string", format: "uuid" } }),
          ],
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: { type: "object", required: ["shelf"], properties: { shelf: { type: "string" } } },
                example: { shelf: "B2" },
              },
            },
          },
          responses: {
            "200": {
              description: "It is there.",
              content: { "application/json": { schema: { type: "object" } } },
            },
            "4XX": refused,
            "5XX": refused,
          },
        },
      },
    },
  } as RawDocument;
}

const toolOf = (raw: RawDocument) => {
  const document = readDocument(raw);
  const { tools, findings } = operationTools(document);
  return { definition: tools[0]?.definition(), findings, notes: document.notes };
};

const opened: Awaited<ReturnType<typeof startLibrary>>[] = [];
afterEach(() => Promise.all(opened.splice(0).map((library) => library.close())));

async function open(handler: AnyHandler, raw = placedDocument()) {
  const library = await startLibrary({ raw, handlers: { shelveBook: handler } });
  opened.push(library);
  return library;
}

const given = (more: object = {}) => ({
  ...{ meta: { reader: { name: "Ishmael" } }, id: "moby-dick", book: { shelf: "B2" } },
  ...more,
});

describe("arguments that x-mcp places", () => {
  test("are the only ones, in objects that clients may extend", () => {
    const { definition, findings, notes } = toolOf(placedDocument());
    expect([...notes, ...findings]).toEqual([]);
    expect(definition).toMatchObject({ name: "shelve_book" });
    expect(definition?.inputSchema).toEqual({
      type: "object",
      properties: {
        meta: {
          type: "object",
          properties: {
            reader: {
              type: "object",
              properties: { name: { type: "string", maxLength: 100 } },
              required: ["name"],
            },
            key: { type: "string", format: "uuid" },
          },
          required: ["reader"],
        },
        id: { type: "string" },
        book: { type: "object", required: ["shelf"], properties: { shelf: { type: "string" } } },
        page: { type: "integer" },
      },
      required: ["meta", "id", "book"],
      additionalProperties: false,
    });
  });

  test("become the parts of the request that they lead to", async () => {
    const requests: object[] = [];
    const library = await open(({ path, query, headers, body }) => {
      requests.push({ path, query, headers, body });
      return { status: 200, body: { shelved: true } };
    });
    const client = await library.connect();
    const key = "0b8f6f1e-52a4-4b3c-9a6d-1f6f3f0f7c11";
    const name = 'Ishmael", role="librarian\\';
    const meta = { reader: { name }, key, "X-Language": "en", trace: 7 };
    const call = (more: object) => client.callTool({ name: "shelve_book", arguments: given(more) });
    expect(await call({ meta, page: 2 })).toMatchObject({ structuredContent: { shelved: true } });
    await call({ meta: { reader: { name: "Ishmael" }, key: null }, page: null });
    await call({ meta: JSON.stringify({ reader: { name: "Ahab" } }) });
    expect(requests).toMatchObject([
      {
        path: { id: "moby-dick" },
        query: { page: 2 },
        headers: { "X-Reader": 'name="Ishmael\\", role=\\"librarian\\\\"', "Idempotency-Key": key },
        body: { shelf: "B2" },
      },
      { headers: { "X-Reader": 'name="Ishmael"' }, query: {} },
      { headers: { "X-Reader": 'name="Ahab"' } },
    ]);
    const ids = requests.flatMap((one) => {
      const { headers } = one as { headers: Record<string, string> };
      return [headers["Request-Id"] ?? "", headers["Idempotency-Key"] ?? ""];
    });
    expect(ids).toEqual(ids.map(() => expect.stringMatching(uuid)));
    // The key of the first call is the caller's; the others' are those of their calls.
    expect(new Set(ids).size).toBe(4);
    expect(requests[0]).not.toHaveProperty("headers.X-Language");
  });

  test("are refused by their names, and others aren't known", async () => {
    const raw = placedDocument({}, { errors: {} });
    const responses = { "204": { description: "Done." } };
    raw.paths["/books/all"] = { put: { operationId: "shelveAll", "x-mcp": { omit: true }, responses } };
    const library = await open(() => ({ status: 200, body: {} }), raw);
    const client = await library.connect();
    for (const [more, text] of [
      [{ meta: { reader: {} } }, "The argument meta.reader.name is missing."],
      [{ meta: { reader: { name: 7 } } }, "The argument meta.reader.name must be string."],
      [{ book: {} }, "The argument book.shelf is missing."],
      [{ shelf: "B2" }, "There is no argument shelf. There are: meta, id, book, page."],
      [{ id: "all" }, "they lead elsewhere"],
    ] as const) {
      const result = await client.callTool({ name: "shelve_book", arguments: given(more) });
      expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining(text) }] });
    }
  });
});

describe("what can't be applied is reported", () => {
  test.each<[object, string]>([
    [{ "/meta/colour": "header.X-Colour" }, "Nothing of the request is header.X-Colour"],
    [{ "/host": "header.Host" }, "Nothing of the request is header.Host"],
    [{ "/request": "header.Request-Id" }, "Nothing of the request is header.Request-Id"],
    [{ "/meta": "query.page" }, "/meta can't have a value, since /meta/reader/name is part of it."],
  ])("%j", (places, message) => {
    const all = { "/id": "path.id", "/book": "body", ...places };
    const [pointer = ""] = Object.keys(places);
    const { findings } = toolOf(placedDocument({ arguments: all }));
    const at = `#/paths/~1books~1{id}/put/x-mcp/arguments/${pointer.replaceAll("/", "~1")}`;
    expect(findings).toEqual([
      { severity: "warning", pointer: at, message: expect.stringContaining(message) },
    ]);
  });

  test("if nothing leads to what requests need", () => {
    const { findings } = toolOf(placedDocument({ arguments: {} }));
    expect(findings.map(({ message }) => message)).toEqual([
      "No argument leads to path.id, which requests need, so calls will be refused.",
      "No argument leads to body, which requests need, so calls will be refused.",
    ]);
  });

  test.each<[object, string]>([
    [{ arguments: { id: "path.id" } }, "its name must be a JSON pointer"],
    [
      { arguments: { "/a": "path.id", "/a/b": "body" } },
      'it can\'t have a value, since "/a/b" is part of it',
    ],
    [{ arguments: { "/id": "somewhere" } }, "`to` must be `body`, or a parameter"],
    [{ arguments: { "/id": {} } }, "`to` must name its place"],
    [{ arguments: { "/id": 7 } }, "write its place, or an object with `to`"],
    [{ arguments: { "/id": { to: "path.id", text: "none" } } }, "`text` must be a text with one `{value}`"],
    [{ arguments: { "/id": { to: "path.id", colour: 1 } } }, 'it has no "colour"'],
    [{ arguments: [] }, "`arguments` must be"],
    [{ generated: "Request-Id" }, "`generated` must be"],
    [{ errors: { "400": "no" } }, "`errors` must be"],
  ])("%j", (own, message) => {
    const { notes } = toolOf(placedDocument(own));
    expect(notes.map((one) => one.message).join("\n")).toContain(message);
  });

  test("if no operation has what the document's own x-mcp names", () => {
    const { findings } = toolOf(
      placedDocument(
        { arguments: { "/id": "path.id", "/book": "body", "/reader": "header.X-Reader" } },
        { arguments: { "/meta/other": "header.X-Other" }, generated: ["request-id", "X-Forwarded-For"] },
      ),
    );
    expect(findings).toEqual([
      {
        ...{ severity: "warning", pointer: "#/x-mcp/arguments/~1meta~1other" },
        message: "No operation has header.X-Other, so no tool has this argument.",
      },
      {
        ...{ severity: "warning", pointer: "#/x-mcp/generated" },
        message:
          "No operation has the header X-Forwarded-For, or calls set it by themselves, so it isn't generated.",
      },
    ]);
  });

  test("a name in the document's own x-mcp", () => {
    const { notes } = toolOf(placedDocument({}, { name: "all" }));
    expect(notes).toMatchObject([{ pointer: "#/x-mcp/name", message: expect.stringContaining("has no") }]);
  });
});

describe("errors of JSON-RPC", () => {
  const refuse = (code: string, status: number, headers = {}): AnyHandler => {
    return () => {
      throw new ApiError(code, "It isn't there.", { status, headers });
    };
  };

  test.each<[string, AnyHandler, object, { status: number; error: object }]>([
    [
      "by the code",
      refuse("gone", 410),
      {},
      { status: 410, error: { code: -32001, data: { code: "gone" } } },
    ],
    [
      "by the status",
      refuse("odd", 400),
      {},
      { status: 400, error: { code: -32602, data: { code: "odd" } } },
    ],
    [
      "by its range, with when to try again",
      refuse("busy", 429, { "Retry-After": "7" }),
      {},
      { status: 429, error: { code: -32000, data: { code: "busy", retry_after: 7 } } },
    ],
    [
      "for wrong arguments",
      refuse("never", 500),
      { meta: {} },
      { status: 400, error: { code: -32602, message: "The argument meta.reader is missing.", data: {} } },
    ],
  ])("%s", async (_, handler, more, expected) => {
    const library = await open(handler);
    const version = "2026-07-28";
    const response = await fetch(`${library.url}/mcp`, {
      method: "POST",
      headers: {
        ...{ Accept: "application/json, text/event-stream", "Content-Type": "application/json" },
        ...{ "MCP-Protocol-Version": version, "Mcp-Method": "tools/call", "Mcp-Name": "shelve_book" },
      },
      body: JSON.stringify({
        ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
        params: {
          ...{ name: "shelve_book", arguments: given(more) },
          _meta: {
            "io.modelcontextprotocol/protocolVersion": version,
            "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
            "io.modelcontextprotocol/clientCapabilities": {},
          },
        },
      }),
    });
    expect({ status: response.status, ...((await response.json()) as object) }).toMatchObject(expected);
  });

  test("have 200 in a stream of the revisions of 2025, and other refusals stay results", async () => {
    const library = await open(refuse("gone", 410));
    const client = await library.connect({ legacy: true });
    const calling = client.callTool({ name: "shelve_book", arguments: given() });
    await expect(calling).rejects.toMatchObject({ code: -32001, data: { code: "gone" } });
    const failing = await open(refuse("broken", 503));
    const result = await (await failing.connect()).callTool({ name: "shelve_book", arguments: given() });
    expect(result).toMatchObject({ isError: true, content: [{}, { text: "HTTP 503 Service Unavailable" }] });
  });
});
