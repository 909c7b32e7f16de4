import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const page = readFileSync("CONTRIBUTING.md", "utf8");
const [, section = ""] = /\n## Where do I …\n([\s\S]*?)\n## /.exec(page) ?? [];
const questions = [...section.matchAll(/^\| \d+ \| (.+\?) \| (.+) \|$/gm)].map(
  ([, question = "", answer = ""]) => [question, answer] as const,
);

/** The files and folders in a text, without commands and code. */
const filesIn = (text: string): string[] =>
  [...text.matchAll(/`([\w./{}-]+(?:\/|\.[a-z]+))`/g)]
    .map(([, name = ""]) => name)
    .filter((name) => name.includes("/") || /\.(md|yaml|json|ts)$/.test(name));

test("at least twenty questions have an answer", () => {
  expect(questions.length).toBeGreaterThanOrEqual(20);
});

test.each(questions)("Where do I %s names files that exist", (_, answer) => {
  const files = filesIn(answer);
  expect(files).not.toEqual([]);
  for (const file of files) expect(existsSync(file), file).toBe(true);
});

test("every other file that the page names exists", () => {
  for (const file of filesIn(page.replace(section, ""))) expect(existsSync(file), file).toBe(true);
});
