import { defineCommand } from "../cli/command.ts";
import { todayFrom } from "../cli/option-values.ts";
import { comparedFiles } from "../compare/compared-files.ts";
import { comparisonText } from "../compare/comparison-text.ts";
import { release } from "../compare/release.ts";
import { bundle } from "../generate/bundle.ts";

export const command = defineCommand({
  description: `Makes the OpenAPI document the released contract, with which \`counterpart compare\` compares from then on. What compare
refuses can't be released. An x-sunset that is released for the first time must be 90 days or more ahead.`,
  options: {
    json: {
      type: "boolean",
      help: 'print {"released": "1.1.0", "written": ["…"]}, or the comparison when it is refused',
    },
    today: { type: "string", value: "<YYYY-MM-DD>", help: "the date of the release" },
    released: { type: "string", value: "<file>", help: "another released contract" },
    spec: { type: "string", value: "<file>", help: "another document" },
  },
  details: `Exit codes: 0 released, or nothing to release; 1 the document can't be released; 2 wrong usage, or the comparison
couldn't be made.`,
  async run({ options: { json, ...options }, terminal: { stdout } }) {
    const today = todayFrom(options.today);
    const { spec, released } = await comparedFiles(options);
    const result = await release(await bundle(spec), { released, today });
    if (result.refused) {
      const { refused } = result;
      stdout.write(`${json ? JSON.stringify(refused, null, 2) : comparisonText(refused, released)}\n`);
      return 1;
    }
    const { version, written } = result;
    if (json) stdout.write(`${JSON.stringify({ released: version, written })}\n`);
    else if (written.length === 0) stdout.write(`${version} has already been released.\n`);
    else stdout.write(`written: ${written.join(", ")} (${version}). Commit it.\n`);
    return 0;
  },
});
