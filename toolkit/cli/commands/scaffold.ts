import { defineCommand } from "../command-line/command.ts";
import { documentOption } from "../command-line/document-option.ts";
import { forEachDocument } from "../command-line/for-each-document.ts";
import { selectDocuments } from "../config/select-documents.ts";
import { writeStubs } from "../generate/handlers/write-stubs.ts";

export const command = defineCommand({
  description: `Writes a stub for each operation of the generated bundle that has no handler, and the module that lists all
handlers. What they need beside it (operation.ts, authenticators.ts, service.ts, and render-error.ts where the document
has error bodies of its own) is written where it is missing. Your own files are never overwritten. Until it is written,
an operation is answered by the mock in development, and with 501 in production.

With --webhooks, also webhooks.ts, which receives the document's webhooks: list its pages in service.ts. For a document
that has nothing else, it is written and listed in any case.`,
  options: {
    document: documentOption,
    webhooks: { type: "boolean", help: "write what receives the document's webhooks" },
    json: { type: "boolean", help: 'print {"written": […]}' },
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
