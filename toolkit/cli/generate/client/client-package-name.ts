import { readFile } from "node:fs/promises";
import type { ApiDocument } from "@counterpart/server/document";
import { loadDocuments } from "../../config/load-config.ts";

/** The name of a document's client package, after the project in the working directory: `my-api-client`. */
export async function clientPackageName({ name }: { name: string }): Promise<string> {
  const [first] = await loadDocuments();
  const project: { name: string } = JSON.parse(await readFile("package.json", "utf8"));
  return `${project.name}-client${name === first?.name ? "" : `-${name}`}`;
}

/** The name of the client package of a document outside a project, after its title: `museum-api-client`. */
export function clientNameOf({ info }: Pick<ApiDocument, "info">): string {
  const words = info.title
    .normalize("NFKD")
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ["api"];
  return `${words.join("-").slice(0, 100)}-client`;
}
