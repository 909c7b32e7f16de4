import { readDocument } from "@counterpart/server/read-document";
import { UsageError } from "@counterpart/testing/errors";
import { defineCommand, withValue } from "../command-line/command.ts";
import { documentOption } from "../command-line/document-option.ts";
import {
  givenOptions,
  leftOutText,
  placesText,
  selectedDocuments,
} from "../command-line/given/given-document.ts";
import { emitStandaloneTypes } from "../generate/types.ts";
import { writeIfChanged } from "../generate/write-if-changed.ts";

export const command = defineCommand({
  positionals: "[document]",
  description: `Writes the document's types as one TypeScript file that imports nothing: \`paths\`, \`operations\`, \`components\`, and a type
for each schema by its name.

  npx counterpart types openapi.yaml --out types.ts`,
  options: {
    ...givenOptions,
    document: documentOption,
    out: withValue("<file>", "default: standard output"),
  },
  details: `${placesText}

Exit codes: 0 written; 2 wrong usage, or the document can't be read.`,
  async run({ options, positionals, terminal }) {
    const [selected, ...others] = await selectedDocuments("types", { positionals, options, terminal });
    if (!selected || others.length > 0) throw new UsageError("Name one of the documents: --document <name>.");
    const document = readDocument((await selected.read()).raw);
    const text = await emitStandaloneTypes(document);
    if (options.out === undefined) terminal.stdout.write(text);
    else {
      const isChanged = await writeIfChanged(options.out, text);
      terminal.stdout.write(isChanged ? `written: ${options.out}\n` : `${options.out} is up to date.\n`);
    }
    terminal.stderr.write(leftOutText(selected.name, document.leftOut.length));
    return 0;
  },
});
