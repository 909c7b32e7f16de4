import { expect, test } from "vitest";
import { plainPath } from "../../../client/styles/plain-path.ts";

test("values are encoded, and a missing one leaves its template", () => {
  const values = { petId: "a b/?#%é", n: 7, flag: false, gone: undefined };
  expect(plainPath("/pets/{petId}/{n}/{flag}/{gone}", values)).toBe(
    "/pets/a%20b%2F%3F%23%25%C3%A9/7/false/{gone}",
  );
});

test.each(["", ".", "..", null])("%j would lead to another operation", (petId) => {
  expect(() => plainPath("/pets/{petId}/keys", { petId })).toThrow('The path parameter "petId" can\'t be');
});

test("an encoded dot is sent as it is: the percent sign is encoded", () => {
  expect(plainPath("/pets/{petId}", { petId: "%2e" })).toBe("/pets/%252e");
});
