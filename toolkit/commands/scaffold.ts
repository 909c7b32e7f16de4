import { defineCommand } from "../cli/command.ts";
import { loadDocumentConfig } from "../config/load-config.ts";
import { writeStubs } from "../generate/handlers/write-stubs.ts";

export const command = defineCommand({
  description: `Writes a stub for each operation of the generated bundle that has no handler, and the module that lists all
handlers. What they need beside it (operation.ts, authenticators.ts, service.ts, and render-error.ts where the document
has error bodies of its own) is written where it is missing. Your own files are never overwritten. Until it is written,
an operation is answered by the mock in development, and with 501 in production.`,
  options: { json: { type: "boolean", help: 'print {"written": […]}' } },
  async run({ options: { json }, terminal: { stdout } }) {
    const written = await writeStubs(await loadDocumentConfig());
    if (json) stdout.write(`${JSON.stringify({ written })}\n`);
    else if (written.length === 0) stdout.write("Every operation has a handler.\n");
    else stdout.write(written.map((file) => `written: ${file}\n`).join(""));
    return 0;
  },
});
