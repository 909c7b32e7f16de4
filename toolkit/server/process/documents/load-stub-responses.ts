import { own } from "../../document/own.ts";
import { isStub } from "../../http/errors/not-implemented.ts";
import type { Development } from "../development.ts";
import type { ServedDocument } from "./served-document.ts";

/**
 * Prepares the answers of stubs, if there are any. Also resolves on failure: requests to stubs then get the
 * error.
 */
export async function loadStubResponses(
  documents: ServedDocument[],
  { prepareStubs }: Pick<Development, "prepareStubs">,
): Promise<void> {
  const withStubs = documents.filter(({ document, handlers }) =>
    document.operations.some(({ operationId }) => isStub(own(handlers, operationId))),
  );
  if (withStubs.length > 0) await prepareStubs(withStubs.map(({ document }) => document)).catch(() => {});
}
