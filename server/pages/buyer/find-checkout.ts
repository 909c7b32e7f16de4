import type { Logger } from "pino";
import { type BoundedCalls, boundCalls } from "../../database/concurrency/bounded-calls.ts";
import type { Database } from "../../database/database.ts";
import type { Store } from "../../database/queries/stores.ts";
import type { CheckoutSessionRecord } from "../../domain/checkout-session.ts";
import type { Checkout } from "../../payments/checkout/checkout.ts";

export interface FoundCheckout {
  session: CheckoutSessionRecord;
  store: Store;
  /** False if the provider didn't answer in time. */
  isUpToDate: boolean;
}

export interface FindCheckoutParts {
  services: {
    database: Pick<Database, "checkoutSessions" | "stores">;
    checkout: Pick<Checkout, "refresh">;
  };
  log: Logger;
}

export type FindCheckout = (sessionId: unknown) => Promise<FoundCheckout | undefined>;

/** Milliseconds. A buyer who has just paid shouldn't wait when the provider hangs. */
const maxRefreshMs = 2500;
const sessionIdForm = /^(?:chk_[0-9a-z]{26}|cs_(?:test|live)_\w{10,200})$/;

/**
 * Finds the checkout of a page link, by our id or the provider's; undefined for an unknown id. Look-ups are limited,
 * since links need no key. Throws if the database is unavailable or too many requests wait.
 */
export function createFindCheckout({ services, log }: FindCheckoutParts): FindCheckout {
  const lookUps: BoundedCalls = boundCalls({
    maxRunning: 4,
    maxWaiting: 100,
    timeoutMs: 2000,
    refusal: () => new Error("Too many concurrent page requests."),
  });
  const underWay = new Map<string, Promise<FoundCheckout | undefined>>();

  return (sessionId) => {
    if (typeof sessionId !== "string" || !sessionIdForm.test(sessionId)) return Promise.resolve(undefined);
    const known = underWay.get(sessionId);
    if (known) return known;
    const finding = find(sessionId).finally(() => underWay.delete(sessionId));
    underWay.set(sessionId, finding);
    return finding;
  };

  async function find(sessionId: string): Promise<FoundCheckout | undefined> {
    const found = await lookUps(async () => {
      const session = await services.database.checkoutSessions.findOfProvider(sessionId, sessionId);
      const store = session && (await services.database.stores.find(session.storeId));
      return store && { session, store };
    });
    return found && refreshed(found);
  }

  async function refreshed({ session, store }: Omit<FoundCheckout, "isUpToDate">): Promise<FoundCheckout> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), maxRefreshMs);
    });
    const asked = services.checkout.refresh(session).catch((err: unknown) => {
      log.warn(
        { checkoutSessionId: session.id, err },
        "could not read from the payment provider for a buyer page",
      );
      return undefined;
    });
    const current = await Promise.race([asked, late]).finally(() => clearTimeout(timer));
    return { session: current ?? session, store, isUpToDate: current !== undefined };
  }
}
