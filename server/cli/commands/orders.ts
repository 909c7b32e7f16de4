import { ApiError } from "@counterpart/server/errors";
import { InvalidArgumentError, Option } from "commander";
import type { Database } from "../../database/database.ts";
import type { OrderFilter } from "../../database/queries/orders/orders.ts";
import type { Store } from "../../database/queries/stores.ts";
import type { Actor } from "../../domain/actor.ts";
import { summed } from "../../domain/line-quantities.ts";
import { displayAmount, exampleAmount, toMinorUnits } from "../../domain/money.ts";
import type { Order } from "../../domain/order.ts";
import { numberIn } from "../../domain/order-search.ts";
import { orderStatuses } from "../../domain/order-state.ts";
import { packingSlip } from "../../domain/packing-slip.ts";
import { contentText, type ParcelLine, unsentLines } from "../../domain/parcels.ts";
import { nameWithOptions } from "../../domain/product.ts";
import type { RefundRequest } from "../../domain/refund.ts";
import { maxReasonLength, refuseUnbought } from "../../domain/returns.ts";
import { secretHash } from "../../domain/secret-hash.ts";
import { type AddressCorrection, addressTextFault } from "../../domain/shipping-address.ts";
import { dayAfter, startOfDay, utc } from "../../domain/time-zone.ts";
import { day, filled, listLimit, webAddress } from "../input/option-values.ts";
import { openProvider } from "../input/payment-provider.ts";
import { withInstants } from "../output/instants.ts";
import { pickListText, slipText } from "../output/order-papers.ts";
import {
  differenceText,
  orderCells,
  orderFields,
  orderHeading,
  orderValue,
  shipsTo,
} from "../output/order-text.ts";
import { fieldList, listing } from "../output/table.ts";
import type { ShopCommand } from "../shop-command.ts";
import { answerOfStore, type StoreOptions, wrongUsage } from "../terminal.ts";

interface ListOptions extends StoreOptions, Omit<OrderFilter, "memberId" | "from" | "to"> {
  member?: string;
  from?: string;
  to?: string;
  limit?: number;
  after?: string;
}

interface FulfilOptions extends StoreOptions {
  number?: string;
  carrier?: string;
  url?: string;
  undo?: boolean;
  item?: Item[];
}

/** How many of a line, by its SKU or product id. */
interface Item {
  product: string;
  quantity: number;
}

interface RefundOptions extends StoreOptions {
  key?: string;
  item?: Item[];
  shipping?: boolean;
  restock?: Item[];
  amount?: string;
  payment?: string;
}

interface ReceiveOptions {
  return: string;
  restock?: Item[];
  refund?: string;
}

export function addOrderCommands(counterpart: ShopCommand): void {
  const { terminal } = counterpart;
  const orders = counterpart.command("orders").description("List, send, refund and return orders.");

  const list = orders
    .addOfStore(
      "list",
      "List a store's orders, newest first. Each completed checkout session is one order, even while its payment is pending.",
    )
    .option("--limit <n>", "maximum number of orders, up to 1000 (default: all)", listLimit)
    .option("--after <id>", "orders older than this one, order_…, for the next page", filled);
  addFilterOptions(list).readsStore(async ({ store, database }, options: ListOptions) => {
    const found = await readOrders(database, store, options);
    const text = listing(orderHeading, found.map(orderCells), noneFound(options));
    return { value: found.map(orderValue), text };
  });

  orders
    .addOfStore(
      "show",
      "Show an order with its payments, refunds, disputes and unresolved payment differences.",
    )
    .argument("<id>", "the order's number or id, as `orders list` shows them")
    .readsStore(async ({ store, database }, id: string) => {
      const order = await findOrder(database, store.id, id);
      const differences = await database.paymentDifferences.ofOrder({ storeId: store.id, orderId: order.id });
      return {
        value: { ...orderValue(order), paymentDifferences: differences.map(withInstants) },
        text: fieldList({
          ...orderFields(order),
          "payment differences": differences.map(differenceText).join(", "),
        }),
      };
    });

  const exported = orders.addOfStore(
    "export",
    "Write a store's orders as CSV for a spreadsheet. Values that look like formulas get a leading apostrophe.",
  );
  addFilterOptions(exported).readsStore(async ({ store, database }, options: ListOptions) => {
    const { orderPages, orderRow, ordersCsv } = await import("../../merchants/orders/orders-csv.ts");
    if (options.json) {
      return { value: (await readOrders(database, store, options)).map(orderRow), text: "" };
    }
    const pages = orderPages(database, { storeId: store.id, ...filterOf(options, store.timeZone) });
    // Terminals expect line feeds only.
    for await (const part of ordersCsv(pages)) terminal.stdout.write(part.replaceAll("\r\n", "\n"));
    return undefined;
  });

  addOrderCommand(orders, "fulfil", "Mark an order as fulfilled, with optional tracking, or undo it.")
    .option("--number <number>", "the parcel's tracking number", filled)
    .option("--carrier <name>", "the carrier's name", filled)
    .option("--url <address>", "the tracking URL", webAddress)
    .option("--undo", "mark the order as unfulfilled and remove its tracking")
    .action((id: string, options: FulfilOptions) => {
      const change = fulfilmentOf(options);
      return answerOfStore(terminal, options, async (store, database, by) => {
        const { id: orderId } = await findOrder(database, store.id, id);
        const order = await database.orders.fulfil({ storeId: store.id, orderId }, change, by);
        if (!order) throw noSuchOrder(id);
        const { fulfilledAt } = order;
        const text = fulfilledAt === null ? `${id} is unfulfilled.` : `${id} is fulfilled.`;
        return { value: orderValue(order), text };
      });
    });

  addShip(orders);
  addCorrectAddress(orders);

  addOrderCommand(orders, "invoice", "Print the links to the invoice of an order's payment.")
    .option("--payment <id>", "the payment, pi_… (default: the first)", filled)
    .explain(`
Anyone who has a link can read the invoice. The links come from the payment provider and expire, so they aren't stored. The
command reads STRIPE_SECRET_KEY and STRIPE_API_BASE like the server.`)
    .readsStore(async ({ store: { id: storeId }, database }, id: string, options: { payment?: string }) => {
      const order = await findOrder(database, storeId, id);
      const { createReadInvoice } = await import("../../payments/invoices/read-invoice.ts");
      const readInvoice = createReadInvoice({ database, provider: await openProvider(terminal) });
      const paymentId = options.payment ?? order.payments[0]?.id ?? "";
      const invoice = await readInvoice({ storeId, orderId: order.id, paymentId });
      if (!invoice) throw new ApiError("NOT_FOUND", `${id} has no invoice for this payment.`);
      const { number, url, pdfUrl } = invoice;
      return { value: invoice, text: fieldList({ number, url, pdf: pdfUrl }) };
    });

  addOrderCommand(orders, "refund", "Refund an order through the payment provider, fully or in part.")
    .option(
      "--amount <amount>",
      "the amount in the payment's currency, such as 12.50 (default: the rest, unless items are refunded)",
      filled,
    )
    .option(
      "--item <product=n>",
      "how many of a line are refunded instead of an amount, by its SKU or product id; repeatable",
      moreItems,
    )
    .option("--shipping", "refund the shipping too")
    .option(
      "--restock <product=n>",
      "how many of a line go back in stock, by its SKU or product id, and aren't sent any more; repeatable (default: nothing)",
      moreItems,
    )
    .option("--payment <id>", "the payment to refund, pi_…; required if a subscription was renewed", filled)
    .option(
      "--key <text>",
      "identifies this refund: commands with the same key make one refund (default: made of the user, payment, amount and items)",
      refundKeyText,
    )
    .explain(`
The command prints the refund's key. Repeating it with the same key, or without --key, refunds nothing more for 90 days. So it is
safe to repeat after an error. To refund the same amount or items once more, add --key with a new text.

Items and shipping are refunded with their share of discount and tax. The last item of a line takes the rest, so refunding everything
refunds exactly what was paid. They are shares of the order's first payment; refund a renewal by its amount. The command reads
STRIPE_SECRET_KEY and STRIPE_API_BASE like the server. In development, it uses the stand-in of a running server.`)
    .changesStore(async ({ store: { id: storeId }, database, by }, id: string, options: RefundOptions) => {
      const order = await findOrder(database, storeId, id);
      const address = { storeId, orderId: order.id };
      const { createRefundOrder } = await import("../../payments/refunds/refund-order.ts");
      const refundOrder = createRefundOrder({ database, provider: await openProvider(terminal) });
      const lines = linesOf(order, options.restock ?? []);
      refuseUnbought(order, lines);
      const request = {
        amount: amountOf(order, options),
        content: contentOf(order, options),
        paymentId: options.payment,
        seenRefunds: order.refunds.length,
      };
      const key = options.key ?? refundKey(order, request, by);
      if (!options.json) terminal.stderr.write(`The key of this refund is ${key}.\n`);
      const refund = await refundOrder(address, { ...request, token: key }, by);
      if (!refund) throw noSuchOrder(id);
      const sum = displayAmount(refund.amount, refund.currency);
      const text = refund.isRepeated
        ? `An earlier request already refunded ${sum} of ${id}: ${refund.id}. Nothing more was refunded. To refund the same once more, add --key with a new text.`
        : `Refunded ${sum} of ${id}: ${refund.id}.`;
      const restock = { refundId: refund.id, lines };
      const restocked = await database.orderReturns.restockRefunded(address, restock, by);
      const stock = restocked.length > 0 ? ` Back in stock: ${contentText(restocked, order.lines)}.` : "";
      return { value: { ...refund, key, restocked }, text: `${text}${stock}` };
    });

  addResolveRefund(orders);
  addResolveDifference(orders);
  addPrintedDocuments(orders);
  addReturns(orders);
}

/** A command about an order. */
function addOrderCommand(orders: ShopCommand, name: string, description: string): ShopCommand {
  return orders.addOfStore(name, description).argument("<id>", "the order's number or id");
}

function addShip(orders: ShopCommand): void {
  addOrderCommand(
    orders,
    "ship",
    "Record a parcel of an order. The parcel with the last item marks the order as fulfilled.",
  )
    .option(
      "--item <product=n>",
      "how many of a line are in the parcel, by its SKU or product id; repeatable (default: all that is left)",
      moreItems,
    )
    .option("--number <number>", "the parcel's tracking number", filled)
    .option("--carrier <name>", "the carrier's name", filled)
    .option("--url <address>", "the tracking URL", webAddress)
    .action((id: string, options: FulfilOptions) => {
      const { tracking = null } = fulfilmentOf(options);
      return answerOfStore(orders.terminal, options, async (store, database, by) => {
        const found = await findOrder(database, store.id, id);
        const lines = options.item && linesOf(found, options.item);
        const address = { storeId: store.id, orderId: found.id };
        const order = await database.orders.ship(address, { lines, tracking }, by);
        if (!order) throw noSuchOrder(id);
        const left = unsentLines(order).map((line) => `${line.quantity} × ${nameWithOptions(line)}`);
        const text = left.length === 0 ? "It is fulfilled." : `Left to send: ${left.join(", ")}.`;
        return { value: orderValue(order), text: `A parcel of ${id} is recorded. ${text}` };
      });
    });
}

function addressText(text: string): string {
  const fault = addressTextFault(filled(text));
  if (fault !== undefined) throw new InvalidArgumentError(`It ${fault}.`);
  return text.trim();
}

const removableText = (text: string) => (text.trim() === "" ? null : addressText(text));

function addCorrectAddress(orders: ShopCommand): void {
  addOrderCommand(
    orders,
    "correct-address",
    "Correct the shipping address of an order that isn't sent. The customer gets an email if the store sends emails.",
  )
    .option("--name <name>", "the recipient", addressText)
    .option("--line1 <text>", "street and number", addressText)
    .option("--line2 <text>", 'apartment or floor; "" removes it', removableText)
    .option("--postal-code <code>", 'the postal code; "" removes it', removableText)
    .option("--city <city>", "the city", addressText)
    .option("--state <state>", 'the state or province; "" removes it', removableText)
    .explain(`
Parts that aren't given stay as they are, and so does the country, on which the tax and the shipping rate depend.`)
    .action((id: string, options: StoreOptions & AddressCorrection) => {
      const { store, json, ...shippingAddress } = options;
      if (Object.keys(shippingAddress).length === 0) {
        throw wrongUsage("Name at least one part of the address, such as --line1.");
      }
      return answerOfStore(orders.terminal, options, async ({ id: storeId }, database, by) => {
        const address = { storeId, orderId: (await findOrder(database, storeId, id)).id };
        const order = await database.orders.change(address, { shippingAddress }, by);
        if (!order) throw noSuchOrder(id);
        return { value: orderValue(order), text: `${id} ships to ${shipsTo(order)}.` };
      });
    });
}

/** `TIDE-27=2`. */
function item(text: string): Item {
  const [, product = "", digits = ""] = /^(.+)=(\d{1,3})$/.exec(text) ?? [];
  if (Number(digits) > 0) return { product, quantity: Number(digits) };
  throw new InvalidArgumentError("It takes a SKU or product id and a quantity, such as TIDE-27=2.");
}

/** Throws INVALID_REQUEST for an item that the order doesn't have, or a SKU that several of its lines have. */
function linesOf({ lines }: Order, items: Item[]): ParcelLine[] {
  return items.map(({ product, quantity }) => {
    const named = lines.filter(({ productId }) => productId === product);
    const [line, ...others] = named.length > 0 ? named : lines.filter(({ sku }) => sku === product);
    if (!line) throw wrongUsage(`The order has no line with SKU or product id ${product}.`);
    if (others.length > 0) {
      const which = [line, ...others].map(({ name, productId }) => `${productId} (${name})`);
      throw wrongUsage(
        `Several lines of the order have the SKU ${product}. Name one by its product id: ${which.join(", ")}.`,
      );
    }
    return { productId: line.productId, quantity };
  });
}

const moreItems = (text: string, items: Item[] = []) => [...items, item(text)];

function reasonText(text: string): string {
  if ([...filled(text)].length <= maxReasonLength) return text;
  throw new InvalidArgumentError(`It must have at most ${maxReasonLength} characters.`);
}

function addReturns(orders: ShopCommand): void {
  addOrderCommand(orders, "return", "Record that the buyer sends items of an order back. It moves no money.")
    .requiredOption(
      "--item <product=n>",
      "how many of a line are returned, by its SKU or product id; repeatable",
      moreItems,
    )
    .option("--reason <text>", `why, in up to ${maxReasonLength} characters`, reasonText)
    .changesStore(
      async (
        { store: { id: storeId }, database, by },
        id: string,
        options: { item: Item[]; reason?: string },
      ) => {
        const found = await findOrder(database, storeId, id);
        const wanted = { lines: linesOf(found, options.item), reason: options.reason ?? null };
        const order = await database.orderReturns.add({ storeId, orderId: found.id }, wanted, by);
        if (!order) throw noSuchOrder(id);
        return { value: orderValue(order), text: `Recorded ${order.returns.at(-1)?.id} of ${id}.` };
      },
    );

  addOrderCommand(
    orders,
    "receive-return",
    "Record that a return has arrived, what of it goes back in stock, and the refund that was made for it.",
  )
    .requiredOption("--return <id>", "the return, return_…, as `orders show` lists them", filled)
    .option(
      "--restock <product=n>",
      "how many of a line go back in stock, by its SKU or product id; repeatable (default: nothing)",
      moreItems,
    )
    .option("--refund <id>", "the refund that was made for it, re_…", filled)
    .changesStore(async ({ store: { id: storeId }, database, by }, id: string, options: ReceiveOptions) => {
      const found = await findOrder(database, storeId, id);
      const { return: returnId, refund: refundId } = options;
      const restock = linesOf(found, options.restock ?? []);
      // A later call may only add the refund.
      const isNew = found.returns.some((one) => one.id === returnId && one.receivedAt === null);
      const received = isNew || restock.length > 0 ? { restock } : undefined;
      const address = { storeId, orderId: found.id, returnId };
      const order = await database.orderReturns.change(address, { received, refundId }, by);
      if (!order) throw new ApiError("NOT_FOUND", `${id} has no return ${returnId}.`);
      return { value: orderValue(order), text: `${returnId} of ${id} is received.` };
    });
}

/** What is printed for sending orders. */
function addPrintedDocuments(orders: ShopCommand): void {
  addOrderCommand(
    orders,
    "slip",
    "Print the packing slip of an order: what is left to send, or all that was sent.",
  )
    .option("--parcel <id>", "the slip of this parcel, parcel_…, as `orders show` lists them", filled)
    .readsStore(async ({ store, database }, id: string, options: { parcel?: string }) => {
      const order = await findOrder(database, store.id, id);
      const slip = packingSlip(order, options.parcel);
      const { number, shippingAddress } = order;
      return {
        value: { id: order.id, number, shippingAddress, ...slip },
        text: slipText(slip, order, store),
      };
    });

  orders
    .addOfStore("pick-list", "List what is left to send of all orders, by SKU and product.")
    .readsStore(async ({ store, database }) => {
      const { readPickList } = await import("../../merchants/orders/pick-list.ts");
      const list = await readPickList(database, store.id);
      return { value: list, text: pickListText(list, store.name) };
    });
}

function addResolveRefund(orders: ShopCommand): void {
  addOrderCommand(
    orders,
    "resolve-refund",
    "Mark a failed refund as resolved, because the buyer got the money another way.",
  )
    .requiredOption("--refund <id>", "the failed refund, re_…", filled)
    .changesStore(
      async ({ store: { id: storeId }, database, by }, id: string, options: { refund: string }) => {
        const address = { storeId, orderId: (await findOrder(database, storeId, id)).id };
        const isKnown = await database.orders.resolveRefund({ ...address, refundId: options.refund }, by);
        if (!isKnown) {
          throw new ApiError("NOT_FOUND", `${id} has no failed refund ${options.refund}.`);
        }
        return { value: { id: options.refund }, text: `${options.refund} of ${id} is marked as resolved.` };
      },
    );
}

function addResolveDifference(orders: ShopCommand): void {
  addOrderCommand(
    orders,
    "resolve-difference",
    "Mark a payment that differs from what was offered as resolved, so that it no longer needs attention.",
  )
    .requiredOption(
      "--difference <id>",
      "the checkout session or the renewal's invoice, as `orders show` shows it",
      filled,
    )
    .changesStore(
      async ({ store: { id: storeId }, database, by }, id: string, options: { difference: string }) => {
        const { difference } = options;
        const orderId = (await findOrder(database, storeId, id)).id;
        if (!(await database.paymentDifferences.resolve({ storeId, orderId, id: difference }, by))) {
          throw new ApiError("NOT_FOUND", `${id} has no payment difference ${difference}.`);
        }
        return { value: { id: difference }, text: `The payment difference of ${id} is marked as resolved.` };
      },
    );
}

function addFilterOptions(command: ShopCommand): ShopCommand {
  return command
    .addOption(new Option("--status <status>", "only orders with this status").choices(orderStatuses))
    .option("--fulfilled", "only fulfilled orders")
    .option("--no-fulfilled", "only unfulfilled orders")
    .option("--unsent", "only orders with physical products still to be shipped")
    .option("--disputed", "only orders with a dispute that needs a response")
    .option("--refund-failed", "only orders with an unresolved failed refund")
    .option("--payment-differs", "only orders with an unresolved payment that differs from what was offered")
    .option("--email-failed", "only orders with an email to the buyer that couldn't be delivered")
    .option("--email <address>", "only orders of this buyer", filled)
    .option(
      "--search <text>",
      "only orders with this number, email address, name, SKU, option or tracking number, or the beginning of one",
      filled,
    )
    .option("--member <id>", "only orders of this member, by their id in your system", filled)
    .option("--from <day>", "only orders from this day on, in the store's time zone, such as 2026-11-01", day)
    .option("--to <day>", "only orders up to and including this day", day);
}

function filterOf(options: ListOptions, timeZone: string): OrderFilter {
  const { store, json, limit, after, member, from, to, ...filter } = options;
  return {
    ...filter,
    memberId: member,
    from: from === undefined ? from : startOfDay(from, timeZone),
    to: to === undefined ? to : startOfDay(dayAfter(to, 1), timeZone),
  };
}

/** The most orders per statement. */
const maxPerPage = 100;

async function readOrders(
  database: Database,
  { id: storeId, timeZone }: Pick<Store, "id" | "timeZone">,
  options: ListOptions,
): Promise<Order[]> {
  const { limit = Number.POSITIVE_INFINITY } = options;
  const found: Order[] = [];
  let { after } = options;
  for (;;) {
    const wanted = {
      ...filterOf(options, timeZone),
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

function noneFound(options: ListOptions): string {
  const isFiltered = Object.values(filterOf(options, utc)).some((value) => value !== undefined);
  return isFiltered ? "No orders match." : "The store has no orders yet.";
}

/** By its id or its number, `1042` or `#1042`. Throws NOT_FOUND. */
async function findOrder(database: Database, storeId: string, reference: string): Promise<Order> {
  const number = numberIn(reference);
  // A number that no order can have is not an id either.
  if (number === undefined && /^#?\d+$/.test(reference)) throw noSuchOrder(reference);
  const order =
    number === undefined
      ? await database.orders.find({ storeId, orderId: reference })
      : (await database.orders.list({ storeId, number, limit: 1 }))?.orders[0];
  if (!order) throw noSuchOrder(reference);
  return order;
}

function noSuchOrder(id: string): ApiError {
  return new ApiError("NOT_FOUND", `The store has no order ${id}. \`orders list\` shows all of them.`);
}

/** Throws INVALID_REQUEST for options that contradict each other. */
function fulfilmentOf({ number, carrier, url, undo }: FulfilOptions) {
  const isTracked = [number, carrier, url].some((value) => value !== undefined);
  if (undo) {
    if (isTracked)
      throw wrongUsage("An unfulfilled order has no tracking. Leave out --undo or the tracking.");
    return { fulfilled: false };
  }
  if (!isTracked) return { fulfilled: true };
  if (number === undefined) throw wrongUsage("Tracking needs a number: add --number.");
  return { fulfilled: true, tracking: { number, carrier: carrier ?? null, url: url || null } };
}

/** Characters. */
const maxKeyLength = 100;

function refundKeyText(text: string): string {
  if ([...filled(text)].length <= maxKeyLength) return text;
  throw new InvalidArgumentError(`It must have at most ${maxKeyLength} characters.`);
}

/** The key of a refund without `--key`. A failed refund changes it, so that the same command can refund again. */
function refundKey({ refunds }: Order, { amount, content, paymentId }: RefundRequest, by: Actor): string {
  const failed = refunds.filter(({ status }) => status === "failed").length;
  const items = content ? [content] : [];
  const hash = secretHash(JSON.stringify([by.id, paymentId ?? null, amount ?? null, failed, ...items]));
  return `refund-${hash.slice(0, 20)}`;
}

/** The items to refund; undefined for an amount or the rest. Throws INVALID_REQUEST for items and an amount. */
function contentOf(order: Order, { item, shipping = false, amount }: RefundOptions) {
  if (item === undefined && !shipping) return undefined;
  if (amount === undefined) return { lines: summed(linesOf(order, item ?? [])), shipping };
  throw wrongUsage("Refund an amount or items. Leave out --amount, or --item and --shipping.");
}

/** Throws INVALID_REQUEST if `--amount` isn't an amount in the payment's currency. */
function amountOf({ payments, currency }: Order, { amount, payment }: RefundOptions): number | undefined {
  if (amount === undefined) return undefined;
  const paid = payments.find(({ id }) => id === payment) ?? payments[0];
  const minorUnits = toMinorUnits(amount, paid?.currency ?? currency);
  if (minorUnits !== undefined && minorUnits > 0) return minorUnits;
  throw wrongUsage(
    `--amount takes an amount in ${paid?.currency ?? currency}, such as ${exampleAmount(paid?.currency ?? currency)}.`,
  );
}
