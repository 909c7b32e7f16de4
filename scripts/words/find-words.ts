import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { type AvoidedWord, avoidedWords } from "./words.ts";

/** A use of an avoided word. */
export interface WordUse {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly text: string;
  readonly avoided: AvoidedWord;
}

const matchers = avoidedWords.map((avoided) => ({
  avoided,
  pattern: new RegExp(`\\b(${avoided.pattern})\\b`, "gi"),
}));

/** Generated, released or third-party text, and the list of words itself. */
const excluded =
  /^(generated|spec\/released|scripts\/words)\/|(^|\/)(LICENSE|package-lock\.json)$|\.(png|svg)$/;

/** Finds the uses in all tracked files. */
export async function findWordsInRepository(root = process.cwd()): Promise<WordUse[]> {
  const { stdout } = await promisify(execFile)("git", ["ls-files", "-z"], { cwd: root, maxBuffer: 2 ** 24 });
  const files = stdout.split("\0").filter((file) => file !== "" && !excluded.test(file));
  const uses = files
    // A deleted file is tracked until its deletion is staged.
    .filter((file) => existsSync(path.join(root, file)))
    .map(async (file) => findWords(file, await readFile(path.join(root, file), "utf8")));
  return (await Promise.all(uses)).flat();
}

/** Finds the uses in prose and in names: `toldNobody` has two. */
export function findWords(file: string, text: string): WordUse[] {
  return text.split("\n").flatMap((line, index) => {
    const words = line.replace(/([a-z])(?=[A-Z])|_/g, "$1 ");
    return matchers
      .filter(({ avoided: { files } }) => files?.test(file) ?? true)
      .flatMap(({ avoided, pattern }) =>
        [...words.matchAll(pattern)].map(([text]) => ({ file, line: index + 1, text, avoided })),
      );
  });
}
