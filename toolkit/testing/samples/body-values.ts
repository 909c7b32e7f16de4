import { itemFormat } from "@counterpart/client/messages";
import {
  type ApiDocument,
  essence,
  examplesOf,
  isJson,
  isOfBytes,
  isReadByItem,
  type MediaType,
  omitMarked,
  type Schema,
  sentMediaType,
  summarizeSchema,
  withListSchema,
} from "@counterpart/server/document";
import { formFields } from "@counterpart/server/request";
import { closeSchema } from "@counterpart/server/schemas";
import { own } from "@counterpart/server/values";
import { asRead } from "./as-read.ts";
import { type BodyEncoder, bodyEncoder } from "./encode-body.ts";
import type { SentValues, ValueOptions } from "./parameter-values.ts";
import { satisfying } from "./values/arbitraries.ts";
import { createCompiler } from "./values/values.ts";
import { xmlText } from "./xml-text.ts";

export interface BodyValues extends SentValues {
  encode: BodyEncoder;
}

/** The values that can be sent as a body of one media type. */
export function bodyValues(
  document: ApiDocument,
  mediaType: string,
  documented: MediaType,
  options: ValueOptions = {},
): BodyValues {
  const format = isReadByItem(mediaType, documented) ? itemFormat(mediaType) : undefined;
  const content = format ? withListSchema(mediaType, documented) : documented;
  const schema = closeSchema(document, content.schema, "request");
  const compiler = createCompiler(schema, options);
  const { properties: described } = summarizeSchema(document, documented.schema ?? {});
  const summaryOf = (field: string) => {
    const property = own(described, field);
    return property && summarizeSchema(document, property);
  };
  const sent = sentMediaType(document, mediaType, content);
  const isXml = essence(sent).endsWith("xml");
  const encodeText = bodyEncoder(
    sent,
    {
      isFile: (field) => Object.hasOwn(described, field) && isOfBytes(document, described[field] ?? {}),
      mayBe: (field, type) => summaryOf(field)?.types.has(type),
      mayHold: (field, type) => summarizeSchema(document, summaryOf(field)?.items ?? {}).types.has(type),
      fields: formFields(document, mediaType, documented),
    },
    format && { format, ...(content.eventData && { eventData: content.eventData }) },
  );
  // The server passes XML on as text.
  const isXmlText = (value: unknown) =>
    isXml && typeof value === "string" && value.trimStart().startsWith("<");
  const encode: BodyEncoder = (value) =>
    encodeText(isXml && !isXmlText(value) ? xmlText(document, documented.schema ?? {}, value) : value);
  const isText = !isJson(sent) && !format && !isXml;
  const read = (value: unknown) => (isText ? asRead(compiler, schema, value) : value);
  const canBeSent = (value: unknown) => encode(compiler.concrete(value)) !== undefined;
  const isValid = (value: unknown) =>
    canBeSent(value) && (isXmlText(value) || compiler.isValid(schema, read(value)));
  const examples = examplesOf(content).map((one) => omitMarked(document, content.schema, one, "readOnly"));
  const withExamples: Schema = examples.length > 0 ? { allOf: [schema], examples } : schema;
  const values = () => satisfying(compiler.values(withExamples), isValid, `a body of ${mediaType}`);
  return { schema, compiler, read, canBeSent, isValid, values, encode };
}
