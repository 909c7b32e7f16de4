import type { ApiDocument, RawDocument, Schema } from "../document/document.ts";
import { resolveIn } from "../document/references.ts";
import { structureViolations } from "./ajv-factories.ts";
import { createSchemaCompiler } from "./schema-compiler.ts";

/**
 * Finds the faults of a document that would otherwise show as a 500 at the first request: structure, references,
 * patterns, schemas, rate-limit scopes and dates. Throws one error that names them all.
 */
export function checkDocument(document: ApiDocument): void {
  const raw = document.source as RawDocument;
  const structural = [...structureFaults(raw), ...nodeFaults(raw, raw, "#")];
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
  return [...schemasIn(document.source, "#")].flatMap(([place, schema]) => {
    const fault = faultOf(schema);
    return fault === undefined ? [] : [`${place}${fault}`];
  });
}

/** Every schema of a document and its place, without the schemas inside it. */
function* schemasIn(node: object, place: string): Generator<[place: string, schema: Schema]> {
  for (const [key, value] of Object.entries(node)) {
    if (value === null || typeof value !== "object" || isNoPart(key)) continue;
    if (key === "schema") yield [`${place}/schema`, value];
    else if (place === "#/components" && key === "schemas") {
      for (const [name, schema] of Object.entries<Schema>(value)) yield [`${place}/schemas/${name}`, schema];
    } else yield* schemasIn(value, `${place}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
  }
}

/** Examples and extensions hold anything. */
function isNoPart(key: string): boolean {
  return key === "example" || key === "examples" || key.startsWith("x-");
}

function nodeFaults(raw: RawDocument, node: unknown, place: string): string[] {
  if (node === null || typeof node !== "object") return [];
  const { $ref, pattern } = node as { $ref?: unknown; pattern?: unknown };
  const faults: string[] = [];
  if (typeof $ref === "string") {
    const fault = thrown(() => resolveIn(raw, { $ref }));
    if (fault) faults.push(`${place}: ${fault}`);
  }
  if (typeof pattern === "string") {
    const fault = thrown(() => new RegExp(pattern, "u"));
    if (fault) faults.push(`${place}/pattern: ${fault}`);
  }
  for (const [key, value] of Object.entries(node)) {
    if (key !== "example" && key !== "examples") faults.push(...nodeFaults(raw, value, `${place}/${key}`));
  }
  return faults;
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
