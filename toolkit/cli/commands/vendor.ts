import { UsageError } from "@counterpart/testing/errors";
import { defineCommand, flag, repeatable } from "../command-line/command.ts";
import { documentOption } from "../command-line/document-option.ts";
import { type DocumentResult, forEachDocument } from "../command-line/for-each-document.ts";
import { givenOptions, type Selected, selectedDocuments } from "../command-line/given/given-document.ts";
import { checkVendored } from "../command-line/vendor/check-vendored.ts";
import { vendorDocument } from "../command-line/vendor/vendor-document.ts";
import { findSpec } from "../config/find-spec.ts";
import { findingLines } from "../inspect/finding-text.ts";

export const command = defineCommand({
  positionals: "[document]",
  description: `Saves the files that a document refers to by an https address ($ref: https://…) in the folder remote/ beside it, with the files
that those refer to, and rewrites the references. The other commands load nothing from the network, so that generating gives
the same result everywhere. Commit the folder.

remote/lock.json lists the addresses, and the hashes of the saved files. A second run loads only what is new, missing or changed;
--update loads everything again. With --check, nothing is loaded or written: it fails if a file is missing or has changed, or if the
lock file and the document disagree.`,
  options: {
    check: flag("compare the saved files with the lock file, for CI"),
    update: flag("load the saved files again"),
    "allow-host": repeatable("<name>", "a host that may have a private address; can be repeated"),
    spec: givenOptions.spec,
    "allow-folder": givenOptions["allow-folder"],
    document: documentOption,
    json: flag('print {"saved": […], "rewritten": […], "removed": […]} or {"findings": […]}'),
  },
  details: `At most 500 files of 16 MiB are loaded, 64 MiB and five minutes in all, over at most 5 redirects each. An address must be
publicly reachable. If one can't be loaded, nothing is written.

Exit codes: 0 done, or all files are as saved; 1 an address can't be loaded, or --check fails; 2 wrong usage.`,
  async run({ options, positionals, terminal }) {
    const { check = false, update = false, json } = options;
    if (check && update)
      throw new UsageError("--check loads nothing, so it can't be combined with --update.");
    const documents = await selectedDocuments("vendor", { positionals, options, terminal });
    return forEachDocument(documents, { command: "vendor", json, terminal }, async (selected) => {
      const [root, allowFolders] = await rootOf(selected, options["allow-folder"]);
      if (check) {
        const findings = checkVendored(root, allowFolders);
        return failure(findings) ?? done({ findings }, [`The files that ${root} refers to are as saved.`]);
      }
      const network = { allowedHosts: options["allow-host"] ?? [] };
      const { findings, ...vendored } = await vendorDocument(root, { allowFolders, network, update });
      return (
        failure(findings) ??
        done(vendored, [
          ...vendored.saved.map(({ file, address }) => `saved: ${file} (${address})`),
          ...vendored.removed.map((file) => `deleted: ${file}`),
          ...vendored.rewritten.map((file) => `rewritten: ${file}`),
        ])
      );
    });
  },
});

async function rootOf({ name, file, config }: Selected, folders: string[] = []): Promise<[string, string[]]> {
  if (config) return [await findSpec(config), config.allowFolders];
  if (file !== undefined) return [file, folders];
  throw new UsageError(`References are rewritten in files, and ${name} isn't a file on this machine.`);
}

function failure(findings: Parameters<typeof findingLines>[0]): DocumentResult | undefined {
  if (findings.length === 0) return undefined;
  return { exitCode: 1, json: { findings }, text: findingLines(findings).join("\n") };
}

function done(json: object, lines: string[]): DocumentResult {
  return { exitCode: 0, json, text: lines.join("\n") || "There is nothing to save." };
}
