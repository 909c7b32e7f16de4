import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { existingBundle } from "@counterpart/server/document";
import { loadDocument } from "@counterpart/server/read-document";
import { UsageError } from "@counterpart/testing/errors";
import type { DocumentConfig } from "../../config/define-config.ts";
import { writeIfChanged } from "../write-if-changed.ts";
import { handlerNames } from "./names.ts";
import { emitHandlers, emitStub, missingStubs, stubImports } from "./stubs.ts";
import { successShape } from "./success-shape.ts";
import { emitSupport, webhooksModule } from "./support-files.ts";
import { emitWebhookPages, webhooksOf } from "./webhook-stubs.ts";

/**
 * Writes the files that a project lacks to serve its document. Overwrites only the list of handlers.
 * @param webhooks whether the project receives the document's webhooks; always true without operations
 * @returns the written files
 * @throws UsageError if the document has no webhooks
 */
export async function writeStubs(
  config: DocumentConfig,
  { webhooks = false }: { webhooks?: boolean } = {},
): Promise<string[]> {
  const document = await loadDocument(await existingBundle(config));
  if (webhooks && webhooksOf(document).length === 0) throw new UsageError("The document has no webhooks.");
  const imports = stubImports(config);
  const names = handlerNames(document);
  const written: string[] = [];
  const writeMissing = async (file: string, text: string) => {
    const isNew = await writeFile(file, text, { flag: "wx" }).then(() => true, onlyWhen("EEXIST"));
    if (isNew) written.push(file);
  };
  await mkdir(config.operations, { recursive: true });
  for (const id of await missingStubs(document, config.operations)) {
    const name = names.get(id) ?? id;
    const operation = document.operations.find(({ operationId }) => operationId === id);
    const shape = operation ? successShape(document, operation) : [];
    await writeMissing(path.join(config.operations, `${name}.ts`), emitStub(id, name, imports, shape));
  }
  const home = path.dirname(config.handlers);
  await mkdir(home, { recursive: true });
  const support = emitSupport(document, imports);
  if (webhooks) support[webhooksModule] = emitWebhookPages(document, imports.generated);
  const hasService = existsSync(config.service);
  for (const [name, text] of Object.entries(support)) {
    const file = path.join(home, name);
    // A service configured at another path exists already.
    if (name === "service.ts" && path.normalize(config.service) !== file) continue;
    // An existing service has its own way to write errors, or none.
    if (name === "render-error.ts" && hasService) continue;
    await writeMissing(file, text);
  }
  if (await writeIfChanged(config.handlers, emitHandlers(document, imports))) written.push(config.handlers);
  return written;
}

/** Ignores errors of this code only. */
function onlyWhen(code: string) {
  return (error: NodeJS.ErrnoException): false => {
    if (error.code !== code) throw error;
    return false;
  };
}
