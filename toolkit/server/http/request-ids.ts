import type { ApiDocument, Header } from "../document/document.ts";
import { secretRemover } from "../log/secret-text.ts";
import { newRequestId as ownRequestId } from "../request/new-request-id.ts";
import type { OperationValidators } from "../validation/operation-validator.ts";
import { headerFaultFinder } from "../validation/response-headers.ts";
import type { AppOptions } from "./options/app-options.ts";

/** Request ids, sent as `X-Request-Id`. */
export interface RequestIds {
  create: () => string;
  /** Whether to keep an id that the request already has. */
  accepts: (id: string) => boolean;
}

/**
 * Ids are logged, so one that looks like a secret is rejected, as is one that doesn't match the document's
 * `X-Request-Id` headers.
 */
export function createRequestIds(
  document: ApiDocument,
  validators: Pick<OperationValidators, "responseHeader">,
  { newRequestId = ownRequestId, secretPatterns }: Pick<AppOptions, "newRequestId" | "secretPatterns"> = {},
): RequestIds {
  const withoutSecrets = secretRemover(secretPatterns);
  const headers = requestIdHeaders(document);
  const faultOf = headerFaultFinder(document, validators);
  return {
    create: newRequestId,
    accepts: (id) =>
      /^[A-Za-z0-9._-]{1,64}$/.test(id) &&
      withoutSecrets(id) === id &&
      headers.every((header) => faultOf("X-Request-Id", header, id) === undefined),
  };
}

function requestIdHeaders({ operations, unmatched }: ApiDocument): Header[] {
  const responses = [
    ...operations.flatMap((one) => Object.values(one.responses)),
    ...Object.values(unmatched),
  ];
  const all = responses.flatMap(({ headers }) =>
    Object.entries(headers).flatMap(([name, header]) =>
      name.toLowerCase() === "x-request-id" ? header : [],
    ),
  );
  // Most responses share the same header description.
  return [...new Map(all.map((header) => [JSON.stringify(header), header])).values()];
}
