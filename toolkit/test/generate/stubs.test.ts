import { describe, expect, test } from "vitest";
import { emitStub } from "../../generate/stubs.ts";
import { isStub, NotImplemented } from "../../http/errors/not-implemented.ts";

describe("emitStub", () => {
  test("writes a function with a typed input and output that isn't implemented", () => {
    expect(emitStub("pets.get", "petsGet")).toBe(`import { NotImplemented } from "@counterpart/toolkit";
import type { Input, Output, Services } from "../operation.ts";

export async function petsGet(_input: Input<"pets.get">, _services: Services): Promise<Output<"pets.get">> {
  throw new NotImplemented();
}
`);
  });

  test("breaks a line that is too long for the formatter", () => {
    expect(emitStub("listEverythingThereIs", "listEverythingThereIs")).toContain(
      `export async function listEverythingThereIs(
  _input: Input<"listEverythingThereIs">,
  _services: Services,
): Promise<Output<"listEverythingThereIs">> {
`,
    );
  });
});

describe("isStub", () => {
  test("is true of a function that throws NotImplemented, and of no other", async () => {
    const stub = async () => {
      throw new NotImplemented();
    };
    expect(isStub(stub)).toBe(true);
    expect(isStub(async () => ({ status: 204 }))).toBe(false);
    expect(isStub(undefined)).toBe(false);
    await expect(stub).rejects.toThrow("This operation isn't implemented yet.");
  });
});
