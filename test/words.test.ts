import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { countUses, lowered, reportUses } from "../scripts/words/allowed-uses.ts";
import { findWords, findWordsInRepository } from "../scripts/words/find-words.ts";
import { avoidedWords } from "../scripts/words/words.ts";

const [first, second] = avoidedWords;
if (!first || !second) throw new Error("The list has fewer than two words.");
const [planted, other] = [first.word, second.word];
const capitalized = `${planted.charAt(0).toUpperCase()}${planted.slice(1)}`;

test.each(avoidedWords)("finds: $word", ({ word }) => {
  expect(findWords("a.md", `They say "${word}" here.`)).toMatchObject([
    { file: "a.md", line: 1, text: word },
  ]);
});

test("finds words in names of any spelling, with their lines", () => {
  const text = `\nconst x = ${planted}${other};\nfirst_${planted}\nit${capitalized}It(`;
  expect(findWords("a.ts", text).map(({ line }) => line)).toEqual([3, 4]);
});

test("finds no word within another", () => {
  expect(findWords("a.ts", `${planted}ation x${planted}`)).toEqual([]);
});

test("reads tracked files only, and neither generated nor deleted ones", async () => {
  const root = await mkdtemp(path.join(tmpdir(), "counterpart-words-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const folder of ["generated", "mock"]) await mkdir(path.join(root, folder));
  const files = ["kept.md", "generated/types.ts", "mock/LICENSE", "deleted.css", "untracked.html"];
  for (const file of files) await writeFile(path.join(root, file), `It ${planted} it.`);
  execFileSync("git", ["init", "-q"], { cwd: root });
  execFileSync("git", ["add", ...files.slice(0, -1)], { cwd: root });
  await rm(path.join(root, "deleted.css"));
  expect((await findWordsInRepository(root)).map(({ file }) => file)).toEqual(["kept.md"]);
});

test("reports a file, a line, the word and a suggestion, unless the uses are allowed", () => {
  const uses = findWords("a.md", `It\n${capitalized} ${planted}`);
  const report = `a.md:2: "${capitalized}". Instead: ${first.instead}.`;
  expect(reportUses(uses, {})[0]).toBe(report);
  expect(reportUses(uses, { [`a.md: ${planted}`]: 1 })[0]).toBe(report);
  expect(reportUses(uses, { [`a.md: ${planted}`]: 2 })).toEqual([]);
  expect(reportUses(uses, { [`a.md: ${other}`]: 2, [`b.md: ${planted}`]: 2 })).toHaveLength(2);
});

test("lowers the list to the present uses, and never raises it", () => {
  const uses = findWords("a.md", `${planted} ${other} ${other}`);
  const allowed = { [`a.md: ${planted}`]: 3, [`a.md: ${other}`]: 1, [`gone.md: ${planted}`]: 1 };
  expect(countUses(uses)).toEqual({ [`a.md: ${planted}`]: 1, [`a.md: ${other}`]: 2 });
  expect(lowered(allowed, uses)).toEqual({ [`a.md: ${planted}`]: 1, [`a.md: ${other}`]: 1 });
});

test("at most 60 uses are allowed", async () => {
  const allowed: Record<string, number> = JSON.parse(await readFile("scripts/words/allowed.json", "utf8"));
  const total = Object.values(allowed).reduce((sum, count) => sum + count, 0);
  expect(total).toBeLessThanOrEqual(60);
});
