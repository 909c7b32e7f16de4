import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { emitRenderError } from "../../cli/generate/handlers/render-error.ts";
import type { RawDocument } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import type { RequestFault } from "../../server/document/request-fault.ts";
import { ApiError } from "../../server/http/errors/api-error.ts";
import { renderFromDocument } from "../../server/http/errors/render-error.ts";
import { notesDocument } from "../helpers/notes-document.ts";
import { startApp } from "../helpers/small-app.ts";

const text = { type: "string" };
const fault = { in: text, pointer: text, name: text, rule: text, message: text };
const list = (properties: object, required: string[]) => ({
  type: "array",
  items: { type: "object", properties, required, additionalProperties: false },
});
const error = {
  type: "object",
  required: ["error", "code"],
  additionalProperties: false,
  properties: { error: text, code: text, details: list(fault, ["in", "rule", "message"]) },
};
const problem = {
  type: "object",
  required: ["type", "title"],
  additionalProperties: false,
  properties: {
    type: text,
    title: text,
    detail: text,
    errors: list({ detail: text, pointer: text }, ["detail"]),
  },
};

function documentWith(schema: object): RawDocument {
  const raw = notesDocument();
  raw.components.schemas.Error = schema;
  return raw;
}

const faults = [
  { in: "query", name: "limit", rule: "maximum", message: "must be <= 50" },
  { in: "query", name: "page", rule: "additionalProperties", message: "is not a known parameter" },
];
const Authorization = "Bearer good";

async function refusedList(parts: Omit<Parameters<typeof startApp>[0], "limits">) {
  const app = await startApp({ limits: { global: { limit: 100, windowSeconds: 60 } }, ...parts });
  const answer = await fetch(`${app.url}/notes?limit=51&page=2`, { headers: { Authorization } });
  const notFound = await fetch(`${app.url}/nothing`, { headers: { Authorization } });
  const bodies = { refused: await answer.json(), notFound: await notFound.json() };
  await app.close();
  expect(answer.status).toBe(400);
  expect(app.logLines.filter((line) => line.includes("doesn't fit"))).toEqual([]);
  return bodies;
}

describe("the errors of a request", () => {
  test("are the `details` of an error whose schema has them", async () => {
    const { refused, notFound } = await refusedList({ raw: documentWith(error) });
    expect(refused).toMatchObject({ code: "VALIDATION_ERROR", details: faults });
    expect(notFound).not.toHaveProperty("details");
  });

  test("are omitted if the schema doesn't have them", async () => {
    const { refused } = await refusedList({ raw: notesDocument() });
    expect(refused).toEqual({ error: expect.any(String), code: "VALIDATION_ERROR" });
  });

  test("are passed to a service's own renderer", async () => {
    const { refused } = await refusedList({
      raw: documentWith({}),
      renderError: ({ details }) => ({ body: { mine: details ?? null } }),
    });
    expect(refused).toEqual({ mine: faults });
  });

  test("are the `errors` of problem details (RFC 9457), in the mock and in what scaffold writes", async () => {
    const document = readDocument(documentWith(problem));
    const folder = await mkdtemp(path.join(tmpdir(), "error-details-"));
    afterAll(() => rm(folder, { recursive: true }));
    const file = path.join(folder, "render-error.ts");
    await writeFile(file, emitRenderError(document) ?? "");
    const { renderError } = await import(pathToFileURL(file).href);
    for (const render of [renderError, renderFromDocument(document)]) {
      const { refused, notFound } = await refusedList({ raw: documentWith(problem), renderError: render });
      expect(refused).toMatchObject({
        title: "Bad Request",
        errors: [{ detail: "must be <= 50" }, { detail: "is not a known parameter" }],
      });
      expect(notFound).not.toHaveProperty("errors");
    }
  });

  test("may have other properties of a service's own, if the schema's items have them", async () => {
    const detail = {
      in: "body",
      pointer: "/id",
      rule: "stock",
      message: "2 are left",
      available: 2,
      cost: 7,
    };
    const raw = documentWith({
      ...error,
      properties: {
        ...error.properties,
        details: list({ ...fault, available: { type: "integer" } }, ["in"]),
      },
    });
    const app = await startApp({
      raw,
      limits: { global: { limit: 100, windowSeconds: 60 } },
      handlers: {
        listNotes: async () => {
          throw new ApiError("VALIDATION_ERROR", "Too few.", { details: [detail as RequestFault] });
        },
      },
    });
    const answer = await fetch(`${app.url}/notes`, { headers: { Authorization } });
    const { cost: _, ...documented } = detail;
    expect(await answer.json()).toEqual({
      error: "Too few.",
      code: "VALIDATION_ERROR",
      details: [documented],
    });
    await app.close();
  });

  test("need no custom renderer", () => {
    expect(emitRenderError(readDocument(documentWith(error)))).toBeUndefined();
  });
});

describe("a body that isn't JSON", async () => {
  const app = await startApp({
    raw: notesDocument(),
    limits: { global: { limit: 100, windowSeconds: 60 }, writing: { limit: 100, windowSeconds: 60 } },
  });
  afterAll(() => app.close());

  test.each([
    ['{"text": "SECRET" "x": 1}', "The body isn't valid JSON at line 1, column 19."],
    ['{\n  "text": "SECRET",\n}', "The body isn't valid JSON at line 3, column 1."],
    ['{"text": ', "The body isn't valid JSON: it ends too early."],
    ['{"text": SECRET}', "The body isn't valid JSON."],
  ])("is refused with the position of the mistake, if it is known: %j", async (body, message) => {
    const answer = await fetch(`${app.url}/notes`, {
      method: "POST",
      headers: { Authorization, "Content-Type": "application/json" },
      body,
    });
    expect([answer.status, await answer.json()]).toEqual([400, { error: message, code: "INVALID_REQUEST" }]);
  });
});
