import { existsSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { compareWithExpected } from "./compare-with-expected.ts";
import { readExpected } from "./read-expected.ts";
import { type JudgedSuite, reportPage, reportTable } from "./report.ts";
import type { SuiteResult } from "./suite-result.ts";

const help = `Usage: npm run conformance [-- [suite…] [--write]]

Runs test suites that others wrote against the toolkit, and prints how many cases passed. A case that fails unexpectedly,
or passes although expected/<suite>.json lists it, fails the run.

  suite    the suites to run; default: all but clients, fuzz, fuzz-specmatic and runtimes, which take minutes. Each is a file in
           conformance/suites/
  --write  write the table and the expected failures to docs/conformance.md; needs all suites

A suite whose data isn't in a package is skipped unless a variable names the folder of its clone:
  JSON_SCHEMA_TEST_SUITE  https://github.com/json-schema-org/JSON-Schema-Test-Suite
  OPENAPI_SPECIFICATION   https://github.com/OAI/OpenAPI-Specification
  OVERLAY_SPECIFICATION   https://github.com/OAI/Overlay-Specification
  H1SPEC                  https://github.com/uNetworking/h1spec
  AGENT_PROTOCOLS         a folder with acp/spec of
                          https://github.com/agentic-commerce-protocol/agentic-commerce-protocol, ucp/source of
                          https://github.com/Universal-Commerce-Protocol/ucp, and ucp/conformance-data, test_data/flower_shop
                          of https://github.com/Universal-Commerce-Protocol/conformance; by default ../shared/agents
  OPENAPI_CORPORA         any folders with OpenAPI documents, separated like those of PATH; by default
                          ../shared/documents and ../shared/suites, and for bundles ../shared/faults too, if they exist

fuzz-specmatic needs Java, and installs 90 MB into conformance/specmatic/.

random-schemas judges RANDOM_SCHEMA_PAIRS pairs of a schema and a value (default: 5000) that RANDOM_SCHEMA_SEED makes
(default: 1). The same seed makes the same pairs.`;

const folderVariables: Record<string, string> = {
  "json-schema": "JSON_SCHEMA_TEST_SUITE",
  openapi: "OPENAPI_SPECIFICATION",
  overlay: "OVERLAY_SPECIFICATION",
  h1spec: "H1SPEC",
  agents: "AGENT_PROTOCOLS",
  ucp: "AGENT_PROTOCOLS",
  bundles: "OPENAPI_CORPORA",
  corpora: "OPENAPI_CORPORA",
};

/** Suites that run only when they are named, and with --write. */
const longSuites = ["clients", "fuzz", "fuzz-specmatic", "runtimes"];

const here = fileURLToPath(new URL(".", import.meta.url));

/** Documents that others share with this checkout. */
const shared = (...names: string[]) =>
  names.map((name) => path.join(here, "../../shared", name)).filter((folder) => existsSync(folder));
const sharedFolders: Record<string, string[]> = {
  agents: shared("agents"),
  ucp: shared("agents"),
  bundles: shared("documents", "faults", "suites"),
  corpora: shared("documents", "suites"),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: "boolean", default: false }, write: { type: "boolean", default: false } },
});
if (values.help) console.log(help);
else process.exitCode = await main(positionals, values.write);

async function main(names: string[], write: boolean): Promise<number> {
  const all = (await readdir(path.join(here, "suites")))
    .filter((file) => file.endsWith(".ts"))
    .map((file) => path.basename(file, ".ts"))
    .sort();
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0)
    return fail(`There is no suite ${unknown.join(", ")}. The suites: ${all.join(", ")}.`);
  const usual = write ? all : all.filter((name) => !longSuites.includes(name));
  const wanted = names.length > 0 ? names : usual;
  const skipped = new Map<string, string>();
  for (const name of wanted) {
    const reason = await reasonToSkip(name);
    if (reason !== undefined) skipped.set(name, reason);
  }
  if (write && (skipped.size > 0 || wanted.length < all.length)) {
    const reasons = [...skipped].map(([name, reason]) => `\n${name}: ${reason}`);
    return fail(`--write needs all suites.${reasons.join("")}`);
  }

  const judged: JudgedSuite[] = [];
  const problems: string[] = [];
  for (const name of wanted) {
    if (skipped.has(name)) {
      console.error(`skipped: ${name} (${skipped.get(name)})`);
      continue;
    }
    const { default: run } = await loadSuite(name);
    const result = await run(folderOf(name)).catch((error: Error) => error);
    if (result instanceof Error) {
      // The results of the other suites aren't lost.
      problems.push(`${name}: ${result.message}`);
      continue;
    }
    const expected = await readExpected(name);
    judged.push({ result, expected });
    if (result.cases.length === 0 && !result.isComparison) problems.push(`${name}: no case was found`);
    const differences = [...compareWithExpected(result.cases, expected), ...(result.problems ?? [])];
    problems.push(...differences.map((problem) => `${name}: ${problem}`));
  }

  console.log(reportTable(judged.map(({ result }) => result)));
  for (const { result } of judged) if (result.more) console.log(`\n${result.more.text}`);
  if (problems.length > 0) return fail(problems.join("\n"));
  if (write) {
    const date = new Date().toISOString().slice(0, 10);
    await writeFile(path.join(here, "../docs/conformance.md"), reportPage(judged, date));
  }
  return 0;
}

interface Suite {
  default: (folder?: string) => Promise<SuiteResult>;
  /** Installs what only this suite needs; returns why it can't run here, in a sentence. */
  prepare?: () => Promise<string | undefined>;
}

function loadSuite(name: string): Promise<Suite> {
  return import(`./suites/${name}.ts`);
}

async function reasonToSkip(name: string): Promise<string | undefined> {
  const variable = folderVariables[name];
  if (variable) return folderOf(name) === undefined ? `Set ${variable}.` : undefined;
  return (await loadSuite(name)).prepare?.();
}

function folderOf(name: string): string | undefined {
  const variable = folderVariables[name];
  const given = variable && process.env[variable];
  const folders = given ? given.split(path.delimiter) : (sharedFolders[name] ?? []);
  return folders.map((folder) => path.resolve(folder)).join(path.delimiter) || undefined;
}

function fail(message: string): 1 {
  console.error(message);
  return 1;
}
