import { conflict } from "./error-codes.ts";
import { type NamedLine, nameWithOptions } from "./product.ts";

/** How many of an order's line. */
export interface LineQuantity {
  productId: string;
  quantity: number;
}

/** How a limit on quantities of lines is explained. */
export interface LineRule {
  rule: string;
  /** The JSON pointer of the list in the request. */
  pointer: string;
  sentence: (name: string, available: number) => string;
  message: (available: number) => string;
}

/** The rule for quantities that can be returned, or refunded. */
export function ruleFor(rule: string, verb: "returned" | "refunded"): LineRule {
  return {
    ...{ rule, pointer: "/lines" },
    sentence: (name, available) =>
      available === 0
        ? `Nothing more of "${name}" can be ${verb}.`
        : `Only ${available} of "${name}" can be ${verb}.`,
    message: (available) => `${available} can be ${verb}`,
  };
}

/** By product id, for the audit trail. */
export function quantitiesOf(lines: LineQuantity[]): Record<string, number> {
  return Object.fromEntries(lines.map(({ productId, quantity }) => [productId, quantity]));
}

/** One line per product. */
export function summed(lines: LineQuantity[]): LineQuantity[] {
  return [...Map.groupBy(lines, ({ productId }) => productId)].map(([productId, same]) => ({
    productId,
    quantity: same.reduce((sum, { quantity }) => sum + quantity, 0),
  }));
}

/** What is left of lines after some were taken away. */
export function without<Line extends LineQuantity>(lines: Line[], taken: LineQuantity[]): Line[] {
  const quantities = new Map(summed(taken).map(({ productId, quantity }) => [productId, quantity]));
  return lines.flatMap((line) => {
    const quantity = line.quantity - (quantities.get(line.productId) ?? 0);
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
}

/** The lines, with at most the quantity of each that `limits` has. */
export function atMost(lines: LineQuantity[], limits: LineQuantity[]): LineQuantity[] {
  return summed(lines).flatMap(({ productId, quantity: wanted }) => {
    const limit = limits.find((line) => line.productId === productId)?.quantity ?? 0;
    const quantity = Math.min(wanted, limit);
    return quantity > 0 ? [{ productId, quantity }] : [];
  });
}

/** As many as the contract's error body has. */
const maxDetails = 20;

/**
 * One line per product.
 * @param limits `left`: how many of each there are; `named`: the lines of the order, for their names and options
 * @throws CONFLICT, with a detail for each product of which there are fewer
 */
export function refuseExcess(
  wanted: LineQuantity[],
  { left, named }: { left: LineQuantity[]; named: (NamedLine & { productId: string })[] },
  { rule, pointer, sentence, message }: LineRule,
): LineQuantity[] {
  const lines = summed(wanted);
  const excess = lines.flatMap(({ productId, quantity }) => {
    const available = left.find((line) => line.productId === productId)?.quantity ?? 0;
    return quantity > available ? [{ productId, available }] : [];
  });
  if (excess.length === 0) return lines;
  const sentences = excess.slice(0, 3).map(({ productId, available }) => {
    const line = named.find((one) => one.productId === productId);
    return line ? sentence(nameWithOptions(line), available) : `The order has no product ${productId}.`;
  });
  throw conflict(`${sentences.join(" ")} Nothing was recorded.`, {
    details: excess.slice(0, maxDetails).map(({ productId, available }) => ({
      in: "body",
      pointer: `${pointer}/${wanted.findLastIndex((line) => line.productId === productId)}/quantity`,
      rule,
      message: message(available),
      productId,
      available,
    })),
  });
}
