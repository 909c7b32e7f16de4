import { defineCommand, flag } from "../command-line/command.ts";
import { documentOption } from "../command-line/document-option.ts";
import { forEachDocument } from "../command-line/for-each-document.ts";
import { selectDocuments } from "../config/select-documents.ts";
import { writeStubs } from "../generate/handlers/write-stubs.ts";

export const command = defineCommand({
  description: `Writes a stub for each operation of the generated bundle that has no handler, and the module that lists all
handlers. Missing files that handlers need are written too: operation.ts, authenticators.ts, service.ts, and
render-error.ts if the document defines its own error bodies. Existing files are never overwritten. Operations without a
handler are answered by the mock in development, and with 501 in production.

With --webhooks, also writes webhooks.ts, which receives the document's webhooks: list its pages in service.ts. For a document
that has only webhooks, it is always written and listed.`,
  options: {
    document: documentOption,
    webhooks: flag("also write webhooks.ts, which receives the document's webhooks"),
    json: flag('print {"written": […]}'),
  },
  async run({ options: { document, webhooks = false, json }, terminal }) {
    const documents = await selectDocuments(document);
    return forEachDocument(documents, { command: "scaffold", json, terminal }, async (config) => {
      const written = await writeStubs(config, { webhooks });
      const lines = written.map((file) => `written: ${file}`);
      const text = lines.length === 0 ? "Every operation has a handler." : lines.join("\n");
      return { exitCode: 0, json: { written }, text };
    });
  },
});
