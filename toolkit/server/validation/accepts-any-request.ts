import { type ApiDocument, type DocumentOperation, resolve } from "../document/document.ts";
import { defaultOf } from "../document/schemas/default-of.ts";

const annotations = new Set(["title", "description", "example", "examples"]);

/**
 * Whether every request to the operation's address is valid: the operation has no body and no parameters
 * except path segments and optional headers that accept any text. A path segment is never empty.
 */
export function acceptsAnyRequest(
  document: ApiDocument,
  { requestBody, parameters }: DocumentOperation,
): boolean {
  return (
    !requestBody &&
    parameters.every(({ in: place, required, schema, content }) => {
      const {
        type,
        minLength = 0,
        ...rest
      } = resolve<{ type?: unknown; minLength?: number }>(document, schema);
      const bounds = Object.keys(rest).filter((keyword) => !annotations.has(keyword));
      if (content || type !== "string" || bounds.length > 0) return false;
      if (defaultOf((one) => resolve(document, one), schema) !== undefined) return false;
      return place === "path" ? minLength <= 1 : place === "header" && !required && minLength === 0;
    })
  );
}
