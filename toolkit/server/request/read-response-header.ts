import type { ApiDocument, Header } from "../document/document.ts";
import { summarizeSchema } from "../document/schemas/summarize-schema.ts";
import { jsonOrText } from "./exact-json.ts";
import { readHeader } from "./parameters.ts";

/** Reads a response header. Several `Set-Cookie` lines are separated by line breaks. */
export function readResponseHeader(
  document: ApiDocument,
  name: string,
  { schema, explode, isJson }: Header,
  text: string,
): unknown {
  if (isJson) return jsonOrText(text);
  const isList = summarizeSchema(document, schema).types.has("array");
  return isList && name.toLowerCase() === "set-cookie"
    ? text.split("\n")
    : readHeader(document, schema, text, explode);
}
