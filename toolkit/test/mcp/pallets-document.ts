import type { RawDocument } from "../../server/document/document.ts";

const responses = { "200": { description: "Done.", content: { "application/json": {} } } };
const inPath = (...names: string[]) =>
  names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));

/** Operations whose paths overlap, some of which agents may not call. */
export function palletsDocument(): RawDocument {
  return structuredClone({
    openapi: "3.1.0",
    info: { title: "Pallets", version: "1" },
    security: [{ card: [] }],
    paths: {
      "/pallets/owners": { get: { operationId: "listOwners", "x-mcp": { omit: true }, responses } },
      "/pallets/all": {
        delete: { operationId: "deleteAllPallets", "x-mcp": { confirm: "Delete all pallets?" }, responses },
      },
      "/pallets/{palletId}": {
        parameters: inPath("palletId"),
        get: { operationId: "getPallet", responses },
        delete: { operationId: "deletePallet", responses },
      },
      "/{folder}/{name}": {
        parameters: inPath("folder", "name"),
        get: { operationId: "getFile", responses },
      },
      "/reports/{number}": {
        parameters: inPath("number"),
        get: { operationId: "getReport", "x-mcp": { omit: true }, responses },
      },
      "/parts/manual.pdf": { get: { operationId: "getManual", "x-mcp": { omit: true }, responses } },
      "/parts/{name}.{extension}": {
        parameters: inPath("name", "extension"),
        get: { operationId: "getPart", responses },
      },
    },
    components: { securitySchemes: { card: { type: "http", scheme: "bearer" } } },
  });
}
