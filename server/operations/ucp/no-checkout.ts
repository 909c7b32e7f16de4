import { ApiError } from "@counterpart/server/errors";
import { ucpVersion } from "../../domain/ucp-version.ts";
import type { Schemas } from "./operation.ts";

/** There is nothing that a response could contain. `code` is for programs. */
export class NoCheckout extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The checkout that `run` returns, or why there is none. */
export async function checkoutOrReason(
  run: () => Promise<Schemas["Checkout"]>,
): Promise<{ status: 200; body: Schemas["CheckoutResponse"] }> {
  return { status: 200, body: await run().catch(reasonIn) };
}

/** @throws what is no reason of the protocol */
export function reasonIn(error: unknown): Schemas["ErrorResponse"] {
  if (error instanceof NoCheckout) return reason(error.code, error.message);
  if (error instanceof ApiError && error.code === "NOT_FOUND")
    return reason("not_found", "No such checkout.");
  throw error;
}

/** The code of an error that is sent as a reason. */
export const incompatible = "capabilities_incompatible";

/** Without the capability, a list of products is empty. Other errors are thrown. */
export function noProducts(error: unknown): Schemas["ErrorResponse"] & { products: [] } {
  if (!(error instanceof ApiError) || error.code !== incompatible) throw error;
  return { ...reason(error.code, error.message), products: [] };
}

export function reason(code: string, content: string): Schemas["ErrorResponse"] {
  return {
    ucp: { version: ucpVersion, status: "error" },
    messages: [{ type: "error", code, content, severity: "unrecoverable" }],
  };
}
