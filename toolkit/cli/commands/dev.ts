import path from "node:path";
import { defineCommand } from "../command-line/command.ts";
import { documentOption } from "../command-line/document-option.ts";
import { explainFailure } from "../command-line/explain-failure.ts";
import { needFile } from "../command-line/option-values.ts";
import { untilSignal } from "../command-line/until-signal.ts";
import { loadDocuments } from "../config/load-config.ts";
import { createServerProcess } from "../development/server-process.ts";
import { watchProject } from "../generate/watch/watch-project.ts";

export const command = defineCommand({
  positionals: "[<server module>]",
  description: `Runs \`counterpart generate --watch\` and the server. When code or generated files have changed and all of them are
written, the server is restarted.`,
  options: { document: documentOption },
  details: `The server module is server/main.ts unless given.

Exit codes: 0 ended with Ctrl-C; 2 wrong usage, or the server couldn't be started.`,
  async run({ options: { document }, positionals: [module = "server/main.ts"], terminal }) {
    await loadDocuments();
    await needFile(module);
    const server = createServerProcess([module], (code) =>
      terminal.stdout.write(
        `The server exited with code ${code}. It will be restarted after the next change.\n`,
      ),
    );
    let isStarted = false;
    const stop = await watchProject({
      document,
      json: false,
      output: terminal.stdout,
      explain: (error) => explainFailure(error, "dev"),
      onFiles: (changed) => {
        if (isStarted && !changed.some(isServed)) return;
        isStarted = true;
        server.restart();
      },
    });
    await untilSignal();
    await stop();
    await server.stop();
    return 0;
  },
});

/** Whether the server may have loaded a file; it loads no tests and no sources of the document. */
function isServed(file: string): boolean {
  const relative = path.relative("", file).replaceAll(path.sep, "/");
  if (/(^|\/)tests?\/|\.test\.[cm]?[jt]sx?$/.test(relative)) return false;
  return /\.[cm]?[jt]sx?$|(^|\/)openapi\.json$|^package\.json$/.test(relative);
}
