import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { readDocument } from "../../toolkit/server/document/read-document.ts";
import { readSpec } from "../../toolkit/server/document/source/read-spec.ts";
import { markdownTable } from "../markdown-table.ts";
import { faults } from "../proxy/faults.ts";
import { correct } from "../proxy/start-servers.ts";
import { documentFile } from "../proxy/tools/start-tool.ts";
import { examples } from "../specmatic/examples.ts";
import { findFaults, type Result, runsOfCorrect, withServers } from "../specmatic/find-faults.ts";
import { prepareSpecmatic, specmaticVersion } from "../specmatic/install.ts";
import { mostCombinations } from "../specmatic/run-tests.ts";
import { writeInput } from "../specmatic/write-input.ts";
import type { SuiteResult } from "../suite-result.ts";

export { prepareSpecmatic as prepare };

/** The servers that `fuzz` and `proxy` judge, tested by Specmatic. */
export default async function run(): Promise<SuiteResult> {
  const { operations } = readDocument(readSpec(documentFile).raw);
  const folder = await mkdtemp(path.join(tmpdir(), "specmatic-input-"));
  try {
    const input = await withServers(({ url }) => writeInput(folder, url(correct), operations));
    const { document } = input;
    const alone = await withServers((servers) => findFaults(servers, { document }, operations));
    const plain = await withServers((servers) => findFaults(servers, input));
    const resilient = await withServers((servers) => findFaults(servers, input, operations));
    // These runs repeat the examples' requests, so they find no less.
    const all = { ...resilient, found: new Set([...plain.found, ...resilient.found]) };
    return {
      suite: "Faults that Specmatic finds",
      version: await specmaticVersion(),
      cases: [],
      isComparison: true,
      more: { title: "Faults that Specmatic finds", text: `${explanation}\n\n${table(alone, plain, all)}` },
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const explanation = `\`specmatic test\` on the Express servers of the table above, with the same document and the credentials of one caller:

- resiliency tests: Specmatic generates its tests from the document, with \`SPECMATIC_GENERATIVE_TESTS=true\`. A faulty server gets the
  tests of the operations that the fault concerns.
- examples: Specmatic sends ${examples.length} requests that we wrote for the documented statuses, and checks the responses against the document.
  Most of the requests go through the proxies below, too. We know the faults, so our examples show more of them than those of
  other authors.
- both: it also varies the requests of the examples.

The quotes in the document's patterns are escaped, since Specmatic refuses them otherwise. \`MAX_TEST_REQUEST_COMBINATIONS\` is
${mostCombinations}: without a limit, Specmatic sends more than 15000 requests to \`createParcel\` alone.

A fault counts as found if a test fails that, with the same example and the same message, never fails in ${runsOfCorrect} runs on the correct
server. The failures of the correct server are due to values that the document forbids, since Specmatic ignores \`multipleOf\` and
\`uniqueItems\`; made-up ids and values of \`If-Match\`, for which it expects 200; and requests without a body or media type, which
the server refuses with 415, a status that the document doesn't have. Among what Specmatic doesn't check are headers whose
\`required\` is behind a \`$ref\`, and whether a later request shows what an earlier one changed.`;

function range(values: number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return least === most ? `${least}` : `${least}–${most}`;
}

/** A row per group of faults, in Markdown. */
function table(...results: Result[]): string {
  const count = (names: string[]) =>
    results.map(({ found }) => names.filter((name) => found.has(name)).length);
  const groups = [...new Set(faults.map(({ group }) => group))].map((group) => {
    const names = faults.filter((fault) => fault.group === group).map(({ name }) => name);
    return [group, names.length, ...count(names)];
  });
  const all = count(faults.map(({ name }) => name));
  const rows = [
    ...groups,
    ["**all**", faults.length, ...all],
    ["share", "", ...all.map((found) => `${Math.floor((1000 * found) / faults.length) / 10} %`)],
    ["tests", "", ...results.map(({ reports }) => range(reports.map(({ tests }) => tests)))],
    [
      "failures of the correct server",
      "",
      ...results.map(({ reports }) => range(reports.map(({ failures }) => failures))),
    ],
  ];
  const head = ["faults", "number", "resiliency tests", "examples", "both"];
  return markdownTable(head, rows);
}
