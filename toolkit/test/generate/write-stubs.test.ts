import path from "node:path";
import { expect, test } from "vitest";
import { withDefaults } from "../../cli/config/config-schema.ts";
import { writeStubs } from "../../cli/generate/handlers/write-stubs.ts";
import { writtenFiles } from "../helpers/written-files.ts";

const error = { type: "object", required: ["code"], properties: { code: { type: "string" } } };
const document = {
  openapi: "3.1.0",
  info: { title: "Kiosk", version: "1.0.0" },
  "x-error-schema": error,
  paths: {
    "/papers": {
      get: {
        operationId: "listPapers",
        responses: { "404": { description: "None.", content: { "application/json": { schema: error } } } },
      },
    },
  },
};

test.each([
  ["is written with the service that uses it", {}, true],
  ["isn't written beside an existing service", { "server/service.ts": "export {};\n" }, false],
])("render-error.ts %s", async (_, files: Record<string, string>, isWritten) => {
  const folder = writtenFiles({ "generated/openapi.json": JSON.stringify(document), ...files });
  const at = (name: string) => path.join(folder, name);
  const places = { generated: at("generated"), operations: at("server/operations") };
  const more = { handlers: at("server/handlers.ts"), service: at("server/service.ts") };
  const written = await writeStubs(withDefaults({ ...places, ...more }, true));
  expect(written.includes(at("server/render-error.ts"))).toBe(isWritten);
});
