import { STATUS_CODES } from "node:http";
import type { ApiDocument, Response, Schema } from "./document.ts";
import { examplesOf } from "./examples-of.ts";
import { isJson, matchesMediaType } from "./media-types.ts";
import { own } from "./own.ts";
import { percentDecoded } from "./percent-decoding.ts";
import type { RequestFault } from "./request-fault.ts";
import { type FlatSchema, flat, typeOf } from "./schemas/flat-schema.ts";

/** The content of an error response. */
export interface ErrorFacts {
  status: number;
  code: string;
  message: string;
  requestId: string;
  /** The faults of the request, if known. */
  details?: RequestFault[];
}

/** The texts of an error that a property can contain. */
export type ErrorText = "message" | "code" | "status" | "title" | "type" | "requestId";

/** How to build an error body: the fact that each property contains, and constant values. */
export type ErrorPlan =
  | { kind: "value"; value: unknown }
  /** Longer texts are truncated. */
  | { kind: "text"; text: ErrorText; maxLength?: number }
  | { kind: "status" }
  | { kind: "now" }
  | { kind: "choice"; values: unknown[]; text: ErrorText }
  | { kind: "object"; members: [name: string, plan: ErrorPlan][] }
  | { kind: "array"; items: ErrorPlan[] }
  /**
   * A list of the faults, with the field that each property of an item contains, and the other properties
   * that a service's own details may have. Omitted without properties or faults.
   */
  | { kind: "details"; fields: [property: string, field: keyof RequestFault][]; others: string[] };

/** The plan for errors whose body isn't documented. */
export const plainPlan: ErrorPlan & { kind: "object" } = {
  kind: "object",
  members: [
    ["error", { kind: "text", text: "message" }],
    ["code", { kind: "text", text: "code" }],
  ],
};

/**
 * The JSON media type of a documented error, which may be a range such as `application/*`, and the component
 * name of its schema, if any.
 */
export function errorContent({ content }: Response): { mediaType?: string; schemaName?: string } {
  const types = Object.keys(content);
  const mediaType =
    types.find((type) => isJson(type)) ?? types.find((type) => matchesMediaType(type, "application/json"));
  if (mediaType === undefined) return {};
  const { $ref } = (content[mediaType]?.schema ?? {}) as { $ref?: unknown };
  const name = /^#\/components\/schemas\/([^/]+)$/.exec(String($ref))?.[1];
  return { mediaType, ...(name !== undefined && { schemaName: percentDecoded(name) }) };
}

/**
 * Plans the body of a documented error: required properties, and those named like a message, code or status; the example
 * provides the rest. By default `plainPlan`. A guess, for the user to edit or for the mock to use.
 */
export function planErrorBody(document: ApiDocument, response: Response): ErrorPlan {
  const { mediaType } = errorContent(response);
  const { schema, ...examples } = response.content[mediaType ?? ""] ?? {};
  if (!schema) return plainPlan;
  if (isPlain(document, schema)) {
    const details = planDetails(document, schema, "details");
    const { error = {} } = flat(document, schema).properties;
    const message = textPlan(flat(document, error), "message");
    const members = plainPlan.members.map((one): [string, ErrorPlan] =>
      one[0] === "error" ? ["error", message] : one,
    );
    return { kind: "object", members: details ? [...members, ["details", details]] : members };
  }
  const [model] = examplesOf(examples);
  const guess = plan(document, { schema, name: "", model, depth: 0 });
  if (hasMessage(guess)) return guess;
  // A place for the message if no property has a matching name.
  const [best] = freeTexts(document, schema, []).sort(
    (one, other) => one.rank - other.rank || one.keys.length - other.keys.length,
  );
  return best ? plan(document, { schema, name: "", model, depth: 0, reason: best.keys }) : guess;
}

function hasMessage(plan: ErrorPlan): boolean {
  if (plan.kind === "object") return plan.members.some(([, member]) => hasMessage(member));
  if (plan.kind === "array") return plan.items.some(hasMessage);
  return plan.kind === "text" && plan.text === "message";
}

/** The property path to a text, and how well its name suits a message. */
interface TextPlace {
  keys: string[];
  rank: number;
}

/** The free texts of a schema: no codes, URLs, ids or enums. */
function freeTexts(document: ApiDocument, node: Schema, keys: string[]): TextPlace[] {
  const schema = flat(document, node);
  if (schema.const !== undefined || keys.length > maxDepth) return [];
  switch (typeOf(schema)) {
    case "object":
      return Object.entries(schema.properties).flatMap(([key, property]) =>
        freeTexts(document, property, [...keys, key]),
      );
    case "array":
      return schema.maxItems === 0 ? [] : freeTexts(document, (schema.items ?? {}) as Schema, [...keys, "0"]);
    case "string": {
      if (schema.enum !== undefined || schema.format !== undefined || schema.pattern !== undefined) return [];
      const rank = rankOf(keys.findLast((key) => key !== "0") ?? "");
      return rank === undefined ? [] : [{ keys, rank }];
    }
    default:
      return [];
  }
}

/** Undefined for names of identifiers. */
function rankOf(name: string): number | undefined {
  if (/(^id|Id|ID|_id|-id)$/.test(name)) return undefined;
  const text = textOf(name);
  if (text === undefined) return 1;
  return text === "title" || /^(error|reason)s?$/i.test(name) ? 0 : undefined;
}

function isPlain(document: ApiDocument, schema: Schema): boolean {
  const { properties, type } = flat(document, schema);
  if (Object.keys(properties).length === 0) return type === undefined || type === "object";
  return ["error", "code"].every((name) => {
    const property = own(properties, name);
    return property !== undefined && typeOf(flat(document, property)) === "string";
  });
}

/** Property names that items use for the fields of a fault. */
const faultFields: Record<string, keyof RequestFault> = {
  in: "in",
  pointer: "pointer",
  name: "name",
  rule: "rule",
  message: "message",
  detail: "message",
};

/**
 * How to list the faults of a request in an optional property, `details` or `errors`, whose items can
 * describe them.
 */
export function planDetails(
  document: ApiDocument,
  schema: Schema,
  name: string,
): (ErrorPlan & { kind: "details" }) | undefined {
  const { properties, required } = flat(document, schema);
  const property = own(properties, name);
  const list = property && flat(document, property);
  const { minItems = 0, maxItems = Infinity } = (list ?? {}) as { minItems?: number; maxItems?: number };
  if (!/^(details|errors)$/.test(name) || !list || required.includes(name)) return undefined;
  if (minItems > 1 || maxItems < 20) return undefined;
  const item = flat(document, (list.items ?? {}) as Schema);
  const fields = Object.keys(item.properties).flatMap((property): [string, keyof RequestFault][] =>
    Object.hasOwn(faultFields, property) ? [[property, faultFields[property] as keyof RequestFault]] : [],
  );
  const named = fields.map(([property]) => property);
  // Every fault has these fields.
  const always = fields.filter(([, field]) => ["in", "rule", "message"].includes(field)).map(([one]) => one);
  const canSay = fields.some(([, field]) => field === "message") && named.length > 1;
  const others = Object.keys(item.properties).filter((property) => !named.includes(property));
  return canSay && item.required.every((one) => always.includes(one))
    ? { kind: "details", fields, others }
    : undefined;
}

interface Place {
  schema: Schema;
  /** The property's name; empty at the top. */
  name: string;
  /** The document's example of this value. */
  model: unknown;
  depth: number;
  /** The property path from here to the text that contains the message, if no name identifies it. */
  reason?: string[] | undefined;
}

/** The rest of the path below a property; undefined if the message isn't in it. */
function reasonWithin({ reason }: Place, key: string): string[] | undefined {
  return reason?.[0] === key ? reason.slice(1) : undefined;
}

const maxDepth = 6;

function plan(document: ApiDocument, place: Place): ErrorPlan {
  const { name, model, depth } = place;
  const schema = flat(document, place.schema);
  if (schema.const !== undefined) return { kind: "value", value: schema.const };
  const type = typeOf(schema);
  if (type === "object") {
    const members = Object.entries(schema.properties)
      .map(([key, property]) => ({
        schema: property,
        name: key,
        model: member(model, key),
        depth: depth + 1,
        reason: reasonWithin(place, key),
      }))
      .filter(
        (one) =>
          depth <= maxDepth &&
          (one.reason !== undefined || schema.required.includes(one.name) || carries(document, one)),
      );
    const planned = members.map((one): [string, ErrorPlan] => [
      one.name,
      planDetails(document, place.schema, one.name) ?? plan(document, one),
    ]);
    const planOfDetails = schema.properties.details && planDetails(document, place.schema, "details");
    const isPlanned = members.some((one) => one.name === "details");
    if (planOfDetails && !isPlanned) planned.push(["details", planOfDetails]);
    return { kind: "object", members: planned };
  }
  if (type === "array") {
    const reason = reasonWithin(place, "0");
    const wanted = Number(schema.minItems ?? (carries(document, place) ? 1 : 0));
    const least = depth > maxDepth ? 0 : Math.max(wanted, reason ? 1 : 0);
    const item = {
      schema: (schema.items ?? {}) as Schema,
      name,
      model: member(model, 0),
      depth: depth + 1,
      reason,
    };
    return { kind: "array", items: Array.from({ length: least }, () => plan(document, item)) };
  }
  if (place.reason) return textPlan(schema, "message");
  const text = textOf(name);
  const [sample] = Array.isArray(schema.examples) ? schema.examples : [];
  const fallback = model ?? schema.example ?? sample ?? schema.default;
  if (type === "boolean") return { kind: "value", value: fallback ?? false };
  if (type === "integer" || type === "number") {
    if (text === "status" || text === "code") return { kind: "status" };
    return { kind: "value", value: fallback ?? schema.minimum ?? 0 };
  }
  return planText(schema, text, fallback);
}

/** Properties that describe the error and are filled even if they are optional. */
function carries(document: ApiDocument, { schema: node, name }: Place): boolean {
  const type = typeOf(flat(document, node));
  if (type === "object" || type === "array") return /^errors?$/i.test(name);
  return textOf(name) !== undefined && type !== "boolean";
}

const names: [ErrorText, RegExp][] = [
  ["message", /^(error)?(message|msg|detail|details|description|text)$/],
  ["code", /^(error)?(code|name|key)$|^error$|^reason$/],
  ["status", /^(http)?status(code)?$/],
  ["title", /^title$/],
  ["type", /^type$/],
  ["requestId", /^(request|trace|correlation|error|incident)id$/],
];

function textOf(name: string): ErrorText | undefined {
  const bare = name.replaceAll(/[-_]/g, "").toLowerCase();
  return names.find(([, pattern]) => pattern.test(bare))?.[0];
}

function planText(schema: FlatSchema, text: ErrorText | undefined, fallback: unknown): ErrorPlan {
  const isAddress = /^uri/.test(String(schema.format));
  if (Array.isArray(schema.enum)) return { kind: "choice", values: schema.enum, text: text ?? "code" };
  if (schema.format === "date-time") return { kind: "now" };
  if (schema.format === "uuid") {
    return { kind: "value", value: fallback ?? "00000000-0000-0000-0000-000000000000" };
  }
  if (text === "type") {
    if (isAddress) return { kind: "value", value: "about:blank" };
    return fallback === undefined ? { kind: "text", text: "code" } : { kind: "value", value: fallback };
  }
  if (isAddress) return { kind: "value", value: fallback ?? "about:blank" };
  if (text !== undefined) return textPlan(schema, text);
  return fallback === undefined ? textPlan(schema, "message") : { kind: "value", value: fallback };
}

/** Only messages can be long. */
function textPlan({ maxLength }: FlatSchema, text: ErrorText): ErrorPlan {
  const isBounded = text === "message" && typeof maxLength === "number";
  return { kind: "text", text, ...(isBounded && { maxLength }) };
}

/** Builds an error body by its plan. */
export function bodyByPlan(plan: ErrorPlan, facts: ErrorFacts): unknown {
  switch (plan.kind) {
    case "value":
      return plan.value;
    case "text":
      return textsOf(facts)[plan.text].slice(0, plan.maxLength);
    case "status":
      return facts.status;
    case "now":
      return new Date().toISOString();
    case "choice":
      return choose(plan.values, [textsOf(facts)[plan.text], facts.code]);
    case "object":
      return Object.fromEntries(
        plan.members
          .map(([name, member]) => [name, bodyByPlan(member, facts)])
          .filter(([, value]) => value !== undefined),
      );
    case "array":
      return plan.items.map((item) => bodyByPlan(item, facts));
    case "details":
      return plan.fields.length === 0 ? undefined : facts.details?.map((one) => detailBody(plan, one));
  }
}

function detailBody({ fields, others }: ErrorPlan & { kind: "details" }, detail: RequestFault): object {
  const members = [...fields, ...others.map((name) => [name, name] as const)];
  return Object.fromEntries(
    members.flatMap(([property, field]) => {
      const value = own<unknown>({ ...detail }, field);
      return value === undefined ? [] : [[property, value]];
    }),
  );
}

function textsOf({ status, code, message, requestId }: ErrorFacts): Record<ErrorText, string> {
  const title = STATUS_CODES[status] ?? "Error";
  return { message, code, status: String(status), title, type: "about:blank", requestId };
}

/**
 * The first value with the same spelling as one of the texts, ignoring case and separators: `NOT_FOUND`,
 * `not-found` and `NotFound` match.
 */
export function choose<T>(values: readonly T[], texts: string[]): T | undefined {
  const spelled = (value: unknown): string =>
    String(value)
      .replaceAll(/[^A-Za-z0-9]/g, "")
      .toLowerCase();
  const found = texts.map((text) => values.find((value) => spelled(value) === spelled(text)));
  return found.find((value) => value !== undefined) ?? values[0];
}

function member(model: unknown, key: string | number): unknown {
  return model !== null && typeof model === "object" ? Reflect.get(model, key) : undefined;
}
