import { encodeText } from "@counterpart/client/messages";
import {
  type ApiDocument,
  type DocumentOperation,
  type Parameter,
  summarizeSchema,
} from "@counterpart/server/document";
import type { FormPart } from "@counterpart/server/request";
import { parsedJson } from "@counterpart/server/values";
import { placeholderCredentials } from "../../samples/credentials.ts";
import { addParameter, emptyRequest, type HttpRequest, isCredential } from "../../samples/http-request.ts";
import { sentParameters, serialise } from "../../samples/parameter-text.ts";
import { sampleParameter } from "../../samples/sample-values.ts";
import { bodyField, bodyOf, type CallBody, encodeBody, partField, readBody } from "./call-body.ts";

/** A documented answer: a key of the responses, such as `404` or `4XX`, and the name of an example. */
export interface Answer {
  key: string;
  example?: string | undefined;
}

export interface CallField {
  parameter: Parameter;
  value: string;
  isSent: boolean;
}

/** A request to an operation, as a form holds it. */
export interface Call {
  fields: CallField[];
  sendsCredential: boolean;
  /** Undefined if the operation takes no body. */
  body?: CallBody | undefined;
  /** The response to ask for; undefined for the mock's own choice. */
  answer?: Answer | undefined;
}

/** A valid request if there is one: the required parts, and the examples of others, which are not sent. */
export function exampleCall(
  document: ApiDocument,
  operation: DocumentOperation,
  { answer, mediaType }: { answer?: Answer | undefined; mediaType?: string | undefined },
): Call {
  const fields = sentParameters(operation.parameters).map((parameter): CallField => {
    const isSent = parameter.required || parameter.in === "path";
    const value = sampleParameter(document, parameter, { invented: isSent });
    return { parameter, value: textOf(document, parameter, value), isSent };
  });
  return { fields, sendsCredential: true, body: bodyOf(document, operation, mediaType), answer };
}

/** The names of a form's fields. */
export const fieldNames = {
  value: (index: number) => `value-${index}`,
  isSent: (index: number) => `sent-${index}`,
  credential: "credential",
  body: bodyField,
  part: partField.value,
  isPartSent: partField.isSent,
  answer: "answer",
};

/** Reads a call from the form that showed this example. A value that was changed is sent. */
export function readCall(example: Call, answers: Answer[], form: FormPart[]): Call {
  const has = (name: string) => form.some((one) => one.name === name);
  const textOf = (name: string) => form.find((one) => one.name === name)?.bytes.toString() ?? "";
  const fields = example.fields.map(({ parameter, value: shown }, index): CallField => {
    const value = textOf(fieldNames.value(index));
    const isSent = parameter.in === "path" || has(fieldNames.isSent(index)) || value !== shown;
    return { parameter, value, isSent };
  });
  const chosen = textOf(fieldNames.answer);
  return {
    fields,
    sendsCredential: has(fieldNames.credential),
    body: example.body && readBody(example.body, form),
    answer: answers.find((one) => answerName(one) === chosen),
  };
}

/** The value of a response in the form. */
export function answerName({ key, example }: Answer): string {
  return example === undefined ? key : `${key} ${example}`;
}

/** The request of a call, which selects the response by the mock's own parameters. */
export function callRequest(
  { document, basePath }: { document: ApiDocument; basePath: string },
  operation: DocumentOperation,
  { fields, sendsCredential, body, answer }: Call,
): HttpRequest {
  const request = emptyRequest(operation, sendsCredential ? placeholderCredentials(document, operation) : []);
  for (const { parameter, value, isSent } of fields) {
    if (isSent && !isCredential(request, parameter))
      addParameter(request, parameter, sentField(document, parameter, value));
  }
  if (answer) request.query.push(...preferences(answer, operation));
  request.path = basePath + request.path;
  const encoded = body && encodeBody(body);
  if (!encoded) return request;
  request.headers.push(["Content-Type", encoded.contentType]);
  return { ...request, body: encoded.bytes };
}

function preferences({ key, example }: Answer, { responses }: DocumentOperation): string[] {
  const code = `__code=${statusFor(key, Object.keys(responses))}`;
  return example === undefined ? [code] : [code, `__example=${encodeURIComponent(example)}`];
}

/** A status that this key describes: 404 for `404`, the first that has no key for `4XX` and `default`. */
function statusFor(key: string, keys: string[]): number {
  if (/^\d{3}$/.test(key)) return Number(key);
  const first = key === "default" ? 500 : Number(`${key[0]}00`);
  const hundred = Array.from({ length: 100 }, (_, more) => first + more);
  return hundred.find((status) => !keys.includes(String(status))) ?? first;
}

/** A parameter's value as a person types it: `a,b` for a list, JSON for an object. */
function textOf(document: ApiDocument, parameter: Parameter, value: unknown): string {
  if (value === undefined) return "";
  if (parameter.content) return JSON.stringify(value);
  if (typeof value !== "object") return String(value);
  const isPlainList = Array.isArray(value) && value.every((one) => /^[^,[{]+$/.test(String(one)));
  return isPlainList && typesOf(document, parameter).has("array") ? value.join(",") : JSON.stringify(value);
}

/**
 * A typed value as it is sent: serialized in the parameter's style where that is possible, else as it is, so that
 * the response shows how the API refuses it.
 */
function sentField(document: ApiDocument, parameter: Parameter, text: string): string {
  return serialise(parameter, typedValue(document, parameter, text)) ?? asTyped(parameter, text);
}

function typedValue(document: ApiDocument, parameter: Parameter, text: string): unknown {
  const types = typesOf(document, parameter);
  if (parameter.content || (types.has("object") && text.startsWith("{"))) return parsedJson(text);
  if (types.has("array")) return text.startsWith("[") ? parsedJson(text) : text.split(",");
  return text;
}

function typesOf(document: ApiDocument, { schema }: Parameter): Set<unknown> {
  return summarizeSchema(document, schema).types;
}

function asTyped({ in: place, name, isWholeQuery }: Parameter, text: string): string {
  if (place === "header") return text;
  return place === "path" || isWholeQuery ? encodeText(text) : `${encodeText(name)}=${encodeText(text)}`;
}
