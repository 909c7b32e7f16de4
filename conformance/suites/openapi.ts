import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { analyzeSpec } from "../../toolkit/cli/inspect/analyze-spec.ts";
import { readSpec } from "../../toolkit/server/document/source/read-spec.ts";
import { commitOf } from "../commit-of.ts";
import type { Case, SuiteResult } from "../suite-result.ts";

/** The branches with tests of the versions that are read; `main` has none. */
const branchName = /^v3\.[012]-dev$/;

/**
 * OAI/OpenAPI-Specification, `tests/schema`: documents that the specification's schema accepts or refuses.
 * @param folder a clone with its branches, or a folder with `tests/schema` of several branches under their names
 */
export default async function run(folder = ""): Promise<SuiteResult> {
  const work = await mkdtemp(path.join(tmpdir(), "openapi-"));
  try {
    const isClone = existsSync(path.join(folder, ".git"));
    const version = isClone ? await extractBranches(folder, work) : await commitOf(folder);
    const branches = isClone ? work : folder;
    const cases: Case[] = [];
    for (const branch of (await readdir(branches)).filter((name) => branchName.test(name)).sort()) {
      for (const group of ["pass", "fail"] as const) {
        const place = path.join(branches, branch, group);
        for (const file of (await readdir(place)).sort()) {
          if (!file.endsWith(".yaml")) continue;
          cases.push({ name: `${branch}/${group}/${file}`, ...judged(path.join(place, file), group) });
        }
      }
    }
    return { suite: "OpenAPI-Specification", version, cases };
  } finally {
    await rm(work, { recursive: true });
  }
}

/** Copies `tests/schema` of each branch of a clone. @returns the branches with their commits */
async function extractBranches(clone: string, to: string): Promise<string> {
  const format = "%(refname:lstrip=-1) %(objectname:short) %(refname)";
  const refs = await git(clone, "for-each-ref", `--format=${format}`, "refs/remotes", "refs/heads");
  const branches = new Map(
    refs.split("\n").flatMap((line) => {
      const [name = "", commit = "", ref = ""] = line.split(" ");
      return branchName.test(name) ? [[name, { commit, ref }] as const] : [];
    }),
  );
  if (branches.size === 0)
    throw new Error(
      `${clone} has none of the branches v3.1-dev and v3.2-dev, which have the tests. Clone them too.`,
    );
  for (const [name, { ref }] of branches) {
    for (const group of ["pass", "fail"]) {
      const place = `tests/schema/${group}`;
      await mkdir(path.join(to, name, group), { recursive: true });
      const files = await git(clone, "ls-tree", "--name-only", ref, `${place}/`);
      for (const file of files.split("\n").filter((one) => one.endsWith(".yaml"))) {
        const text = await git(clone, "show", `${ref}:${file}`);
        await writeFile(path.join(to, name, group, path.basename(file)), text);
      }
    }
  }
  return [...branches].map(([name, { commit }]) => `${name} ${commit}`).join(", ");
}

async function git(folder: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)("git", ["-C", folder, ...args], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

/** Faults that the documents have besides the intended ones. */
const unrelated =
  /^A parameter of the path is always required|^There is no #\/components\/|^This operation can't be served: it needs/;

function judged(file: string, group: "pass" | "fail"): Omit<Case, "name"> {
  const faults = faultsOf(file);
  const detail = faults.map(({ message }) => message).join("\n");
  if (group === "fail") {
    const isFound = faults.some(({ message }) => !unrelated.test(message));
    return { outcome: isFound ? "passed" : "silently wrong", detail };
  }
  const isRefused = faults.some(({ severity }) => severity === "error");
  return isRefused ? { outcome: "reported", detail } : { outcome: "passed" };
}

/** The findings of `inspect` about a document, without information. */
function faultsOf(file: string): { severity: string; message: string }[] {
  try {
    const { notes } = analyzeSpec(readSpec(file), { builds: true });
    return notes.filter(({ severity }) => severity !== "info");
  } catch (error) {
    return [{ severity: "error", message: (error as Error).message }];
  }
}
