import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const folder = "docs/decisions";
const index = readFileSync(`${folder}/README.md`, "utf8");
const pages = readdirSync(folder).filter((name) => name !== "README.md");
const numberOf = (name: string): string => name.slice(0, 4);

test("there are at most 100 pages, each with its own number", () => {
  expect(pages.length).toBeLessThanOrEqual(100);
  expect(new Set(pages.map(numberOf)).size).toBe(pages.length);
});

test.each(pages)("%s has a date and the three parts, and one line in the index", (name) => {
  expect(name).toMatch(/^\d{4}-[\w.-]+\.md$/);
  const text = readFileSync(`${folder}/${name}`, "utf8");
  const [, title] = /^# (.+)\n\n- Date: \d{4}-\d\d-\d\d\n\n## Context\n/.exec(text) ?? [];
  expect(text).toMatch(/\n## Decision\n[\s\S]+\n## Consequences\n/);
  const lines = index.split("\n").filter((line) => line.includes(`](${name})`));
  expect(lines).toEqual([expect.stringMatching(/^- \[.+\]\(\S+\): .+\.$/)]);
  expect(lines[0]).toContain(`[${numberOf(name)} ${title}](`);
});

/** Places that mention a decision: its file, `decision 0141`, `(0141)`, or a link with its number. */
const pattern =
  "decisions?[/ ][0-9]{4}[A-Za-z0-9._-]*|\\(0[0-3][0-9]{2}\\)|\\[0[0-9]{3}[^]]*\\]\\([^)]*\\.md\\)";

test("each mention of a decision in the repository leads to its page", () => {
  const mentions = execFileSync("git", ["grep", "-IoEn", pattern], { encoding: "utf8" }).trim().split("\n");
  const lost = mentions.filter((line) => {
    const [, mention = ""] = /^[^:]+:\d+:(.*)$/.exec(line) ?? [];
    const [, file] = /(?:decisions\/|\]\()(\S*?\.md)/.exec(mention) ?? [];
    const [number] = /\d{4}/.exec(mention) ?? [];
    if (file === undefined) return !pages.some((name) => numberOf(name) === number);
    const name = path.basename(file);
    return number !== numberOf(name) || !existsSync(`${folder}/${name}`);
  });
  expect(lost).toEqual([]);
});
