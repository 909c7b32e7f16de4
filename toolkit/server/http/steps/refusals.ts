import type { Step } from "../composition/step.ts";
import { ApiError } from "../errors/api-error.ts";

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
