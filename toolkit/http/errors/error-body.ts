import { STATUS_CODES } from "node:http";
import {
  type ApiDocument,
  type Response as Documented,
  type DocumentOperation,
  resolve,
  type Schema,
} from "../../document/document.ts";
import { type FlatSchema, flat, typeOf } from "../../document/flat-schema.ts";
import { essence, isJson } from "../../document/media-types.ts";
import { responseFor } from "../../document/response-for.ts";
import { errorBody } from "./api-error.ts";

/** What an error answer has to tell. */
export interface Refusal {
  status: number;
  code: string;
  message: string;
  requestId: string;
}

export interface ErrorAnswer {
  status: number;
  /** Undefined where the document gives the status no body. */
  content?: { type: string; text: string };
}

/**
 * Tells a refusal in the shape that the document has for it: the house's own body where the schema names its two
 * properties or the document says nothing; else a body made of the schema's required properties, in which those that
 * are called like a message, a code or a status (RFC 9457 and its relatives) carry them.
 * A document that knows 422 and not 400 means the same by it. Where no operation is, a status that `x-unmatched` leaves
 * out has the shape of one that it lists.
 */
export function tellRefusal(
  document: ApiDocument,
  operation: DocumentOperation | undefined,
  refusal: Refusal,
): ErrorAnswer {
  const responses = operation?.responses ?? document.unmatched;
  const status = refusal.status === 400 && !responses[400] && responses[422] ? 422 : refusal.status;
  const documented: Documented | undefined =
    responseFor(responses, status) ?? (operation ? undefined : anyError(responses));
  const own = JSON.stringify(errorBody(refusal.code, refusal.message));
  if (!documented) return { status, content: { type: "application/json", text: own } };

  const types = Object.keys(documented.content);
  if (types.length === 0) return { status };
  const json = types.find(isJson);
  if (json === undefined) {
    const isText = types.some((type) => essence(type) === "text/plain");
    return isText
      ? { status, content: { type: "text/plain", text: refusal.message } }
      : { status, content: { type: "application/json", text: own } };
  }
  const { schema, example, examples = {} } = documented.content[json] ?? {};
  if (!schema || isOurs(document, schema)) return { status, content: { type: json, text: own } };
  const [first] = Object.values(examples);
  const model = example ?? (first && resolve<{ value?: unknown }>(document, first).value);
  const body = compose({ document, refusal: { ...refusal, status } }, { schema, name: "", model, depth: 0 });
  return { status, content: { type: json, text: JSON.stringify(body) } };
}

function anyError(responses: Record<string, Documented>): Documented | undefined {
  const statuses = Object.keys(responses).filter((status) => /^[45]/.test(status));
  return responses[statuses[0] ?? ""];
}

function isOurs(document: ApiDocument, schema: Schema): boolean {
  const { properties, type } = flat(document, schema);
  if (Object.keys(properties).length === 0) return type === undefined || type === "object";
  return ["error", "code"].every(
    (name) => properties[name] && typeOf(flat(document, properties[name])) === "string",
  );
}

interface Telling {
  document: ApiDocument;
  refusal: Refusal;
}

interface Place {
  schema: Schema;
  /** Of the property; empty at the top. */
  name: string;
  /** What the document's example has here. */
  model: unknown;
  depth: number;
}

const deepest = 6;

function compose(telling: Telling, { schema: node, name, model, depth }: Place): unknown {
  const schema = flat(telling.document, node);
  if (schema.const !== undefined) return schema.const;
  const type = typeOf(schema);
  if (type === "object") {
    const body: Record<string, unknown> = {};
    for (const [key, property] of Object.entries(schema.properties)) {
      const place = { schema: property, name: key, model: member(model, key), depth: depth + 1 };
      if (depth > deepest || !(schema.required.includes(key) || tells(telling, place))) continue;
      body[key] = compose(telling, place);
    }
    return body;
  }
  if (type === "array") {
    const least = Number(schema.minItems ?? (tells(telling, { schema: node, name, model, depth }) ? 1 : 0));
    const item = { schema: (schema.items ?? {}) as Schema, name, model: member(model, 0), depth: depth + 1 };
    return Array.from({ length: depth > deepest ? 0 : least }, () => compose(telling, item));
  }
  const word = kindOf(name);
  const [sample] = Array.isArray(schema.examples) ? schema.examples : [];
  const fallback = model ?? schema.example ?? sample ?? schema.default;
  if (type === "boolean") return fallback ?? false;
  if (type === "integer" || type === "number") {
    return word === "status" || word === "code" ? telling.refusal.status : (fallback ?? schema.minimum ?? 0);
  }
  return textFor(telling.refusal, { schema, word, fallback });
}

/** Properties that tell something, and therefore are given even where they aren't required. */
function tells({ document }: Telling, { schema: node, name }: Place): boolean {
  const schema = flat(document, node);
  const type = typeOf(schema);
  if (type === "object" || type === "array") return /^errors?$/i.test(name);
  return kindOf(name) !== undefined && type !== "boolean";
}

type Word = "message" | "code" | "status" | "title" | "type" | "requestId";

const words: [Word, RegExp][] = [
  ["message", /^(error)?(message|msg|detail|details|description|text)$/],
  ["code", /^(error)?(code|name|key)$|^error$|^reason$/],
  ["status", /^(http)?status(code)?$/],
  ["title", /^title$/],
  ["type", /^type$/],
  ["requestId", /^(request|trace|correlation|error|incident)id$/],
];

function kindOf(name: string): Word | undefined {
  const plain = name.replaceAll(/[-_]/g, "").toLowerCase();
  return words.find(([, pattern]) => pattern.test(plain))?.[0];
}

function textFor(
  { status, code, message, requestId }: Refusal,
  { schema, word, fallback }: { schema: FlatSchema; word: Word | undefined; fallback: unknown },
): unknown {
  const texts: Record<Word, string> = {
    message,
    code,
    status: String(status),
    title: STATUS_CODES[status] ?? "Error",
    type: "about:blank",
    requestId,
  };
  if (Array.isArray(schema.enum)) {
    const alike = (value: unknown) => plain(value) === plain(word === undefined ? code : texts[word]);
    return (
      schema.enum.find(alike) ?? schema.enum.find((value) => plain(value) === plain(code)) ?? schema.enum[0]
    );
  }
  if (schema.format === "date-time") return new Date().toISOString();
  if (schema.format === "uuid") return fallback ?? "00000000-0000-0000-0000-000000000000";
  if (word === "type" && !/^uri/.test(String(schema.format))) return fallback ?? code;
  if (/^uri/.test(String(schema.format)))
    return word === "type" ? "about:blank" : (fallback ?? "about:blank");
  return word === undefined ? (fallback ?? message) : texts[word];
}

/** `NOT_FOUND`, `not-found` and `NotFound` are one word. */
function plain(value: unknown): string {
  return String(value)
    .replaceAll(/[^A-Za-z0-9]/g, "")
    .toLowerCase();
}

function member(model: unknown, key: string | number): unknown {
  return model !== null && typeof model === "object" ? Reflect.get(model, key) : undefined;
}
