import { type ApiDocument, type DocumentOperation, resolve } from "../document/document.ts";

const annotations = new Set(["title", "description", "example", "examples"]);

/**
 * Whether every request to the operation's address is valid: it takes no body, and no parameters but path segments that
 * may be any text. A segment is never empty.
 */
export function acceptsAnyRequest(
  document: ApiDocument,
  { requestBody, parameters }: DocumentOperation,
): boolean {
  return (
    !requestBody &&
    parameters.every(({ in: place, schema, content }) => {
      const {
        type,
        minLength = 0,
        ...rest
      } = resolve(document, schema) as { type?: unknown; minLength?: number };
      const bounds = Object.keys(rest).filter((keyword) => !annotations.has(keyword));
      return place === "path" && !content && type === "string" && minLength <= 1 && bounds.length === 0;
    })
  );
}
