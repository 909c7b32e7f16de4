import path from "node:path";
import { defineCommand } from "../cli/command.ts";
import { loadDocumentConfig } from "../config/load-config.ts";
import { buildClientPackage } from "../generate/client/build-client-package.ts";
import { checkPackage } from "../tools/check-package.ts";

export const command = defineCommand({
  description: `Builds the typed client as a package of its own, from the generated client: ECMAScript modules with types and source
maps, and a readme with an example. Where publint and arethetypeswrong are installed, they check it.`,
  options: {
    out: { type: "string", value: "<folder>", help: "default: clientPackage of the configuration" },
    json: { type: "boolean", help: 'print {"written": "…", "checks": […]}' },
  },
  details:
    "Exit codes: 0 built; 1 the package was built and a check found a mistake; 2 wrong usage, or it couldn't be built.",
  async run({ options, terminal: { stdout } }) {
    const config = await loadDocumentConfig();
    const out = path.resolve(options.out ?? config.clientPackage);
    await buildClientPackage(config, out);
    const checks = await checkPackage(out);
    const written = path.relative(".", out);
    if (options.json) stdout.write(`${JSON.stringify({ written, checks })}\n`);
    else {
      stdout.write(`written: ${written}\n`);
      for (const { tool, result, output } of checks) {
        if (result === "failed") stdout.write(`✗ ${tool}\n${output}\n`);
        if (result === "missing")
          stdout.write(`note: ${tool} isn't installed, so it hasn't checked the package.\n`);
      }
    }
    return checks.some(({ result }) => result === "failed") ? 1 : 0;
  },
});
