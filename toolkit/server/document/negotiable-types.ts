import type { DocumentOperation } from "./document.ts";
import { isForm, isJson } from "./media-types.ts";

/** The media types that a caller may choose between by `Accept`: those of successes that have several. */
export function negotiableTypes({ responses }: Pick<DocumentOperation, "responses">): string[] {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  const contents = successes.map(([, { content }]) => Object.keys(content));
  return [...new Set(contents.filter(({ length }) => length > 1).flat())];
}

/** Whether the `Content-Type` of a body says more than the document: there are several, or others than JSON and forms. */
export function hasOpenBodyType({ requestBody }: Pick<DocumentOperation, "requestBody">): boolean {
  const types = Object.keys(requestBody?.content ?? {});
  return types.length > 1 || types.some((type) => type.includes("*") || !(isJson(type) || isForm(type)));
}
