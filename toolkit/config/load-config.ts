import path from "node:path";
import { pathToFileURL } from "node:url";
import { type CounterpartConfig, type DocumentConfig, defaults } from "./define-config.ts";

/** The configuration of a project; the defaults where it has no `counterpart.config.ts`. */
export async function loadConfig(project = "."): Promise<CounterpartConfig> {
  const file = pathToFileURL(path.resolve(project, "counterpart.config.ts")).href;
  const module = await import(file).catch((error: NodeJS.ErrnoException & { url?: string }) => {
    if (error.code === "ERR_MODULE_NOT_FOUND" && error.url === file) return undefined;
    throw error;
  });
  return module?.default ?? { documents: [defaults] };
}

/** The one document of a project. */
export async function loadDocumentConfig(project = "."): Promise<DocumentConfig> {
  const { documents } = await loadConfig(project);
  return documents[0];
}

/** The bundled document in a generated folder. */
export function bundledFile({ generated }: Pick<DocumentConfig, "generated">): string {
  return path.join(generated, "openapi.json");
}
