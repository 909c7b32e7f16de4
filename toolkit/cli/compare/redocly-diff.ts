import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { RawDocument } from "@counterpart/server/document/document";
import { redocly } from "../tools/run-redocly.ts";

export type Impact = "major" | "minor" | "patch";

/** A difference between two documents, as `redocly diff --format json` reports it. */
export interface Change {
  /** The place, with resolved references: `#/paths/~1pets/get/responses/200/…`. */
  path: string;
  typeName: string;
  kind: "added" | "removed" | "modified";
  impact: Impact;
  /** The modified property. */
  property?: string;
  verdicts: { ruleId: string; impact: Impact; message: string }[];
  base?: Side;
  revision?: Side;
}

interface Side {
  /** Where it is written: `#/components/schemas/Pet`. */
  pointer: string;
  value?: unknown;
}

/**
 * Rates the differences by all of Redocly's rules, regardless of the project's redocly.yaml: without
 * `diff-recommended`, even a removal would count as a patch.
 */
export async function redoclyDiff(base: RawDocument, revision: RawDocument): Promise<Change[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "counterpart-diff-"));
  const file = (name: string) => path.join(folder, name);
  try {
    await writeFile(file("redocly.yaml"), "extends:\n  - diff-recommended\n");
    await writeFile(file("base.json"), JSON.stringify(base));
    await writeFile(file("revision.json"), JSON.stringify(revision));
    const options = ["--config", file("redocly.yaml"), "--format", "json", "--fail-on", "none"];
    const report = await redocly("diff", file("base.json"), file("revision.json"), ...options);
    return JSON.parse(report).changes;
  } finally {
    await rm(folder, { recursive: true });
  }
}
