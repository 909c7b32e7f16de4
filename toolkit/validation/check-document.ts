import type { ApiDocument, RawDocument } from "../document/document.ts";
import { escapePointerPart, resolveIn } from "../document/references.ts";
import { outermostSchemas, visits } from "../document/walk.ts";
import { structureViolations } from "./ajv-factories.ts";
import { createSchemaCompiler } from "./schema-compiler.ts";

/** What makes a document impossible to serve, and where. */
export interface DocumentFault {
  /** In the document in one piece, as in `#/components/schemas/Cart`. */
  pointer: string;
  message: string;
}

/** Throws one error that names all faults of a document. */
export function checkDocument(document: ApiDocument): void {
  const faults = documentFaults(document);
  if (faults.length > 0) throw new Error(describeFaults(faults));
}

/**
 * The faults of a document that would otherwise show as a 500 at the first request: structure, references, patterns,
 * schemas, rate-limit scopes and dates.
 */
export function documentFaults(document: ApiDocument): DocumentFault[] {
  const raw = document.source as RawDocument;
  const structural = [...structureFaults(raw), ...nodeFaults(raw)];
  return [...(structural.length > 0 ? structural : schemaFaults(document)), ...operationFaults(document)];
}

/** @param place tells where a pointer is written; without it, the pointers stand for themselves */
export function describeFaults(
  faults: DocumentFault[],
  place: (pointer: string) => string = (pointer) => pointer,
): string {
  const lines = faults.map(({ pointer, message }) => `- ${place(pointer)}: ${message}`);
  return `The OpenAPI document has faults:\n${[...new Set(lines)].join("\n")}`;
}

function structureFaults(raw: RawDocument): DocumentFault[] {
  return structureViolations(raw).map(({ path, message }) => ({ pointer: `#${path}`, message }));
}

function schemaFaults(document: ApiDocument): DocumentFault[] {
  const { faultOf } = createSchemaCompiler(document, "response");
  return [...outermostSchemas(document)].flatMap(({ node, pointer }) => {
    const fault = faultOf(node);
    return fault ? [{ pointer: pointer + fault.path, message: fault.message }] : [];
  });
}

function nodeFaults(raw: RawDocument): DocumentFault[] {
  return [...visits(raw)].flatMap(({ kind, node: { $ref, pattern }, pointer }) => {
    const reference = typeof $ref === "string" ? thrown(() => resolveIn(raw, { $ref })) : undefined;
    const expression =
      kind === "schema" && typeof pattern === "string" ? thrown(() => new RegExp(pattern, "u")) : undefined;
    return [
      ...(reference === undefined ? [] : [{ pointer, message: reference }]),
      ...(expression === undefined ? [] : [{ pointer: `${pointer}/pattern`, message: expression }]),
    ];
  });
}

function thrown(attempt: () => unknown): string | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function operationFaults({ operations, rateLimits }: ApiDocument): DocumentFault[] {
  return operations.flatMap(({ operationId, path, method, rateLimitScope, deprecatedSince, sunset }) => {
    const pointer = `#/paths/${escapePointerPart(path)}/${method}`;
    const dates = { "x-deprecated-since": deprecatedSince, "x-sunset": sunset };
    return [
      ...(rateLimitScope !== undefined && !rateLimits[rateLimitScope]
        ? [
            {
              pointer: `${pointer}/x-rate-limit-scope`,
              message: `${operationId}: x-rate-limit-scope ${rateLimitScope} is not in x-rate-limits.`,
            },
          ]
        : []),
      ...Object.entries(dates)
        .filter(([, date]) => date !== undefined && Number.isNaN(Date.parse(date)))
        .map(([key, date]) => ({
          pointer: `${pointer}/${key}`,
          message: `${operationId}: ${date} is not a date.`,
        })),
    ];
  });
}
