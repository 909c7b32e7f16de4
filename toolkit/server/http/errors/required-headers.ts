import type { ApiDocument, DocumentOperation, Header, Response } from "../../document/document.ts";
import { flat, typeOf } from "../../document/schemas/flat-schema.ts";
import type { HeaderFault } from "../../validation/response-validators.ts";
import { challengesOf } from "../credentials/challenges-of.ts";

/** Headers that describe the body, which the server writes itself. */
const ofBody = /^content-(type|length|encoding)$/i;

export interface Refused {
  operation: DocumentOperation | undefined;
  status: number;
  requestId: string;
}

/**
 * Values for the headers that a documented error requires, for those that no step has set.
 * @param faultOf omits values that don't fit; without it, the first candidate is sent
 */
export function requiredHeaders(
  document: ApiDocument,
  { headers }: Response,
  refused: Refused,
  faultOf?: HeaderFault,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, header]) => {
      if (!header.required || header.setByServer || ofBody.test(name)) return [];
      const texts = candidates(document, [name, header], refused);
      const text = texts.find(
        (one) => faultOf?.(name, header, header.isJson ? JSON.parse(one) : one) === undefined,
      );
      return text === undefined ? [] : [[name, text]];
    }),
  );
}

/** The usual value of a header, then what its schema says. */
function candidates(document: ApiDocument, [name, header]: [string, Header], refused: Refused): string[] {
  const usual = usualValue(document, name.toLowerCase(), refused);
  const values = schemaValues(document, header, refused);
  return [...(usual ? [usual] : []), ...values].map((value) =>
    header.isJson ? JSON.stringify(value) : textOf(value, header.explode),
  );
}

function usualValue(
  document: ApiDocument,
  name: string,
  { operation, requestId }: Refused,
): string | undefined {
  switch (name) {
    case "retry-after":
      return "1";
    case "content-language":
      return "en";
    case "date":
      return new Date().toUTCString();
    case "www-authenticate":
      return operation && challengesOf(document, operation.security);
    default:
      return /(request|correlation|trace)-?id$/.test(name) ? requestId : undefined;
  }
}

function schemaValues(document: ApiDocument, { schema }: Header, refused: Refused): unknown[] {
  const all = flat(document, schema);
  const { const: only, enum: some, example, examples, default: preset } = all;
  const given = [only, preset, example, ...[examples ?? []].flat(), ...[some ?? []].flat()];
  return [...given.filter((value) => value !== undefined), ...simplest(document, schema, refused, 0)];
}

const maxDepth = 3;

/** Simple values of a type, some of which may fit. */
function simplest(
  document: ApiDocument,
  schema: Header["schema"],
  refused: Refused,
  depth: number,
): unknown[] {
  const all = flat(document, schema);
  const { minimum, exclusiveMinimum, maximum, ...lengths } = all as Record<string, number | undefined>;
  const { minLength = 1, maxLength = Infinity } = lengths;
  switch (typeOf(all)) {
    case "integer":
    case "number":
      return [0, 1, minimum, (exclusiveMinimum ?? 0) + 1, maximum].filter((value) => value !== undefined);
    case "boolean":
      return [false, true];
    case "array":
    case "object":
      return depth < maxDepth ? [nested(document, all, refused, depth)] : [];
    default: {
      const now = new Date();
      const formats: Record<string, string> = {
        "date-time": now.toISOString(),
        date: now.toISOString().slice(0, 10),
        uuid: crypto.randomUUID(),
        uri: "about:blank",
      };
      const long = refused.requestId.repeat(Math.ceil(minLength / refused.requestId.length));
      return [formats[String(all.format)] ?? long.slice(0, maxLength), `${refused.status}`, "0", "-"];
    }
  }
}

function nested(
  document: ApiDocument,
  { items, minItems = 1, properties, required, ...all }: ReturnType<typeof flat>,
  refused: Refused,
  depth: number,
): unknown {
  const first = (schema: unknown) => simplest(document, schema as Header["schema"], refused, depth + 1)[0];
  if (typeOf({ items, properties, required, ...all }) === "array")
    return Array.from({ length: Number(minItems) }, () => first(items ?? {}));
  return Object.fromEntries(required.map((name) => [name, first(properties[name] ?? {})]));
}

/** The style `simple` (RFC 6570, 3.2.2). */
function textOf(value: unknown, explode: boolean): string {
  if (Array.isArray(value)) return value.join(",");
  if (value === null || typeof value !== "object") return String(value);
  return Object.entries(value)
    .map(([name, one]) => `${name}${explode ? "=" : ","}${one}`)
    .join(",");
}
