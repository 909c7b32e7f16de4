import { describe, expect, test } from "vitest";
import { readDocument } from "../../server/document/read-document.ts";
import { pathConflicts, pathPrefixOf } from "../../server/http/dispatch.ts";

const sharing = (name: string, paths: string[], basePath = "") => ({
  name,
  basePath,
  document: readDocument({
    openapi: "3.1.0",
    info: { title: name, version: "1.0.0" },
    paths: Object.fromEntries(paths.map((path) => [path, { get: { responses: {} } }])),
  }),
});

test.each<[string, string, string[], string?]>([
  ["the base path", "/api", ["/v1/boats", "/v1/piers"], "/api"],
  ["what precedes the resources", "/v1", ["/v1/boats", "/v1/boats/{id}", "/v1/piers"]],
  ["several segments", "/api/v1", ["/api/v1/boats", "/api/v1/piers/{id}"]],
  ["never the name of a resource", "/v1", ["/v1/boats/{id}", "/v1/boats/{id}/crew"]],
  ["nothing where the paths have nothing in common", "", ["/boats", "/piers"]],
  ["nothing of a single resource", "", ["/boats", "/boats/{id}"]],
  ["nothing of a document without paths", "", []],
])("the path prefix of a document is %s", (_, prefix, paths, basePath) => {
  expect(pathPrefixOf(sharing("one", paths, basePath))).toBe(prefix);
});

describe("two documents claim the same path", () => {
  test("with base paths counted, and whatever the parameters are called", () => {
    const one = sharing("old", ["/boats/{boatId}", "/v2/piers"]);
    const other = sharing("new", ["/boats/{id}", "/piers"], "/v2");
    expect(pathConflicts([one, other])).toEqual([
      "The documents old and new both have the path /v2/piers. Give one of them another basePath.",
    ]);
    expect(pathConflicts([one, sharing("third", ["/boats/{id}"])])).toEqual([
      "The documents old and third both have the path /boats/{id}, as /boats/{boatId} and /boats/{id}. Give one of them another basePath.",
    ]);
  });

  test("not where one document has both spellings, or a path of another that is more exact", () => {
    const one = sharing("old", ["/boats/{boatId}", "/boats/{id}"]);
    expect(pathConflicts([one, sharing("new", ["/boats/newest"])])).toEqual([]);
  });
});
