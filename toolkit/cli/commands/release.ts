import { defineCommand, flag, withValue } from "../command-line/command.ts";
import { documentOption } from "../command-line/document-option.ts";
import { forEachDocument } from "../command-line/for-each-document.ts";
import { givenDocument, givenOptions } from "../command-line/given/given-document.ts";
import { todayFrom } from "../command-line/option-values.ts";
import { comparisonText } from "../compare/comparison-text.ts";
import { readCompared } from "../compare/read-compared.ts";
import { release } from "../compare/release.ts";
import { releaseMajor } from "../compare/release-major.ts";

export const command = defineCommand({
  description: `Records the OpenAPI document as the released contract, which \`counterpart compare\` compares later versions with. A
document that compare refuses can't be released. A new x-sunset must be at least 90 days in the future.

A new major version may break clients: with info.version 2.0.0 and --major, the document becomes spec/released/v2.yaml beside
v1.yaml, and the breaks are recorded in v2.changes.json, and so in the changelog, with what clients must do. Then name
spec/released/v2.yaml in counterpart.config.ts. While clients use version 1, serve it as its own document from a copy of
spec/released/v1.yaml, which compare and the tests hold to its contract.`,
  options: {
    document: documentOption,
    json: flag('print {"released": "1.1.0", "written": ["…"]}, or the comparison if the release is refused'),
    major: flag("release a new major version, with its breaks"),
    today: withValue("<YYYY-MM-DD>", "the date of the release"),
    released: withValue("<file>", "another released contract to compare with"),
    ...givenOptions,
    spec: withValue("<document>", "another document to release"),
  },
  details: `Exit codes: 0 released, or nothing to release; 1 the document can't be released; 2 wrong usage, or the comparison
couldn't be made.`,
  async run({ options: { document, ...options }, terminal }) {
    const today = todayFrom(options.today);
    const given = await givenDocument({ positionals: [], options, terminal });
    const compared = await readCompared({ given, document, released: options.released });
    const parts = { command: "release", json: options.json, terminal } as const;
    return forEachDocument(compared, parts, async ({ read, released }) => {
      const { document: current, locate } = await read();
      const contract = { released, today, locate };
      const result = await (options.major ? releaseMajor(current, contract) : release(current, contract));
      if (result.refused) {
        const { refused } = result;
        return { exitCode: 1, json: refused, text: comparisonText(refused, released) };
      }
      const { version, written, removed } = result;
      return {
        exitCode: 0,
        json: { released: version, written, ...(removed.length > 0 && { removed }) },
        text:
          written.length === 0
            ? `${version} has already been released.`
            : [
                `written: ${written.join(", ")} (${version}). Commit it.`,
                ...(options.major && written[0] !== released
                  ? [`Set \`released: "${written[0]}"\` in counterpart.config.ts.`]
                  : []),
                ...removed.map(
                  (file) => `deleted: ${file}, since the changes that it accepted are released.`,
                ),
              ].join("\n"),
      };
    });
  },
});
