import type { ApiDocument, RawDocument } from "@counterpart/server/document/document";
import type { Finding } from "@counterpart/server/document/findings/finding";
import { bundleText } from "@counterpart/server/document/load-document";
import type { LeftOut } from "@counterpart/server/document/repair/left-out";
import type { Spec } from "@counterpart/server/document/source/read-spec";
import { analyzeSpec, refusal } from "../inspect/analyze-spec.ts";
import { emitClient } from "./client/client.ts";
import { licenseFile, runtimeFiles, runtimeLicense } from "./client/runtime-files.ts";
import { emitVerifyWebhook } from "./client/verify-webhook.ts";
import { emitOperations } from "./handlers/operations.ts";
import { emitTypes } from "./types.ts";
import { emitWebhooks } from "./webhooks.ts";

const banner =
  "// Written by `counterpart generate` from the OpenAPI document. Don't edit: change the document.\n\n";
const runtimeBanner = "// Copied by `counterpart generate`. Don't edit: it is overwritten.\n\n";

/** The subfolder of the client's runtime. */
export const runtimeFolder = "client-runtime";

/** Written for documents with webhooks or callbacks. */
export const webhooksFile = "webhooks.ts";

/** Written for documents with signed webhooks. */
export const verifyWebhookFile = "verify-webhook.ts";

export interface EmittedFiles {
  /** The bundle, without the operations that can't be served. */
  raw: RawDocument;
  document: ApiDocument;
  /** By name, relative to the generated folder. */
  files: Record<string, string>;
  /** Surprises in the document, and parts that can't be served. */
  notes: Finding[];
  /** The operations and webhooks that can't be served. */
  leftOut: LeftOut[];
}

/**
 * Generates all files of a document.
 * @param builds whether to build all validators as a check
 * @throws with the document's faults if nothing can be served
 */
export async function emitFiles(spec: Spec, { builds = false } = {}): Promise<EmittedFiles> {
  const { document, notes, leftOut, accepted } = analyzeSpec(spec, { builds });
  if (!accepted) throw new Error(refusal(notes));
  const raw = document.source as RawDocument;
  const verifyWebhook = emitVerifyWebhook(document);
  const runtime = Object.entries(await runtimeFiles({ webhooks: verifyWebhook !== undefined })).map(
    ([name, text]) => [`${runtimeFolder}/${name}`, runtimeBanner + text],
  );
  const webhooks = emitWebhooks(document);
  const files = {
    "openapi.json": bundleText(raw),
    "types.ts": banner + emitTypes(document),
    "operations.ts": banner + emitOperations(document),
    "client.ts": banner + emitClient(document),
    ...(webhooks !== undefined && { [webhooksFile]: banner + webhooks }),
    ...(verifyWebhook !== undefined && { [verifyWebhookFile]: banner + verifyWebhook }),
    ...Object.fromEntries(runtime),
    [`${runtimeFolder}/${licenseFile}`]: await runtimeLicense(),
  };
  return { raw, document, files, notes, leftOut };
}
