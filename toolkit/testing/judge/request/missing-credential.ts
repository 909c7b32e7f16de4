import type { Fault } from "../fault.ts";
import type { Observed } from "../observe.ts";
import { requiresCredential } from "./credentials.ts";

/** Another credential than the documented one, such as a cookie, may be one that the document lacks. */
export function missingCredential(observed: Observed): Fault[] {
  const { status, caller } = observed;
  if (status < 200 || status >= 300 || caller !== "" || !requiresCredential(observed)) return [];
  return [
    {
      message: `The server answered ${status} to a request without the credential that the document requires.`,
    },
  ];
}
