import { UsageError } from "@counterpart/testing/errors";
import { defineCommand, flag } from "../command-line/command.ts";
import { documentOption } from "../command-line/document-option.ts";
import { explainFailure } from "../command-line/explain-failure.ts";
import { forEachDocument } from "../command-line/for-each-document.ts";
import { untilSignal } from "../command-line/until-signal.ts";
import { selectDocuments } from "../config/select-documents.ts";
import { generateFiles } from "../generate/generate-files.ts";
import { findingLines } from "../inspect/finding-text.ts";

export const command = defineCommand({
  description: `Writes the generated folder from the OpenAPI document: the bundle, the types, the interface that the server
implements, and the client.

With --watch, generates again whenever a file of the document, an overlay or counterpart.config.ts changes, and writes stubs
like \`counterpart scaffold\`. It lists added, removed and renamed operations, handlers without an operation, and compiler
errors, also after changes to code. While the document has a mistake, the generated files stay unchanged.`,
  options: {
    document: documentOption,
    check: flag("write nothing; exit with 1 when a file is out of date or a handler is missing"),
    validators: flag(
      "also write the validators as code (validators.js), for runtimes that forbid code made at run time; every later run updates the file",
    ),
    watch: flag("generate again after each change, until Ctrl-C"),
    json: flag(
      'print {"written": […], "removed": […], "missing": […], "notes": […]}; with --check, "stale" instead of the first two; with --watch, one line per run, {"changed": […], "written": […], "changes": {…}, "leftOver": […], "notes": […], "errors": […], "seconds": {…}}',
    ),
  },
  details: `Exit codes: 0 done, or the watch was ended; 1 --check found something out of date; 2 wrong usage, or nothing could be
generated. Mistakes in the document don't end a watch.`,
  async run({ options: { document, check = false, validators = false, watch = false, json }, terminal }) {
    if (watch) {
      if (check) throw new UsageError("--watch writes files and --check doesn't: give only one of them.");
      if (validators)
        throw new UsageError(
          "--watch updates validators.js if it exists: run `generate --validators` first.",
        );
      const { watchProject } = await import("../generate/watch/watch-project.ts");
      const stop = await watchProject({
        document,
        json,
        output: terminal.stdout,
        explain: (error) => explainFailure(error, "generate"),
      });
      await untilSignal();
      await stop();
      return 0;
    }
    const documents = await selectDocuments(document);
    return forEachDocument(documents, { command: "generate", json, terminal }, async (config) => {
      const { changed, removed, missing, notes } = await generateFiles(config, { dryRun: check, validators });
      const stale = [...changed, ...removed];
      const lines = [
        ...findingLines(notes),
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
