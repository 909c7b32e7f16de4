import type { ApiDocument, Schema } from "../document.ts";
import { summarizeSchema } from "./summarize-schema.ts";

/** Whether a form field is bytes or a list of bytes, which are sent as files. */
export function isOfBytes(document: ApiDocument, schema: Schema): boolean {
  const { isBinary, items } = summarizeSchema(document, schema);
  return isBinary || (items !== undefined && summarizeSchema(document, items).isBinary);
}
