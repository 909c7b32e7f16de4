import type { ApiDocument, RawDocument } from "@counterpart/server/document";
import { bundleText } from "@counterpart/server/read-document";
import type { Spec } from "@counterpart/server/source";
import { analyzeSpec, refusal } from "../inspect/analyze-spec.ts";
import { emitClient } from "./client/client.ts";
import { emitVerifyWebhook } from "./client/verify-webhook.ts";
import { emitOperations } from "./handlers/operations.ts";
import { emitTypes } from "./types.ts";
import { emitWebhooks } from "./webhooks.ts";

export const banner =
  "// Written by `counterpart generate` from the OpenAPI document. Don't edit: change the document.\n\n";

/** Written for documents with webhooks or callbacks. */
export const webhooksFile = "webhooks.ts";

/** Written for documents with signed webhooks. */
export const verifyWebhookFile = "verify-webhook.ts";

/** What files are generated. */
export interface Emitting {
  /** Whether to build all validators as a check. */
  builds?: boolean;
  /** What dates are in handlers' inputs and in the client. Default: text. */
  dates?: ApiDocument["dates"] | undefined;
}

export type EmittedFiles = ReturnType<typeof emitFiles>;

/**
 * Generates all files of a document.
 * @throws with the document's faults if nothing can be served
 */
export function emitFiles(spec: Spec, { builds = false, dates }: Emitting = {}) {
  const read = { ...spec, raw: { ...spec.raw, ...(dates && { "x-dates": dates }) } };
  const { document, notes, leftOut, accepted } = analyzeSpec(read, { builds });
  if (!accepted) throw new Error(refusal(notes));
  const raw = document.source as RawDocument;
  const verifyWebhook = emitVerifyWebhook(document);
  const webhooks = emitWebhooks(document);
  const files: Record<string, string> = {
    "openapi.json": bundleText({ ...raw, ...(document.dates && { "x-dates": document.dates }) }),
    "types.ts": banner + emitTypes(document),
    "operations.ts": banner + emitOperations(document),
    "client.ts": banner + emitClient(document),
    ...(webhooks !== undefined && { [webhooksFile]: banner + webhooks }),
    ...(verifyWebhook !== undefined && { [verifyWebhookFile]: banner + verifyWebhook }),
  };
  return {
    /** The bundle, without the operations that can't be served. */
    raw,
    document,
    /** By name, relative to the generated folder. */
    files,
    /** Surprises in the document, and parts that can't be served. */
    notes,
    /** The operations and webhooks that can't be served. */
    leftOut,
  };
}
