import type { ApiDocument } from "../../document/document.ts";
import type { Step } from "../composition/step.ts";

/** Which pages of other origins may call the server from a browser. */
export interface Cors {
  /** `"*"` for every origin, without the browser's credentials; or a list of origins as browsers send them. */
  origins: "*" | string[] | ((origin: string) => boolean);
  /** Lets browsers send cookies and HTTP credentials; not with `"*"`. */
  credentials?: boolean;
  /** How long a browser may cache a preflight response. Browsers' default is a few seconds. */
  maxAgeSeconds?: number;
}

/** Headers that the pipeline sets without the document naming them. */
const ownHeaders = ["Allow", "Deprecation", "Sunset", "WWW-Authenticate", "X-Request-Id"];

/** Lets pages of the allowed origins read the response, and every header that the document names. */
export function corsHeaders({ operations, unmatched }: ApiDocument, cors: Cors): Step {
  if (cors.origins === "*" && cors.credentials) {
    throw new Error('CORS with credentials needs a list of origins instead of "*".');
  }
  const responses = [...operations.map((operation) => operation.responses), unmatched].flatMap(Object.values);
  const names = new Set([...ownHeaders, ...responses.flatMap(({ headers }) => Object.keys(headers))]);
  // Spelled out, because browsers take a `*` literally when credentials are sent.
  const exposed = [...names].sort().join(", ");
  return (req, res) => {
    const { origin } = req.headers;
    const allowed = cors.origins === "*" ? "*" : origin;
    if (cors.origins !== "*") res.setHeader("Vary", "Origin");
    if (origin !== undefined && !isAllowed(cors, origin)) return;
    res.setHeader("Access-Control-Expose-Headers", exposed);
    if (allowed === undefined) return;
    res.setHeader("Access-Control-Allow-Origin", allowed);
    if (cors.credentials) res.setHeader("Access-Control-Allow-Credentials", "true");
  };
}

/**
 * Answers preflight requests from allowed origins. Also for paths that don't exist, so that the page sees the 404 and
 * not a network error.
 */
export function answerPreflight(cors: Cors): Step {
  return (req, res, { allow }) => {
    const { origin } = req.headers;
    const method = req.get("access-control-request-method");
    if (req.method !== "OPTIONS" || origin === undefined || method === undefined) return;
    if (!isAllowed(cors, origin)) return;
    const allowed = allow?.join(", ") ?? method;
    res.setHeader("Allow", allowed);
    res.setHeader("Access-Control-Allow-Methods", allowed);
    const headers = req.get("access-control-request-headers");
    if (headers !== undefined) res.setHeader("Access-Control-Allow-Headers", headers);
    if (cors.maxAgeSeconds !== undefined) res.setHeader("Access-Control-Max-Age", cors.maxAgeSeconds);
    res.status(204).end();
  };
}

function isAllowed({ origins }: Cors, origin: string): boolean {
  if (origins === "*") return true;
  return typeof origins === "function" ? origins(origin) : origins.includes(origin);
}
