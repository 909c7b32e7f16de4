import type { ApiDocument, DocumentInfo, DocumentOperation, RateLimit } from "./document.ts";
import { mapValues } from "./map-values.ts";
import { setOwn } from "./own.ts";
import { operationsOf } from "./path-item.ts";
import { readOperation, readOutgoing } from "./reading/read-operation.ts";
import { contentReader, readResponse } from "./reading/read-response.ts";
import { type Any, type RawDocument, resolveIn } from "./references.ts";
import { repairDocument } from "./repair/repair-document.ts";
import { withoutLeftOut } from "./repair/without-left-out.ts";
import { readSecurity, readSecuritySchemes } from "./security.ts";

/** Marks the bundled documents that `counterpart generate` writes. */
export const bundleMark = { "x-bundled-by": "counterpart generate" };

/**
 * Reads a bundled OpenAPI document. Anything that can't be served is left out and reported in the notes.
 * @throws if two operations have the same operationId
 */
export function readDocument(given: RawDocument): ApiDocument {
  const { "x-dates": dates, ...described } = given;
  // Only our own bundles have it.
  const source = dates === undefined ? given : described;
  const { raw: repaired, notes, leftOut, unusable, stopping } = repairDocument(source);
  const raw = withoutLeftOut(repaired, leftOut, unusable);
  const readContent = contentReader(raw);
  const operations: DocumentOperation[] = [];
  for (const [path, item] of Object.entries(raw.paths ?? {})) {
    const pathItem = resolveIn(raw, item);
    for (const { method } of operationsOf(pathItem)) {
      operations.push(readOperation({ raw, readContent }, path, method, pathItem));
    }
  }
  const seen = new Set<string>();
  for (const { operationId } of operations) {
    if (seen.has(operationId)) throw new Error(`Two operations have the operationId ${operationId}.`);
    seen.add(operationId);
  }
  const schemes = readSecuritySchemes(raw, operations);
  const { info, "x-error-schema": errorSchema } = raw;
  const security = readSecurity(raw.security);
  return {
    source: withoutLeftOut(source, leftOut, unusable),
    root: raw as never,
    notes: [...notes, ...schemes.notes],
    leftOut,
    stopping,
    info: readInfo(info),
    servers: raw.servers ?? [],
    paths: Object.keys(raw.paths ?? {}),
    operations,
    outgoing: readOutgoing({ raw, readContent }),
    ...(raw.security !== undefined && { security }),
    ...(errorSchema && { errorSchema }),
    securitySchemes: schemes.securitySchemes,
    rateLimits: mapValues(raw["x-rate-limits"], ({ limit, windowSeconds }: RateLimit) => ({
      limit,
      windowSeconds,
    })),
    ...(dates === "Date" && { dates }),
    constantHeaders: constantHeaders(raw),
    unmatched: mapValues(raw["x-unmatched"], (response) => readResponse({ raw, readContent }, response)),
  };
}

function readInfo({ title = "", version = "", summary, description, license }: Any = {}): DocumentInfo {
  return {
    title: String(title),
    version: String(version),
    ...(summary && { summary }),
    ...(description && { description }),
    ...(license?.identifier && { licenseIdentifier: license.identifier }),
  };
}

function constantHeaders(raw: RawDocument): Record<string, string> {
  const constants: Record<string, string> = {};
  for (const [name, node] of Object.entries<Any>(raw.components?.headers ?? {})) {
    const schema = resolveIn(raw, resolveIn(raw, node).schema ?? {});
    if (schema.const !== undefined) setOwn(constants, name, String(schema.const));
  }
  return constants;
}
