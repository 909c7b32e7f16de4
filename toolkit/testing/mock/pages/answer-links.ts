import type { DocumentOperation } from "@counterpart/server/document";
import { mapValues } from "@counterpart/server/values";
import { html } from "hono/html";
import type { Answer } from "./call.ts";
import type { Html } from "./page-frame.ts";

export const callPath = "/_mock/call";

/** The names of the examples, by status. */
export function answersOf({ responses }: DocumentOperation): Record<string, string[]> {
  return mapValues(responses, ({ content }) => [
    ...new Set(Object.values(content).flatMap(({ examples = {} }) => Object.keys(examples))),
  ]);
}

/** The names of a status' examples, from which one can be chosen. A single example needs no name. */
export function exampleNames(operation: DocumentOperation, key: string): string[] {
  const names = answersOf(operation)[key] ?? [];
  return names.length > 1 ? names : [];
}

/** Each documented answer: each example of each status. */
export function documentedChoices(operation: DocumentOperation): Answer[] {
  return Object.keys(operation.responses).flatMap((key): Answer[] => {
    const names = exampleNames(operation, key);
    return names.length > 0 ? names.map((example) => ({ key, example })) : [{ key }];
  });
}

/**
 * A link to the call of each documented status.
 * @param index of the document, among those of the mock
 */
export function statusLinks(operation: DocumentOperation, index: number): Html {
  const links = Object.keys(operation.responses).map(
    (key) =>
      html`<li><a class="s${key[0]}" href="${callAddress(operation, index, { code: key })}"><b>${key}</b></a></li>`,
  );
  return html`<ul class="answers">${links}</ul>`;
}

/** @param selected further parameters: `code`, `example`, and the `type` of the body */
export function callAddress(
  { operationId }: Pick<DocumentOperation, "operationId">,
  index: number,
  selected: { code?: string; example?: string; type?: string } = {},
): string {
  const query = { operation: operationId, ...selected, ...(index > 0 && { document: String(index) }) };
  return `${callPath}?${new URLSearchParams(query)}`;
}
