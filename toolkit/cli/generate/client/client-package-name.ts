import { readFile } from "node:fs/promises";
import { loadDocuments } from "../../config/load-config.ts";

/** The name of a document's client package, after the project in the working directory: `my-api-client`. */
export async function clientPackageName({ name }: { name: string }): Promise<string> {
  const [first] = await loadDocuments();
  const project: { name: string } = JSON.parse(await readFile("package.json", "utf8"));
  return `${project.name}-client${name === first?.name ? "" : `-${name}`}`;
}
