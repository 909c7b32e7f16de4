import path from "node:path";
import { describe, expect, test } from "vitest";
import { emitClient } from "../../../cli/generate/client/client.ts";
import { emitLeftOutOverlay } from "../../../cli/new/left-out-overlay.ts";
import { readDocument } from "../../../server/document/read-document.ts";
import { readSpec } from "../../../server/document/source/read-spec.ts";
import { writtenFiles } from "../../helpers/written-files.ts";

const responses = { "204": { description: "Done." } };
const get = (more: object = {}) => ({ get: { responses, ...more } });
const at = (...urls: string[]) => ({ servers: urls.map((url) => ({ url })) });

/** Reads a document. By default, its servers are at `https://api.example.com/v3`. */
function read(paths: object, { servers }: { servers?: unknown } = at("https://api.example.com/v3")) {
  const root = {
    openapi: "3.1.0",
    info: { title: "Boats", version: "1" },
    ...(servers ? { servers } : {}),
    paths,
  };
  const folder = writtenFiles({ "openapi.json": JSON.stringify(root, null, 1) });
  const spec = readSpec(path.join(folder, "openapi.json"));
  return { spec, document: readDocument(spec.raw) };
}

const served = (paths: object, servers?: { servers?: unknown }) =>
  read(paths, servers).document.operations.map(({ method, path: at, server }) =>
    [method, at, ...(server === undefined ? [] : [server])].join(" "),
  );

describe("an operation is served under the base path of its servers:", () => {
  test.each<[what: string, paths: object, expected: string[]]>([
    ["the document's", { "/boats": get() }, ["get /v3/boats"]],
    [
      "its own",
      { "/token": get(at("https://login.example.com/oauth")) },
      ["get /oauth/token https://login.example.com"],
    ],
    ["its path's", { "/health": { ...at("/"), ...get() } }, ["get /health"]],
    ["a relative one", { "/jobs": get(at("/batch/v1/")) }, ["get /batch/v1/jobs"]],
    ["one on the same host", { "/jobs": get(at("https://api.example.com/batch")) }, ["get /batch/jobs"]],
    ["its own before its path's", { "/a": { ...at("/path"), ...get(at("/own")) } }, ["get /own/a"]],
    [
      "those of several servers that agree",
      { "/a": get(at("https://a.test/x", "https://b.test/x/")) },
      ["get /x/a https://a.test"],
    ],
    [
      "none if several differ",
      { "/a": get(at("https://a.test/x", "https://b.test/y")) },
      ["get /a https://a.test/x"],
    ],
    ["the document's if its own list is empty", { "/a": get({ servers: [] }) }, ["get /v3/a"]],
    [
      "that of its variables' defaults",
      {
        "/a": get({
          servers: [
            {
              url: "https://{region}.example.com/{version}",
              variables: { region: { default: "eu" }, version: { default: "2", enum: ["1", "2"] } },
            },
          ],
        }),
      },
      ["get /2/a https://eu.example.com"],
    ],
    [
      "each of a path's operations under its own",
      {
        "/token": {
          parameters: [{ name: "trace", in: "header", schema: { type: "string" } }],
          ...get(),
          post: { ...at("/oauth"), responses },
          additionalOperations: { COPY: { ...at("/oauth"), responses } },
        },
      },
      ["get /v3/token", "post /oauth/token", "copy /oauth/token"],
    ],
  ])("%s", (_, paths, expected) => {
    expect(served(paths)).toEqual(expected);
  });

  test("its own if the document has none, or several that differ", () => {
    const paths = { "/a": get(), "/b": get(at("/x")) };
    expect(served(paths, {})).toEqual(["get /a", "get /x/b"]);
    const several = at("https://a.test/v1", "https://b.test/v2");
    expect(served(paths, several)).toEqual(["get /a", "get /x/b https://a.test"]);
  });
});

test("what paths share applies to each of their operations", () => {
  const { document } = read({
    "/a": {
      parameters: [{ name: "trace", in: "header", schema: { type: "string" } }],
      ...get(),
      post: { ...at("/x"), responses },
    },
  });
  expect(document.operations.map(({ parameters }) => parameters.map(({ name }) => name))).toEqual([
    ["trace"],
    ["trace"],
  ]);
});

test("two paths that become one keep the operations that requests can distinguish, and the others are reported", () => {
  const { document } = read({
    "/v3/a": { ...at("/"), ...get(), delete: { responses } },
    "/a": { ...get(), post: { responses } },
  });
  expect(document.operations.map(({ method, path: at }) => `${method} ${at}`)).toEqual([
    "get /v3/a",
    "delete /v3/a",
    "post /v3/a#/a",
  ]);
  expect(document.leftOut).toMatchObject([{ pointer: "#/paths/~1v3~1a#~1a/get" }]);
});

test("notes name the paths with their own servers, and their place in the file", () => {
  const { spec } = read({ "/boats": get(), "/token": get(at("https://login.example.com/oauth")) });
  expect(spec.notes.map(({ message }) => message)).toEqual([
    "The servers' base path is part of every path without its own servers: /v3/boats",
    "The servers of this path are its own: it is served at /oauth/token.",
  ]);
  expect(spec.locate("#/paths/~1oauth~1token/get")).toMatchObject({
    pointer: "#/paths/~1token/get",
    line: 23,
  });
});

test("an overlay that removes unservable parts uses the paths of the file", () => {
  const { spec, document } = read({ "/a/{b": get(at("/x")) });
  expect(emitLeftOutOverlay(document.leftOut, spec.writtenPath)).toContain("$.paths['/a/{b'].get");
});

test("invalid servers are ignored, and reported", () => {
  const { document } = read({ "/a": { servers: {}, ...get({ servers: [{}] }) } });
  expect(document.operations.map(({ path: at }) => at)).toEqual(["/v3/a"]);
  expect(document.notes.map(({ pointer }) => pointer)).toEqual([
    "#/paths/~1v3~1a/servers",
    "#/paths/~1v3~1a/get/servers",
  ]);
});

test("the client knows the servers of operations", () => {
  const { document } = read({ "/boats": get(), "/token": get(at("https://login.example.com/oauth")) });
  expect(emitClient(document)).toContain('"GET /oauth/token": { server: "https://login.example.com" }');
  expect(emitClient(read({ "/boats": get() }).document)).not.toContain("server:");
});

test("a server's path that begins like a host is only a path", () => {
  for (const url of [
    "https://api.example.com/\\v3",
    "https://api.example.com//v3",
    'https://api.example.com/\\"; x',
  ]) {
    expect(served({ "/boats": get() }, at(url))).toHaveLength(1);
  }
});
