import type { DocumentOperation } from "../../document/document.ts";
import type { Step } from "../composition/step.ts";

/**
 * Sends `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) for a deprecated operation; undefined for others.
 */
export function deprecationHeaders(operation: DocumentOperation): Step | undefined {
  const { deprecated, deprecatedSince, sunset } = operation;
  if (!deprecated) return undefined;
  const since = `@${Math.floor((deprecatedSince ? Date.parse(deprecatedSince) : 0) / 1000)}`;
  const until = sunset && new Date(sunset).toUTCString();
  return (_req, res) => {
    res.setHeader("Deprecation", since);
    if (until) res.setHeader("Sunset", until);
  };
}
