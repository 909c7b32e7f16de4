import path from "node:path";
import { docsFiles } from "@counterpart/server/document";
import { readDocument } from "@counterpart/server/read-document";
import type { Spec } from "@counterpart/server/source";
import { UsageError } from "@counterpart/testing/errors";
import { defineCommand, flag, withValue } from "../command-line/command.ts";
import { documentOption } from "../command-line/document-option.ts";
import { explainFailure } from "../command-line/explain-failure.ts";
import { forEachDocument } from "../command-line/for-each-document.ts";
import {
  givenDocument,
  givenOptions,
  leftOutText,
  orNameDocument,
  placesText,
} from "../command-line/given/given-document.ts";
import { portTaken, wholeNumber } from "../command-line/option-values.ts";
import { untilSignal } from "../command-line/until-signal.ts";
import { selectDocuments } from "../config/select-documents.ts";
import { clientNameOf } from "../generate/client/client-package-name.ts";
import { buildDocs, buildProjectDocs } from "../generate/docs/build-docs.ts";
import { servePreview } from "../generate/docs/serve-preview.ts";
import { rereadOnChange } from "../generate/watch/reread.ts";
import { temporaryFolder } from "../tools/temporary-folder.ts";

export const command = defineCommand({
  positionals: "[document]",
  description: `Builds the reference of a document: a self-contained page that loads nothing from the network; the document in JSON and
YAML; llms.txt. The page has samples for curl and for the typed client.

  npx counterpart docs openapi.yaml --out site/

In a project, without a document, it builds the reference from the generated bundle, in docs/ of the generated folder, with the guides
that the configuration lists and the changes since each release.`,
  options: {
    ...givenOptions,
    document: documentOption,
    out: withValue("<folder>", "the folder for the files of a document outside a project"),
    serve: flag("serve a preview that reloads after each change of the document, until Ctrl-C"),
    port: withValue("<port>", "the port of --serve (default: 4030); 0 for any free port"),
    json: flag('print {"written": […]}; with --serve {"url": "…"}'),
  },
  details: placesText,
  async run({ options, positionals, terminal }) {
    const { out, serve = false, json } = options;
    const given = await givenDocument({ positionals, options, terminal });
    if (!given) {
      const documents = await orNameDocument("docs", selectDocuments(options.document));
      if (out !== undefined || serve) {
        throw new UsageError(
          `${serve ? "--serve" : "--out"} needs a document. A project's reference is in its generated folder, and its server shows it.`,
        );
      }
      return forEachDocument(documents, { command: "docs", json, terminal }, async (config) => {
        const written = await buildProjectDocs(config);
        return { exitCode: 0, json: { written }, text: `written: ${written.join(", ")}` };
      });
    }
    if (serve === (out !== undefined)) {
      throw new UsageError("Name a folder for the files, as in --out site, or look at them with --serve.");
    }
    const build = async (spec: Spec, folder: string): Promise<string[]> => {
      const document = readDocument(spec.raw);
      terminal.stderr.write(leftOutText(given.name, document.leftOut.length));
      return buildDocs(document, folder, { clientPackage: clientNameOf(document) });
    };
    if (out !== undefined) {
      const spec = await given.read();
      refuseOverwriting(spec, out);
      const written = await build(spec, out);
      terminal.stdout.write(json ? `${JSON.stringify({ written })}\n` : `written: ${written.join(", ")}\n`);
      return 0;
    }
    const port = wholeNumber("--port", options.port ?? "4030", 0, 65_535);
    await using folder = await temporaryFolder("preview");
    let rebuild = async (): Promise<void> => {};
    const files = rereadOnChange(given.read, () => rebuild());
    try {
      await build(await files.read(), folder.path);
      const preview = await servePreview(folder.path, port).catch(portTaken("--port"));
      terminal.stdout.write(
        json
          ? `${JSON.stringify({ url: preview.url })}\n`
          : `The reference is at ${preview.url}, and reloads after each change.\n`,
      );
      rebuild = async () => {
        try {
          await build(await files.read(), folder.path);
          preview.reload();
        } catch (error) {
          const reason = explainFailure(error, "docs");
          terminal.stderr.write(`${reason}\nThe preview shows the document as it was before.\n`);
        }
      };
      await untilSignal();
      await preview.close();
    } finally {
      await files.stop();
    }
    return 0;
  },
});

/** The reference contains files such as `openapi.yaml`. */
function refuseOverwriting({ files }: Spec, out: string): void {
  const own = Object.values(docsFiles).map((name) => path.resolve(out, name));
  const lost = files.find((file) => own.includes(file.path));
  if (lost) throw new UsageError(`${lost.name} would be overwritten. Choose another folder for --out.`);
}
