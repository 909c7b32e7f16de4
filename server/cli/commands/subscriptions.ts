import { ApiError } from "@counterpart/server/errors";
import type { DuplicateSubscription } from "../../database/queries/buyers/duplicate-subscriptions.ts";
import type { Store } from "../../database/queries/stores.ts";
import { displayAmount } from "../../domain/money.ts";
import { linesText, nextChange, priceOf, type SubscriptionRecord } from "../../domain/subscription.ts";
import { localTime } from "../../domain/time-zone.ts";
import { subscriptionView } from "../../views/subscription-view.ts";
import { filled } from "../input/option-values.ts";
import { openProvider } from "../input/payment-provider.ts";
import { productOf } from "../input/product-of.ts";
import { priceText } from "../output/product-text.ts";
import { listing } from "../output/table.ts";
import type { ShopCommand } from "../shop-command.ts";

export function addSubscriptionCommands(counterpart: ShopCommand): void {
  const subscriptions = counterpart.command("subscriptions").description("Manage a store's subscriptions.");

  subscriptions
    .addOfStore("list", "List a store's subscriptions and their members.")
    .readsStore(async ({ store, database }) => {
      const duplicates = await database.duplicateSubscriptions.list(store.id);
      const duplicateOf = new Map(duplicates.map((one) => [one.subscriptionId, one]));
      const list = (await database.subscriptions.list(store.id)).map((subscription) => ({
        subscription,
        duplicate: withInstants(duplicateOf.get(subscription.id)),
      }));
      const rows = list.map(({ subscription, duplicate }) => [
        subscription.id,
        subscription.status,
        nextText(subscription, store),
        linesText(subscription.lines),
        priceOf(subscription, displayAmount),
        subscription.memberId ?? "(guest)",
        subscription.customerId,
        subscription.account ?? "",
        duplicate === null ? "" : duplicateText(duplicate),
      ]);
      const heading = [
        ...["id", "status", "next", "products", "price", "member", "customer", "account", "duplicate of"],
      ];
      return {
        value: list.map(({ subscription, duplicate }) => ({ ...printed(subscription), duplicate })),
        text: listing(heading, rows, "The store has no subscriptions."),
      };
    });

  subscriptions
    .addOfStore(
      "attach",
      "Attach a guest's subscription to a member, who can then manage it in the billing portal.",
    )
    .argument("<id>", "the subscription's id at the payment provider, sub_…")
    .requiredOption("--member <id>", "the member's id in your system", filled)
    .changesStore(
      async ({ store: { id: storeId, slug }, database, by }, id: string, options: { member: string }) => {
        const memberId = options.member;
        const attached = await database.subscriptions.attach({ id, storeId, memberId }, by);
        if (!attached) throw noSuchSubscription(slug, id);
        const { customerId, memberCustomerId } = attached;
        return {
          value: { id, memberId, customerId, memberCustomerId },
          text: `${id} now belongs to the member ${memberId}.`,
          ...(customerId !== memberCustomerId && {
            note: `It belongs to the customer ${customerId}, but the member's other purchases belong to ${memberCustomerId}. The portal shows only one customer: ${memberCustomerId} while it has a live subscription.`,
          }),
        };
      },
    );

  addCancel(subscriptions);
  addReprice(subscriptions);
}

function addCancel(subscriptions: ShopCommand): void {
  const { terminal } = subscriptions;
  subscriptions
    .addOfStore(
      "cancel",
      "Cancel a subscription at the end of its period. No further period is charged, and nothing is refunded.",
    )
    .argument("<id>", "the subscription's id at the payment provider, sub_…")
    .option("--now", "end it at once")
    .explain(`
The member can withdraw a cancellation in the billing portal until the period ends. The command can be repeated. It reads
STRIPE_SECRET_KEY and STRIPE_API_BASE like the server. In development, it uses the stand-in of a running server.`)
    .changesStore(async ({ store, database, by }, id: string, options: { now?: true }) => {
      const { id: storeId, slug } = store;
      const { createCancelSubscription } = await import(
        "../../payments/subscriptions/cancel-subscription.ts"
      );
      const cancel = createCancelSubscription({ database, provider: await openProvider(terminal) });
      const cancelled = await cancel({ storeId, subscriptionId: id }, options.now ? "now" : "periodEnd", by);
      if (!cancelled) throw noSuchSubscription(slug, id);
      return { value: printed(cancelled), text: `${id}: ${nextText(cancelled, store)}.` };
    });
}

function printed(subscription: SubscriptionRecord) {
  const { customerId, account } = subscription;
  return { ...subscriptionView(subscription), customerId, account };
}

/** `ends 2026-02-15`; empty if nothing is planned. */
function nextText(subscription: SubscriptionRecord, { timeZone }: Pick<Store, "timeZone">): string {
  const next = nextChange(subscription);
  return next ? `${next.text.toLowerCase()} ${localTime(next.at, timeZone).day}` : "";
}

function noSuchSubscription(slug: string, id: string): ApiError {
  return new ApiError(
    "NOT_FOUND",
    `The store ${slug} has no subscription ${id}. \`subscriptions list\` shows all of them.`,
  );
}

const repriceHelp = `
A changed price of a product holds for new subscribers at once; existing ones keep theirs until this command. Without --yes, it
prints how many subscribers it concerns and changes nothing. Their next payment has the new price, and nothing is paid or
credited for the present period. The law may require you to announce it before. The command can be repeated at any time: those
who have the price are left alone.

The command reads STRIPE_SECRET_KEY and STRIPE_API_BASE like the server. In development, it uses the stand-in of a running
server.`;

function addReprice(subscriptions: ShopCommand): void {
  const { terminal } = subscriptions;
  subscriptions
    .addOfStore(
      "reprice",
      "Give existing subscribers the current price of a product, from their next period on.",
    )
    .argument("<product>", "the product's id or reference")
    .option("--yes", "do it")
    .explain(repriceHelp)
    .changesStore(
      async ({ store: { id: storeId }, database, by }, reference: string, options: { yes?: true }) => {
        const product = await productOf(database, { storeId, product: reference });
        const { createReprice, repricingText } = await import("../../payments/subscriptions/reprice.ts");
        const reprice = createReprice({ database, provider: await openProvider(terminal) });
        if (product.billingInterval === null) {
          throw new ApiError("CONFLICT", `"${product.name}" isn't a subscription.`);
        }
        if (!options.yes) {
          const subscribers = await reprice.count(product);
          const price = priceText(product);
          return {
            value: { subscribers, priceInCents: product.priceInCents, currency: product.currency },
            text: `${subscribers} ${subscribers === 1 ? "subscriber" : "subscribers"} to "${product.name}" would pay ${price} from the next period on. Repeat with --yes to do it.`,
          };
        }
        const done = await reprice.run(product, { by });
        const { stoppedAfter: _, ...value } = done;
        return { value, text: repricingText(done) };
      },
    );
}

interface ListedDuplicate {
  keptSubscriptionId: string;
  cancelledAt: string | null;
  /** Set when nothing was left to refund. */
  settledAt: string | null;
  problem: string | null;
}

function withInstants(duplicate: DuplicateSubscription | undefined): ListedDuplicate | null {
  if (!duplicate) return null;
  const { keptSubscriptionId, cancelledAt, settledAt, problem } = duplicate;
  const instant = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  return { keptSubscriptionId, cancelledAt: instant(cancelledAt), settledAt: instant(settledAt), problem };
}

function duplicateText({ keptSubscriptionId, cancelledAt, settledAt, problem }: ListedDuplicate): string {
  const state = settledAt ? "refunded" : cancelledAt ? "cancelled, to be refunded" : "to be cancelled";
  return `${keptSubscriptionId} (${state}${problem === null ? "" : `: ${problem}`})`;
}
