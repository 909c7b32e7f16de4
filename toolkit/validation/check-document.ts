import { middleware as openApiValidator } from "express-openapi-validator";
import { OpenAPISchemaValidator } from "express-openapi-validator/dist/framework/openapi.schema.validator.js";
import { type ApiDocument, type RawDocument, resolve } from "../document/document.ts";
import { forValidator } from "./validation-document.ts";

/**
 * Finds the faults of a document that would otherwise show as a 500 at the first request: structure, references,
 * patterns, rate-limit scopes and dates. Throws one error that names them all.
 */
export async function checkDocument(document: ApiDocument): Promise<void> {
  const faults = [
    ...(await structureFaults(document.raw)),
    ...nodeFaults(document.raw, document.raw, "#"),
    ...operationFaults(document),
  ];
  if (faults.length > 0)
    throw new Error(`The OpenAPI document has faults:\n${faults.map((f) => `- ${f}`).join("\n")}`);
}

async function structureFaults(raw: RawDocument): Promise<string[]> {
  const structure = new OpenAPISchemaValidator({ version: raw.openapi, validateApiSpec: true });
  const { errors } = structure.validate(structuredClone(raw) as never);
  const faults = (errors ?? []).map(({ instancePath = "", message = "" }) => `#${instancePath} ${message}`);
  return faults.length > 0 ? [...new Set(faults)] : validatorFaults(raw);
}

/** express-openapi-validator keeps what it finds wrong until a request comes: this is the request. */
async function validatorFaults(raw: RawDocument): Promise<string[]> {
  const [first] = openApiValidator({
    apiSpec: forValidator(structuredClone(raw)) as never,
    validateApiSpec: false,
    validateSecurity: false,
  });
  const error = await new Promise<unknown>((done) => {
    first?.({ app: { param: () => {} } } as never, {} as never, done);
  });
  return error === undefined ? [] : [String((error as { message?: string }).message)];
}

function nodeFaults(raw: RawDocument, node: unknown, place: string): string[] {
  if (node === null || typeof node !== "object") return [];
  const { $ref, pattern } = node as { $ref?: unknown; pattern?: unknown };
  const faults: string[] = [];
  if (typeof $ref === "string") {
    const fault = thrown(() => resolve(raw, { $ref }));
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
