import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

const folder = new URL("client-runtime/", import.meta.resolve("@counterpart/server/package.json"));

/**
 * The files of the client's runtime. They are written beside the generated client, so that `generated/` can
 * be copied or published with openapi-fetch as its only dependency.
 * @param webhooks whether to include the files that verify webhooks, which need standardwebhooks
 * @returns texts by path, such as `calls/retry.ts`
 */
export async function runtimeFiles({ webhooks = false } = {}): Promise<Record<string, string>> {
  const all = (await readdir(folder, { recursive: true })).filter(isSource).sort();
  const names = all.filter((name) => webhooks || path.dirname(name) !== "webhooks");
  const texts = names.map(async (name) => [name, await readFile(new URL(name, folder), "utf8")] as const);
  return Object.fromEntries(await Promise.all(texts));
}

/** The licence of these files, which requires a copy beside them. */
export async function runtimeLicense(): Promise<string> {
  return readFile(new URL(licenseFile, folder), "utf8");
}

/** The file name that npm's tools and license checkers look for. */
export const licenseFile = "LICENSE";

/** In the compiled toolkit, declarations are beside the sources. */
function isSource(name: string): boolean {
  return name.endsWith(".ts") && !name.endsWith(".d.ts");
}
