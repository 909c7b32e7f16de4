import { UsageError } from "@counterpart/testing/errors";
import { defineCommand, flag, type Terminal, type Values, withValue } from "../command-line/command.ts";
import { allowedFolders, documentOption } from "../command-line/document-option.ts";
import { type DocumentResult, forEachDocument } from "../command-line/for-each-document.ts";
import {
  givenDocument,
  givenOptions,
  openDocument,
  orNameDocument,
  placesText,
} from "../command-line/given/given-document.ts";
import { todayFrom } from "../command-line/option-values.ts";
import { formatFrom, formatOption } from "../command-line/report/write-report.ts";
import { changesText, compareDocuments, documentComparisonText } from "../compare/compare-documents.ts";
import { comparisonFindings } from "../compare/comparison-findings.ts";
import { comparisonText } from "../compare/comparison-text.ts";
import { readCompared, servedSpec } from "../compare/read-compared.ts";
import { compareWithReleased, readReleased } from "../compare/released.ts";

export const command = defineCommand({
  positionals: "[old] [new]",
  description: `Compares two documents, and fails if a client of the first would break with the second:

  npx counterpart compare main:openapi.yaml openapi.yaml

Without arguments, it compares the OpenAPI document with the last released contract, and fails if a client of that contract would break. It
compares what operations accept and answer, not how the document is written: a request must not accept less, and a response
or a webhook must not contain more or promise less. New optional properties of open objects are allowed. New statuses, media
types and enum values in responses and webhooks are warnings, because clients may not handle them; so are changes that can't
be decided. Redocly's diff rates all other changes.

An operation can be removed after its released x-sunset, which must be at least 90 days after its x-deprecated-since. Error
codes can be added. info.version must rise: the second number if something was added, the third for other changes. While the
released version is 0.x, breaking changes are listed but don't fail.

A change that affects no client can be accepted in a file beside the released contract, spec/released/v1.accepted-breaks.json:

  [{ "rule": "operation-removed", "place": "DELETE /pets/{petId}",
     "reason": "No client has ever called it.", "until": "2026-12-31" }]

Copy the rule and the place from the finding. A change in a shared component is a finding for each place that uses it, and an
entry covers one place; --json lists all of them. An entry fails if it matches no change or if its last day has passed. The next
release removes the file. A new major version may break clients: see \`counterpart release --help\`.`,
  options: {
    document: documentOption,
    json: flag("print the comparison as JSON"),
    format: formatOption,
    today: withValue("<YYYY-MM-DD>", "the date to compare sunsets with"),
    released: withValue("<file>", "another released contract to compare with"),
    ...givenOptions,
    spec: withValue("<document>", "another document to compare with the released contract"),
    changelog: flag("print the changes in Markdown, for a changelog"),
  },
  details: `Of two documents, only breaks fail, also below version 1.0; the version that fits is a note.

${placesText}

Exit codes: 0 nothing breaks, or nothing has been released yet; 1 something breaks, or the version of a project's document doesn't fit; 2 wrong usage, or
the comparison couldn't be made.`,
  async run({ options: { document, ...options }, positionals, terminal }) {
    const today = todayFrom(options.today);
    const [old, ...others] = positionals;
    if (old !== undefined) {
      const [revision, ...more] = [...others, ...(options.spec === undefined ? [] : [options.spec])];
      if (
        revision === undefined ||
        more.length > 0 ||
        document !== undefined ||
        options.released !== undefined
      ) {
        throw new UsageError(
          "Name two documents, as in `counterpart compare main:openapi.yaml openapi.yaml`.",
        );
      }
      return compareTwo([old, revision], { options, today, terminal });
    }
    const given = await givenDocument({ positionals: [], options, terminal });
    const compared = await orNameDocument(
      "compare old.yaml",
      readCompared({ given, document, released: options.released }),
    );
    const parts = { command: "compare", format: formatFrom(options), terminal } as const;
    return forEachDocument(compared, parts, async ({ read, released }) => {
      const { document, locate } = await read();
      const comparison = await compareWithReleased(document, { released, today, locate });
      const before = options.changelog ? await readReleased(released) : undefined;
      const isListed = before !== undefined && comparison.released !== null;
      return resultOf(
        comparison,
        isListed ? changesText(comparison, before, document) : comparisonText(comparison, released),
      );
    });
  },
});

interface Asked {
  options: Values<typeof givenOptions> & { json?: boolean; format?: string; changelog?: boolean };
  today: string;
  terminal: Terminal;
}

async function compareTwo(places: [string, string], { options, today, terminal }: Asked): Promise<number> {
  if (places.every((place) => place === "-")) {
    throw new UsageError("Only one of the documents can come from standard input.");
  }
  const folders = allowedFolders(options["allow-folder"], places[0]);
  const [old, revision] = await Promise.all(
    places.map((place) => openDocument(place, { ...options, "allow-folder": folders }, terminal)),
  );
  if (!old || !revision) throw new UsageError("Name two documents.");
  return forEachDocument(
    [revision],
    { command: "compare", format: formatFrom(options), terminal },
    async () => {
      const before = await servedSpec(await old.read());
      const after = await servedSpec(await revision.read());
      const comparison = await compareDocuments(before.document, after.document, {
        today,
        locate: after.locate,
      });
      return resultOf(
        comparison,
        options.changelog
          ? changesText(comparison, before.document, after.document)
          : documentComparisonText(comparison, old.name),
      );
    },
  );
}

function resultOf(comparison: Parameters<typeof comparisonFindings>[0], text: string): DocumentResult {
  const findings = comparisonFindings(comparison);
  return { exitCode: comparison.passed ? 0 : 1, json: comparison, findings, text };
}
