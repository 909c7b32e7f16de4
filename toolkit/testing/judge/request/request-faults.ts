import {
  type ApiDocument,
  type DocumentOperation,
  isTooDeep,
  type RequestFault,
} from "@counterpart/server/document";
import { parameterReader, queryPairs, unknownQueryParameters } from "@counterpart/server/request";
import { createValidators, type RequestInput } from "@counterpart/server/validation";
import { getOrMake } from "@counterpart/server/values";
import type { ObservedRequest } from "../exchange.ts";
import { readSentBody } from "./read-sent-body.ts";

/** Finds what our own server would refuse in a request. Operations are prepared when they are first called. */
type FindRequestFaults = (observed: ObservedRequest, operation: DocumentOperation) => RequestFault[];

export function requestFaultFinder(document: ApiDocument): FindRequestFaults {
  const validatorOf = createValidators(document);
  const readers = new Map<DocumentOperation, ReturnType<typeof parameterReader>>();
  const faultsOf: FindRequestFaults = (observed, operation) => {
    const { pathname, search, pathParameters, requestHeaders } = observed;
    const read = getOrMake(readers, operation, () => parameterReader(document, operation));
    const url = pathname + search;
    const get = (name: string) => requestHeaders.get(name.toLowerCase());
    const input: RequestInput = read({ originalUrl: url, get }, pathParameters);
    const { bodyType, value, faults, isUnknown = false } = readSentBody(observed, operation);
    if (bodyType !== undefined) input.body = value;
    const validator = validatorOf(operation);
    const invalid = validator.validateRequest(input, bodyType)
      ? validator.requestFaults(input, bodyType)
      : [];
    return [
      ...faults,
      ...invalid.filter((fault) => !(isUnknown && fault.in === "body") && !isOfRounding(fault)),
      ...unknownQuery(document, operation, url),
    ];
  };
  return (observed, operation) => {
    try {
      return faultsOf(observed, operation);
    } catch (error) {
      if (isTooDeep(error)) return [];
      throw error;
    }
  };
}

/** Our server refuses integers that JavaScript would round; servers in other languages read them exactly. */
function isOfRounding({ rule, message }: RequestFault): boolean {
  return (rule === "maximum" || rule === "minimum") && message.includes(String(Number.MAX_SAFE_INTEGER));
}

function unknownQuery(document: ApiDocument, operation: DocumentOperation, url: string): RequestFault[] {
  if (operation.unknownQuery !== "refuse") return [];
  const names = queryPairs(url).map(([name]) => name);
  return unknownQueryParameters(document, operation, names).map((name) => ({
    in: "query",
    name,
    rule: "additionalProperties",
    message: "is not a known parameter",
  }));
}
