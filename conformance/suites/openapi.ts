import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { analyzeSpec } from "../../toolkit/cli/inspect/analyze-spec.ts";
import { readSpec } from "../../toolkit/server/document/source/read-spec.ts";
import { commitOf } from "../commit-of.ts";
import type { Case, SuiteResult } from "../suite-result.ts";

/**
 * OAI/OpenAPI-Specification, `tests/schema`: documents that the specification's schema accepts or refuses.
 * @param folder a clone, or a folder with `tests/schema` of several branches under their names (`v3.1-dev`, `v3.2-dev`)
 */
export default async function run(folder = ""): Promise<SuiteResult> {
  const own = path.join(folder, "tests", "schema");
  const branches = existsSync(own)
    ? [own]
    : (await readdir(folder)).sort().map((name) => path.join(folder, name));
  const cases: Case[] = [];
  for (const branch of branches) {
    const version = branch === own ? "" : `${path.basename(branch)}/`;
    for (const group of ["pass", "fail"] as const) {
      for (const file of (await readdir(path.join(branch, group))).sort()) {
        if (!file.endsWith(".yaml")) continue;
        const name = `${version}${group}/${file}`;
        cases.push({ name, ...judged(path.join(branch, group, file), group) });
      }
    }
  }
  return { suite: "OpenAPI-Specification", version: await commitOf(folder), cases };
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
