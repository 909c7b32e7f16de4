// Changes the toolkit and the shop in one place after the other, and lists the changes that no related test notices. The tests
// must pass without a change: a test that fails anyway seems to notice.
import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { mutantsOf } from "./mutants-of.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "50" },
    seed: { type: "string", default: new Date().toISOString().slice(0, 10) },
  },
});

const maxMs = 10 * 60_000;
const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" });
if (git("status", "--porcelain", "server", "toolkit") !== "")
  throw new Error("Commit first: mutants are written into the files of server/ and toolkit/.");

const files = git("ls-files", "server", "toolkit")
  .split("\n")
  .filter((file) => file.endsWith(".ts") && !/\.d\.ts$|\/(?:test|template|migrations)\//.test(file));
const order = (name: string) => createHash("sha256").update(`${values.seed} ${name}`).digest("hex");
const sample = files
  .flatMap((file) =>
    mutantsOf(readFileSync(file, "utf8")).map((mutant, at) => ({
      file,
      ...mutant,
      key: order(`${file} ${at}`),
    })),
  )
  .sort((a, b) => (a.key < b.key ? -1 : 1))
  .slice(0, Number(values.count));

/** Whether a test that loads the file fails, or doesn't end. */
function isNoticed(file: string): Promise<boolean> {
  const args = ["related", file, "--run", "--bail", "1", "--passWithNoTests", "--reporter", "dot"];
  return new Promise((resolve) => {
    execFile("npx", ["vitest", ...args], { timeout: maxMs, maxBuffer: 2 ** 28 }, (error) => resolve(!!error));
  });
}

const survivors: string[] = [];
for (const { file, line, from, to, text } of sample) {
  const original = readFileSync(file, "utf8");
  const what = `${file}:${line}: ${from.split("\n")[0]} → ${to.split("\n")[0]}`;
  try {
    writeFileSync(file, text);
    const noticed = await isNoticed(file);
    console.log(`${noticed ? "noticed " : "SURVIVED"} ${what}`);
    if (!noticed) survivors.push(what);
  } finally {
    writeFileSync(file, original);
  }
}
console.log(`\nSeed ${values.seed}: ${survivors.length} of ${sample.length} mutants survived.`);
for (const survivor of survivors) console.log(`  ${survivor}`);
