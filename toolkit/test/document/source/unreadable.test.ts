import path from "node:path";
import { describe, expect, test } from "vitest";
import { readSpec } from "../../../server/document/source/read-spec.ts";
import { UnreadableSpec } from "../../../server/document/source/unreadable-spec.ts";
import { writtenFiles } from "../../helpers/written-files.ts";

/** YAML of this many lists, each ten times as long as the one before. */
function multiplied(lists: number): string {
  const names = Array.from({ length: lists }, (_, n) => `x${n}`);
  const items = (n: number) => Array(10).fill(n === 0 ? "x" : `*x${n - 1}`);
  return names.map((name, n) => `${name}: &${name} [${items(n).join(",")}]\n`).join("");
}

describe("an unreadable root names file, line and mistake", () => {
  test.each([
    ["an empty file", "", 1, "The file is empty."],
    ["only comments", "# openapi\n", 1, "The file has only comments."],
    [
      "no OpenAPI",
      "hello: world\n",
      1,
      "The file isn't an OpenAPI document. Such a document begins with its version, as in `openapi: 3.1.0`.",
    ],
    [
      "a list",
      "- 1\n",
      1,
      "The file isn't an OpenAPI document. Such a document begins with its version, as in `openapi: 3.1.0`.",
    ],
    [
      "Swagger",
      "# old\nswagger: '2.0'\n",
      2,
      "The document is Swagger 2.0. Only OpenAPI 3.0 to 3.2 can be read. Convert it: npx swagger2openapi@7.0.8 --patch --resolve --yaml --outfile openapi.yaml FILE",
    ],
    [
      "an unknown version",
      "info: {}\nopenapi: 4.0.0\n",
      2,
      "The document is OpenAPI 4.0.0. Only OpenAPI 3.0 to 3.2 can be read. Convert it first.",
    ],
    [
      "an unclosed bracket",
      "openapi: 3.1.0\ninfo: {title: X\npaths: {}\n",
      3,
      "The file can't be parsed, at column 1: Deficient indentation, or a bracket before it isn't closed.",
    ],
    [
      "a tab",
      "openapi: 3.1.0\ninfo:\n\ttitle: X\n",
      3,
      "The file can't be parsed, at column 1: Tab characters must not be used in indentation.",
    ],
    [
      "an anchor that contains itself",
      "openapi: 3.1.0\nx-a: &a { b: *a }\n",
      2,
      "The file can't be parsed, at column 15: An anchor contains itself.",
    ],
    [
      "aliases that multiply",
      `openapi: 3.1.0\n${multiplied(6)}`,
      6,
      "The file can't be parsed, at column 39: Aliases repeat what they name to more than 100840 nodes.",
    ],
    [
      "aliases that deepen",
      `openapi: 3.1.0\nx0: &x0 {}\n${Array.from({ length: 300 }, (_, n) => `x${n + 1}: &x${n + 1} [*x${n}]\n`).join("")}`,
      201,
      "The file can't be parsed, at column 15: Objects and lists are nested more than 200 levels deep.",
    ],
    [
      "nested lists",
      `openapi: 3.1.0\nx-a: ${"[".repeat(100_000)}${"]".repeat(100_000)}\n`,
      2,
      "The file can't be parsed, at column 206: Objects and lists are nested more than 200 levels deep.",
    ],
    [
      "nested lists without brackets",
      `openapi: 3.1.0\nx-a:\n  ${"- ".repeat(100_000)}1\n`,
      3,
      "The file can't be parsed, at column 403: Objects and lists are nested more than 200 levels deep.",
    ],
  ])("%s", (_, text, line, message) => {
    const file = path.relative("", path.join(writtenFiles({ "openapi.yaml": text }), "openapi.yaml"));
    const error = errorOf(() => readSpec(file));
    expect(error.message).toBe(`error: ${file}:${line} (#): ${message.replace("FILE", file)}`);
    expect(error.note).toMatchObject({ severity: "error", pointer: "#", file, line });
  });

  test("JSON with a mistake", () => {
    const file = path.join(writtenFiles({ "a.json": '{\n  "openapi": "3.1.0"\n  "info": {}\n}' }), "a.json");
    expect(errorOf(() => readSpec(file)).note).toMatchObject({
      line: 3,
      message: "The file can't be parsed, at column 3: Missed comma between flow collection entries.",
    });
  });

  test.each([
    [
      "nested lists",
      `{ "openapi": "3.1.0",\n"x-\\"[": ${"[".repeat(100_000)}${"]".repeat(100_000)} }`,
      2,
      209,
    ],
    ["nested lists without an end", "[".repeat(100_000), 1, 201],
  ])("JSON with %s", (_, text, line, column) => {
    const file = path.join(writtenFiles({ "a.json": text }), "a.json");
    expect(errorOf(() => readSpec(file)).note).toMatchObject({
      line,
      message: `The file can't be parsed, at column ${column}: Objects and lists are nested more than 200 levels deep.`,
    });
  });

  test("an overlay whose aliases multiply", () => {
    const folder = writtenFiles({
      "openapi.yaml": "openapi: 3.1.0\npaths: { /a: {} }\n",
      "fix.yaml": `overlay: 1.1.0\n${multiplied(6)}`,
    });
    const overlays = [path.join(folder, "fix.yaml")];
    expect(errorOf(() => readSpec(path.join(folder, "openapi.yaml"), { overlays })).message).toContain(
      "fix.yaml:6 (#): The file can't be parsed, at column 39: Aliases repeat what they name",
    );
  });

  test("a missing file", () => {
    expect(errorOf(() => readSpec("none/openapi.yaml")).message).toBe(
      "error: none/openapi.yaml:1 (#): There is no file none/openapi.yaml.",
    );
  });
});

test.each([
  ["a byte-order mark", "\uFEFFopenapi: 3.1.0\npaths: { /a: {} }\n"],
  ["a trailing comma in JSON", '{ "openapi": "3.1.0", "paths": { "/a": {}, } }'],
  ["version 3.2", "openapi: 3.2.0\npaths: { /a: {} }\n"],
  ["anchors and merge keys", "openapi: 3.1.0\nx-a: &a { /a: {} }\npaths: { <<: *a }\n"],
])("%s doesn't make a document unreadable", (_, text) => {
  const file = path.join(writtenFiles({ "openapi.json": text }), "openapi.json");
  expect(Object.keys(readSpec(file).raw.paths)).toEqual(["/a"]);
});

test("keys are strings and dates stay unchanged", () => {
  const text =
    "openapi: 3.1.0\npaths: { /a: { get: { responses: { 200: { description: 2026-01-01 } } } } }\n";
  const { raw } = readSpec(path.join(writtenFiles({ "a.yaml": text }), "a.yaml"));
  expect(raw.paths["/a"].get.responses).toEqual({ "200": { description: "2026-01-01" } });
});

function errorOf(run: () => unknown): UnreadableSpec {
  try {
    run();
  } catch (error) {
    if (error instanceof UnreadableSpec) return error;
  }
  throw new Error("The document was read.");
}

test.each([
  ["3.0", "3.0.0"],
  ["3.1", "3.1.0"],
  ['"3.2"', "3.2.0"],
])("the version %s is completed, and reported", (given, version) => {
  const file = path.join(
    writtenFiles({ "a.yaml": `info: {}\nopenapi: ${given}\npaths: { /a: {} }\n` }),
    "a.yaml",
  );
  const { raw, notes } = readSpec(file);
  expect(raw.openapi).toBe(version);
  expect(notes).toMatchObject([{ severity: "warning", line: 2 }]);
});

test.each([
  ["a method that isn't an object", { get: "x" }],
  ["an empty path item", null],
  ["an unencoded reference", { $ref: "a%zz.yaml#/%zz" }],
  ["a reference to the document itself", { $ref: "#" }],
  ["a reference that isn't a string", { $ref: 5 }],
])("%s doesn't prevent reading the rest", (_, item) => {
  const root = { openapi: "3.1.0", tags: [null], paths: { "/a": item, "/b": { get: {} } }, components: null };
  const file = path.join(writtenFiles({ "a.json": root }), "a.json");
  for (const options of [{}, { include: { paths: ["/*"] } }]) {
    expect(readSpec(file, options).raw.paths["/b"].get.operationId).toBe("getB");
  }
});
