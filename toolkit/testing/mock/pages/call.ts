import type { ApiDocument, DocumentOperation, Parameter } from "@counterpart/server/document";
import type { FormPart } from "@counterpart/server/request";
import { placeholderCredentials } from "../../samples/credentials.ts";
import { addParameter, emptyRequest, type HttpRequest, isCredential } from "../../samples/http-request.ts";
import { sentParameters } from "../../samples/parameter-text.ts";
import { sampleParameter } from "../../samples/sample-values.ts";
import { bodyField, bodyOf, type CallBody, encodeBody, partField, readBody } from "./call-body.ts";
import { sentField, textOf } from "./field-text.ts";

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
