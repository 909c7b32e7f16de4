import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { ApiDocument } from "./document.ts";
import { bundleMark, readDocument } from "./read-document.ts";
import type { RawDocument } from "./references.ts";
import { refuseDeepJson } from "./source/files/nesting.ts";

/** The text of a bundled document. */
export function bundleText(raw: RawDocument): string {
  return `${JSON.stringify({ ...raw, ...bundleMark }, null, 2)}\n`;
}

/**
 * Loads a document: the bundled one that `counterpart generate` writes, or any other, in YAML or JSON, which is read and
 * normalized like its sources.
 * @param file a path or a `file:` URL
 * @throws UnreadableSpec
 */
export async function loadDocument(file: string | URL): Promise<ApiDocument> {
  const text = await readFile(file, "utf8");
  const bundle = bundleIn(text);
  if (bundle) {
    refuseDeepJson(text);
    return readDocument(bundle);
  }
  // Servers read bundles, and start without the parsers of sources.
  const { readSpec } = await import("./source/read-spec.ts");
  return readDocument(readSpec(file instanceof URL ? fileURLToPath(file) : file).raw);
}

/** The document of a bundle's text; undefined for any other text. */
export function bundleIn(text: string): RawDocument | undefined {
  if (!text.includes('"x-bundled-by"')) return undefined;
  try {
    const { "x-bundled-by": by, ...raw } = JSON.parse(text);
    return by === bundleMark["x-bundled-by"] ? (raw as RawDocument) : undefined;
  } catch {
    return undefined;
  }
}
