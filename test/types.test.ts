import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { compileVirtual } from "../toolkit/test/helpers/compile-virtual.ts";

const ownFile = fileURLToPath(new URL("types/own-document.ts", import.meta.url));
const strippedFile = fileURLToPath(new URL("types/own-document.stripped.ts", import.meta.url));
const own = readFileSync(ownFile, "utf8");

/** The same file without its directives, so that the compiler reports what they hide. */
const stripped = own.replaceAll("@ts-expect-error", "expected");
const complaints = compileVirtual(new Map([[strippedFile, stripped]]), [ownFile]);

describe("what must not compile against the shop's document", () => {
  test("doesn't: no directive is unused, and there is no other fault", () => {
    expect(complaints.filter(({ file }) => file === ownFile)).toEqual([]);
  });

  const lines = own.split("\n");
  const directives = lines.flatMap((text, index) => {
    const reason = /\/\/ @ts-expect-error: (.+)/.exec(text)?.[1];
    return reason === undefined ? [] : [[lines[index + 1]?.trim() ?? "", index, reason] as const];
  });
  test.each(directives)("%s", (_, index, reason) => {
    const here = complaints.filter(({ file, line }) => file === strippedFile && line === index + 1);
    expect(here.map(({ text }) => text)).toEqual([expect.stringContaining(reason)]);
  });
});
