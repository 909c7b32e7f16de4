import { expect, test } from "vitest";
import { sectionOf } from "../../../scripts/release-notes.ts";

const changelog = `# Changelog

## 0.3.0, unreleased

- New.

## 0.3

- Old.
`;

test("a version's section is found by its whole number", () => {
  expect(sectionOf(changelog, "0.3.0")).toBe("- New.");
  expect(sectionOf(changelog, "0.3")).toBe("- Old.");
  expect(sectionOf(changelog, "0.30")).toBeUndefined();
});
