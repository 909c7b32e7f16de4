import { ApiError } from "@counterpart/server/errors";
import type { Command } from "commander";
import type { DuplicateSubscription } from "../../database/queries/buyers/duplicate-subscriptions.ts";
import { filled } from "../input/option-values.ts";
import { storeOption } from "../input/store-option.ts";
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

interface AttachOptions extends ListOptions {
  member: string;
}

export function addSubscriptionCommands(counterpart: Command, terminal: Terminal): void {
  const subscriptions = counterpart.command("subscriptions").description("a store's subscriptions");

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
