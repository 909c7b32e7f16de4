import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import formats from "ajv-formats";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { expect, test } from "vitest";
import type { Report } from "../../cli/command-line/report/report.ts";
import { formatFrom, reportText } from "../../cli/command-line/report/write-report.ts";

const hostile = 'a\n::error::b %0A | <img src=x> @all ]]> "&\u0000\u001b[31m\ud800 `c` 😀';
const reports: Report[] = [
  {
    command: "check",
    document: "main:spec/openapi.yaml",
    passed: false,
    findings: [
      {
        severity: "error",
        rule: "no-unused",
        message: hostile,
        file: "main:spec/a b,c.yaml",
        line: 3,
        column: 2,
      },
      { severity: "warning", place: hostile, message: "Unchecked.", pointer: "#/paths" },
      { severity: "info", message: "Good to know.", file: "<stdin>", line: 1 },
      { severity: "error", rule: "x", message: "No line.", file: "https://example.com/api.yaml" },
    ],
  },
  { command: "check", document: hostile, passed: true, findings: [] },
  { command: "check", document: "other", passed: false, findings: [] },
];

test("sarif is valid", () => {
  const file = createRequire(import.meta.url)
    .resolve("@microsoft/jest-sarif/package.json")
    .replace("package.json", "lib/schemas/sarif-2.1.0-rtm.5.json");
  // Written for draft-04, of which it uses nothing else that has changed.
  const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(file, "utf8"));
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  formats.default(ajv);
  const validate = ajv.compile(schema);
  const log = JSON.parse(reportText("sarif", reports));
  validate(log);
  expect(validate.errors).toBeNull();
  expect(log.runs[0].results).toHaveLength(4);
  expect(log.runs[0].results[0]).toMatchObject({
    ruleId: "no-unused",
    level: "error",
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: "./main:spec/a%20b,c.yaml" },
          region: { startLine: 3, startColumn: 2 },
        },
      },
    ],
  });
  expect(validate({ ...log, version: "2" })).toBe(false);
});

test("junit is XML, with a failure for each error", () => {
  const xml = reportText("junit", reports);
  expect(XMLValidator.validate(xml)).toBe(true);
  const read = new XMLParser({
    ignoreAttributes: false,
    isArray: (name) => /^test(suite|case)$/.test(name),
  }).parse(xml);
  const suites = read.testsuites.testsuite;
  expect(suites.map((one: Record<string, string>) => [one["@_tests"], one["@_failures"]])).toEqual([
    ["2", "2"],
    ["1", "0"],
    ["1", "1"],
  ]);
  const [first] = suites[0].testcase;
  expect(first["@_name"]).toBe("no-unused, main:spec/a b,c.yaml:3");
  expect(first.failure["#text"]).toContain("<img src=x> @all ]]>");
  expect(suites[0]["system-out"]).toContain("warning: ");
  expect(suites[1].testcase[0]).not.toHaveProperty("failure");
});

test("github annotates files and lines, one command a line", () => {
  const lines = reportText("github", reports).split("\n");
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatch(
    /^::error file=main%3Aspec\/a b%2Cc\.yaml,line=3,col=2,title=counterpart check%3A no-unused::a%0A::error::b %250A/,
  );
  expect(lines[1]).toMatch(/^::warning title=counterpart check%3A check::/);
  expect(lines[2]).toBe("::notice file=<stdin>,line=1,title=counterpart check%3A check::Good to know.");
});

test("markdown has a table whose cells contain only text", () => {
  const text = reportText("markdown", reports);
  expect(text).toContain("### ❌ `counterpart check`: main:spec/openapi.yaml");
  expect(text).toContain("### ✅ `counterpart check`: a<br>");
  expect(text).toContain("Nothing found.");
  expect(text).not.toMatch(/<img|@all|`c`/);
  const rows = text.split("\n").filter((line) => line.startsWith("| "));
  expect(rows).toHaveLength(5);
  for (const row of rows) expect(row.split("|")).toHaveLength(5);
  const many = Array.from({ length: 60 }, () => ({ severity: "error", message: "x".repeat(9000) }) as const);
  const long = reportText("markdown", [{ command: "check", document: "d", passed: false, findings: many }]);
  expect(long).toContain("And 10 more.");
  expect(long.length).toBeLessThan(65_536);
});

test("--json is --format json, and other names are refused", () => {
  expect([formatFrom({}), formatFrom({ json: true }), formatFrom({ format: "json", json: true })]).toEqual([
    "text",
    "json",
    "json",
  ]);
  expect(() => formatFrom({ format: "xml" })).toThrow(
    '--format takes text, json, github, junit, sarif, markdown, not "xml".',
  );
  expect(() => formatFrom({ format: "sarif", json: true })).toThrow(
    "Choose one of --json and --format sarif.",
  );
});
