/** A price that a merchant gave to an existing subscription. Times are the provider's, in milliseconds since 1970. */
export interface PriceChange {
  productId: string;
  priceInCents: number;
  /** Before the provider was asked. */
  requestedAt: number;
  /** When the provider had changed it; null while that is unknown. */
  confirmedAt: number | null;
}

/** What an order's line costs in each period. In the currency's smallest unit. */
interface PricedLine {
  productId: string;
  quantity: number;
  unitPriceInCents: number;
}

/** A line of an invoice, before discounts and tax. */
export interface InvoicedLine {
  quantity: number;
  amount: number;
}

/** The provider's clock is known to some seconds only. */
const toleranceMs = 60_000;

/** What a unit may cost on an invoice of this time: more than one price while a change was being made. */
export function unitPricesAt(line: PricedLine, changes: PriceChange[], invoicedAt: number): number[] {
  let prices = [line.unitPriceInCents];
  for (const { productId, priceInCents, requestedAt, confirmedAt } of changes) {
    if (productId !== line.productId) continue;
    if (confirmedAt !== null && invoicedAt >= confirmedAt + toleranceMs) prices = [priceInCents];
    else if (invoicedAt >= requestedAt - toleranceMs) prices.push(priceInCents);
  }
  return [...new Set(prices)];
}

/** Whether an invoice of this time has exactly these lines, in any order, at their prices. */
export function isPricedAs(
  lines: PricedLine[],
  { changes, invoiced, at }: { changes: PriceChange[]; invoiced: InvoicedLine[]; at: number },
): boolean {
  if (invoiced.length !== lines.length) return false;
  const left = [...invoiced];
  // Those with one price first, so that another line doesn't take theirs.
  const wanted = lines
    .map((line) => ({ quantity: line.quantity, prices: unitPricesAt(line, changes, at) }))
    .sort((a, b) => a.prices.length - b.prices.length);
  return wanted.every(({ quantity, prices }) => {
    const found = left.findIndex(
      (line) => line.quantity === quantity && prices.some((price) => line.amount === price * quantity),
    );
    if (found === -1) return false;
    left.splice(found, 1);
    return true;
  });
}

/** Whether lines could add up to this on an invoice of this time, whose own lines aren't known. */
export function isSubtotalOf(
  lines: PricedLine[],
  { changes, subtotal, at }: { changes: PriceChange[]; subtotal: number; at: number },
): boolean {
  const sumOf = (pick: (...prices: number[]) => number) =>
    lines.reduce((sum, line) => sum + line.quantity * pick(...unitPricesAt(line, changes, at)), 0);
  return subtotal >= sumOf(Math.min) && subtotal <= sumOf(Math.max);
}

export interface NewPrice extends Pick<PriceChange, "productId" | "priceInCents"> {
  /** The provider's time; milliseconds since 1970. */
  at: number;
}

/** These changes, and one that the provider is about to be asked for. A repeated request keeps its first time. */
export function withRequest(
  changes: PriceChange[],
  { productId, priceInCents, at }: NewPrice,
): PriceChange[] {
  const last = lastOf(changes, productId);
  if (last?.priceInCents === priceInCents && last.confirmedAt === null) return changes;
  return [...changes, { productId, priceInCents, requestedAt: at, confirmedAt: null }];
}

/** These changes, after the provider has said that this is the price now. */
export function withConfirmation(changes: PriceChange[], price: NewPrice): PriceChange[] {
  const known = lastOf(changes, price.productId);
  if (known?.priceInCents === price.priceInCents && known.confirmedAt !== null) return changes;
  const requested = withRequest(changes, price);
  const last = lastOf(requested, price.productId);
  return requested.map((change) => (change === last ? { ...change, confirmedAt: price.at } : change));
}

function lastOf(changes: PriceChange[], productId: string): PriceChange | undefined {
  return changes.findLast((change) => change.productId === productId);
}
