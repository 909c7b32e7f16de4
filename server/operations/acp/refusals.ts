import { ApiError } from "@counterpart/server/errors";
import type { Store } from "../../database/queries/stores.ts";
import type { Services } from "../../operation.ts";
import { Unpayable } from "../../payments/agents/agent-purchases.ts";
import { storeSellingThrough } from "../../payments/agents/store-selling-through.ts";
import { acpVersion } from "./operation.ts";
import { pointerOf } from "./views/messages.ts";

/**
 * The store, if it sells through this protocol and the agent speaks our version.
 * @throws ApiError 400 for another version, 403 if the store doesn't sell
 */
export async function sellingStore(
  { headers, caller }: { headers: { "API-Version": string }; caller: { storeId: string } },
  { database }: Pick<Services, "database">,
): Promise<Store> {
  const version = headers["API-Version"];
  if (version !== acpVersion) {
    throw new ApiError(
      "unsupported_api_version",
      `This store speaks version ${acpVersion}, not ${version}.`,
      { status: 400 },
    );
  }
  return storeSellingThrough(database, caller.storeId, "acp");
}

/** @throws ApiError 400, or 402 for a declined payment, in place of an `Unpayable` */
export function refuseUnpayable(error: unknown): never {
  if (!(error instanceof Unpayable)) throw error;
  const { code, message, problem } = error;
  const pointer = problem && pointerOf(problem);
  throw new ApiError(code, message, {
    status: code === "payment_declined" ? 402 : 400,
    ...(pointer !== undefined && { details: [{ in: "body", pointer, rule: code, message }] }),
  });
}

/** @throws ApiError 400 if the agent shows prices in another currency than the store's */
export function refuseOtherCurrency({ currency }: Store, given: string): void {
  if (given.toLowerCase() === currency) return;
  const message = `The store sells in ${currency} only.`;
  throw new ApiError("unsupported_currency", message, {
    status: 400,
    details: [{ in: "body", pointer: "/currency", rule: "enum", message }],
  });
}
