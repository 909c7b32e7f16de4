import { expect, test } from "vitest";
import { readDocument } from "../../../server/document/read-document.ts";
import { createdId, listedIds } from "../../../testing/fuzz/discover/ids.ts";
import { resourcesOf } from "../../../testing/fuzz/discover/resources.ts";

const note = { path: "/users/{user}/notes/{noteId}", parameter: "noteId", creators: [] };

function answer(body: unknown, location?: string) {
  return {
    status: 201,
    headers: { ...(location !== undefined && { location }) },
    text: "",
    isUtf8: true,
    body,
  };
}

test.each([
  ["a path", "/users/7/notes/n%201", "n 1"],
  ["a URL", "https://api.example/users/7/notes/5?new", "5"],
  ["a path below another one", "/api/v2/users/7/notes/5", "5"],
  ["another path", "/users/7", "from the body"],
  ["no URL", "http://[", "from the body"],
])("Location is %s", (_, location, id) => {
  expect(createdId(note, answer({ id: "from the body" }, location))).toBe(id);
});

test.each([
  ["the parameter's own name first", { id: 1, noteId: 2 }, 2],
  ["a common name", { _id: "x" }, "x"],
  ["within an envelope", { data: { note: { id: 3 } } }, 3],
  ["nothing", { text: "" }, undefined],
  ["no object", [], undefined],
])("an id in the body: %s", (_, body, id) => {
  expect(createdId(note, answer(body))).toBe(id);
});

test.each([
  ["a list", [{ id: 1 }, { id: 2 }, {}], [1, 2]],
  ["a list within an envelope", { data: { items: [{ noteId: "a" }] } }, ["a"]],
  ["a list of ids", ["a", "b"], ["a", "b"]],
  ["no list", { total: 1 }, []],
])("ids in %s", (_, body, ids) => {
  expect(listedIds(note, answer(body))).toEqual(ids);
});

test("a resource is created by POST on its collection, or by PUT that documents 201", () => {
  const responses = (status: string) => ({ responses: { [status]: { description: "" } } });
  const document = readDocument({
    openapi: "3.1.0",
    info: { title: "Notes", version: "1" },
    paths: {
      "/users": {
        get: { operationId: "list", ...responses("200") },
        post: { operationId: "add", ...responses("201") },
      },
      "/users/{id}": { put: { operationId: "replace", ...responses("200") } },
      "/users/{userId}/notes/{key}": { put: { operationId: "write", ...responses("201") } },
    },
  });
  const resources = [...resourcesOf(document)].map(([place, { creators, list }]) => [
    place,
    creators.map(({ operationId }) => operationId),
    list?.operationId,
  ]);
  expect(resources).toEqual([
    ["/users/{}", ["add"], "list"],
    ["/users/{}/notes/{}", ["write"], undefined],
  ]);
});
