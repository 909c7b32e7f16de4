import path from "node:path";
import { expect, test } from "vitest";
import { rootIn } from "../../cli/config/find-spec.ts";
import { writtenFiles } from "../helpers/written-files.ts";

const found = async (files: Record<string, string>): Promise<string> => {
  const folder = writtenFiles(files);
  return path.relative(folder, await rootIn(folder));
};

test.each([
  ["YAML", "a.yaml", "# The harbour\nopenapi: 3.1.0\n"],
  ["JSON", "a.json", '{\n  "info": {},\n  "openapi": "3.1.0"\n}'],
  ["JSON on one line", "a.json", '{"openapi":"3.1.0","info":{}}'],
  ["Swagger", "a.yaml", "swagger: '2.0'\n"],
])("finds a root in %s among other files", async (_, name, text) => {
  const others = {
    "b/Berth.yaml": "type: object",
    "fix.overlay.yaml": "overlay: 1.1.0",
    "readme.md": "openapi: x",
  };
  expect(await found({ ...others, [name]: text })).toBe(name);
});

test("among several roots, the one named openapi", async () => {
  const files = { "a.yaml": "openapi: 3.0.0", "v1/openapi.yaml": "openapi: 3.1.0" };
  expect(await found(files)).toBe("v1/openapi.yaml");
});

test("if no file has a version, the one named openapi, so that reading it reports what is missing", async () => {
  expect(await found({ "openapi.yaml": "berths: 12", "tides.yaml": "type: object" })).toBe("openapi.yaml");
});

test("no document, or several, gives an error that says what to do", async () => {
  await expect(found({ "a.yaml": "type: object" })).rejects.toThrow(
    /^There is no OpenAPI document in .*\. Put openapi\.yaml there\.$/,
  );
  await expect(found({ "a.yaml": "openapi: 3.0.0", "b.yaml": "openapi: 3.1.0" })).rejects.toThrow(
    /several OpenAPI documents in .* \(a\.yaml, b\.yaml\)\. Name one of them openapi\.yaml\.$/,
  );
});
