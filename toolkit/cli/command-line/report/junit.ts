import { placeOf, type Report } from "./report.ts";

/** JUnit's XML: a suite for each document, a failure for each error. Other findings are the suite's output. */
export function junitReport(reports: Report[]): string {
  const suites = reports.map(suite);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join("\n")}\n</testsuites>`;
}

function suite({ command, document, passed, findings }: Report): string {
  const name = `counterpart ${command}: ${document}`;
  const errors = findings.filter(({ severity }) => severity === "error");
  const others = findings.filter(({ severity }) => severity !== "error");
  const cases = errors.map((finding) => {
    const { rule = command, message } = finding;
    const title = [rule, placeOf(finding)].filter((part) => part !== "").join(", ");
    return testCase(name, title, [
      `      <failure${attributes({ type: rule, message: message.split("\n")[0] ?? "" })}>${text(message)}</failure>`,
    ]);
  });
  if (cases.length === 0) {
    const failed = `      <failure${attributes({ type: command, message: "The command failed." })}/>`;
    cases.push(testCase(name, document, passed ? [] : [failed]));
  }
  const counts = {
    tests: cases.length,
    failures: errors.length || (passed ? 0 : 1),
    errors: 0,
    skipped: 0,
    time: 0,
  };
  const output = others.map((finding) => `${finding.severity}: ${placeOf(finding)}: ${finding.message}`);
  return [
    `  <testsuite${attributes({ name, ...counts })}>`,
    ...cases,
    ...(output.length > 0 ? [`    <system-out>${text(output.join("\n"))}</system-out>`] : []),
    "  </testsuite>",
  ].join("\n");
}

function testCase(classname: string, name: string, inside: string[]): string {
  const head = `    <testcase${attributes({ name, classname, time: 0 })}`;
  return inside.length === 0 ? `${head}/>` : [`${head}>`, ...inside, "    </testcase>"].join("\n");
}

function attributes(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${text(String(value))}"`)
    .join("");
}

/** XML allows no control characters, not even escaped. */
function text(value: string): string {
  return value
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\n", "&#10;");
}
