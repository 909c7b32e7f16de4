import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { emitRenderError } from "../../cli/generate/handlers/render-error.ts";
import type { ApiDocument } from "../../server/document/document.ts";
import { loadDocument } from "../../server/document/load-document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { responseFor } from "../../server/document/response-for.ts";
import { readSpec } from "../../server/document/source/read-spec.ts";
import {
  type ErrorToRender,
  type RenderError,
  renderFromDocument,
  renderPlain,
  responseForError,
} from "../../server/http/errors/render-error.ts";
import { createValidators } from "../../server/validation/operation-validator.ts";
import { notesDocument } from "../helpers/notes-document.ts";
import { startApp } from "../helpers/small-app.ts";

const problem = {
  type: "object",
  required: ["type", "title", "trace_id"],
  properties: {
    type: { type: "string", format: "uri" },
    title: { type: "string" },
    detail: { type: "string" },
    status: { type: "integer" },
    trace_id: { type: "string" },
    "retry-able": { type: "boolean" },
  },
};
const legacy = {
  type: "object",
  required: ["errors"],
  properties: {
    errors: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        required: ["reason", "text", "at"],
        properties: {
          reason: { type: "string", enum: ["conflict", "not-found"] },
          text: { type: "string" },
          at: { type: "string", format: "date-time" },
        },
      },
    },
  },
};

/** Notes whose errors are problems (RFC 9457), except those of `writeNote`, which are a list. */
function problemDocument() {
  const raw = notesDocument();
  raw.components.schemas.Error = problem;
  raw.components.schemas.Legacy = legacy;
  const { post } = raw.paths["/notes"];
  // Its own copies: other operations share them.
  post.responses = JSON.parse(JSON.stringify(post.responses));
  for (const [status, response] of Object.entries<{ content: object }>(post.responses)) {
    if (status.startsWith("4")) {
      response.content = {
        "application/vnd.legacy+json": { schema: { $ref: "#/components/schemas/Legacy" } },
      };
    }
  }
  return raw;
}

const toolshed = fileURLToPath(
  new URL("../other-documents/fixtures/toolshed/api/toolshed.yaml", import.meta.url),
);
const folder = await mkdtemp(path.join(tmpdir(), "render-error-"));
afterAll(() => rm(folder, { recursive: true }));

async function scaffolded(document: ApiDocument, name: string): Promise<RenderError> {
  const file = path.join(folder, `${name}.ts`);
  await writeFile(file, emitRenderError(document) ?? "");
  return (await import(pathToFileURL(file).href)).renderError;
}

describe("the file that scaffold writes", () => {
  test("is readable, and distinguishes schemas by their names", () => {
    expect(emitRenderError(readDocument(problemDocument()))).toBe(`import { STATUS_CODES } from "node:http";
import type { RenderError } from "@counterpart/server";

/**
 * The body of every error, including those that the server answers before it calls a handler. Derived once from the
 * document's schemas and examples: edit it as you like. A body that doesn't fit the document is logged and replaced.
 */
export const renderError: RenderError = ({ code, message, requestId, schema, status }) => {
  if (schema === "Legacy") {
    return {
      body: {
        errors: [
          {
            reason: choose(["conflict", "not-found"], code),
            text: message,
            at: new Date().toISOString(),
          },
        ],
      },
    };
  }
  return {
    body: {
      type: "about:blank",
      title: STATUS_CODES[status] ?? "Error",
      detail: message,
      status,
      trace_id: requestId,
    },
  };
};

/** The value with the same spelling (\`NOT_FOUND\`, \`not-found\` and \`NotFound\` match), or the first. */
function choose<T>(values: [T, ...T[]], text: string): T {
  const spelled = (value: unknown) => String(value).replaceAll(/[^A-Za-z0-9]/g, "").toLowerCase();
  return values.find((value) => spelled(value) === spelled(text)) ?? values[0];
}
`);
  });

  test("sets the required headers of errors, also of those without a body", () => {
    const required = { required: true, schema: { type: "string", example: "n1" } };
    const headers = {
      "X-Node": required,
      "X-Other": { schema: { type: "string" } },
      "Retry-After": required,
    };
    const schema = { type: "object", properties: { message: { type: "string" } } };
    const get = (operationId: string, response: object) => ({
      get: { operationId, responses: { default: response } },
    });
    const document = readDocument({
      openapi: "3.1.0",
      info: { title: "Racks", version: "1" },
      paths: {
        "/a": get("a", { headers, content: { "application/json": { schema } } }),
        "/b": get("b", { headers }),
        "/c": get("c", { headers: { "X-Rack": required }, content: { "text/plain": {} } }),
      },
    });
    const code = emitRenderError(document) ?? "";
    expect(
      code.slice(code.indexOf("export")),
    ).toBe(`export const renderError: RenderError = ({ message, operationId, response }) => {
  if (["c default"].includes(\`\${operationId} \${response}\`)) {
    return { body: undefined, headers: {"X-Rack":"n1"} };
  }
  return { body: { message }, headers: {"X-Node":"n1"} };
};
`);
  });

  test("isn't written if all errors have the default body", () => {
    expect(emitRenderError(readDocument(notesDocument()))).toBeUndefined();
  });

  test.each([
    ["problems and lists", async () => readDocument(problemDocument())],
    ["the boatyard", () => loadDocument(new URL("../mock/fixtures/boatyard.json", import.meta.url))],
    [
      "the toolshed",
      async () => readDocument(readSpec(toolshed, { allowFolders: [path.join(toolshed, "../..")] }).raw),
    ],
  ])("fits every documented error of %s, and so do the mock's answers", async (name, load) => {
    const document = await load();
    const validators = createValidators(document);
    const byService = await scaffolded(document, name.replaceAll(" ", "-"));
    const byMock = renderFromDocument(document);
    for (const operation of document.operations) {
      for (const status of [400, 401, 404, 409, 422, 429, 500]) {
        const documented = responseForError(document, operation, status);
        if (!documented?.mediaType || !responseFor(operation.responses, status)) continue;
        const error: ErrorToRender = {
          status,
          code: "NOT_FOUND",
          message: "It isn't there.",
          requestId: "req_1",
          operationId: operation.operationId,
          ...(documented.key !== undefined && { response: documented.key }),
          ...(documented.schemaName !== undefined && { schema: documented.schemaName }),
        };
        const { mediaType } = documented;
        const check = (body: unknown) => validators(operation).validateResponse(status, mediaType, body);
        check(byMock(error).body);
        check(byService(error).body);
      }
    }
  });
});

describe("renderError", async () => {
  const seen: ErrorToRender[] = [];
  const limits = { global: { limit: 1000, windowSeconds: 60 } };
  const app = await startApp({
    raw: problemDocument(),
    limits,
    renderError: (error) => {
      seen.push(error);
      if (error.schema === "Legacy") return { body: { wrong: true } };
      const { code, message } = error;
      return {
        body: { type: `https://errors.example/${code}`, title: message, trace_id: error.requestId },
        contentType: "application/problem+json",
        headers: { "Content-Language": "en" },
      };
    },
    handlers: { listNotes: async () => ({ status: 200, body: [] }) },
  });
  afterAll(() => app.close());
  const errorsLogged = () => app.logLines.filter((line) => line.includes("writeNote 401 doesn't fit"));

  test("renders the server's own errors, with its own media type and headers", async () => {
    const answer = await fetch(`${app.url}/notes?limit=0`, { headers: { Authorization: "Bearer good" } });
    expect([
      answer.status,
      answer.headers.get("Content-Type"),
      answer.headers.get("Content-Language"),
    ]).toEqual([400, "application/problem+json; charset=utf-8", "en"]);
    expect(await answer.json()).toMatchObject({ type: "https://errors.example/VALIDATION_ERROR" });
    expect(seen.at(-1)).toMatchObject({
      operationId: "listNotes",
      response: "400",
      schema: "Error",
      status: 400,
    });
  });

  test("is called for requests that match no operation", async () => {
    expect((await fetch(`${app.url}/nothing`)).status).toBe(404);
    expect(seen.at(-1)).toMatchObject({ response: "404", code: "NOT_FOUND" });
    expect(seen.at(-1)).not.toHaveProperty("operationId");
  });

  test("an unfitting body is logged once, and replaced by one that fits", async () => {
    for (const _ of [1, 2]) {
      const answer = await fetch(`${app.url}/notes`, { method: "POST" });
      expect([answer.status, await answer.json()]).toMatchObject([401, { errors: [{ reason: "conflict" }] }]);
    }
    expect(errorsLogged()).toHaveLength(1);
    expect(errorsLogged()[0]).toContain("the error body of writeNote 401 doesn't fit the document");
  });
});

test("the renderer also sets headers of errors without a body", async () => {
  const raw = notesDocument();
  raw.paths["/notes/{note-id}"].delete.responses["404"] = {
    description: "No such note.",
    headers: { "X-Node": { required: true, schema: { type: "string" } } },
  };
  const app = await startApp({ raw, renderError: () => ({ body: "not sent", headers: { "X-Node": "n1" } }) });
  const headers = { Authorization: "Bearer good" };
  const answer = await app.fetch(`${app.url}/notes/1`, { method: "DELETE", headers });
  expect([answer.status, answer.headers.get("X-Node"), await answer.text()]).toEqual([404, "n1", ""]);
  await app.close();
});

test("a default body that doesn't fit is logged, and replaced by one that fits", async () => {
  const app = await startApp({ raw: problemDocument(), renderError: renderPlain });
  const answer = await fetch(`${app.url}/notes`);
  expect([answer.status, await answer.json()]).toMatchObject([401, { title: "Unauthorized", status: 401 }]);
  expect(app.logLines.join("")).toContain("the error body of listNotes 401 doesn't fit the document");
  await app.close();
});

test("an undocumented error has the media type and the shape of the document's other errors", async () => {
  const raw = notesDocument();
  const problem = {
    type: "object",
    required: ["title", "status"],
    properties: { title: { type: "string" }, status: { type: "integer" }, detail: { type: "string" } },
  };
  for (const item of Object.values<Record<string, { responses: object }>>(raw.paths))
    for (const operation of Object.values(item)) operation.responses = { "200": { description: "Fine." } };
  raw.paths["/notes"].get.responses["422"] = {
    description: "Refused.",
    content: { "application/problem+json": { schema: problem } },
  };
  delete raw["x-unmatched"];
  const app = await startApp({ raw });
  for (const [target, status] of [
    ["/notes", 401],
    ["/nothing", 404],
  ] as const) {
    const answer = await fetch(app.url + target);
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([
      status,
      "application/problem+json; charset=utf-8",
    ]);
    expect(await answer.json()).toMatchObject({ status, title: expect.any(String) });
  }
  await app.close();
});
