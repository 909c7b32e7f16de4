import type { ApiDocument, DocumentOperation, Header } from "../document/document.ts";
import { responseFor } from "../document/response-for.ts";
import { readResponseHeader } from "../request/read-response-header.ts";
import { plainCopy } from "./plain-copy.ts";
import type { ResponseValidators } from "./response-validators.ts";

/** Returns the fault of a header's value, as in `must be integer`; undefined when it is valid. */
type HeaderFault = (name: string, header: Header, value: unknown) => string | undefined;

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
    const violations = responseHeader(header).firstFault(sent);
    return violations
      ?.map(({ path, message }) => `${path.replace(/^\/value/, "")} ${message}`.trim())
      .join("; ");
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
    return (headers: Record<string, unknown>): string | undefined => {
      const given = Object.entries(headers).filter(([, value]) => value !== undefined && value !== null);
      const names = new Set(given.map(([name]) => name.toLowerCase()));
      const missing = required.find(([name]) => !names.has(name.toLowerCase()));
      if (missing) return `without the header ${missing[0]}`;
      for (const [spelled, value] of given) {
        const [name, header] = byName.get(spelled.toLowerCase()) ?? [];
        const fault = name && header && faultOf(name, header, value);
        if (fault) return `but its header ${name}: ${fault}`;
      }
      return undefined;
    };
  };
}
