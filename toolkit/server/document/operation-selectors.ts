import { type ApiDocument, type DocumentOperation, resolve, type Schema } from "./document.ts";
import { type Selector, selectorsOf } from "./selectors.ts";

/** What a request must have to be for this operation, and not for another one with its method and path. */
export function operationSelectors(
  document: ApiDocument,
  { parameters }: Pick<DocumentOperation, "parameters">,
): Selector[] {
  const all = selectorsOf(parameters, ({ schema }) => resolve<Schema>(document, schema));
  return all.filter(({ required }) => required);
}
