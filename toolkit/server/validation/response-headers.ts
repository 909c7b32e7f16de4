import type { ApiDocument, DocumentOperation, Header } from "../document/document.ts";
import { responseFor } from "../document/response-for.ts";
import { readResponseHeader } from "../request/read-response-header.ts";
import { plainCopy } from "./plain-copy.ts";
import { faultsText, type ResponseValidators } from "./response-validators.ts";

/** What is wrong with a response, as in `but its header X-Count: must be integer`. */
export interface ResponseFault {
  message: string;
  /** The same with the value that the handler sent, for the service's developer only. */
  withValue?: () => string;
  /** A stored text doesn't match its format, which doesn't keep the response from being sent. */
  isOfFormat?: boolean;
}

/** Returns the fault of a header's value, as in `must be integer`; undefined when it is valid. */
export type HeaderFault = (name: string, header: Header, value: unknown) => ResponseFault | undefined;

/** Headers whose values aren't shown to anyone. */
const secretHeaders = /cookie|auth|token|secret|password|key/i;

/**
 * @returns a function that checks a header value from a handler. Text for a header that isn't JSON is checked
 * as a client would read it.
 */
export function headerFaultFinder(
  document: ApiDocument,
  { responseHeader }: Pick<ResponseValidators, "responseHeader">,
): HeaderFault {
  return (name, header, value) => {
    const isText = typeof value === "string" && !header.isJson;
    const sent = { value: isText ? readResponseHeader(document, name, header, value) : plainCopy(value) };
    const { firstFault, isValidAsStored } = responseHeader(header);
    const violations = firstFault(sent);
    if (!violations) return undefined;
    const faults = violations.map((one) => ({ ...one, path: one.path.replace(/^\/value/, "") }));
    const fault = { message: faultsText(faults), isOfFormat: isValidAsStored(sent) };
    return secretHeaders.test(name) ? fault : { ...fault, withValue: () => faultsText(faults, sent) };
  };
}

/**
 * @returns a check for the headers that a handler sends with a status; it returns the end of `getPet answered
 * 200, …`
 */
export function responseHeadersCheck({ responses }: DocumentOperation, faultOf: HeaderFault) {
  return (status: number) => {
    const documented = Object.entries(responseFor(responses, status)?.headers ?? {});
    const byName = new Map(documented.map((entry) => [entry[0].toLowerCase(), entry]));
    const required = documented.filter(([, header]) => header.required && !header.setByServer);
    return (headers: Record<string, unknown>): ResponseFault | undefined => {
      const given = Object.entries(headers).filter(([, value]) => value !== undefined && value !== null);
      const names = new Set(given.map(([name]) => name.toLowerCase()));
      const missing = required.find(([name]) => !names.has(name.toLowerCase()));
      if (missing) return { message: `without the header ${missing[0]}` };
      let ofFormat: ResponseFault | undefined;
      for (const [spelled, value] of given) {
        const [name, header] = byName.get(spelled.toLowerCase()) ?? [];
        const fault = name && header && faultOf(name, header, value);
        if (!fault) continue;
        const { message, withValue } = fault;
        const start = `but its header ${name}:`;
        const placed = {
          ...fault,
          message: `${start} ${message}`,
          ...(withValue && { withValue: () => `${start} ${withValue()}` }),
        };
        if (!fault.isOfFormat) return placed;
        ofFormat ??= placed;
      }
      return ofFormat;
    };
  };
}
