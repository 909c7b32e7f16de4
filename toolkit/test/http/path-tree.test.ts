import { expect, test } from "vitest";
import { createPathTree } from "../../http/path-tree.ts";

const find = createPathTree<string>([
  ["/apis/{group}.{version}/pods", "pods"],
  ["/jobs/{id}:cancel", "cancel"],
  ["/users({id})", "user"],
]);

test.each([
  ["/apis/batch.v1/pods", "pods", ["batch", "v1"]],
  ["/apis/a%2Fb.c%2F/pods", "pods", ["a/b", "c/"]],
  ["/apis/a%0A.b/pods", "pods", ["a\n", "b"]],
  ["/jobs/a%2Fb:cancel", "cancel", ["a/b"]],
  ["/users(a%2F)", "user", ["a/"]],
])("%s is found, encoded slashes and all", (path, place, segments) => {
  expect(find(path, path)).toEqual({ place, segments, isUndecodable: false });
});

test.each(["/apis/a/b.c/pods", "/apis/batch/pods", "/jobs/a:start"])("%s is none of these paths", (path) => {
  expect(find(path, path)).toBeUndefined();
});
