import { ApiError } from "@counterpart/server/errors";
import type { Store } from "../../database/queries/stores.ts";

/** @throws ApiError 400 if the agent shows prices in another currency than the store's */
export function refuseOtherCurrency({ currency }: Store, given: string): void {
  if (given.toLowerCase() === currency) return;
  const message = `The store sells in ${currency} only.`;
  throw new ApiError("unsupported_currency", message, {
    status: 400,
    details: [{ in: "body", pointer: "/currency", rule: "enum", message }],
  });
}
