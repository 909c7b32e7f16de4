import type { CartLine } from "./cart.ts";
import { conflict, shopError } from "./error-codes.ts";
import { priceFault } from "./money.ts";
import { nameWithOptions, type ProductOption, type Product as StoredProduct } from "./product.ts";

/** The provider's minimum is 30 minutes, by its clock. */
export const sessionLifetimeMs = 31 * 60 * 1000;

/** With less time left than this, the provider might refuse the page once a repeated call reaches it. */
const leastLifetimeMs = sessionLifetimeMs - 20_000;

/** When the page of a session closes that is being opened now. It may have waited for other calls since it was recorded. */
export function pageEnd(expiresAt: number, now: number): number {
  return expiresAt - now < leastLifetimeMs ? now + sessionLifetimeMs : expiresAt;
}

export type Mode = "payment" | "subscription";

export interface SnapshotLine extends CartLine {
  name: string;
  options: ProductOption[];
  unitPriceInCents: number;
  /** Missing in lines of versions that didn't record it. */
  sku?: string | null;
  /** Missing in lines of versions that didn't record it. */
  requiresShipping?: boolean;
  /** The days of the trial; missing without one. */
  trialDays?: number;
  /** Missing for the account's default. */
  taxCode?: string;
}

type Product = Pick<
  StoredProduct,
  | ("_id" | "name" | "options" | "priceInCents" | "currency" | "type" | "billingInterval" | "isActive")
  | ("imageUrl" | "sku" | "trialDays" | "requiresShipping" | "taxCode")
>;

export interface Snapshot {
  mode: Mode;
  interval: "month" | "year" | null;
  lines: SnapshotLine[];
  /** The products' image URLs, by product id. */
  pictures: Map<string, string>;
  /** Whether any product has to be shipped. */
  isShipped: boolean;
}

/** Stripe's limits on line items of a Checkout Session, by mode. */
export const maxLineItems: Record<Mode, number> = { payment: 100, subscription: 20 };

/**
 * The cart's lines with current names and prices, ready for payment.
 * @throws what prevents a checkout, in the contract's order: CART_EMPTY, CART_MIXED_TYPES, CONFLICT
 */
export function snapshot(lines: CartLine[], products: Map<string, Product>, currency: string): Snapshot {
  if (lines.length === 0) throw shopError("CART_EMPTY", "The cart is empty. Add a product first.");
  const found = lines.map((line) => ({ line, product: products.get(line.productId) }));
  const kinds = new Set(found.map(({ product }) => (product ? kindOf(product) : undefined)).filter(Boolean));
  if (kinds.size > 1) {
    throw shopError(
      "CART_MIXED_TYPES",
      "A subscription can't be paid for together with other products or with another billing interval. Use a separate cart.",
    );
  }
  const priced: SnapshotLine[] = found.map(({ line, product }) => {
    if (!product?.isActive || product.currency !== currency) {
      const { name, options = [] } = product ?? line;
      const what = name === undefined ? line.productId : `"${nameWithOptions({ name, options })}"`;
      throw conflict(`${what} is no longer for sale. Remove it from the cart.`);
    }
    const fault = priceFault(product.priceInCents, currency);
    if (fault !== undefined) {
      throw conflict(`"${nameWithOptions(product)}" costs ${fault}. Remove it from the cart.`);
    }
    return { ...line, ...asSold(product) };
  });
  const interval = found[0]?.product?.billingInterval ?? null;
  const mode = interval === null ? "payment" : "subscription";
  if (priced.length > maxLineItems[mode]) {
    throw conflict(
      `At most ${maxLineItems[mode]} different products can be paid for at once. Use a second cart.`,
    );
  }
  const isShipped = priced.some(({ requiresShipping }) => requiresShipping);
  const pictures = new Map(
    found.flatMap(({ product }) => (product?.imageUrl ? [[product._id, product.imageUrl] as const] : [])),
  );
  const trials = found.map(({ product }) => product?.trialDays ?? 0);
  return { mode, interval, lines: withTrial(priced, Math.min(...trials)), pictures, isShipped };
}

/** What a line keeps of its product. */
export function asSold(product: Product): Omit<SnapshotLine, "productId" | "quantity"> {
  const { name, options, sku, priceInCents: unitPriceInCents, taxCode, type } = product;
  const requiresShipping = product.requiresShipping ?? type === "physical";
  return { name, options, unitPriceInCents, sku, requiresShipping, ...(taxCode !== null && { taxCode }) };
}

/** All lines of a subscription have the same trial: the shortest of their products', or none if it is 0. */
function withTrial(lines: SnapshotLine[], trialDays: number): SnapshotLine[] {
  return trialDays === 0 ? lines : lines.map((line) => ({ ...line, trialDays }));
}

export function withoutTrial(lines: SnapshotLine[]): SnapshotLine[] {
  return lines.map(({ trialDays: _, ...line }) => line);
}

/** The days until the first payment; 0 without a trial. */
export function trialDaysOf(lines: SnapshotLine[]): number {
  return lines[0]?.trialDays ?? 0;
}

/** What is paid at checkout: nothing if it begins a trial. */
export function dueAtCheckout({ lines, total }: { lines: SnapshotLine[]; total: number }): number {
  return trialDaysOf(lines) > 0 ? 0 : total;
}

function kindOf({ type, billingInterval }: Product): string {
  return type === "subscription" ? `every ${billingInterval}` : "once";
}
