import { expect, test } from "vitest";
import type { RawDocument } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { type Page, pageConflicts } from "../../server/http/pages.ts";
import { sendJson } from "../../server/http/response/send-text.ts";
import { startApp } from "../helpers/small-app.ts";

const library = (...paths: string[]): RawDocument => ({
  openapi: "3.1.0",
  info: { title: "Library", version: "1" },
  paths: Object.fromEntries(
    paths.map((path) => [
      path,
      { get: { operationId: path, responses: { "200": { description: "Found.", content: {} } } } },
    ]),
  ),
});

const page = (path: string): Page => ({ method: "GET", path, handler: (_req, res) => sendJson(res, "page") });

test.each<[page: string, path: string, isTaken: boolean | undefined]>([
  ["/version", "/version", true],
  ["/shelves/{shelf}", "/shelves/{id}", true],
  ["/version", "/{name}", false],
  ["/shelves/{shelf}", "/shelves/new", false],
  ["/v-{shelf}", "/v-{id}-{place}", false],
  ["/admin/*", "/admin/books/{id}", false],
  ["/admin/*", "/admin", undefined],
  ["/admin/*", "/{name}", undefined],
  ["/version", "/versions", undefined],
  ["/version", "/v{number}s", undefined],
  ["/docs", "/docs/{name}", undefined],
  ["/a.b", "/a{x}b", false],
  ["/a.b", "/{x}.b", false],
  ["/axb", "/{x}.b", undefined],
])("the page %s and the operation %s: %s", (path, operation, isTaken) => {
  const document = readDocument(library(operation));
  expect(pageConflicts([{ document, basePath: "", pages: [page(path)] }])).toEqual(
    isTaken === undefined ? [] : [{ page: path, operationId: operation, isTaken }],
  );
});

test("the base path counts, and so do the pages of other documents", () => {
  const [one, two] = [library("/version"), library("/{name}")].map(readDocument);
  if (!one || !two) throw new Error("A document is missing.");
  const conflicts = pageConflicts([
    { document: one, basePath: "/v1", pages: [page("/version"), page("/v1/version")] },
    { document: two, basePath: "", pages: [] },
  ]);
  expect(conflicts).toEqual([
    { page: "/v1/version", operationId: "/version", isTaken: true },
    { page: "/version", operationId: "/{name}", isTaken: false },
  ]);
});

test.each([
  ["/version", "/version", "operation"],
  ["/shelves/{shelf}", "/shelves/{id}", "operation"],
  ["/version", "/{name}", "page"],
])("the page %s and the operation %s: the %s answers", async (path, operation, who) => {
  const app = await startApp({
    raw: library(operation),
    pages: [page(path)],
    handlers: { [operation]: async () => ({ status: 200 }) },
  });
  const response = await fetch(`${app.url}${path.replace(/\{.*\}/, "7")}`);
  await app.close();
  expect([response.status, await response.text()]).toEqual([200, who === "page" ? '"page"' : ""]);
});
