import path from "node:path";
import { defineCommand, flag, withValue } from "../command-line/command.ts";
import { documentOption } from "../command-line/document-option.ts";
import { forEachDocument } from "../command-line/for-each-document.ts";
import { selectDocument, selectDocuments } from "../config/select-documents.ts";
import { buildClientPackage } from "../generate/client/build-client-package.ts";
import { checkPackage } from "../tools/check-package.ts";

export const command = defineCommand({
  description: `Builds the typed client as a separate package, from the generated client: ECMAScript modules with types and source
maps, and a README with an example. If publint and arethetypeswrong are installed, they check the package.`,
  options: {
    document: documentOption,
    out: withValue("<folder>", "default: clientPackage of the configuration"),
    json: flag('print {"written": "…", "checks": […]}'),
  },
  details:
    "Exit codes: 0 built; 1 the package was built and a check found a mistake; 2 wrong usage, or it couldn't be built.",
  async run({ options: { document, out: given, json }, terminal }) {
    const documents =
      given === undefined ? await selectDocuments(document) : [await selectDocument(document, "--out")];
    return forEachDocument(documents, { command: "client", json, terminal }, async (config) => {
      const out = path.resolve(given ?? config.clientPackage);
      await buildClientPackage(config, out);
      const checks = await checkPackage(out);
      const written = path.relative(".", out);
      const lines = checks.flatMap(({ tool, result, output }) => {
        if (result === "failed") return [`✗ ${tool}`, output];
        return result === "missing"
          ? [`note: ${tool} isn't installed, so it hasn't checked the package.`]
          : [];
      });
      return {
        exitCode: checks.some(({ result }) => result === "failed") ? 1 : 0,
        json: { written, checks },
        text: [`written: ${written}`, ...lines].join("\n"),
      };
    });
  },
});
