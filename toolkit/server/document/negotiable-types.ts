import type { DocumentOperation } from "./document.ts";
import { isForm, isJson } from "./media-types.ts";

/** The media types that `Accept` can choose from: those of successful responses with several types. */
export function negotiableTypes({ responses }: Pick<DocumentOperation, "responses">): string[] {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  const contents = successes.map(([, { content }]) => Object.keys(content));
  return [...new Set(contents.filter(({ length }) => length > 1).flat())];
}

/**
 * Whether a request's `Content-Type` adds information: the document has several types, a range, or a type
 * that is neither JSON nor a form.
 */
export function hasOpenBodyType({ requestBody }: Pick<DocumentOperation, "requestBody">): boolean {
  const types = Object.keys(requestBody?.content ?? {});
  return types.length > 1 || types.some((type) => type.includes("*") || !(isJson(type) || isForm(type)));
}
