import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/** The files below a folder that look like the root of an OpenAPI or Swagger document, sorted. */
export async function findDocuments(folder: string): Promise<string[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(json|ya?ml)$/i.test(name));
  const found: string[] = [];
  for (const name of names.sort()) {
    const file = path.join(folder, name);
    // A folder may have such a name.
    const text = await readFile(file, "utf8").catch(() => "");
    if (
      /^["']?(openapi|swagger)["']?\s*:|^[\s{]*"(openapi|swagger)"\s*:|^ {2,4}"(openapi|swagger)"\s*:\s*"\d/m.test(
        text,
      )
    )
      found.push(file);
  }
  return found;
}
