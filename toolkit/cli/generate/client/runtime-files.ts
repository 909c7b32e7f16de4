import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

const folder = new URL("./", import.meta.resolve("@counterpart/client/sources"));

/** The subfolder of the runtime's sources. */
export const runtimeFolder = "client-runtime";

/** The folder that needs standardwebhooks; `index.ts` doesn't import it. */
const webhooksFolder = "webhooks";

/** The package's entries for servers and generators. */
const notForClients = ["messages.ts", "requests.ts"];

const banner = "// Copied from @counterpart/client. Don't edit: it is overwritten.\n\n";

/**
 * A generated client that imports its runtime, `@counterpart/client`, from files beside it, so that openapi-fetch is its
 * only dependency.
 * @param files by name, such as `client.ts`
 * @returns these and the runtime's files, with their licence
 */
export async function withRuntime(files: Record<string, string>): Promise<Record<string, string>> {
  const webhooks = Object.values(files).some((text) =>
    text.includes('"@counterpart/client/webhooks/verify-signature"'),
  );
  const all = (await readdir(folder, { recursive: true }))
    .filter((name) => name.endsWith(".ts") && !notForClients.includes(name))
    .sort();
  const names = all.filter((name) => webhooks || path.dirname(name) !== webhooksFolder);
  const runtime = names.map(async (name): Promise<[string, string]> => {
    return [`${runtimeFolder}/${name}`, banner + (await readFile(new URL(name, folder), "utf8"))];
  });
  return {
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [name, withRelativeImports(text)])),
    ...Object.fromEntries(await Promise.all(runtime)),
    [`${runtimeFolder}/${licenseFile}`]: await readFile(new URL(licenseFile, folder), "utf8"),
  };
}

/** Only whole lines that import: the document's texts stay as they are. */
function withRelativeImports(text: string): string {
  return text.replace(
    /^((?:import |export |} ).*from )"@counterpart\/client(?:\/(.+))?";$/gm,
    (_, start: string, module = "index") => `${start}"./${runtimeFolder}/${module}.ts";`,
  );
}

/** The file name that npm's tools and license checkers look for. */
export const licenseFile = "LICENSE";
