import path from "node:path";
import { existingBundle } from "@counterpart/server/document";
import { loadDocument } from "@counterpart/server/read-document";
import { UsageError } from "@counterpart/testing/errors";
import { defineCommand, flag, withValue } from "../command-line/command.ts";
import { documentOption } from "../command-line/document-option.ts";
import { type DocumentResult, forEachDocument } from "../command-line/for-each-document.ts";
import {
  givenDocument,
  givenOptions,
  leftOutText,
  orNameDocument,
  placesText,
} from "../command-line/given/given-document.ts";
import { selectDocument, selectDocuments } from "../config/select-documents.ts";
import {
  buildClientOf,
  buildClientPackage,
  writeClientSources,
} from "../generate/client/build-client-package.ts";
import { clientPackageName } from "../generate/client/client-package-name.ts";
import { type EmittedFiles, type Emitting, emitFiles } from "../generate/emit-files.ts";
import { checkPackage } from "../tools/check-package.ts";

export const command = defineCommand({
  positionals: "[document]",
  description: `Builds the typed client of a document as a package: ECMAScript modules with types and source
maps, and a README with an example. If publint and arethetypeswrong are installed, they check the package.

  npx counterpart client openapi.yaml --out client/

In a project, without a document, it is built from the generated client.`,
  options: {
    ...givenOptions,
    document: documentOption,
    out: withValue("<folder>", "default: clientPackage of the configuration"),
    dates: withValue("Date", "parse each date and date-time of a response as a Date; default: text"),
    source: flag("write the TypeScript sources, as in a project's generated folder, instead of a package"),
    json: flag('print {"written": "…", "checks": […]}'),
  },
  details: `${placesText}

Exit codes: 0 built; 1 the package was built and a check found a mistake; 2 wrong usage, or it couldn't be built.`,
  async run({ options, positionals, terminal }) {
    const { document, out, dates, source = false, json } = options;
    const parts = { command: "client", json, terminal } as const;
    const given = await givenDocument({ positionals, options, terminal });
    if (given) {
      if (out === undefined) throw new UsageError("Name a folder for the client, as in --out client.");
      return forEachDocument([given], parts, async () => {
        const emitted = emitFiles(await given.read(), datesOption(dates));
        const { leftOut } = emitted;
        const result = await clientOf(emitted, out, source);
        terminal.stderr.write(leftOutText(given.name, leftOut.length));
        return result;
      });
    }
    if (source)
      throw new UsageError("--source needs a document. A project has the sources in its generated folder.");
    if (dates)
      throw new UsageError("--dates needs a document. A project has `dates` in counterpart.config.ts.");
    const documents = await orNameDocument(
      "client",
      out === undefined ? selectDocuments(document) : selectDocument(document, "--out").then((one) => [one]),
    );
    return forEachDocument(documents, parts, async (config) => {
      const folder = path.resolve(out ?? config.clientPackage);
      const sources = {
        document: await loadDocument(await existingBundle(config)),
        generated: config.generated,
        name: await clientPackageName(config),
        isInProject: true,
      };
      await buildClientPackage(sources, folder);
      return checkedPackage(folder);
    });
  },
});

function datesOption(dates: string | undefined): Emitting {
  if (dates === undefined) return {};
  if (dates !== "Date") throw new UsageError(`--dates can be Date, not ${dates}.`);
  return { dates };
}

async function clientOf(emitted: EmittedFiles, out: string, source: boolean): Promise<DocumentResult> {
  if (!source) {
    await buildClientOf(emitted, out);
    return checkedPackage(path.resolve(out));
  }
  const written = await writeClientSources(emitted, out);
  const text = written.length === 0 ? `${out} is up to date.` : `written: ${written.join(", ")}`;
  return { exitCode: 0, json: { written }, text };
}

async function checkedPackage(folder: string): Promise<DocumentResult> {
  const checks = await checkPackage(folder);
  const written = path.relative(".", folder);
  const lines = checks.flatMap(({ tool, result, output }) => {
    if (result === "failed") return [`✗ ${tool}`, output];
    return result === "missing" ? [`note: ${tool} isn't installed, so it hasn't checked the package.`] : [];
  });
  return {
    exitCode: checks.some(({ result }) => result === "failed") ? 1 : 0,
    json: { written, checks },
    text: [`written: ${written}`, ...lines].join("\n"),
  };
}
