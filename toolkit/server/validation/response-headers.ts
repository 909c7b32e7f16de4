import type { ApiDocument, Header } from "../document/document.ts";
import { readResponseHeader } from "../request/read-response-header.ts";
import { faultsText, type HeaderFault, plainCopy, type ResponseValidators } from "./response-validators.ts";
import { hasIsoText } from "./schemas/date-keyword.ts";

/** Headers whose values aren't shown to anyone. */
const secretHeaders = /cookie|auth|token|secret|password|key/i;

/**
 * @returns a function that returns a header's value as it is sent: a `Date` becomes the text of its format
 */
export function headerAsSent({ responseHeader }: Pick<ResponseValidators, "responseHeader">) {
  return (header: Header, given: unknown): unknown => {
    const sent = { value: plainCopy(given) };
    // The validator replaces the dates of a copy.
    if (sent.value !== given || hasIsoText(given)) responseHeader(header).firstFault(sent);
    return sent.value;
  };
}

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
