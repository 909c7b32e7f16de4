import { loadDocumentConfig } from "../config/load-config.ts";
import { findSpec } from "../generate/find-spec.ts";

/** The two files that are compared: those that are given, and for the others those of the project. */
export async function comparedFiles(given: {
  spec?: string | undefined;
  released?: string | undefined;
}): Promise<{ spec: string; released: string }> {
  const { spec, released } = given;
  // Whoever names both needs no project.
  if (spec !== undefined && released !== undefined) return { spec, released };
  const config = await loadDocumentConfig();
  return { spec: spec ?? (await findSpec(config)), released: released ?? config.released };
}
