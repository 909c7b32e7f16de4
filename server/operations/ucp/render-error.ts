import type { ErrorToRender, RenderError } from "@counterpart/server";
import { jsonPath } from "../../domain/json-path.ts";
import { incompatible, reason } from "./no-checkout.ts";

/** Error bodies of the Universal Commerce Protocol. */
export const renderError: RenderError = (error) => {
  if (error.code === incompatible) return { body: reason(error.code, error.message) };
  const path = pathOf(error);
  return { body: { code: codeOf(error), content: error.message, ...(path !== undefined && { path }) } };
};

function codeOf({ code, details = [] }: ErrorToRender): string {
  if (details.some(({ in: place, name }) => place === "header" && name?.toLowerCase() === "ucp-agent"))
    return "invalid_profile_url";
  return code === "VALIDATION_ERROR" ? "invalid_request" : code.toLowerCase();
}

/** The place of the first fault of the body. */
function pathOf({ details = [] }: ErrorToRender): string | undefined {
  const [fault] = details;
  return fault?.in === "body" && fault.pointer !== undefined ? jsonPath(fault.pointer) : undefined;
}
