import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const folder = "docs/decisions";
const index = readFileSync(`${folder}/README.md`, "utf8");
const pages = readdirSync(folder).filter((name) => name !== "README.md");

test("decisions are numbered without a gap", () => {
  const numbers = pages.map((name) => Number(/^(\d{4})-[\w.-]+\.md$/.exec(name)?.[1]));
  expect(numbers).toEqual(pages.map((_, at) => at + 1));
});

test.each(pages)("%s has a date, a status and the three parts, and is in the index", (name) => {
  const text = readFileSync(`${folder}/${name}`, "utf8");
  const [, title, date, status = ""] =
    /^# (.+)\n\n- Date: (\d{4}-\d\d-\d\d)\n- Status: (.+)\n\n## Context\n/.exec(text) ?? [];
  expect(text).toMatch(/\n## Decision\n[\s\S]+\n## Consequences\n/);
  const [, by] = /^superseded by \[\d{4}, [^\]]+\]\(([\w.-]+)\)/.exec(status) ?? [];
  if (by === undefined) expect(status).toMatch(/^accepted(;|$)/);
  else expect(readFileSync(`${folder}/${by}`, "utf8"), by).toContain(`](${name})`);
  const state = by === undefined ? "" : "superseded";
  expect(index).toContain(`| [${name.slice(0, 4)}](${name}) | ${title} | ${date} | ${state} |`);
});
