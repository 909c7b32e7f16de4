import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Finding } from "@counterpart/server/findings";
import { exampleRules, lintArguments, lintFindings } from "../tools/lint-document.ts";
import { CommandFailed, type RunInProject } from "./run-in-project.ts";

/**
 * Turns Redocly rules that the document breaks into warnings in a new project's redocly.yaml: an existing
 * document's flaws shouldn't make a new project fail.
 * @param spec as a path in the project
 * @returns the rules, with how often each is broken
 */
export async function relaxRules(
  project: string,
  spec: string,
  run: RunInProject,
): Promise<Map<string, number>> {
  // A new project's redocly.yaml already reports examples as warnings.
  const printed = await run(project, "redocly", lintArguments(spec, exampleRules)).catch((error: unknown) => {
    if (error instanceof CommandFailed) return error.stdout;
    throw error;
  });
  const broken = brokenRules(lintFindings(printed, spec) ?? []);
  if (broken.size > 0) {
    const file = path.join(project, "redocly.yaml");
    await writeFile(file, withWarnings(await readFile(file, "utf8"), broken));
  }
  return broken;
}

function brokenRules(findings: Finding[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { rule = "", severity } of findings) {
    if (severity === "error") counts.set(rule, (counts.get(rule) ?? 0) + 1);
  }
  return new Map([...counts].sort());
}

/** Adds entries below `rules:`. */
function withWarnings(config: string, broken: Map<string, number>): string {
  const lines = [
    "  # The document broke these rules when the project was created. Remove a line after fixing what its rule finds.",
    ...[...broken].map(([rule, count]) => `  ${rule}: warn # ${count} ${count === 1 ? "place" : "places"}`),
  ];
  return config.replace(/^rules:\n(?: .*\n)*/m, (rules) => `${rules}${lines.join("\n")}\n`);
}
