import { parseDates } from "@counterpart/client/dates";
import {
  type ApiDocument,
  bodyShape,
  type DocumentOperation,
  essence,
  isObject,
  isOfBytes,
  isReadByItem,
  summarizeSchema,
} from "@counterpart/server/document";
import { needsContentType } from "@counterpart/server/request";
import { operationDates, plansOf } from "@counterpart/server/schemas";
import { own } from "@counterpart/server/values";
import { type HttpRequest, uploadName } from "@counterpart/testing/exchanges";
import { exampleOf, type SampleBody, sampleParameter } from "@counterpart/testing/samples";
import { isIdentifier, memberKey } from "../literal.ts";

/**
 * Sample code that calls an operation by the generated client, with the required parameters, the body and the
 * document's examples. Files are read from disk.
 * @param indent before each line but the first
 * @returns with the import statements that the call needs; undefined if there is no valid request
 */
export function callText(document: ApiDocument, operation: DocumentOperation, indent: string) {
  const example = exampleOf(document, operation, { invented: true });
  if (!example) return undefined;
  const { request, body: sample } = example;
  const { parameters, bodies } = operationDates(document, operation);
  const { table } = plansOf(document);
  const places = (["path", "query", "header", "cookie"] as const).flatMap((place) => {
    const needed = operation.parameters.filter((parameter) => parameter.in === place && parameter.required);
    const values = needed.map((parameter) => {
      const plan = own(parameters[place], parameter.name);
      return `${memberKey(parameter.name)}: ${literal(parseDates(table, plan, sampleParameter(document, parameter)))}`;
    });
    return values.length > 0 ? [`${place}: { ${values.join(", ")} }`] : [];
  });
  const content = operation.requestBody?.content ?? {};
  const names = sample !== undefined && needsContentType(document, content, sample.mediaType);
  // The client adds the boundary of a multipart form.
  const type = contentTypeOf(request).replace(/; boundary=.*/, "");
  const headers = names ? [`headers: { "Content-Type": ${literal(type)} }`] : [];
  const body = sample
    ? bodyText(
        document,
        { ...sample, value: parseDates(table, own(bodies, sample.mediaType), sample.value) },
        request,
      )
    : undefined;
  const parts = [...places, ...headers, ...(body === undefined ? [] : [`body: ${body}`])];
  const lines = parts.map((part) => `${indent}  ${part},\n`).join("");
  return {
    text: `api${propertyAccess(methodName(operation.operationId))}(${parts.length > 0 ? `{\n${lines}${indent}}` : ""})`,
    imports: body?.includes(readFile) ? [`import { openAsBlob } from "node:fs";`] : [],
  };
}

const readFile = "await openAsBlob(";

function bodyText(
  document: ApiDocument,
  { mediaType, media, value }: SampleBody,
  request: HttpRequest,
): string {
  const type = contentTypeOf(request);
  if (essence(type) === "multipart/form-data" && isObject(value)) {
    const { properties } = summarizeSchema(document, media.schema ?? {});
    const members = Object.entries(value).map(([name, one]) => {
      const isFile = Object.hasOwn(properties, name) && isOfBytes(document, properties[name] ?? {});
      const file = `${readFile}${literal(uploadName(name, type))})`;
      return `${memberKey(name)}: ${isFile ? (Array.isArray(one) ? `[${file}]` : file) : literal(one)}`;
    });
    return `{ ${members.join(", ")} }`;
  }
  if (isReadByItem(mediaType, media)) return literal(value);
  const shape = bodyShape(type);
  if (shape === "bytes")
    return `${readFile}${literal(uploadName("file", type))}, { type: ${literal(type)} })`;
  return literal(shape === "text" && isObject(value) ? request.body?.toString() : value);
}

function contentTypeOf({ headers }: HttpRequest): string {
  return headers.find(([name]) => name === "Content-Type")?.[1] ?? "";
}

/** Formats JSON, and dates, in TypeScript style. */
function literal(value: unknown): string {
  if (value instanceof Date)
    return `new Date(${JSON.stringify(value.toISOString().replace(/T00:00:00\.000Z$/, ""))})`;
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
