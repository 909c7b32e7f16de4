import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type RawDocument, withoutOutsideReferences } from "@counterpart/server/document";
import { pointerParts } from "@counterpart/server/values";
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
 * `diff-recommended`, even a removal would count as a patch. Its process has started when this returns.
 */
export async function redoclyDiff(base: RawDocument, revision: RawDocument): Promise<Change[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "counterpart-diff-"));
  const file = (name: string) => path.join(folder, name);
  try {
    writeFileSync(file("redocly.yaml"), "extends:\n  - diff-recommended\n");
    writeFileSync(file("base.json"), JSON.stringify(withoutOutsideReferences(base)));
    writeFileSync(file("revision.json"), JSON.stringify(withoutOutsideReferences(revision)));
    const options = ["--config", file("redocly.yaml"), "--format", "json", "--fail-on", "none"];
    const report = await redocly("diff", file("base.json"), file("revision.json"), ...options);
    return JSON.parse(report).changes;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The path under which `x-unmatched` is compared. */
export const unmatchedPath = "/(no operation)";

/** A JSON pointer with resolved references, in words: `POST /pets, 200, header Location`. */
export function placeInWords(pointer: string): string {
  const [first, ...rest] = pointerParts(pointer);
  if (first !== "paths") return [first, ...rest].join(", ");
  const [path = "", method, ...within] = rest;
  const operation =
    path === unmatchedPath
      ? "Where no operation is"
      : method === undefined || method === "parameters"
        ? path
        : `${method.toUpperCase()} ${path}`;
  const words: string[] = [operation];
  const tokens = method === "parameters" ? ["parameters", ...within] : within;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] ?? "";
    const next = tokens[index + 1];
    if (token === "requestBody") words.push("request body");
    else if (token === "content") index += next === "application/json" ? 1 : 0;
    else if (token === "headers" && next !== undefined) words.push(`header ${tokens[++index]}`);
    else if (!["schema", "properties", "responses"].includes(token)) words.push(token);
  }
  return words.join(", ");
}
