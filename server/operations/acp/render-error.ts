import type { ErrorToRender, RenderError } from "@counterpart/server";
import { jsonPath } from "../../domain/json-path.ts";

/** Error bodies of the Agentic Commerce Protocol. */
export const renderError: RenderError = (error) => {
  const { status, message } = error;
  const param = paramOf(error);
  return {
    body: { type: typeOf(status), code: codeOf(error), message, ...(param !== undefined && { param }) },
  };
};

function typeOf(status: number): string {
  if (status < 500) return "invalid_request";
  return status === 503 ? "service_unavailable" : "processing_error";
}

/** Its own codes in its own spelling, and the protocol's for idempotency keys. */
function codeOf({ status, code, details = [] }: ErrorToRender): string {
  const [fault] = details;
  const isOfKey = fault?.in === "header" && fault.name?.toLowerCase() === "idempotency-key";
  if (isOfKey && fault.rule === "required") return "idempotency_key_required";
  if (code === "CONFLICT" && status === 422) return "idempotency_conflict";
  if (code === "CONFLICT" && status === 409) return "idempotency_in_flight";
  if (code === "VALIDATION_ERROR") return "invalid_request";
  return code.toLowerCase();
}

/** The place of the first fault of the body. */
function paramOf({ details = [] }: ErrorToRender): string | undefined {
  const [fault] = details;
  return fault?.in === "body" && fault.pointer !== undefined ? jsonPath(fault.pointer) : undefined;
}
