import { symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { readSpec } from "../../../server/document/source/read-spec.ts";
import { UnreadableSpec } from "../../../server/document/source/unreadable-spec.ts";
import { writtenFiles } from "../../helpers/written-files.ts";

const outside = "type: object\ndescription: SECRET\nvalue: { description: SECRET }\n";

/** A folder of files, some outside the folder `api` of the document. */
function folderWith(files: Record<string, string> = {}): string {
  return writtenFiles({
    "secret.yaml": outside,
    "api2/secret.yaml": outside,
    "api/inner.yaml": outside,
    ...files,
  });
}

/** Writes a document in which a part is in line 5, and reads it. */
function read(folder: string, part: string, options = {}) {
  const text = `openapi: 3.1.0
info: { title: Kites, version: 1.0.0 }
paths: { /kites: { get: { operationId: listKites, responses: { 200: { $ref: "#/components/responses/Ok" } } } } }
components:
  ${part}
`;
  const file = path.join(folder, "api/openapi.yaml");
  writeFileSync(file, text);
  return readSpec(file, options);
}

function noteOf(run: () => unknown) {
  try {
    run();
  } catch (error) {
    if (error instanceof UnreadableSpec) return error.note;
    throw error;
  }
  throw new Error("The document was read.");
}

const ok = (media: string) =>
  `responses: { Ok: { description: OK, content: { application/json: ${media} } } }`;
const schemaAt = (reference: string) => ok(`{ schema: { $ref: ${JSON.stringify(reference)} } }`);

describe("a file outside the document's folder is refused", () => {
  test.each<[string, (folder: string) => string]>([
    ["by a path with dots", () => "../secret.yaml"],
    ["by a path that first goes down", () => "schemas/../../secret.yaml"],
    ["by encoded dots", () => "%2e%2e/secret.yaml"],
    ["by a path with a pointer", () => "../secret.yaml#/value"],
    ["in a folder whose name begins the same", () => "../api2/secret.yaml"],
    ["by an absolute path", (folder) => path.join(folder, "secret.yaml")],
    ["by a URL", (folder) => pathToFileURL(path.join(folder, "secret.yaml")).href],
  ])("%s", (_, referenceIn) => {
    const folder = folderWith();
    const reference = referenceIn(folder);
    const { message, file, line } = noteOf(() => read(folder, schemaAt(reference)));
    expect(message).toMatch(/^The reference .* leads to .*secret\.yaml, outside the document's folder/);
    expect(message).toContain(reference);
    expect(message).toContain("--allow-folder");
    expect(message).toContain("`allowFolders`");
    expect(message).not.toContain("SECRET");
    expect({ file, line }).toEqual({
      file: path.relative("", path.join(folder, "api/openapi.yaml")),
      line: 5,
    });
  });

  test.each([
    ["an example's `externalValue`", ok("{ examples: { a: { externalValue: ../secret.yaml } } }")],
    ["an example", ok("{ examples: { a: { value: { $ref: ../secret.yaml } } } }")],
    ["an extension", "x-more: { list: [{ $ref: ../secret.yaml }] }"],
    ["a description", "responses: { Ok: { description: { $ref: ../secret.yaml } } }"],
    [
      "a discriminator's mapping",
      ok(
        "{ schema: { oneOf: [], discriminator: { propertyName: a, mapping: { a: ../secret.yaml#/value } } } }",
      ),
    ],
    ["a file that only an example mentions", "x-more: { $ref: more.yaml }"],
  ])("in %s", (_, part) => {
    const folder = folderWith({ "api/more.yaml": "a: { externalValue: ../secret.yaml }" });
    const { message, line } = noteOf(() => read(folder, part));
    expect(message).toContain("The reference ../secret.yaml");
    expect(line).toBe(part.includes("more.yaml") ? 1 : 5);
  });

  test("behind a link to it, and behind a link to its folder", () => {
    const folder = folderWith({ "other/secret.yaml": outside });
    symlinkSync(path.join(folder, "secret.yaml"), path.join(folder, "api/link.yaml"));
    symlinkSync("../other", path.join(folder, "api/linked"));
    for (const reference of ["link.yaml", "linked/secret.yaml"]) {
      const { message } = noteOf(() => read(folder, schemaAt(reference)));
      expect(message).toContain(`The reference ${reference} leads to `);
    }
  });

  test("behind an allowed folder's own link", () => {
    const folder = folderWith({ "shared/a.yaml": outside });
    symlinkSync("../secret.yaml", path.join(folder, "shared/link.yaml"));
    const options = { allowFolders: [path.join(folder, "shared")] };
    const { message } = noteOf(() => read(folder, schemaAt("../shared/link.yaml"), options));
    expect(message).toContain("The reference ../shared/link.yaml");
  });
});

describe("a file is read", () => {
  const described = ({ raw }: ReturnType<typeof read>) =>
    Object.values(raw.components?.schemas ?? {}).map((schema) => Object(schema).description);

  test("in the document's folder, also by its whole name", () => {
    const folder = folderWith();
    const inner = path.join(folder, "api/inner.yaml");
    for (const reference of ["inner.yaml", "../api/inner.yaml", inner, pathToFileURL(inner).href]) {
      expect(described(read(folder, schemaAt(reference)))).toEqual(["SECRET"]);
    }
  });

  test("in an allowed folder, and below", () => {
    const folder = folderWith();
    for (const allowed of [folder, path.join(folder, "api2")]) {
      const options = { allowFolders: ["none", allowed] };
      expect(described(read(folder, schemaAt("../api2/secret.yaml"), options))).toEqual(["SECRET"]);
    }
  });

  test("if the document's folder and the allowed one are links", () => {
    const folder = folderWith();
    symlinkSync(".", path.join(folder, "here"));
    symlinkSync("api2", path.join(folder, "allowed"));
    read(folder, schemaAt("inner.yaml"));
    expect(described(readSpec(path.join(folder, "here/api/openapi.yaml")))).toEqual(["SECRET"]);
    const options = { allowFolders: [path.join(folder, "allowed")] };
    expect(described(read(folder, schemaAt("../api2/secret.yaml"), options))).toEqual(["SECRET"]);
  });

  test("if the root itself is a link", () => {
    const folder = folderWith({ "api/inner.yaml": '{ $ref: "openapi.yaml#/components/schemas/A" }' });
    read(folder, 'schemas: { A: { description: SECRET }, B: { $ref: "inner.yaml" } }');
    const text = path.join(folder, "api/openapi.yaml");
    writeFileSync(
      path.join(folder, "root.yaml"),
      "openapi: 3.1.0\npaths: {}\ncomponents: { schemas: { A: { $ref: inner.yaml } } }\n",
    );
    unlinkSync(text);
    symlinkSync("../root.yaml", text);
    expect(readSpec(text).files).toHaveLength(2);
  });
});

test("a missing file outside the folder is a broken reference, and its neighbours' names aren't suggested", () => {
  const { notes } = read(folderWith(), schemaAt("../secrets.yaml"));
  const [{ message } = { message: "" }] = notes.filter(({ severity }) => severity === "error");
  expect(message).toContain("The reference ../secrets.yaml leads to ");
  expect(message).not.toContain("Did you mean");
});

test("data that only looks like a reference to a file stays", () => {
  const { raw } = read(folderWith(), ok("{ examples: { a: { value: { $ref: /kites/1 } } } }"));
  expect(JSON.stringify(raw)).toContain('"$ref":"/kites/1"');
});
