import { ApiError } from "@counterpart/server/errors";
import type { Database } from "../../database/database.ts";
import type { PayablePages } from "../../database/queries/sessions/pages-to-close.ts";
import { openProvider } from "../input/payment-provider.ts";
import type { Terminal } from "../terminal.ts";

/**
 * Closes the payment pages that a change made unsellable. If the provider is unreachable from here, the server does it.
 * @returns the pages that can still be paid
 */
export async function closePages(
  terminal: Terminal,
  database: Database,
  storeId: string,
): Promise<PayablePages | undefined> {
  const payable = await database.pagesToClose.left({ storeId, now: Date.now() });
  if (!payable) return undefined;
  const provider = await openProvider(terminal).catch((error: unknown) => {
    if (error instanceof ApiError) return undefined;
    throw error;
  });
  if (!provider) return payable;
  const { createClosePages } = await import("../../payments/checkout/close-pages.ts");
  const { createEndSession } = await import("../../payments/checkout/end-session.ts");
  const { end } = createEndSession({ database, provider, clock: Date.now, onSettled: () => {} });
  return createClosePages({ database, end, clock: Date.now, log: { warn: () => {} } }).ofStore(storeId);
}

/** The pages that can still be paid, as JSON output. */
export function payableValue(pages: PayablePages | undefined) {
  return pages && { payablePages: { count: pages.count, until: new Date(pages.until).toISOString() } };
}
