import type { ApiDocument } from "../../document/document.ts";
import type { Step } from "../composition/step.ts";

/** CORS settings: which other origins may call the server from a browser. */
export interface Cors {
  /**
   * `"*"` for every origin, without credentials; or a list of origins as browsers send them; or a predicate.
   */
  origins: "*" | string[] | ((origin: string) => boolean);
  /** Allows cookies and HTTP credentials; can't be combined with `"*"`. */
  credentials?: boolean;
  /** How long browsers may cache a preflight response; their default is a few seconds. */
  maxAgeSeconds?: number;
}

/** Headers that the pipeline sets and the document needn't declare. */
const ownHeaders = ["Allow", "Deprecation", "Sunset", "WWW-Authenticate", "X-Request-Id"];

/** Lets allowed origins read the response and every documented header. */
export function corsHeaders({ operations, unmatched }: ApiDocument, cors: Cors): Step {
  if (cors.origins === "*" && cors.credentials) {
    throw new Error('CORS with credentials needs a list of origins instead of "*".');
  }
  const responses = [...operations.map((operation) => operation.responses), unmatched].flatMap(Object.values);
  const names = new Set([...ownHeaders, ...responses.flatMap(({ headers }) => Object.keys(headers))]);
  // Listed, because browsers take `*` literally when credentials are sent.
  const exposed = [...names].sort().join(", ");
  return (req, res) => {
    const { origin } = req.headers;
    const allowed = cors.origins === "*" ? "*" : origin;
    if (cors.origins !== "*") res.setHeader("Vary", "Origin");
    if (origin !== undefined && !isAllowedOrigin(cors, origin)) return;
    res.setHeader("Access-Control-Expose-Headers", exposed);
    if (allowed === undefined) return;
    res.setHeader("Access-Control-Allow-Origin", allowed);
    if (cors.credentials) res.setHeader("Access-Control-Allow-Credentials", "true");
  };
}

/**
 * Answers preflight requests from allowed origins, even for unknown paths: the page then sees the 404 rather
 * than a network error.
 */
export function answerPreflight(cors: Cors): Step {
  return (req, res, { allow }) => {
    const { origin } = req.headers;
    const method = req.headers["access-control-request-method"]?.toString();
    if (req.method !== "OPTIONS" || origin === undefined || method === undefined) return;
    if (!isAllowedOrigin(cors, origin)) return;
    const allowed = allow?.join(", ") ?? method;
    res.setHeader("Allow", allowed);
    res.setHeader("Access-Control-Allow-Methods", allowed);
    const headers = req.headers["access-control-request-headers"];
    if (headers !== undefined) res.setHeader("Access-Control-Allow-Headers", headers);
    if (cors.maxAgeSeconds !== undefined) res.setHeader("Access-Control-Max-Age", cors.maxAgeSeconds);
    res.statusCode = 204;
    res.end();
  };
}

/** Whether pages of an origin may call the server. */
export function isAllowedOrigin({ origins }: Cors, origin: string): boolean {
  if (origins === "*") return true;
  return typeof origins === "function" ? origins(origin) : origins.includes(origin);
}
