import type { ApiDocument, DocumentOperation, Schema } from "../document/document.ts";
import type { Direction } from "../document/schemas/closed-schema.ts";
import { itemSchema, requestSchema } from "./request-schema.ts";
import { bodySchema, headerSchema } from "./response-validators.ts";
import type { Reporting } from "./schemas/part-compiler.ts";
import { writeValidators } from "./schemas/write-validators.ts";

/** An operation's validators compile these schemas. */
interface Schemas {
  requests: Schema[];
  responses: Schema[];
}

/**
 * Writes the validators of a document's operations, webhooks and callbacks as an ES module, whose default export is a
 * `WrittenValidators`. Arrays that are sent in parts aren't among them, since only the service knows them.
 */
export function writeAllValidators(document: ApiDocument): string {
  const served = document.operations.map((operation) => schemasOf(document, operation));
  const sent = document.outgoing.map(({ operation }) => schemasOf(document, operation));
  const unmatched = responseSchemas(document.unmatched);
  const request = {
    requests: served.flatMap(({ requests }) => requests),
    responses: sent.flatMap(({ responses }) => responses),
  };
  const response = {
    requests: sent.flatMap(({ requests }) => requests),
    responses: [...served.flatMap(({ responses }) => responses), ...unmatched],
  };
  const text = (direction: Direction, { requests, responses }: Schemas): string => {
    const all = [...requests, ...responses];
    const isSent = direction === "response" || responses.length > 0;
    const write = (reporting: Reporting, schemas: Schema[]) =>
      writeValidators(document, direction, reporting, schemas);
    const written = {
      none: write("none", all),
      // What an earlier version stored may be sent.
      stored: write("stored", isSent ? all : []),
      first: write("first", all),
      // Only of requests, all faults are listed.
      all: write("all", requests),
    };
    return members(Object.entries(written).map(([name, some]) => [name, members([...some].map(asFunction))]));
  };
  return `export default ${members([
    ["request", text("request", request)],
    ["response", text("response", response)],
  ])};\n`;
}

function asFunction([key, code]: [string, string]): [string, string] {
  return [key, `(module, require, check, format, pattern, schema) => {${code}}`];
}

function members(entries: [string, string][]): string {
  return `{\n${entries.map(([key, text]) => `${JSON.stringify(key)}: ${text},\n`).join("")}}`;
}

function schemasOf(document: ApiDocument, operation: DocumentOperation): Schemas {
  const { requestBody, responses } = operation;
  const content = requestBody?.content ?? {};
  const requests = [undefined, ...Object.keys(content)].map((type) =>
    requestSchema(document, operation, type),
  );
  const items = Object.values(content).filter(({ itemSchema }) => itemSchema !== undefined);
  return { requests: [...requests, ...items.map(itemSchema)], responses: responseSchemas(responses) };
}

function responseSchemas(responses: DocumentOperation["responses"]): Schema[] {
  return Object.values(responses).flatMap(({ headers, content }) => [
    ...Object.values(headers).map(headerSchema),
    ...Object.values(content).flatMap((media) => [
      bodySchema(media),
      ...(media.itemSchema === undefined ? [] : [itemSchema(media)]),
    ]),
  ]);
}
