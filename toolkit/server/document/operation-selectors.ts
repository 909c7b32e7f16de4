import { type ApiDocument, type DocumentOperation, resolve, type Schema } from "./document.ts";
import { type Selector, selectorsOf } from "./selectors.ts";

/** The query parameters and headers that select an operation among those with the same method and path. */
export function operationSelectors(
  document: ApiDocument,
  { parameters }: Pick<DocumentOperation, "parameters">,
): Selector[] {
  const all = selectorsOf(parameters, ({ schema }) => resolve<Schema>(document, schema));
  return all.filter(({ required }) => required);
}
