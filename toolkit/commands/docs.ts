import { defineCommand } from "../cli/command.ts";
import { documentOption } from "../cli/document-option.ts";
import { forEachDocument } from "../cli/for-each-document.ts";
import { docsPageFile, existingBundle } from "../config/generated-files.ts";
import { selectDocuments } from "../config/select-documents.ts";
import { buildDocs } from "../generate/docs.ts";

export const command = defineCommand({
  description: `Builds the reference page from the generated bundle, as docs/index.html in the generated folder. The page is
self-contained: it loads nothing from the network.`,
  options: { document: documentOption, json: { type: "boolean", help: 'print {"written": […]}' } },
  async run({ options: { document, json }, terminal }) {
    const documents = await selectDocuments(document);
    return forEachDocument(documents, { command: "docs", json, terminal }, async (config) => {
      const file = docsPageFile(config);
      await buildDocs(await existingBundle(config), file);
      return { exitCode: 0, json: { written: [file] }, text: `written: ${file}` };
    });
  },
});
