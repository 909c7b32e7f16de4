import type { ApiDocument } from "../document/document.ts";
import type { Step } from "../http/step.ts";

/** Headers that the pipeline sets without the document naming them. */
const ownHeaders = ["Allow", "Deprecation", "Sunset", "WWW-Authenticate", "X-Request-Id"];

/** Lets pages of any origin call the mock and read every header that the document names. */
export function allowOrigins({ operations, unmatched }: ApiDocument): Step {
  const responses = [...operations.map((operation) => operation.responses), unmatched].flatMap(Object.values);
  const names = new Set([...ownHeaders, ...responses.flatMap(({ headers }) => Object.keys(headers))]);
  // Spelled out, because browsers take a `*` literally when credentials are sent.
  const exposed = [...names].sort().join(", ");
  return (req, res) => {
    const { origin } = req.headers;
    res.setHeader("Access-Control-Allow-Origin", origin ?? "*");
    res.setHeader("Access-Control-Expose-Headers", exposed);
    if (origin !== undefined) {
      res.setHeader("Access-Control-Allow-Credentials", "true");
      res.setHeader("Vary", "Origin");
    }
  };
}

/**
 * Answers the question that a browser asks before a request of another origin. It is a yes for addresses that don't
 * exist too, so that the page sees the 404 and not a failure of the network.
 */
export const answerPreflight: Step = (req, res, { allow }) => {
  const method = req.get("access-control-request-method");
  if (req.method !== "OPTIONS" || req.headers.origin === undefined || method === undefined) return;
  const allowed = allow?.join(", ") ?? method;
  res.setHeader("Allow", allowed);
  res.setHeader("Access-Control-Allow-Methods", allowed);
  const headers = req.get("access-control-request-headers");
  if (headers !== undefined) res.setHeader("Access-Control-Allow-Headers", headers);
  res.status(204).end();
};
