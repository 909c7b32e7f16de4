import { itemFormat } from "@counterpart/server/client-runtime/item-format";
import { sentMediaType } from "@counterpart/server/document/body-reading";
import type { ApiDocument, MediaType, Schema } from "@counterpart/server/document/document";
import { examplesOf } from "@counterpart/server/document/examples-of";
import { isReadByItem, withListSchema } from "@counterpart/server/document/item-stream";
import { essence, isJson } from "@counterpart/server/document/media-types";
import { closeSchema } from "@counterpart/server/document/schemas/closed-schema";
import { isOfBytes } from "@counterpart/server/document/schemas/is-of-bytes";
import { omitMarked } from "@counterpart/server/document/schemas/omit-marked";
import { summarizeSchema } from "@counterpart/server/document/schemas/summarize-schema";
import { formFields } from "@counterpart/server/request/form-fields";
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
  const sent = sentMediaType(document, mediaType, content);
  const isXml = essence(sent).endsWith("xml");
  const encodeText = bodyEncoder(
    sent,
    {
      isFile: (field) => Object.hasOwn(described, field) && isOfBytes(document, described[field] ?? {}),
      mayBe: (field, type) =>
        Object.hasOwn(described, field)
          ? summarizeSchema(document, described[field] ?? {}).types.has(type)
          : undefined,
      mayHold: (field, type) => {
        const { items = {} } = Object.hasOwn(described, field)
          ? summarizeSchema(document, described[field] ?? {})
          : {};
        return summarizeSchema(document, items).types.has(type);
      },
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
