import type { Command } from "commander";
import type { Order } from "../../database/queries/orders/order.ts";
import { displayAmount } from "../../domain/money.ts";
import { filled } from "../input/option-values.ts";
import { table } from "../output/table.ts";
import { type AnswerOptions, addCommand, answerReading, storeOf, type Terminal } from "../terminal.ts";

interface Options extends AnswerOptions {
  store: string;
}

const heading = [
  "id",
  "created",
  "customer",
  "lines",
  "total",
  "payment",
  "refunded",
  "disputed",
  "fulfilled",
];

export function addOrderCommands(counterpart: Command, terminal: Terminal): void {
  const orders = counterpart.command("orders").description("what a store has sold");

  addCommand(
    orders,
    "list",
    "List the orders of a store, the newest first. Completed sessions make one order each, paid or on its way.",
  )
    .requiredOption("--store <slug>", "whose orders", filled)
    .action((options: Options) =>
      answerReading(terminal, options, async (database) => {
        const store = await storeOf(database, options.store);
        const list = await database.orders.listAll(store.id);
        const text = list.length > 0 ? table(heading, list.map(toRow)) : "The store has no orders yet.";
        return { value: list.map(withInstants), text };
      }),
    );
}

/** With ISO timestamps, like all JSON output. */
function withInstants({ storeId: _, payments, refunds, disputes, fulfilledAt, createdAt, ...order }: Order) {
  const instant = (ms: number) => new Date(ms).toISOString();
  return {
    ...order,
    payments: payments.map(({ paidAt, ...payment }) => ({ ...payment, paidAt: instant(paidAt) })),
    refunds: refunds.map((refund) => ({ ...refund, createdAt: instant(refund.createdAt) })),
    disputes: disputes.map(({ openedAt, ...dispute }) => ({ ...dispute, openedAt: instant(openedAt) })),
    fulfilledAt: fulfilledAt === null ? null : instant(fulfilledAt),
    createdAt: instant(createdAt),
  };
}

function toRow(order: Order): string[] {
  const { id, createdAt, customerEmail, lines, total, refunded, disputes, currency } = order;
  const { fulfilledAt, tracking } = order;
  return [
    id,
    new Date(createdAt).toISOString(),
    customerEmail ?? "",
    lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(", "),
    displayAmount(total, currency),
    paymentOf(order),
    refunded > 0 ? displayAmount(refunded, currency) : "",
    disputes.map(({ status, reason }) => `${status} (${reason})`).join(", "),
    [fulfilledAt === null ? "" : new Date(fulfilledAt).toISOString(), tracking?.number ?? ""]
      .join(" ")
      .trim(),
  ];
}

/** `paid`, or the amount paid where it isn't the total, and how often a subscription was renewed. */
function paymentOf({ paymentStatus, paid, total, currency, payments }: Order): string {
  const isOtherSum = paid !== null && (paid.amount !== total || paid.currency !== currency);
  const renewals = payments.length - 1;
  return [
    isOtherSum ? `${paymentStatus} ${displayAmount(paid.amount, paid.currency)}` : paymentStatus,
    ...(renewals > 0 ? [`${renewals} renewed`] : []),
  ].join(", ");
}
