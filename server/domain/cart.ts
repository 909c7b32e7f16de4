import { conflict } from "./error-codes.ts";
import type { Product, ProductOption } from "./product.ts";

export interface CartLine {
  productId: string;
  quantity: number;
  /** The product's name when it was last added; missing in lines of older versions. */
  name?: string;
  /** The product's options when it was last added; missing in lines of older versions, and without any. */
  options?: ProductOption[];
}

export interface CartRecord {
  id: string;
  storeId: string;
  currency: string;
  lines: CartLine[];
}

/** The fields of a product that decide whether it may be in a cart. */
type Sellable = Pick<Product, "_id" | "name" | "options" | "isActive" | "currency">;

export const maxLines = 100;
export const maxQuantityPerLine = 999;
export const cartLifetimeMs = 30 * 24 * 60 * 60 * 1000;

/** Adds a quantity of a product. Throws CONFLICT beyond a limit, or when this cart can't contain the product. */
export function withMore(
  lines: CartLine[],
  product: Sellable,
  quantity: number,
  currency: string,
): CartLine[] {
  if (!product.isActive) throw conflict("This product isn't for sale at the moment.");
  if (product.currency !== currency) {
    throw conflict(`This product is priced in ${product.currency}, but the cart is in ${currency}.`);
  }
  const line = lines.find(({ productId }) => productId === product._id);
  if (line) {
    const { options: _, ...before } = line;
    const more = { ...before, quantity: bounded(line.quantity + quantity), ...namesOf(product) };
    return lines.map((one) => (one === line ? more : one));
  }
  if (lines.length >= maxLines) {
    throw conflict(`A cart can hold at most ${maxLines} lines. Remove one first.`);
  }
  return [...lines, { productId: product._id, quantity: bounded(quantity), ...namesOf(product) }];
}

function namesOf({ name, options }: Sellable): Pick<CartLine, "name" | "options"> {
  return { name, ...(options.length > 0 && { options }) };
}

/** Sets a line's quantity; 0 removes it. Undefined when the cart has no such line. */
export function withQuantity(lines: CartLine[], productId: string, quantity: number): CartLine[] | undefined {
  if (!lines.some((line) => line.productId === productId)) return undefined;
  if (quantity === 0) return withoutLine(lines, productId);
  const set = bounded(quantity);
  return lines.map((line) => (line.productId === productId ? { ...line, quantity: set } : line));
}

/** Removes a line. Undefined when the cart has no such line. */
export function withoutLine(lines: CartLine[], productId: string): CartLine[] | undefined {
  const rest = lines.filter((line) => line.productId !== productId);
  return rest.length === lines.length ? undefined : rest;
}

/** The lines left in a cart after a purchase; anything added meanwhile stays. */
export function withoutBought(lines: CartLine[], bought: CartLine[]): CartLine[] {
  const boughtOf = new Map(bought.map(({ productId, quantity }) => [productId, quantity]));
  return lines
    .map((line) => ({ ...line, quantity: line.quantity - (boughtOf.get(line.productId) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
}

function bounded(quantity: number): number {
  if (quantity <= maxQuantityPerLine) return quantity;
  throw conflict(
    `A line can hold at most ${maxQuantityPerLine} of a product; this would make it ${quantity}.`,
  );
}
