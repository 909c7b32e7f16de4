import { expect, test } from "vitest";
import { createPathTree } from "../../http/path-tree.ts";

const find = createPathTree<string>([
  ["/apis/{group}.{version}/pods", "pods"],
  ["/jobs/{id}:cancel", "cancel"],
  ["/users({id})", "user"],
  ["/sites/{name}.{format}", "site", { format: "json|xml" }],
  ["/posts/{id}-{slug}", "post", { id: "-?[0-9]+" }],
  ["/tiles/{x},{y},{name}.png", "tile"],
  ["/all%20of/100%25/{id}", "encoded"],
  ["/a%3Ab*c/{id}", "separators"],
]);

test.each([
  ["/apis/batch.v1/pods", "pods", ["batch", "v1"]],
  ["/apis/a%2Fb.c%2F/pods", "pods", ["a/b", "c/"]],
  ["/apis/a%0A.b/pods", "pods", ["a\n", "b"]],
  ["/jobs/a%2Fb:cancel", "cancel", ["a/b"]],
  ["/jobs/a:b:cancel", "cancel", ["a:b"]],
  ["/tiles/1,2,3.5.old.png", "tile", ["1", "2", "3.5.old"]],
  ["/users(a%2F)", "user", ["a/"]],
  ["/apis/a.b.v1/pods", "pods", ["a.b", "v1"]],
  ["/sites/a.b.json", "site", ["a.b", "json"]],
  ["/sites/a.b.pdf", "site", ["a.b", "pdf"]],
  ["/posts/-1-a-b", "post", ["-1", "a-b"]],
  ["/posts/a-b-c", "post", ["a", "b-c"]],
  ["/all%20of/100%25/1", "encoded", ["1"]],
  ["/a%3ab*c/1", "separators", ["1"]],
])("%s is found, encoded slashes and all", (path, place, segments) => {
  expect(find(path, path)).toEqual({ place, segments, isUndecodable: false });
});

test.each(["/apis/a/b.c/pods", "/apis/batch/pods", "/jobs/a:start"])("%s is none of these paths", (path) => {
  expect(find(path, path)).toBeUndefined();
});

// To try every way to divide it would take hours.
test("a long text with nothing but separators is none of these paths at once", () => {
  const path = `/tiles/${",".repeat(15_000)}`;
  expect(find(path, path)).toBeUndefined();
});
