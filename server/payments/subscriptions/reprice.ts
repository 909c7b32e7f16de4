import { ApiError } from "@counterpart/server/errors";
import type { Database } from "../../database/database.ts";
import type { Actor } from "../../domain/actor.ts";
import { conflict } from "../../domain/error-codes.ts";
import { nameWithOptions, type Product } from "../../domain/product.ts";
import type { SubscriptionRecord } from "../../domain/subscription.ts";
import type { NewPrice, Provider } from "../provider/provider.ts";
import { isAccountGone, isUnknownObject } from "../provider/provider-errors.ts";

export interface RepriceParts {
  database: Pick<Database, "subscriptions">;
  provider: Pick<Provider, "createPrice" | "readPricedItem" | "setPrice" | "now">;
}

type RepricedProduct = Pick<
  Product,
  "_id" | "storeId" | "name" | "options" | "priceInCents" | "currency" | "billingInterval" | "taxCode"
>;

/** The account of a subscription, and how its price is taxed. */
type PriceFor = Pick<NewPrice, "account" | "taxBehavior">;

export interface Repricing {
  /** Subscriptions that have the new price from now on. */
  changed: number;
  /** Those that had it before, for example from an interrupted run. */
  unchanged: number;
  /** Those that the provider says have ended. */
  ended: number;
  /** Those that could not be changed, by id. Running it again tries them again. */
  failed: string[];
  /** Why the first of them failed; null if none did. */
  problem: string | null;
  /** The last subscription before the run had to stop; undefined if it reached the end. */
  stoppedAfter: string | undefined;
}

interface Run {
  /** Where an earlier run stopped. */
  after?: string | undefined;
  by: Actor;
  /** Whether there is time for another subscription. */
  mayContinue?: () => boolean;
}

export type Reprice = ReturnType<typeof createReprice>;

/**
 * Gives existing subscribers the current price of a product from their next period on, one after the other. What is done
 * is left alone, so that a run can be repeated and continued after any interruption.
 */
export function createReprice({ database: { subscriptions }, provider }: RepriceParts) {
  return {
    /** How many subscriptions a run looks at. */
    async count({ storeId, _id: productId }: RepricedProduct): Promise<number> {
      return (await subscriptions.liveOf(storeId, productId)).length;
    },

    /** Throws CONFLICT if the product isn't a subscription. */
    async run(product: RepricedProduct, { after, by, mayContinue = () => true }: Run): Promise<Repricing> {
      const { _id: productId, storeId } = product;
      const priceOn = createPrices(product, provider);
      const done: Repricing = {
        changed: 0,
        unchanged: 0,
        ended: 0,
        failed: [],
        problem: null,
        stoppedAfter: undefined,
      };
      for (const subscription of await subscriptions.liveOf(storeId, productId, after)) {
        if (!mayContinue()) return done;
        done.stoppedAfter = subscription.id;
        const result = await repriceOne(subscription, product, priceOn, by);
        if (result instanceof ApiError) {
          done.failed.push(subscription.id);
          done.problem ??= result.message;
        } else done[result]++;
      }
      return { ...done, stoppedAfter: undefined };
    },
  };

  async function repriceOne(
    subscription: SubscriptionRecord,
    { _id: productId, priceInCents }: RepricedProduct,
    priceOn: (of: PriceFor) => Promise<string>,
    by: Actor,
  ): Promise<"changed" | "unchanged" | "ended" | ApiError> {
    const { id, account } = subscription;
    try {
      const item = await provider.readPricedItem({ id, account }, productId);
      if (!item) return "ended";
      const isChange = item.unitAmount !== priceInCents;
      if (isChange) {
        const priceId = await priceOn({ account, taxBehavior: item.taxBehavior });
        const wanted = { productId, priceInCents, at: provider.now() };
        await subscriptions.requestPrice(subscription, { ...wanted, from: item.unitAmount }, by);
        await provider.setPrice({ id, account }, { itemId: item.itemId, priceId });
      }
      // Also after a run that didn't get the provider's answer.
      await subscriptions.confirmPrice(subscription, { productId, priceInCents, at: provider.now() });
      return isChange ? "changed" : "unchanged";
    } catch (error) {
      if (isUnknownObject(error) || isAccountGone(error)) return "ended";
      if (!(error instanceof ApiError)) throw error;
      return error;
    }
  }
}

/** One new price on each account, created when the first subscription there needs it. It is taxed like the former one. */
function createPrices(
  product: RepricedProduct,
  provider: Pick<Provider, "createPrice">,
): (of: PriceFor) => Promise<string> {
  const {
    _id: productId,
    name,
    options,
    priceInCents: amount,
    currency,
    billingInterval: interval,
    taxCode,
  } = product;
  if (interval === null) throw conflict(`"${nameWithOptions(product)}" isn't a subscription.`);
  const prices = new Map<string, string>();
  return async ({ account, taxBehavior }) => {
    const key = JSON.stringify([account, taxBehavior]);
    const known = prices.get(key);
    if (known !== undefined) return known;
    const fields = { productId, name, options, amount, currency, interval, taxCode };
    const price = await provider.createPrice({ account, taxBehavior, ...fields });
    prices.set(key, price);
    return price;
  };
}

/** What a run did, in a sentence for people. */
export function repricingText({ changed, unchanged, ended, failed, problem }: Repricing): string {
  return [
    `${changed} ${changed === 1 ? "subscriber pays" : "subscribers pay"} the new price from the next period on.`,
    ...(unchanged > 0 ? [`${unchanged} had it before.`] : []),
    ...(ended > 0 ? [`${ended} had ended.`] : []),
    ...(failed.length > 0 ? [`${failed.length} could not be changed. Try again.`] : []),
    ...(problem === null ? [] : [problem]),
  ].join(" ");
}
