import type { Database } from "../../database/database.ts";
import { isLive } from "../../database/queries/keys/key-holders.ts";
import type { Store } from "../../database/queries/stores.ts";
import type { Clock } from "../../domain/clock.ts";
import { type ShippingGaps, shippingGaps } from "../../domain/shipping-gaps.ts";
import type { ShippingRate } from "../../domain/shipping-rate.ts";
import { allowedCountries } from "../../payments/checkout/shipping-countries.ts";
import type { Provider } from "../../payments/provider/provider.ts";
import { type AccountState, readAccountState } from "./account-state.ts";

/** A step that a store must, or should, take before it sells. */
export interface SellingStep {
  step:
    | "plan"
    | "products"
    | "payments"
    | "cards"
    | "payouts"
    | "tax"
    | "shipping"
    | "webhook"
    | "key"
    | "published"
    | "return_addresses"
    | "buyer_emails";
  isDone: boolean;
  /** Whether the store can sell without it. */
  isOptional: boolean;
  /** A sentence that describes the step. */
  text: string;
  /** What is wrong, in sentences; null if the step is only not taken yet. */
  problem: string | null;
}

export type StepsDatabase = Pick<
  Database,
  "managedProducts" | "keys" | "providerEvents" | "shippingRates" | "mails"
>;

/**
 * The steps before a store sells, in the usual order.
 * @param account what the provider says about the store's account; undefined if it wasn't asked
 * @param demo the development store with the demo key, which isn't in the database
 */
export async function sellingSteps(
  database: StepsDatabase,
  store: Store,
  { now, account, demo }: { now: number; account?: AccountState; demo?: { storeId: string } | undefined },
): Promise<SellingStep[]> {
  const { id: storeId, successUrl, cancelUrl, portalReturnUrl, hasProductPages } = store;
  const { managedProducts, keys, providerEvents } = database;
  const forSale = await managedProducts.list({ storeId, limit: 1, isActive: true });
  const hasKey =
    demo?.storeId === storeId ||
    (await keys.list(storeId)).some(
      (key) => isLive(key, now) && key.scopes.some((scope) => scope !== "catalog"),
    );
  const hasEvents = (await providerEvents.lastReceivedAt()) !== undefined;
  const hasAddresses = [successUrl, cancelUrl, portalReturnUrl].every((url) => url !== null);
  return [
    needed("products", (forSale?.products.length ?? 0) > 0, "At least one product is for sale."),
    ...accountSteps(store, account),
    ...taxStep(store, account),
    ...(await shippingStep(database, store)),
    optional(
      "webhook",
      hasEvents,
      "Events from the payment provider arrive. The first one comes with the first payment.",
    ),
    needed("plan", store.plan === "pro", "The store is on the Pro plan, which selling requires."),
    // Pages of products sell without one.
    (hasProductPages ? optional : needed)(
      "key",
      hasKey,
      "The store has an active API key for storefronts or agents.",
    ),
    optional(
      "return_addresses",
      hasAddresses,
      "Buyers return to your own pages after paying. Without redirect URLs, they see built-in pages.",
    ),
    await mailStep(database, store),
    needed("published", store.isPublished, "The store is published."),
  ];
}

/** The steps without which the store can't sell. */
export function missingSteps(steps: SellingStep[]): SellingStep[] {
  return steps.filter(({ isDone, isOptional }) => !isDone && !isOptional);
}

/** What is wrong with these steps, or with any step, in sentences. */
export function problemsOf(steps: SellingStep[], ...only: SellingStep["step"][]): string[] {
  return steps.flatMap(({ step, problem }) =>
    problem !== null && (only.length === 0 || only.includes(step)) ? [problem] : [],
  );
}

function needed(step: SellingStep["step"], isDone: boolean, text: string, problem?: string): SellingStep {
  return { step, isDone, isOptional: false, text, problem: isDone ? null : (problem ?? null) };
}

function optional(...parts: Parameters<typeof needed>): SellingStep {
  return { ...needed(...parts), isOptional: true };
}

function accountSteps({ paymentsConfigured }: Store, account: AccountState | undefined): SellingStep[] {
  const isRefused = account?.isChargeable === false;
  const payments = needed(
    "payments",
    paymentsConfigured && !isRefused,
    "An account at the payment provider receives the payments.",
    isRefused
      ? "The payment provider doesn't allow the account to take payments. Its dashboard says what is missing."
      : undefined,
  );
  if (!payments.isDone) return [payments];
  const cards = optional(
    "cards",
    false,
    "Buyers can pay by card.",
    "The account may not take cards. Activate card payments in the payment provider's dashboard.",
  );
  const payouts = optional(
    "payouts",
    false,
    "The payment provider pays your balance out.",
    "The payment provider doesn't pay the account's balance out. Its dashboard says what is missing.",
  );
  return [
    payments,
    ...(account?.takesCards === false ? [cards] : []),
    ...(account?.paysOut === false ? [payouts] : []),
  ];
}

/** If the provider doesn't answer, what it said last counts. */
function taxStep({ tax, isTaxSetUp }: Store, account: AccountState | undefined): SellingStep[] {
  if (tax === "off") return [];
  return [
    needed(
      "tax",
      account?.calculatesTax ?? isTaxSetUp ?? true,
      "The account at the payment provider is set up to calculate tax.",
      "The account isn't set up for tax, so every checkout is refused. Enter the origin address in its tax settings at the payment provider, or turn tax off.",
    ),
  ];
}

async function shippingStep({ managedProducts, shippingRates }: StepsDatabase, store: Store) {
  if (!(await managedProducts.sellsPhysical(store.id))) return [];
  const { shipsNowhere, problems, advice } = shippingGapsOf(store, await shippingRates.list(store.id));
  const step = shipsNowhere ? needed : optional;
  const isDone = problems.length + advice.length === 0;
  const text = advice.join(" ") || "Buyers can choose a shipping rate wherever the store ships to.";
  return [step("shipping", isDone, text, problems.join(" ") || undefined)];
}

/** What a store's shipping rates leave out. */
export function shippingGapsOf(store: Store, rates: ShippingRate[]): ShippingGaps {
  const countries = allowedCountries(store).map((code) => code.toLowerCase());
  return shippingGaps(rates, countries);
}

async function mailStep({ mails }: StepsDatabase, { emailsBuyers }: Store): Promise<SellingStep> {
  const hasSender = await mails.hasSender();
  return optional(
    "buyer_emails",
    emailsBuyers && hasSender,
    "Buyers get emails about their orders.",
    emailsBuyers ? "No email is sent, because this installation has no mail server (SMTP_URL)." : undefined,
  );
}

/** The steps before a store sells, after asking the provider about its account. */
export type AskSellingSteps = (store: Store, demo?: { storeId: string }) => Promise<SellingStep[]>;

export function createAskSellingSteps(parts: {
  database: StepsDatabase & Pick<Database, "stores">;
  provider: Pick<Provider, "readAccount" | "canCalculateTax">;
  clock: Clock;
}): AskSellingSteps {
  const { database, provider, clock } = parts;
  return async (store, demo) => {
    const account = await readAccountState({ provider }, store);
    const { calculatesTax } = account;
    // The API shows it.
    if (calculatesTax !== undefined && calculatesTax !== store.isTaxSetUp) {
      await database.stores.setTaxSetUp(store.stripeAccount, calculatesTax);
    }
    return sellingSteps(database, store, { now: clock(), account, demo });
  };
}
