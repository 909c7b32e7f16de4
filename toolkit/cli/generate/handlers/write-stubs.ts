import { access, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { existingBundle } from "@counterpart/server/document/generated-files";
import { loadDocument } from "@counterpart/server/document/load-document";
import { UsageError } from "@counterpart/testing/mock/usage-error";
import type { DocumentConfig } from "../../config/define-config.ts";
import { writeIfChanged } from "../write-if-changed.ts";
import { handlerNames } from "./names.ts";
import { emitHandlers, emitStub, missingStubs, stubImports } from "./stubs.ts";
import { emitSupport, webhooksModule } from "./support-files.ts";
import { emitWebhookPages, webhooksOf } from "./webhook-stubs.ts";

/**
 * Writes what a project lacks to serve its document. Only the list of handlers is ever overwritten.
 * @param webhooks whether the project receives the document's webhooks; one of a document without operations always does
 * @returns the files that were written
 * @throws UsageError for webhooks that the document doesn't have
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
    await writeMissing(path.join(config.operations, `${name}.ts`), emitStub(id, name, imports));
  }
  const home = path.dirname(config.handlers);
  await mkdir(home, { recursive: true });
  const support = emitSupport(document, imports);
  if (webhooks) support[webhooksModule] = emitWebhookPages(document, imports.generated);
  const hasService = await access(config.service).then(
    () => true,
    () => false,
  );
  for (const [name, text] of Object.entries(support)) {
    const file = path.join(home, name);
    // A service that is configured to be elsewhere has been written there.
    if (name === "service.ts" && path.normalize(config.service) !== file) continue;
    // A service that is there has its own way to write errors, or none.
    if (name === "render-error.ts" && hasService) continue;
    await writeMissing(file, text);
  }
  if (await writeIfChanged(config.handlers, emitHandlers(document, imports))) written.push(config.handlers);
  return written;
}

/** Passes over an error of this code, and no other. */
function onlyWhen(code: string) {
  return (error: NodeJS.ErrnoException): false => {
    if (error.code !== code) throw error;
    return false;
  };
}
