import type { ApiDocument, Header } from "../document/document.ts";
import { coerce } from "./coerce.ts";
import { jsonOrText } from "./exact-json.ts";
import { readSimple, shapeOf } from "./styled-shape.ts";

/** Reads a response header. Several `Set-Cookie` lines are separated by line breaks. */
export function readResponseHeader(
  document: ApiDocument,
  name: string,
  { schema, explode, isJson }: Header,
  text: string,
): unknown {
  if (isJson) return jsonOrText(text);
  const shape = shapeOf(document, { name: "", in: "header", schema, explode });
  return shape.isList && name.toLowerCase() === "set-cookie"
    ? text.split("\n")
    : coerce(
        document,
        schema,
        readSimple(text, shape, (part) => part.trim()),
      );
}
