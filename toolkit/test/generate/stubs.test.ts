import { describe, expect, test } from "vitest";
import { emitHandlers, emitStub, stubImports } from "../../cli/generate/handlers/stubs.ts";
import type { ApiDocument } from "../../server/document/document.ts";
import { isStub, NotImplemented } from "../../server/http/errors/not-implemented.ts";

const imports = stubImports({
  generated: "generated",
  operations: "server/operations",
  handlers: "server/handlers.ts",
});

describe("stubImports", () => {
  test("are relative to the importing file", () => {
    expect(imports).toEqual({ generated: "../generated", operations: "./operations", fromOperation: ".." });
    const flat = stubImports({
      generated: "api",
      operations: "api/handlers",
      handlers: "api/handlers/all.ts",
    });
    expect(flat).toEqual({ generated: "..", operations: ".", fromOperation: "." });
    const operations = [{ operationId: "open" }] as ApiDocument["operations"];
    expect(emitHandlers({ operations } as ApiDocument, flat)).toContain('from "../operations.ts";\n');
  });
});

describe("emitStub", () => {
  test("writes a typed function that isn't implemented", () => {
    expect(
      emitStub("pets.get", "petsGet", imports, ["{ status: 200, body: Pet }"]),
    ).toBe(`import { NotImplemented } from "@counterpart/server";
import type { Input, Output, Services } from "../operation.ts";

export async function petsGet(_input: Input<"pets.get">, _services: Services): Promise<Output<"pets.get">> {
  // On success, return { status: 200, body: Pet }
  throw new NotImplemented();
}
`);
  });

  test("breaks a line that is too long for the formatter", () => {
    expect(emitStub("listEverythingThereIs", "listEverythingThereIs", imports, [])).toContain(
      `export async function listEverythingThereIs(
  _input: Input<"listEverythingThereIs">,
  _services: Services,
): Promise<Output<"listEverythingThereIs">> {
`,
    );
  });
});

describe("isStub", () => {
  test("is true for a function that throws NotImplemented, and for no other", async () => {
    const stub = async () => {
      throw new NotImplemented();
    };
    expect(isStub(stub)).toBe(true);
    expect(isStub(async () => ({ status: 204 }))).toBe(false);
    expect(isStub(undefined)).toBe(false);
    await expect(stub).rejects.toThrow("This operation isn't implemented yet.");
  });
});
