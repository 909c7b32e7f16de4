import { Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { NodeRequest } from "../../server/adapters/node/node-exchange.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { dispatch, pathConflicts, pathPrefixOf } from "../../server/http/dispatch.ts";

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
  ["the prefix of all resources", "/v1", ["/v1/boats", "/v1/boats/{id}", "/v1/piers"]],
  ["several segments", "/api/v1", ["/api/v1/boats", "/api/v1/piers/{id}"]],
  ["never a resource's name", "/v1", ["/v1/boats/{id}", "/v1/boats/{id}/crew"]],
  ["empty if the paths have nothing in common", "", ["/boats", "/piers"]],
  ["empty for a single resource", "", ["/boats", "/boats/{id}"]],
  ["empty for a document without paths", "", []],
])("the path prefix of a document is %s", (_, prefix, paths, basePath) => {
  expect(pathPrefixOf(sharing("one", paths, basePath))).toBe(prefix);
});

test("a tool's call reaches the document of its operation, whatever another one has at its path", () => {
  const answered: string[] = [];
  const served = [sharing("old", ["/boats/{boatId}"]), sharing("new", ["/boats/newest"])].map((one) => ({
    ...one,
    pages: [],
    pipeline: () => void answered.push(one.name),
  }));
  const answer = dispatch(served);
  const request = (toolsOf?: object) =>
    Object.assign(new NodeRequest(new Socket()), { url: "/boats/newest", toolsOf });
  answer(request() as never, {} as never);
  answer(request(served[0]?.document) as never, {} as never);
  expect(answered).toEqual(["new", "old"]);
});

describe("two documents with the same path conflict", () => {
  test("including their base paths, regardless of parameter names", () => {
    const one = sharing("old", ["/boats/{boatId}", "/v2/piers"]);
    const other = sharing("new", ["/boats/{id}", "/piers"], "/v2");
    expect(pathConflicts([one, other])).toEqual([
      "The documents old and new both have the path /v2/piers. Give one of them another basePath.",
    ]);
    expect(pathConflicts([one, sharing("third", ["/boats/{id}"])])).toEqual([
      "The documents old and third both have the path /boats/{id}, as /boats/{boatId} and /boats/{id}. Give one of them another basePath.",
    ]);
  });

  test("but not if one document has both spellings, or the other's path is more specific", () => {
    const one = sharing("old", ["/boats/{boatId}", "/boats/{id}"]);
    expect(pathConflicts([one, sharing("new", ["/boats/newest"])])).toEqual([]);
  });
});
