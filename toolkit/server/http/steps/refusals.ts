import type { Step } from "../composition/step.ts";
import { ApiError } from "../errors/api-error.ts";
import type { ExchangeRequest } from "../exchange.ts";

/** Throws the refusal recorded by an earlier step (401, 403, 429), once the request has been counted. */
export const throwRefusal: Step = (_req, _res, { refusal }) => {
  if (refusal !== undefined) throw refusal;
};

/** Refuses a path that matches an operation but can't be decoded. */
export const refuseUndecodable: Step = (_req, _res, { hasUndecodablePath }) => {
  if (hasUndecodablePath) throw noSuchEndpoint();
};

/** Answers OPTIONS at a path without an OPTIONS operation; no credential is required. */
export const answerOptions: Step = (req, res, { allow, hasUndecodablePath }) => {
  // An undecodable path has no methods.
  if (req.method !== "OPTIONS" || !allow || hasUndecodablePath) return;
  res.statusCode = 204;
  res.setHeader("Allow", allow.join(", "));
  res.end();
};

/** Refuses requests that no operation matches: 405 if the path has other methods, else 404. */
export const refuseUnroutable: Step = (req, _res, { allow, hasUndecodablePath }) => {
  if (!allow || hasUndecodablePath) throw noSuchEndpoint();
  throw new ApiError("INVALID_REQUEST", `${req.method} isn't allowed here. Allowed: ${allow.join(", ")}.`, {
    status: 405,
    headers: { Allow: allow.join(", ") },
  });
};

function noSuchEndpoint(): ApiError {
  return new ApiError("NOT_FOUND", "No such endpoint.");
}

/** An IP literal in brackets or a name, with an optional port (RFC 3986, 3.2.2). */
const host = /^(\[[\da-f:.]+\]|[\w.~%!$&'()*+,;=-]+)(:\d{0,5})?$/i;

/**
 * Refuses heads that Node accepts: 400 without exactly one valid `Host` (RFC 9112, 3.2), 417 for an unsupported `Expect`.
 * Closes the connection, because client and proxies may disagree on where the next request begins.
 */
export const checkHead: Step = (req) => {
  const { expect } = req.headers;
  const fault = hostFault(req);
  if (fault !== undefined) throw refusal(400, fault);
  if (expect !== undefined && !/(?:^|\W)100-continue(?:$|\W)/i.test(expect)) {
    throw refusal(417, "The only expectation that this server supports is 100-continue.");
  }
};

function refusal(status: number, message: string): ApiError {
  return new ApiError("INVALID_REQUEST", message, { status, headers: { Connection: "close" } });
}

function hostFault({ rawHeaders, httpVersion }: ExchangeRequest): string | undefined {
  const [only, ...others] = rawHeaders.filter(
    (_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === "host",
  );
  if (others.length > 0) return "The request has more than one Host header.";
  if (only === undefined) {
    return httpVersion < "1.1" ? undefined : "The request has no Host header, which HTTP/1.1 needs.";
  }
  return host.test(only) ? undefined : "The request's Host header isn't a valid host.";
}
