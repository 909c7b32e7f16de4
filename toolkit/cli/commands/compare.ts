import { defineCommand } from "../command-line/command.ts";
import { documentOption } from "../command-line/document-option.ts";
import { forEachDocument } from "../command-line/for-each-document.ts";
import { todayFrom } from "../command-line/option-values.ts";
import { compareWithReleased } from "../compare/compare-with-released.ts";
import { comparisonText } from "../compare/comparison-text.ts";
import { readCompared } from "../compare/read-compared.ts";

export const command = defineCommand({
  description: `Compares the OpenAPI document with the contract that was last released, and fails when a client of that contract
would break. What operations accept and answer is compared, not how it is written: a request must not accept less, and a
response or a webhook must not contain more or promise less. New optional properties of open objects are allowed. New
statuses, media types and enum values in responses and webhooks are warnings, and so is what can't be decided: clients with
a switch over all values don't know a new one. Redocly's diff rates what else has changed.

An operation can be removed once the x-sunset that was released for it has passed; it must be 90 days or more after its
x-deprecated-since. Error codes can be added. info.version must rise with what has changed: the second number when
something was added, the third for anything else. As long as the released version is 0.x, breaking changes are listed, and
don't fail.

A change that no client minds can be accepted in a file beside the released contract, spec/released/v1.accepted-breaks.json:

  [{ "rule": "operation-removed", "place": "DELETE /pets/{petId}",
     "reason": "Nobody has ever called it.", "until": "2026-12-31" }]

Rule and place are those of the finding. An entry that matches no change or whose last day has passed fails; the next
release removes the file.`,
  options: {
    document: documentOption,
    json: { type: "boolean", help: "print the comparison as JSON" },
    today: { type: "string", value: "<YYYY-MM-DD>", help: "the date that sunsets are compared with" },
    released: { type: "string", value: "<file>", help: "another released contract" },
    spec: { type: "string", value: "<file>", help: "another document" },
  },
  details: `Exit codes: 0 nothing breaks, or nothing was released yet; 1 something breaks, or the version doesn't fit; 2 wrong usage, or
the comparison couldn't be made.`,
  async run({ options, terminal }) {
    const today = todayFrom(options.today);
    const compared = await readCompared(options);
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
