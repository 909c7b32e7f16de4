import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readDocument } from "../../document/document.ts";
import { describeLocation } from "../../document/locate.ts";
import { readSpec } from "../../document/source/read-spec.ts";
import { describeFaults, documentFaults } from "../../validation/check-document.ts";

const folder = "toolkit/test/document/fixtures/ferry";
const root = fileURLToPath(new URL("fixtures/ferry/openapi.yaml", import.meta.url));

describe("where a bundled document is written", () => {
  const { raw, locate } = readSpec(root);

  test.each([
    ["the root", "#/info/title", "openapi.yaml", 2],
    [
      "a path of another file, under the servers' base path",
      "#/paths/~1api~1crossings~1{id}/get",
      "paths/crossing.yaml",
      1,
    ],
    ["an item of a list", "#/paths/~1api~1crossings~1{id}/get/parameters/0/schema", "paths/crossing.yaml", 8],
    [
      "a component that the bundler made of a file",
      "#/components/schemas/Crossing/properties/cars/minimum",
      "schemas/Crossing.yaml",
      7,
    ],
    ["a component of the root", "#/components/schemas/Route/pattern", "openapi.yaml", 12],
    [
      "what isn't there: the nearest around it",
      "#/components/schemas/Crossing/required/0",
      "schemas/Crossing.yaml",
      1,
    ],
  ])("%s", (_, pointer, file, line) => {
    expect(locate(pointer)).toEqual({ pointer, file: `${folder}/${file}`, line });
  });

  test("faults name file, line and pointer", () => {
    const faults = documentFaults(readDocument(raw));
    const message = describeFaults(faults, (pointer) => describeLocation(locate(pointer)));
    expect(message).toContain(
      `- ${folder}/schemas/Crossing.yaml:7 (#/components/schemas/Crossing/properties/cars/minimum): `,
    );
    expect(message).toContain(
      `- ${folder}/openapi.yaml:12 (#/components/schemas/Route/pattern): Invalid regular expression`,
    );
    expect(message).toContain(
      `- ${folder}/paths/crossing.yaml:3 (#/paths/~1api~1crossings~1{id}/get/x-sunset): readCrossing: tomorrow is not a date.`,
    );
  });
});

test("without the files, a fault names its pointer", () => {
  expect(describeLocation({ pointer: "#/paths" })).toBe("#/paths");
  expect(describeFaults([{ pointer: "#/paths", message: "is missing" }])).toBe(
    "The OpenAPI document has faults:\n- #/paths: is missing",
  );
});
