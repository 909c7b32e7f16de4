import { readSpec, type Spec } from "@counterpart/server/source";
import type { DocumentConfig } from "./define-config.ts";
import { findSpec } from "./find-spec.ts";

/**
 * Reads a project's document as configured.
 * @throws with advice if there is no document or it can't be read
 */
export async function readProjectSpec(config: DocumentConfig): Promise<Spec> {
  const { overlays = [], include, allowFolders } = config;
  return readSpec(await findSpec(config), { overlays, allowFolders, ...(include && { include }) });
}
