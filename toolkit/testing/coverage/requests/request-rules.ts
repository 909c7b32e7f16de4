import {
  type ApiDocument,
  type DocumentOperation,
  findMediaType,
  isJson,
  type Parameter,
  type Schema,
  sentMediaType,
} from "@counterpart/server/document";
import { closeSchema } from "@counterpart/server/schemas";
import { type Reading, type Rule, schemaRules } from "../schema-rules.ts";
import { parameterValue, type SentRequest } from "./request-values.ts";

/** A rule of an operation's parameters or body. */
export interface RequestRule extends Omit<Rule, "read"> {
  read(request: SentRequest): Reading[];
}

/**
 * The rules of an operation's requests, one per keyword. Bodies that aren't JSON and parameters that are objects have none,
 * because they can't be read from a request's text.
 */
export function requestRules(document: ApiDocument, operation: DocumentOperation): RequestRule[] {
  const rules = [
    ...operation.parameters.flatMap((parameter) => parameterRules(document, parameter)),
    ...bodyRules(document, operation),
  ];
  // An operation that documents no response to invalid requests can't show a refusal.
  const refuses = ["400", "422", "4XX", "default"].some((status) => operation.responses[status]);
  return refuses ? rules : rules.map((rule) => ({ ...rule, canBeViolated: false }));
}

function parameterRules(document: ApiDocument, parameter: Parameter): RequestRule[] {
  const schema = closeSchema(document, parameter.schema, "request");
  const name = `${parameter.in}.${parameter.name}`;
  const source = { name, isText: true, isPath: parameter.in === "path" };
  const rules: RequestRule[] = schemaRules(schema, source).map((rule) => ({
    ...rule,
    read: (request) => rule.read(parameterValue(parameter, request)),
  }));
  if (parameter.required) {
    rules.unshift(
      presence(name, parameter.in !== "path", (request) => parameterValue(parameter, request) !== undefined),
    );
  }
  return isObjectSchema(schema) ? [] : rules;
}

/** An approximation, since there is no value to check. */
function isObjectSchema({ type, properties }: Schema): boolean {
  return [type].flat().includes("object") || properties !== undefined;
}

function bodyRules(document: ApiDocument, { requestBody }: DocumentOperation): RequestRule[] {
  if (!requestBody) return [];
  const types = Object.keys(requestBody.content);
  // Each of a thousand rules asks about the same request.
  let last: { sent: string; type: string | undefined } | undefined;
  const typeOf = (sent: string) => {
    if (last?.sent !== sent) last = { sent, type: findMediaType(types, sent) };
    return last.type;
  };
  const rules = types.flatMap((type) => {
    const media = requestBody.content[type];
    const schema = media?.schema;
    if (!schema || !isJson(sentMediaType(document, type, media))) return [];
    const name = types.length === 1 ? "body" : `body<${type}>`;
    const source = { name, isText: false, isPath: false };
    return schemaRules(closeSchema(document, schema, "request"), source).map((rule) => ({
      ...rule,
      read: ({ body }: SentRequest) =>
        body?.isReadable && typeOf(body.mediaType) === type ? rule.read(body.value) : [],
    }));
  });
  return requestBody.required ? [presence("body", true, ({ body }) => body !== undefined), ...rules] : rules;
}

function presence(
  name: string,
  canBeViolated: boolean,
  isThere: (request: SentRequest) => boolean,
): RequestRule {
  return {
    place: name,
    keyword: "required",
    ways: [""],
    canBeViolated,
    isAlternative: false,
    read: (request) => [{ at: name, side: isThere(request) ? "satisfied" : "violated", way: "" }],
  };
}
