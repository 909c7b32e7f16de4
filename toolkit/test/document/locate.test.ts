import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { describeFinding, locateFindings } from "../../server/document/findings/finding.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { readSpec } from "../../server/document/source/read-spec.ts";

const folder = "toolkit/test/document/fixtures/ferry";
const root = fileURLToPath(new URL("fixtures/ferry/openapi.yaml", import.meta.url));

describe("the source location", () => {
  const { raw, locate } = readSpec(root);

  test.each([
    ["the root", "#/info/title", "openapi.yaml", 2],
    [
      "of a path in another file, under the servers' base path",
      "#/paths/~1api~1crossings~1{id}/get",
      "paths/crossing.yaml",
      1,
    ],
    [
      "of an item of a list",
      "#/paths/~1api~1crossings~1{id}/get/parameters/0/schema",
      "paths/crossing.yaml",
      8,
    ],
    [
      "of a component that the bundler created from a file",
      "#/components/schemas/Crossing/properties/cars/minimum",
      "schemas/Crossing.yaml",
      7,
    ],
    ["of a component of the root", "#/components/schemas/Route/pattern", "openapi.yaml", 12],
    [
      "of a missing node: the nearest one around it",
      "#/components/schemas/Crossing/required/0",
      "schemas/Crossing.yaml",
      1,
    ],
  ])("%s", (_, pointer, file, line) => {
    const written = pointer.replace("~1api~1", "~1");
    expect(locate(pointer)).toEqual({ pointer: written, file: `${folder}/${file}`, line });
  });

  test("notes name file, line and pointer as in the files, each once", () => {
    const { notes } = readDocument(raw);
    const lines = locateFindings([...notes, ...notes], locate).map(describeFinding);
    expect(lines).toEqual([
      expect.stringContaining(
        `warning: ${folder}/paths/crossing.yaml:3 (#/paths/~1crossings~1{id}/get/x-sunset): "tomorrow" is not a date`,
      ),
      expect.stringContaining(`warning: ${folder}/openapi.yaml:12 (#/components/schemas/Route/pattern): `),
      expect.stringContaining(
        `warning: ${folder}/schemas/Crossing.yaml:7 (#/components/schemas/Crossing/properties/cars/minimum): `,
      ),
    ]);
  });
});

test("without the files, a note has only its pointer", () => {
  const note = { severity: "warning", pointer: "#/paths", message: "Is empty." } as const;
  expect(describeFinding(note)).toBe("warning: #/paths: Is empty.");
});
