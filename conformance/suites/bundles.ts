import path from "node:path";
import { UnreadableSpec } from "../../toolkit/server/document/source/unreadable-spec.ts";
import { responseDifferences } from "../../toolkit/test/document/response-differences.ts";
import { findDocuments } from "../corpora/find-documents.ts";
import type { Case, SuiteResult } from "../suite-result.ts";

/** Enough for a few requests to each operation of most documents. */
const runs = 30;

/**
 * A server and a mock of each document respond alike from its source and from the bundle that `counterpart generate` writes.
 * @param folders separated like those of PATH
 */
export default async function run(folders = ""): Promise<SuiteResult> {
  const cases: Case[] = [];
  for (const folder of folders.split(path.delimiter)) {
    for (const file of await findDocuments(folder)) {
      const name = path.relative(path.dirname(folder), file).replaceAll(path.sep, "/");
      const differences = await differencesOf(file);
      cases.push(
        differences.length === 0
          ? { name, outcome: "passed" }
          : { name, outcome: "silently wrong", detail: differences.slice(0, 5).join("\n  ") },
      );
    }
  }
  return { suite: "Sources and bundles", version: `${cases.length} documents`, cases };
}

/** None for a document that is refused. */
async function differencesOf(file: string): Promise<string[]> {
  try {
    return (await responseDifferences(file, runs)).differences;
  } catch (error) {
    const isRefused =
      error instanceof UnreadableSpec || /^None of the document's operations/.test((error as Error).message);
    return isRefused ? [] : [(error as Error).stack ?? String(error)];
  }
}
