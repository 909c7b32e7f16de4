import type { ApiDocument, RawDocument } from "../document/document.ts";
import { resolveIn } from "../document/references.ts";
import { outermostSchemas, visits } from "../document/walk.ts";
import { structureViolations } from "./ajv-factories.ts";
import { createSchemaCompiler } from "./schema-compiler.ts";

/**
 * Finds the faults of a document that would otherwise show as a 500 at the first request: structure, references,
 * patterns, schemas, rate-limit scopes and dates. Throws one error that names them all.
 */
export function checkDocument(document: ApiDocument): void {
  const raw = document.source as RawDocument;
  const structural = [...structureFaults(raw), ...nodeFaults(raw)];
  const faults = [
    ...(structural.length > 0 ? structural : schemaFaults(document)),
    ...operationFaults(document),
  ];
  if (faults.length > 0)
    throw new Error(`The OpenAPI document has faults:\n${faults.map((f) => `- ${f}`).join("\n")}`);
}

function structureFaults(raw: RawDocument): string[] {
  const faults = structureViolations(raw).map(({ path, message }) => `#${path} ${message}`);
  return [...new Set(faults)];
}

function schemaFaults(document: ApiDocument): string[] {
  const { faultOf } = createSchemaCompiler(document, "response");
  return [...outermostSchemas(document)].flatMap(({ node, pointer }) => {
    const fault = faultOf(node);
    return fault === undefined ? [] : [`${pointer}${fault}`];
  });
}

function nodeFaults(raw: RawDocument): string[] {
  return [...visits(raw)].flatMap(({ kind, node: { $ref, pattern }, pointer }) => {
    const reference = typeof $ref === "string" ? thrown(() => resolveIn(raw, { $ref })) : undefined;
    const expression =
      kind === "schema" && typeof pattern === "string" ? thrown(() => new RegExp(pattern, "u")) : undefined;
    return [
      ...(reference === undefined ? [] : [`${pointer}: ${reference}`]),
      ...(expression === undefined ? [] : [`${pointer}/pattern: ${expression}`]),
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

function operationFaults({ operations, rateLimits }: ApiDocument): string[] {
  return operations.flatMap(({ operationId, rateLimitScope, deprecatedSince, sunset }) => [
    ...(rateLimitScope !== undefined && !rateLimits[rateLimitScope]
      ? [`${operationId}: x-rate-limit-scope ${rateLimitScope} is not in x-rate-limits.`]
      : []),
    ...[deprecatedSince, sunset]
      .filter((date) => date !== undefined && Number.isNaN(Date.parse(date)))
      .map((date) => `${operationId}: ${date} is not a date.`),
  ]);
}
