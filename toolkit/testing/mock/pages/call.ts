import type { ApiDocument, DocumentOperation, Parameter } from "@counterpart/server/document/document";
import { isJson } from "@counterpart/server/document/media-types";
import { own } from "@counterpart/server/document/own";
import { exampleBody } from "../../samples/example-request.ts";
import { sentParameters } from "../../samples/parameter-text.ts";
import { sampleParameter } from "../../samples/sample-values.ts";
import { textOf } from "./field-text.ts";

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
  /** The answer to ask for; undefined for the mock's own choice. */
  answer?: Answer | undefined;
}

export interface CallBody {
  /** As documented. */
  mediaType: string;
  /** As sent, with a form's boundary. */
  contentType: string;
  text: string;
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

function bodyOf(
  document: ApiDocument,
  { requestBody }: DocumentOperation,
  wanted: string | undefined,
): CallBody | undefined {
  if (!requestBody) return undefined;
  const { content } = requestBody;
  const media = wanted === undefined ? undefined : own(content, wanted);
  const given = media && wanted !== undefined ? { [wanted]: media } : content;
  const example = exampleBody(document, { ...requestBody, content: given });
  const encoded = example?.encode(example.value);
  const mediaType = example?.mediaType ?? Object.keys(given)[0];
  if (mediaType === undefined) return undefined;
  const text = encoded?.bytes.toString() ?? "";
  return {
    mediaType,
    contentType: encoded?.contentType ?? mediaType,
    text: isJson(mediaType) && text !== "" ? JSON.stringify(JSON.parse(text), null, 2) : text,
  };
}

/** The names of a form's fields. */
export const fieldNames = {
  value: (index: number) => `value-${index}`,
  isSent: (index: number) => `sent-${index}`,
  credential: "credential",
  body: "body",
  answer: "answer",
};

/** Reads a call from the form that showed this example. A value that was changed is sent. */
export function readCall(example: Call, answers: Answer[], form: URLSearchParams): Call {
  const { body } = example;
  const fields = example.fields.map(({ parameter, value: shown }, index): CallField => {
    const value = form.get(fieldNames.value(index)) ?? "";
    const isSent = parameter.in === "path" || form.has(fieldNames.isSent(index)) || value !== shown;
    return { parameter, value, isSent };
  });
  const chosen = form.get(fieldNames.answer);
  return {
    fields,
    sendsCredential: form.has(fieldNames.credential),
    body: body && { ...body, text: sentText(form.get(fieldNames.body) ?? "", body.contentType) },
    answer: answers.find((one) => answerName(one) === chosen),
  };
}

/** Browsers send each line break as CR LF, which only multipart bodies need. */
function sentText(text: string, contentType: string): string {
  return contentType.startsWith("multipart/") ? text : text.replaceAll("\r\n", "\n");
}

/** The value of an answer in the form. */
export function answerName({ key, example }: Answer): string {
  return example === undefined ? key : `${key} ${example}`;
}
