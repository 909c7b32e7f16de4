import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { relaxRules } from "../../cli/new/relax-rules.ts";
import { CommandFailed, type RunInProject } from "../../cli/new/run-in-project.ts";

const config = "extends:\n  - spec\n\nrules:\n  info-license: warn # a reason\n\ntelemetry: off\n";
const problem = (ruleId: string, severity = "error") => ({ ruleId, severity, message: "No.", location: [] });

async function relaxed(run: RunInProject): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "counterpart-rules-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, "redocly.yaml"), config);
  await relaxRules(folder, "spec/openapi.yaml", run);
  return readFile(path.join(folder, "redocly.yaml"), "utf8");
}

test("rules that the document breaks become warnings, with the number of places", async () => {
  const problems = [
    problem("struct"),
    problem("no-identical-paths"),
    problem("struct"),
    problem("tags", "warn"),
  ];
  const asked: string[][] = [];
  const text = await relaxed(async (_, command, args) => {
    asked.push([command, ...args.slice(0, 2)]);
    throw new CommandFailed("redocly lint", { stdout: JSON.stringify({ problems }), stderr: "" });
  });
  expect(asked).toEqual([["redocly", "lint", "spec/openapi.yaml"]]);
  expect(text).toBe(
    config.replace(
      "# a reason\n",
      `# a reason
  # The document broke these rules when the project was created. Remove a line after fixing what its rule finds.
  no-identical-paths: warn # 1 place
  struct: warn # 2 places
`,
    ),
  );
});

test("a document that breaks none leaves the rules unchanged", async () => {
  expect(await relaxed(async () => '{ "problems": [] }')).toBe(config);
});
