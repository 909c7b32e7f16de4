import type { Step } from "../composition/step.ts";
import { ApiError } from "../errors/api-error.ts";

/** Throws the refusal that an earlier step has recorded: 401, 403 or 429. The request has been counted by then. */
export const throwRefusal: Step = (_req, _res, { refusal }) => {
  if (refusal !== undefined) throw refusal;
};

/** Refuses a path that matches an operation but can't be decoded. */
export const refuseUndecodable: Step = (_req, _res, { hasUndecodablePath }) => {
  if (hasUndecodablePath) throw noSuchEndpoint();
};

/** Answers OPTIONS at a path without such an operation, without asking for a credential. */
export const answerOptions: Step = (req, res, { allow, hasUndecodablePath }) => {
  // A path that can't be decoded has no methods.
  if (req.method !== "OPTIONS" || !allow || hasUndecodablePath) return;
  res.status(204).set("Allow", allow.join(", ")).end();
};

/** Refuses what no operation answers: 405 where the path has other methods, else 404. */
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
