import { ApiError } from "@counterpart/server/errors";
import { type Command, Option } from "commander";
import type { Database } from "../../database/database.ts";
import type { OrderFilter } from "../../database/queries/orders/orders.ts";
import { displayAmount, toMinorUnits } from "../../domain/money.ts";
import type { Order } from "../../domain/order.ts";
import { type OrderStatus, orderStatuses } from "../../domain/order-state.ts";
import { day, filled, listLimit, webAddress } from "../input/option-values.ts";
import { openProvider } from "../input/payment-provider.ts";
import { orderCells, orderFields, orderHeading, withInstants } from "../output/order-text.ts";
import { fieldList, table } from "../output/table.ts";
import {
  type AnswerOptions,
  addCommand,
  answer,
  answerReading,
  storeOf,
  type Terminal,
} from "../terminal.ts";

interface Options extends AnswerOptions {
  store: string;
}

interface FilterOptions extends Options {
  status?: OrderStatus;
  fulfilled?: boolean;
  unsent?: true;
  disputed?: true;
  refundFailed?: true;
  email?: string;
  member?: string;
  from?: number;
  to?: number;
}

interface ListOptions extends FilterOptions {
  limit?: number;
  after?: string;
}

interface FulfilOptions extends Options {
  number?: string;
  carrier?: string;
  url?: string;
  undo?: boolean;
}

interface RefundOptions extends Options {
  amount?: string;
  payment?: string;
}

interface ResolveRefundOptions extends Options {
  refund: string;
}

export function addOrderCommands(counterpart: Command, terminal: Terminal): void {
  const orders = counterpart.command("orders").description("what a store has sold");

  const list = addCommand(
    orders,
    "list",
    "List the orders of a store, the newest first. Completed sessions make one order each, paid or on its way.",
  )
    .requiredOption("--store <slug>", "whose orders", filled)
    .option("--limit <n>", "how many, up to 1000; all of them unless given", listLimit)
    .option("--after <id>", "those before this one, order_…, for the next page", filled);
  addFilterOptions(list).action((options: ListOptions) =>
    answerReading(terminal, options, async (database) => {
      const store = await storeOf(database, options.store);
      const found = await readOrders(database, store.id, options);
      const text = found.length > 0 ? table(orderHeading, found.map(orderCells)) : noneFound(options);
      return { value: found.map(withInstants), text };
    }),
  );

  addCommand(orders, "show", "Show an order with its payments, refunds and disputes.")
    .argument("<id>", "the order's id, order_…, as `orders list` shows it")
    .requiredOption("--store <slug>", "whose order", filled)
    .action((id: string, options: Options) =>
      answerReading(terminal, options, async (database) => {
        const store = await storeOf(database, options.store);
        const order = await database.orders.find({ storeId: store.id, orderId: id });
        if (!order) throw noSuchOrder(id);
        return { value: withInstants(order), text: fieldList(orderFields(order)) };
      }),
    );

  const exported = addCommand(
    orders,
    "export",
    "Write the orders of a store as CSV, for a spreadsheet. What begins like a formula gets an apostrophe.",
  ).requiredOption("--store <slug>", "whose orders", filled);
  addFilterOptions(exported).action((options: FilterOptions) =>
    answerReading(terminal, options, async (database) => {
      const store = await storeOf(database, options.store);
      const { orderPages, orderRow, ordersCsv } = await import("../../merchants/orders/orders-csv.ts");
      if (options.json) {
        return { value: (await readOrders(database, store.id, options)).map(orderRow), text: "" };
      }
      const pages = orderPages(database, { storeId: store.id, ...filterOf(options) });
      // Terminals expect line feeds only.
      for await (const part of ordersCsv(pages)) terminal.stdout.write(part.replaceAll("\r\n", "\n"));
      return undefined;
    }),
  );

  addCommand(orders, "fulfil", "Mark an order as sent, with its tracking, or take that back.")
    .argument("<id>", "the order's id, order_…")
    .requiredOption("--store <slug>", "whose order", filled)
    .option("--number <number>", "the parcel's tracking number", filled)
    .option("--carrier <name>", "who carries it", filled)
    .option("--url <address>", "where the parcel can be followed", webAddress)
    .option("--undo", "it hasn't been sent after all; its tracking is removed")
    .action((id: string, options: FulfilOptions) => {
      const change = fulfilmentOf(options);
      return answer(terminal, options, async (database, by) => {
        const store = await storeOf(database, options.store);
        const order = await database.orders.fulfil({ storeId: store.id, orderId: id }, change, by);
        if (!order) throw noSuchOrder(id);
        const { fulfilledAt } = order;
        const text = fulfilledAt === null ? `${id} isn't fulfilled.` : `${id} is fulfilled.`;
        return { value: withInstants(order), text };
      });
    });

  addCommand(
    orders,
    "refund",
    "Refund an order through the payment provider: all that is left, or an amount.",
  )
    .argument("<id>", "the order's id, order_…")
    .requiredOption("--store <slug>", "whose order", filled)
    .option("--amount <amount>", "in the payment's currency, as in 12.50", filled)
    .option("--payment <id>", "which of its payments, pi_…; needed where a subscription was renewed", filled)
    .addHelpText(
      "after",
      `
After an error that leaves the outcome open, check the order with \`orders show\`. The same command again is the same refund
until it has printed one; after that, it is another refund. It takes STRIPE_SECRET_KEY and STRIPE_API_BASE as the server does; in development, the stand-in of a server
that runs.`,
    )
    .action((id: string, options: RefundOptions) =>
      answer(terminal, options, async (database, by) => {
        const address = { storeId: (await storeOf(database, options.store)).id, orderId: id };
        const order = await database.orders.find(address);
        if (!order) throw noSuchOrder(id);
        const { createRefundOrder } = await import("../../payments/refunds/refund-order.ts");
        const refundOrder = createRefundOrder({ database, provider: await openProvider(terminal) });
        const request = {
          amount: amountOf(order, options),
          paymentId: options.payment,
          seenRefunds: order.refunds.length,
        };
        const refund = await refundOrder(address, request, by);
        if (!refund) throw noSuchOrder(id);
        const sum = displayAmount(refund.amount, refund.currency);
        const text = refund.isRepeated
          ? `${sum} of ${id} had been refunded by an earlier request: ${refund.id}. Nothing more was refunded.`
          : `${sum} of ${id} refunded: ${refund.id}.`;
        return { value: refund, text };
      }),
    );

  addResolveRefund(orders, terminal);
}

function addResolveRefund(orders: Command, terminal: Terminal): void {
  addCommand(
    orders,
    "resolve-refund",
    "Mark a failed refund as resolved: the buyer has got the money in another way.",
  )
    .argument("<id>", "the order's id, order_…")
    .requiredOption("--store <slug>", "whose order", filled)
    .requiredOption("--refund <id>", "which of its refunds, re_…", filled)
    .action((id: string, options: ResolveRefundOptions) =>
      answer(terminal, options, async (database, by) => {
        const address = { storeId: (await storeOf(database, options.store)).id, orderId: id };
        const isKnown = await database.orders.resolveRefund({ ...address, refundId: options.refund }, by);
        if (!isKnown) {
          throw new ApiError("NOT_FOUND", `${id} has no failed refund ${options.refund}.`);
        }
        return { value: { id: options.refund }, text: `${options.refund} of ${id} is resolved.` };
      }),
    );
}

function addFilterOptions(command: Command): Command {
  return command
    .addOption(new Option("--status <status>", "only those with this status").choices(orderStatuses))
    .option("--fulfilled", "only those that were sent")
    .option("--no-fulfilled", "only those that weren't sent")
    .option("--unsent", "only those with something physical still to be sent")
    .option("--disputed", "only those with a dispute to answer")
    .option("--refund-failed", "only those with a failed refund for which the buyer still waits")
    .option("--email <address>", "only those of this buyer", filled)
    .option("--member <id>", "only those of this member of your system", filled)
    .option("--from <day>", "only those made on this day, in UTC, or later, as in 2026-11-01", day)
    .option("--to <day>", "only those made on this day or before", day);
}

function filterOf({ member, to, ...options }: FilterOptions): OrderFilter {
  const { status, fulfilled, unsent, disputed, refundFailed, email, from } = options;
  const before = to === undefined ? to : to + dayMs;
  return { status, fulfilled, unsent, disputed, refundFailed, email, memberId: member, from, to: before };
}

const dayMs = 24 * 60 * 60 * 1000;

/** The most orders per statement. */
const maxPerPage = 100;

async function readOrders(database: Database, storeId: string, options: ListOptions): Promise<Order[]> {
  const { limit = Number.POSITIVE_INFINITY } = options;
  const found: Order[] = [];
  let { after } = options;
  for (;;) {
    const wanted = {
      ...filterOf(options),
      storeId,
      after,
      limit: Math.min(maxPerPage, limit - found.length),
    };
    const page = await database.orders.list(wanted);
    if (!page) throw noSuchOrder(after ?? "");
    found.push(...page.orders);
    if (!page.hasMore || found.length >= limit) return found;
    after = page.orders.at(-1)?.id;
  }
}

function noneFound(options: FilterOptions): string {
  const isFiltered = Object.values(filterOf(options)).some((value) => value !== undefined);
  return isFiltered ? "No order of the store fits." : "The store has no orders yet.";
}

function noSuchOrder(id: string): ApiError {
  return new ApiError("NOT_FOUND", `The store has no order ${id}. \`orders list\` shows all of them.`);
}

/** Throws INVALID_REQUEST for options that contradict each other. */
function fulfilmentOf({ number, carrier, url, undo }: FulfilOptions) {
  const isTracked = [number, carrier, url].some((value) => value !== undefined);
  if (undo) {
    if (isTracked) throw new ApiError("INVALID_REQUEST", "What hasn't been sent has no tracking.");
    return { fulfilled: false };
  }
  if (!isTracked) return { fulfilled: true };
  if (number === undefined) throw new ApiError("INVALID_REQUEST", "Tracking has a number: add --number.");
  return { fulfilled: true, tracking: { number, carrier: carrier ?? null, url: url || null } };
}

/** Throws INVALID_REQUEST if `--amount` isn't an amount in the payment's currency. */
function amountOf({ payments, currency }: Order, { amount, payment }: RefundOptions): number | undefined {
  if (amount === undefined) return undefined;
  const paid = payments.find(({ id }) => id === payment) ?? payments[0];
  const minorUnits = toMinorUnits(amount, paid?.currency ?? currency);
  if (minorUnits !== undefined && minorUnits > 0) return minorUnits;
  throw new ApiError(
    "INVALID_REQUEST",
    `--amount takes an amount of ${paid?.currency ?? currency}, as in 12.50.`,
  );
}
