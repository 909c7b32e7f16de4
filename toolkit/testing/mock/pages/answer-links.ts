import type { DocumentOperation } from "@counterpart/server/document/document";
import { html } from "hono/html";
import type { Html } from "./page-frame.ts";

/** A documented answer: a key of the responses, such as `404` or `4XX`, and the name of an example. */
export interface Answer {
  key: string;
  example?: string | undefined;
}

export const callPath = "/_mock/call";

/** The names of the examples, by status. */
export function answersOf({ responses }: DocumentOperation): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(responses).map(([key, { content }]) => [
      key,
      [...new Set(Object.values(content).flatMap(({ examples = {} }) => Object.keys(examples)))],
    ]),
  );
}

/** The names of a status' examples, from which one can be chosen. A single example needs no name. */
export function exampleNames(operation: DocumentOperation, key: string): string[] {
  const names = answersOf(operation)[key] ?? [];
  return names.length > 1 ? names : [];
}

/**
 * A link to the call of each documented status.
 * @param index of the document, among those of the mock
 */
export function statusLinks(operation: DocumentOperation, index: number): Html {
  const keys = Object.keys(operation.responses);
  return html`<ul class="answers">${keys.map((key) => link(addressOf(operation, index, { key }), { key }))}</ul>`;
}

/** A link to the call of each documented answer: each example of each status. */
export function answerLinks(operation: DocumentOperation, index: number, chosen: Answer): Html {
  const answers = Object.keys(operation.responses).flatMap((key): Answer[] => {
    const names = exampleNames(operation, key);
    return names.length > 0 ? names.map((example) => ({ key, example })) : [{ key }];
  });
  const isChosen = ({ key, example }: Answer) => key === chosen.key && example === chosen.example;
  return html`<ul class="answers">${answers.map((one) =>
    link(addressOf(operation, index, one), one, isChosen(one)),
  )}</ul>`;
}

function link(address: string, { key, example }: Answer, isCurrent = false): Html {
  return html`<li><a class="s${key[0]}" href="${address}"${isCurrent ? html` aria-current="true"` : ""}><b>${key}</b>${
    example === undefined ? "" : ` ${example}`
  }</a></li>`;
}

function addressOf({ operationId }: DocumentOperation, index: number, { key, example }: Answer): string {
  return `${callPath}?${new URLSearchParams({
    operation: operationId,
    code: key,
    ...(example !== undefined && { example }),
    ...(index > 0 && { document: String(index) }),
  })}`;
}
