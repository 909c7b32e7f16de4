import { expect, it, vi } from "vitest";
import { rememberResults } from "../../server/http/response/send-content.ts";

const lengthOf = (text: string): number | undefined => (text === "none" ? undefined : text.length);

it("finds the result for a text only once, even if there is none", () => {
  const find = vi.fn(lengthOf);
  const remembered = rememberResults(find);
  for (const text of ["gzip", "none", "br", "gzip", "none", "br"]) {
    expect(remembered(text)).toBe(lengthOf(text));
  }
  expect(find).toHaveBeenCalledTimes(3);
});

it("keeps at most 100 texts", () => {
  const find = vi.fn(lengthOf);
  const remembered = rememberResults(find);
  for (let n = 0; n <= 100; n++) remembered(`gzip;q=0.${n}`);
  expect(remembered("gzip;q=0.0")).toBe(10);
  expect(find).toHaveBeenCalledTimes(102);
  expect(remembered("gzip;q=0.100")).toBe(12);
  expect(find).toHaveBeenCalledTimes(102);
});

it("stores none longer than 200 characters", () => {
  const find = vi.fn(lengthOf);
  const remembered = rememberResults(find);
  for (const length of [200, 200, 201, 201]) expect(remembered("a".repeat(length))).toBe(length);
  expect(find).toHaveBeenCalledTimes(3);
});
