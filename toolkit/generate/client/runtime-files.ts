import { readdir, readFile } from "node:fs/promises";

const folder = new URL("../../client-runtime/", import.meta.url);

/**
 * The files of the client's runtime, to be written beside the generated client: `generated/` works wherever it is copied
 * or published, with no dependency but openapi-fetch.
 * @returns texts by path, such as `calls/retry.ts`
 */
export async function runtimeFiles(): Promise<Record<string, string>> {
  const names = (await readdir(folder, { recursive: true })).filter(isSource).sort();
  const texts = names.map(async (name) => [name, await readFile(new URL(name, folder), "utf8")] as const);
  return Object.fromEntries(await Promise.all(texts));
}

/** Where the toolkit is compiled, declarations stand beside the sources. */
function isSource(name: string): boolean {
  return name.endsWith(".ts") && !name.endsWith(".d.ts");
}
