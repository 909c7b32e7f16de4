import path from "node:path";
import { describe, expect, test } from "vitest";
import { describeFinding, type Finding } from "../../../server/document/findings/finding.ts";
import { readSpec } from "../../../server/document/source/read-spec.ts";
import { writtenFiles } from "../../helpers/written-files.ts";

const root = `openapi: 3.1.0
info: { title: Harbour, version: "1" }
servers: [{ url: /v1 }]
tags: [{ name: berths }, { name: ships }, { name: old }]
paths:
  /berths:
    get:
      operationId: listBerths
      tags: [berths, old]
      responses: { 200: { description: OK, content: { application/json: { schema: { $ref: Berth.yaml } } } } }
  /ships:
    get:
      operationId: listShips
      responses: { 204: { description: None } }
`;

/** Reads the harbour's document with overlays of the given actions. */
function read(...overlays: string[]) {
  const files = overlays.map((actions, n) => [
    `fix${n}.overlay.yaml`,
    `overlay: 1.1.0\nactions:\n${actions}\ninfo: { title: Fix, version: "1" }\n`,
  ]);
  const folder = writtenFiles({
    "openapi.yaml": root,
    "Berth.yaml": "type: object\nproperties:\n  mark: { type: text }\n",
    ...Object.fromEntries(files),
  });
  const spec = readSpec(path.join(folder, "openapi.yaml"), {
    overlays: files.map(([name = ""]) => path.join(folder, name)),
  });
  const within = (text: string) => text.replaceAll(`${path.relative("", folder)}/`, "");
  const placeOf = (pointer: string) => {
    const { file = "", line } = spec.locate(pointer);
    return `${within(file)}:${line}`;
  };
  const warnings = spec.notes.filter(({ severity }) => severity !== "info") as Finding[];
  return { ...spec, placeOf, warnings: warnings.map((note) => within(describeFinding(note))) };
}

function failure(...overlays: string[]): string {
  try {
    read(...overlays);
  } catch (error) {
    return (error as Error).message.replaceAll(/[^ ]*counterpart-files-\w+\//g, "");
  }
  throw new Error("The overlay was applied.");
}

describe("an overlay", () => {
  test("merges objects, concatenates lists and replaces values", () => {
    const { raw } = read(`  - target: $.paths['/berths'].get
    update: { summary: List, tags: [new], responses: { 200: { description: Fine } } }
  - target: $.tags
    update: { name: extra }
  - target: $.info.title
    update: Port`);
    expect(raw.info.title).toBe("Port");
    expect(raw.paths["/v1/berths"].get).toMatchObject({
      summary: "List",
      tags: ["berths", "old", "new"],
      responses: { 200: { description: "Fine", content: { "application/json": {} } } },
    });
    expect(raw.tags.map(({ name }: { name: string }) => name)).toEqual(["berths", "ships", "old", "extra"]);
  });

  test("removes members and items", () => {
    const { raw } = read(`  - target: $.paths['/ships']
    remove: true
  - target: $.tags[?@.name != 'ships']
    remove: true
  - target: $.paths.*.get.tags[?@ == 'old']
    remove: true`);
    expect(Object.keys(raw.paths)).toEqual(["/v1/berths"]);
    expect(raw.tags).toEqual([{ name: "ships" }]);
    expect(raw.paths["/v1/berths"].get.tags).toEqual(["berths"]);
  });

  test("copies one place to others", () => {
    const { raw } = read(`  - target: $.paths['/ships'].get
    copy: $.paths['/berths'].get.responses['200']`);
    expect(raw.paths["/v1/ships"].get).toMatchObject({ operationId: "listShips", description: "OK" });
  });

  test("sees the changes of earlier overlays, and components that were files", () => {
    const { raw } = read(
      "  - target: $.components.schemas\n    update: { Mark: { type: string } }",
      "  - target: $.components.schemas.Berth.properties.mark.type\n    remove: true",
      "  - target: $.components.schemas.Berth.properties.mark\n    update: { $ref: '#/components/schemas/Mark' }",
    );
    expect(raw.components.schemas).toEqual({
      Berth: { type: "object", properties: { mark: { $ref: "#/components/schemas/Mark" } } },
      Mark: { type: "string" },
    });
  });

  test("leaves the files unchanged: other uses of an anchor don't change", () => {
    const folder = writtenFiles({
      "openapi.yaml": "openapi: 3.1.0\nx-a: &a { b: 1 }\nx-c: *a\npaths: {}\n",
      "fix.yaml": "overlay: 1.0.0\nactions: [{ target: $.x-a, update: { b: 2 } }]",
    });
    const { raw } = readSpec(path.join(folder, "openapi.yaml"), {
      overlays: [path.join(folder, "fix.yaml")],
    });
    expect([raw["x-a"], raw["x-c"]]).toEqual([{ b: 2 }, { b: 1 }]);
  });

  test("that repairs a broken reference removes its note", () => {
    const folder = writtenFiles({
      "openapi.yaml": root.replace("Berth.yaml", "none.yaml"),
      "fix.yaml":
        "overlay: 1.0.0\nactions: [{ target: $..schema, update: { $ref: '#/components/schemas/A' } }, { target: $, update: { components: { schemas: { A: { type: string } } } } }]",
    });
    const { notes } = readSpec(path.join(folder, "openapi.yaml"), {
      overlays: [path.join(folder, "fix.yaml")],
    });
    expect(notes.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  test("warns of a missing target", () => {
    expect(
      read("  - target: $.info\n    update: {}\n  - target: $.paths['/none']\n    remove: true").warnings,
    ).toEqual([
      "warning: fix0.overlay.yaml:5 (#): The overlay's target $.paths['/none'] matches nothing in the document.",
    ]);
  });
});

describe("the location of what an overlay", () => {
  test("added is in the overlay's file, and what is beside it is in the document", () => {
    const { placeOf } = read(`  - target: $.paths['/berths'].get
    update:
      summary: List
      tags:
        - new
      responses:
        404: { description: None }`);
    expect(placeOf("#/paths/~1v1~1berths/get/summary")).toBe("fix0.overlay.yaml:5");
    expect(placeOf("#/paths/~1v1~1berths/get/tags/2")).toBe("fix0.overlay.yaml:7");
    expect(placeOf("#/paths/~1v1~1berths/get/responses/404/description")).toBe("fix0.overlay.yaml:9");
    expect(placeOf("#/paths/~1v1~1berths/get/responses/200")).toBe("openapi.yaml:10");
    expect(placeOf("#/components/schemas/Berth/properties/mark")).toBe("Berth.yaml:3");
  });

  test("kept of a list is unchanged, and so is that of its additions", () => {
    const folder = writtenFiles({
      "openapi.yaml": "openapi: 3.1.0\ntags:\n  - name: a\n  - name: b\n  - name: c\npaths: {}\n",
      "fix.yaml":
        "overlay: 1.1.0\nactions:\n  - target: $.tags\n    update:\n      - name: d\n      - name: e\n  - { target: '$.tags[0]', remove: true }\n",
    });
    const { raw, locate } = readSpec(path.join(folder, "openapi.yaml"), {
      overlays: [path.join(folder, "fix.yaml")],
    });
    expect(raw.tags).toEqual([{ name: "b" }, { name: "c" }, { name: "d" }, { name: "e" }]);
    const places = [0, 1, 2, 3].map((n) => locate(`#/tags/${n}/name`));
    expect(places.map(({ file = "", line }) => `${path.basename(file)}:${line}`)).toEqual([
      "openapi.yaml:4",
      "openapi.yaml:5",
      "fix.yaml:5",
      "fix.yaml:6",
    ]);
  });
});

describe("a broken overlay names file, line and mistake", () => {
  const action = "  - target: $.info\n    ";
  test.each([
    ["an invalid path", "  - target: $.paths[\n    remove: true", "3 (#): Not a JSONPath: "],
    ["no target", "  - remove: true", "3 (#): The action has no `target`, a JSONPath such as"],
    [
      "a removal that isn't a boolean",
      `${action}remove: maybe`,
      "4 (#): `remove` must be `true` or `false`.",
    ],
    ["a path that doesn't begin with `$`", "  - target: info\n    remove: true", "3 (#): Not a JSONPath: "],
    [
      "a copy from several places",
      `${action}copy: $.paths.*`,
      "4 (#): `copy` must match one place, and $.paths.* matches 2.",
    ],
    [
      "a list for a value",
      `${action}update:\n      title: [a]`,
      "5 (#): The document has a value where the overlay has a list. Remove the document's value with a separate action first.",
    ],
    [
      "a value for an object",
      `${action}update: text`,
      "4 (#): The document has an object where the overlay has a value.",
    ],
    [
      "removing everything",
      "  - target: $\n    remove: true",
      "3 (#): The document as a whole can't be removed.",
    ],
  ])("%s", (_, actions, message) => {
    expect(failure(actions)).toContain(`error: fix0.overlay.yaml:${message}`);
  });

  test.each([
    [
      "another file",
      "openapi: 3.1.0\n",
      "1 (#): The file isn't an overlay. An overlay begins with its version, as in `overlay: 1.1.0`.",
    ],
    [
      "another version",
      "# x\noverlay: 2.0.0\n",
      "2 (#): The overlay has the version 2.0.0. Only versions 1.0 and 1.1 can be read.",
    ],
    ["no actions", "overlay: 1.1.0\n", "1 (#): The overlay has no list of `actions`."],
    ["invalid YAML", "overlay: [\n", "2 (#): The file can't be parsed"],
  ])("%s", (_, text, message) => {
    const folder = writtenFiles({ "openapi.yaml": root, "fix.yaml": text });
    const run = () =>
      readSpec(path.join(folder, "openapi.yaml"), { overlays: [path.join(folder, "fix.yaml")] });
    expect(run).toThrow(`fix.yaml:${message}`);
  });

  test("a missing file", () => {
    const folder = writtenFiles({ "openapi.yaml": root });
    const run = () =>
      readSpec(path.join(folder, "openapi.yaml"), { overlays: [path.join(folder, "none.yaml")] });
    expect(run).toThrow(/error: .*none\.yaml:1 \(#\): There is no file .*none\.yaml\./);
  });
});

describe("an overlay is applied with a warning", () => {
  const info = 'info: { title: Fix, version: "1" }';
  const change = "actions: [{ target: $.info, update: { x-a: 1 } }]";
  test.each<[string, string, string[]]>([
    [
      "for an action without an effect",
      `overlay: 1.1.0\n${info}\nactions:\n  - target: $.info\n    description: x\n`,
      ["4 (#): The action changes nothing: it has none of `update`, `copy` and `remove: true`."],
    ],
    [
      "without `info`",
      `overlay: 1.1.0\n${change}\n`,
      ["1 (#): The overlay has no `info`. Write `info: { title: …, version: … }`."],
    ],
    [
      "for fields of wrong types",
      `overlay: "1.1"\ninfo: { title: 5, version: "1" }\nextends: {}\nactions:\n  - { target: $.info, update: {}, description: 3 }\n`,
      [
        "2 (#): `title` of `info` should be a text, in quotes.",
        "1 (#): The version 1.1 should have three parts, as in 1.1.0.",
        "3 (#): `extends` should be an address in quotes.",
        "5 (#): `description` should be a text.",
      ],
    ],
    [
      "for unknown fields, but not for extensions",
      `overlay: 1.1.0\n${info}\nx-a: 1\nmore: 2\nactions:\n  - { target: $.info, x-b: 1, updates: {}, remove: false, update: {} }\n`,
      [
        "4 (#): `more` has no effect: an overlay has no such field.",
        "6 (#): `updates` has no effect: an action has no such field.",
      ],
    ],
    [
      "for fields without effect",
      `overlay: 1.0.0\n${info}\nextends: a.yaml\nactions:\n  - { target: $.tags, remove: true, update: {} }\n  - { target: $.info, copy: $.info }\n  - { target: $.info, copy: $.info }\n`,
      [
        "3 (#): `extends` has no effect: the overlay is applied to the document whose configuration lists it.",
        "5 (#): `update` has no effect beside `remove: true`.",
        "6 (#): Overlay 1.0 has no `copy`. It is applied as in `overlay: 1.1.0`.",
        "7 (#): Overlay 1.0 has no `copy`. It is applied as in `overlay: 1.1.0`.",
        "7 (#): An earlier action of the overlay is the same.",
      ],
    ],
    [
      "without actions",
      `overlay: 1.1.0\n${info}\nactions: []\n`,
      ["3 (#): The overlay has no actions, so it changes nothing."],
    ],
  ])("%s", (_, text, warnings) => {
    const folder = writtenFiles({ "openapi.yaml": root, "Berth.yaml": "type: object\n", "fix.yaml": text });
    const { notes } = readSpec(path.join(folder, "openapi.yaml"), {
      overlays: [path.join(folder, "fix.yaml")],
    });
    const found = (notes as Finding[]).map(describeFinding).filter((note) => note.includes("fix.yaml"));
    expect(found.map((note) => note.replace(/^warning: .*fix\.yaml:/, ""))).toEqual(warnings);
  });
});
