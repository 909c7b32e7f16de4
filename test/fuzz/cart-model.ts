/** What a cart should do, without HTTP or SQL: an independent version of the contract's "How carts behave". */

export interface ModelProduct {
  id: string;
  name: string;
  options: { name: string; value: string }[];
  imageUrl: string | null;
  priceInCents: number;
  isSellable: boolean;
}

export interface ModelLine {
  product: ModelProduct;
  quantity: number;
}

export type Expected =
  | { status: 200; lines: ModelLine[] }
  | { status: 400; code: "VALIDATION_ERROR" }
  | { status: 404; code: "NOT_FOUND" }
  | { status: 409; code: "CONFLICT" };

const invalid = { status: 400, code: "VALIDATION_ERROR" } as const;
export const notFound = { status: 404, code: "NOT_FOUND" } as const;
const conflict = { status: 409, code: "CONFLICT" } as const;

const maxQuantityPerLine = 999;
const maxLines = 100;

/**
 * @param lines undefined if the caller has no such cart
 * @param product undefined if the caller's store has no such product
 */
export function afterAdding(
  lines: ModelLine[] | undefined,
  product: ModelProduct | undefined,
  quantity: unknown,
): Expected {
  if (!isInteger(quantity) || quantity < 1 || quantity > maxQuantityPerLine) return invalid;
  if (!lines || !product) return notFound;
  if (!product.isSellable) return conflict;
  const line = lines.find((one) => one.product === product);
  const sum = (line?.quantity ?? 0) + quantity;
  if (sum > maxQuantityPerLine || (!line && lines.length === maxLines)) return conflict;
  return {
    status: 200,
    lines: line
      ? lines.map((one) => (one === line ? { product, quantity: sum } : one))
      : [...lines, { product, quantity }],
  };
}

export function afterSetting(
  lines: ModelLine[] | undefined,
  product: ModelProduct | undefined,
  quantity: unknown,
): Expected {
  if (!isInteger(quantity) || quantity < 0) return invalid;
  const line = lines?.find((one) => one.product === product);
  if (!lines || !product || !line) return notFound;
  if (quantity > maxQuantityPerLine) return conflict;
  if (quantity === 0) return afterRemoving(lines, product);
  return { status: 200, lines: lines.map((one) => (one === line ? { product, quantity } : one)) };
}

export function afterRemoving(lines: ModelLine[] | undefined, product: ModelProduct | undefined): Expected {
  if (!lines?.some((one) => one.product === product)) return notFound;
  return { status: 200, lines: lines.filter((one) => one.product !== product) };
}

/** The total of the lines at current prices. */
export function totalOf(lines: ModelLine[]): number {
  let total = 0;
  for (const { product, quantity } of lines) total += product.priceInCents * quantity;
  return total;
}

function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}
