import { defineCommand } from "../cli/command.ts";
import { docsPageFile, existingBundle } from "../config/generated-files.ts";
import { loadDocumentConfig } from "../config/load-config.ts";
import { buildDocs } from "../generate/docs.ts";

export const command = defineCommand({
  description: `Builds the reference page from the generated bundle, as docs/index.html in the generated folder. The page is
self-contained: it loads nothing from the network.`,
  options: { json: { type: "boolean", help: 'print {"written": […]}' } },
  async run({ options: { json }, terminal: { stdout } }) {
    const config = await loadDocumentConfig();
    const file = docsPageFile(config);
    await buildDocs(await existingBundle(config), file);
    stdout.write(json ? `${JSON.stringify({ written: [file] })}\n` : `written: ${file}\n`);
    return 0;
  },
});
