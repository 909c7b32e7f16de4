import { ApiError } from "@counterpart/server/errors";
import type { Command } from "commander";
import type { DuplicateSubscription } from "../../database/queries/buyers/duplicate-subscriptions.ts";
import { filled } from "../input/option-values.ts";
import { openProvider } from "../input/payment-provider.ts";
import { productOf } from "../input/product-of.ts";
import { storeOption } from "../input/store-option.ts";
import { priceText } from "../output/product-text.ts";
import { prose } from "../output/prose.ts";
import { table } from "../output/table.ts";
import {
  type AnswerOptions,
  addCommand,
  answer,
  answerReading,
  storeOf,
  type Terminal,
} from "../terminal.ts";

interface ListOptions extends AnswerOptions {
  store: string;
}

interface RepriceOptions extends ListOptions {
  yes?: true;
}

interface AttachOptions extends ListOptions {
  member: string;
}

export function addSubscriptionCommands(counterpart: Command, terminal: Terminal): void {
  const subscriptions = counterpart.command("subscriptions").description("Manage a store's subscriptions.");

  addCommand(subscriptions, "list", "List a store's subscriptions and their members.")
    .requiredOption(...storeOption)
    .action((options: ListOptions) =>
      answerReading(terminal, options, async (database) => {
        const store = await storeOf(database, options.store);
        const duplicates = await database.duplicateSubscriptions.list(store.id);
        const duplicateOf = new Map(duplicates.map((one) => [one.subscriptionId, one]));
        const list = (await database.subscriptions.list(store.id)).map(
          ({ id, status, memberId, customerId, account }) => ({
            ...{ id, status, memberId, customerId, account },
            duplicate: withInstants(duplicateOf.get(id)),
          }),
        );
        const rows = list.map((one) => [
          one.id,
          one.status,
          one.memberId ?? "(guest)",
          one.customerId,
          one.account ?? "",
          one.duplicate === null ? "" : duplicateText(one.duplicate),
        ]);
        const heading = ["id", "status", "member", "customer", "account", "duplicate of"];
        return {
          value: list,
          text: rows.length > 0 ? table(heading, rows) : "The store has no subscriptions.",
        };
      }),
    );

  addCommand(
    subscriptions,
    "attach",
    "Attach a guest's subscription to a member, who can then manage it in the billing portal.",
  )
    .argument("<id>", "the subscription's id at the payment provider, sub_…")
    .requiredOption(...storeOption)
    .requiredOption("--member <id>", "the member's id in your system", filled)
    .action((id: string, options: AttachOptions) =>
      answer(terminal, options, async (database, by) => {
        const { id: storeId, slug } = await storeOf(database, options.store);
        const memberId = options.member;
        const attached = await database.subscriptions.attach({ id, storeId, memberId }, by);
        if (!attached) {
          throw new ApiError(
            "NOT_FOUND",
            `The store ${slug} has no subscription ${id}. \`subscriptions list\` shows all of them.`,
          );
        }
        const { customerId, memberCustomerId } = attached;
        return {
          value: { id, memberId, customerId, memberCustomerId },
          text: `${id} now belongs to the member ${memberId}.`,
          ...(customerId !== memberCustomerId && {
            note: `It belongs to the customer ${customerId}, but the member's other purchases belong to ${memberCustomerId}. The portal shows only one customer: ${memberCustomerId} while it has a live subscription.`,
          }),
        };
      }),
    );

  addReprice(subscriptions, terminal);
}

const repriceHelp = `
A changed price of a product holds for new subscribers at once; existing ones keep theirs until this command. Without --yes, it
prints how many subscribers it concerns and changes nothing. Their next payment has the new price, and nothing is paid or
credited for the present period. The law may require you to announce it before. The command can be repeated at any time: those
who have the price are left alone.

The command reads STRIPE_SECRET_KEY and STRIPE_API_BASE like the server. In development, it uses the stand-in of a running
server.`;

function addReprice(subscriptions: Command, terminal: Terminal): void {
  addCommand(
    subscriptions,
    "reprice",
    "Give existing subscribers the current price of a product, from their next period on.",
  )
    .argument("<product>", "the product's id or reference")
    .requiredOption(...storeOption)
    .option("--yes", "do it")
    .addHelpText("after", prose(repriceHelp))
    .action((reference: string, options: RepriceOptions) =>
      answer(terminal, options, async (database, by) => {
        const { id: storeId } = await storeOf(database, options.store);
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
      }),
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
