import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

const folder = new URL("client-runtime/", import.meta.resolve("@counterpart/server/package.json"));

/**
 * The files of the client's runtime, to be written beside the generated client: `generated/` works wherever it is copied
 * or published, with no dependency but openapi-fetch.
 * @param webhooks whether also those that verify webhooks, which need standardwebhooks
 * @returns texts by path, such as `calls/retry.ts`
 */
export async function runtimeFiles({ webhooks = false } = {}): Promise<Record<string, string>> {
  const all = (await readdir(folder, { recursive: true })).filter(isSource).sort();
  const names = all.filter((name) => webhooks || path.dirname(name) !== "webhooks");
  const texts = names.map(async (name) => [name, await readFile(new URL(name, folder), "utf8")] as const);
  return Object.fromEntries(await Promise.all(texts));
}

/** The licence of these files, to be written beside them: it asks to be in every copy. */
export async function runtimeLicense(): Promise<string> {
  return readFile(new URL(licenseFile, folder), "utf8");
}

/** Its name, which npm's tools and license checkers look for. */
export const licenseFile = "LICENSE";

/** Where the toolkit is compiled, declarations stand beside the sources. */
function isSource(name: string): boolean {
  return name.endsWith(".ts") && !name.endsWith(".d.ts");
}
