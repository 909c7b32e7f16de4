import type { ApiDocument, DocumentOperation } from "@counterpart/server/document/document";
import { needsContentType } from "@counterpart/server/request/body-types";
import { exampleRequest } from "@counterpart/testing/samples/example-request";
import { sampleParameter } from "@counterpart/testing/samples/sample-values";
import { isIdentifier, memberKey } from "../literal.ts";

/**
 * Sample code that calls an operation by the generated client, `api.getPet({ … })`, with the required
 * parameters and the document's examples.
 * @param indent before each line but the first
 * @returns undefined if there is no valid request, or its body is neither JSON nor a URL-encoded form
 */
export function callText(
  document: ApiDocument,
  operation: DocumentOperation,
  indent: string,
): string | undefined {
  const request = exampleRequest(document, operation);
  if (!request) return undefined;
  const body = request.json === undefined ? request.fields : request.json;
  if (request.body !== undefined && body === undefined) return undefined;
  const places = (["path", "query", "header", "cookie"] as const).flatMap((place) => {
    const needed = operation.parameters.filter((parameter) => parameter.in === place && parameter.required);
    const values = needed.map(
      (parameter) => `${memberKey(parameter.name)}: ${literal(sampleParameter(document, parameter))}`,
    );
    return values.length > 0 ? [`${place}: { ${values.join(", ")} }`] : [];
  });
  const content = operation.requestBody?.content ?? {};
  const type = request.headers["Content-Type"] ?? "";
  const names = body !== undefined && needsContentType(document, content, type);
  const headers = names ? [`headers: { "Content-Type": ${literal(type)} }`] : [];
  const parts = [...places, ...headers, ...(body === undefined ? [] : [`body: ${literal(body)}`])];
  const lines = parts.map((part) => `${indent}  ${part},\n`).join("");
  return `api${propertyAccess(methodName(operation.operationId))}(${parts.length > 0 ? `{\n${lines}${indent}}` : ""})`;
}

/** Formats JSON in TypeScript style. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).map(([name, one]) => `${memberKey(name)}: ${literal(one)}`);
  return members.length > 0 ? `{ ${members.join(", ")} }` : "{}";
}

/** As in `createOperationMethods`: a method `then` would make the API a promise for `await`. */
function methodName(operationId: string): string {
  return operationId === "then" ? "then_" : operationId;
}

export function propertyAccess(name: string): string {
  return isIdentifier(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
