import { defineCommand, flag, withValue } from "../command-line/command.ts";
import { allowedFolders, allowFolderOption, documentOption } from "../command-line/document-option.ts";
import { forEachDocument } from "../command-line/for-each-document.ts";
import { todayFrom } from "../command-line/option-values.ts";
import { comparisonText } from "../compare/comparison-text.ts";
import { readCompared } from "../compare/read-compared.ts";
import { compareWithReleased } from "../compare/released.ts";

export const command = defineCommand({
  description: `Compares the OpenAPI document with the last released contract, and fails if a client of that contract would break. It
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
release removes the file.`,
  options: {
    document: documentOption,
    json: flag("print the comparison as JSON"),
    today: withValue("<YYYY-MM-DD>", "the date to compare sunsets with"),
    released: withValue("<file>", "another released contract to compare with"),
    spec: withValue("<file>", "another document to compare"),
    "allow-folder": allowFolderOption,
  },
  details: `Exit codes: 0 nothing breaks, or nothing has been released yet; 1 something breaks, or the version doesn't fit; 2 wrong usage, or
the comparison couldn't be made.`,
  async run({ options, terminal }) {
    const today = todayFrom(options.today);
    const compared = await readCompared({
      ...options,
      allowFolders: allowedFolders(options["allow-folder"], options.spec),
    });
    const parts = { command: "compare", json: options.json, terminal } as const;
    return forEachDocument(compared, parts, async ({ read, released }) => {
      const { raw, locate } = await read();
      const comparison = await compareWithReleased(raw, { released, today, locate });
      return {
        exitCode: comparison.passed ? 0 : 1,
        json: comparison,
        text: comparisonText(comparison, released),
      };
    });
  },
});
