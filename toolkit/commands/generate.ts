import { defineCommand } from "../cli/command.ts";
import { documentOption } from "../cli/document-option.ts";
import { forEachDocument } from "../cli/for-each-document.ts";
import { selectDocuments } from "../config/select-documents.ts";
import { noteLines } from "../document/note-text.ts";
import { generateFiles } from "../generate/generate-files.ts";

export const command = defineCommand({
  description: `Writes the generated folder from the OpenAPI document: the bundle, the types, the interface that the server
implements, and the client.`,
  options: {
    document: documentOption,
    check: {
      type: "boolean",
      help: "write nothing; exit with 1 when a file is out of date or a handler is missing",
    },
    json: {
      type: "boolean",
      help: 'print {"written": […], "removed": […], "missing": […], "notes": […]}; with --check, "stale" instead of the first two',
    },
  },
  async run({ options: { document, check = false, json }, terminal }) {
    const documents = await selectDocuments(document);
    return forEachDocument(documents, { command: "generate", json, terminal }, async (config) => {
      const { changed, removed, missing, notes } = await generateFiles(config, { dryRun: check });
      const stale = [...changed, ...removed];
      const lines = [
        ...noteLines(notes),
        ...(check
          ? stale.map((file) => `out of date: ${file}`)
          : [...changed.map((file) => `written: ${file}`), ...removed.map((file) => `removed: ${file}`)]),
        ...(stale.length === 0 ? [`${config.generated} is up to date.`] : []),
        ...missing.map((id) => `no handler yet: ${id} (\`counterpart scaffold\` writes a stub)`),
        ...(check && stale.length > 0 ? ["Run `counterpart generate` and commit the result."] : []),
      ];
      return {
        exitCode: check && (stale.length > 0 || missing.length > 0) ? 1 : 0,
        json: check ? { stale, missing, notes } : { written: changed, removed, missing, notes },
        text: lines.join("\n"),
      };
    });
  },
});
