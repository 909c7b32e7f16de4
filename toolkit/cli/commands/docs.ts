import { defineCommand, flag } from "../command-line/command.ts";
import { documentOption } from "../command-line/document-option.ts";
import { forEachDocument } from "../command-line/for-each-document.ts";
import { selectDocuments } from "../config/select-documents.ts";
import { buildProjectDocs } from "../generate/docs/build-docs.ts";

export const command = defineCommand({
  description: `Builds the reference from the generated bundle, in docs/ of the generated folder: a self-contained page that
loads nothing from the network; the document in JSON and YAML; llms.txt. The page has samples for curl and for the typed client,
the guides that the configuration lists, and the changes since each release.`,
  options: { document: documentOption, json: flag('print {"written": […]}') },
  async run({ options: { document, json }, terminal }) {
    const documents = await selectDocuments(document);
    return forEachDocument(documents, { command: "docs", json, terminal }, async (config) => {
      const written = await buildProjectDocs(config);
      return { exitCode: 0, json: { written }, text: `written: ${written.join(", ")}` };
    });
  },
});
