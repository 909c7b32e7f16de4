import type { ApiError } from "@counterpart/server/errors";
import { conflict } from "./error-codes.ts";
import type { SessionState } from "./session-state.ts";

/** A quantity of a counted product. */
export interface StockLine {
  productId: string;
  quantity: number;
}

export function productIdsOf(lines: Pick<StockLine, "productId">[]): string[] {
  return lines.map(({ productId }) => productId);
}

/** How many of a product these lines have. */
export function quantityOf(lines: StockLine[], productId: string): number {
  return lines
    .filter((line) => line.productId === productId)
    .reduce((sum, { quantity }) => sum + quantity, 0);
}

/**
 * `reserved`: can still be bought; `sold`: the session is complete; `returned`: it expired or its payment failed;
 * `restocked`: a person put the sold items back, and later reports change nothing.
 */
export type StockState = "reserved" | "sold" | "returned" | "restocked";

export function stockStateOf(before: StockState, { status, paymentOutcome }: SessionState): StockState {
  if (before === "restocked") return before;
  if (status === "open") return "reserved";
  return status === "complete" && paymentOutcome !== "failed" ? "sold" : "returned";
}

/** How a change of state changes a product's quantities, per unit of the line. */
export function stockChange(
  before: StockState,
  after: StockState,
): { onHand: -1 | 0 | 1; reserved: -1 | 0 | 1 } {
  const [taken, given] = [holds(before), holds(after)];
  return {
    onHand: (taken.onHand - given.onHand) as -1 | 0 | 1,
    reserved: (given.reserved - taken.reserved) as -1 | 0 | 1,
  };
}

function holds(state: StockState): { onHand: 0 | 1; reserved: 0 | 1 } {
  return { onHand: state === "sold" ? 1 : 0, reserved: state === "reserved" ? 1 : 0 };
}

/** A counted product's numbers: how many are on the shelf, and how many of them are in open checkout sessions. */
interface Level {
  /** Null if they aren't counted. */
  quantity: number | null;
  reserved: number;
}

/** How many can be bought now; null if they aren't counted. */
export function buyable({ quantity, reserved }: Level): number | null {
  return quantity === null ? null : Math.max(0, quantity - reserved);
}

/** What a merchant gives of a product's stock, with the contract's names. */
export interface GivenStock {
  stock?: number | null;
  quantity?: number | null;
  reserved?: number | null;
}

/** How many are on the shelf after a change. `quantity` counts before `stock`, which excludes the reserved ones. */
export function quantityGiven(given: GivenStock, level: Level): number | null {
  const { stock, quantity } = given;
  if (quantity !== undefined && !changesOnlyStock(given, level)) return quantity;
  if (stock === undefined || stock === buyable(level)) return level.quantity;
  return stock === null ? null : stock + level.reserved;
}

/** Whether it is a product as it was read, except for its `stock`. Clients that don't know `quantity` send that. */
function changesOnlyStock({ stock, quantity = null, reserved }: GivenStock, level: Level): boolean {
  if (stock === undefined || reserved === undefined || quantity !== level.quantity) return false;
  return stock !== buyable({ quantity, reserved: reserved ?? 0 });
}

const maxQuantity = 1_000_000_000;

/** The quantity in a text, which may be negative; undefined if it isn't a whole number or is too large. */
export function stockQuantity(text: string): number | undefined {
  const quantity = Number(text);
  return /^-?\d+$/.test(text) && Math.abs(quantity) <= maxQuantity ? quantity : undefined;
}

/** With so many left, a merchant should restock. */
export const lowStock = 5;

/** Whether a change makes a product low in stock. */
export function becomesLow(before: number | undefined, after: number | undefined): boolean {
  return after !== undefined && after <= lowStock && (before === undefined || before > lowStock);
}

/** Whether fewer of a product are left than wanted. */
export function isShort(product: { stock: number | null } | undefined, quantity: number): boolean {
  return typeof product?.stock === "number" && product.stock < quantity;
}

/** A product that a cart wants more of than there is. */
export interface Shortage extends StockLine {
  /** With its options. */
  name: string;
  /** The line's position in the cart. */
  at: number;
  available: number;
}

/** 409 CONFLICT, with a detail for each line that can't be served. */
export function outOfStock(shortages: Shortage[]): ApiError {
  const sentences = shortages.map(({ name, available }) =>
    available === 0
      ? `"${name}" is sold out.`
      : `Only ${available} of "${name}" ${available === 1 ? "is" : "are"} left.`,
  );
  return conflict(`${sentences.slice(0, 3).join(" ")} Change the cart.`, {
    details: shortages.slice(0, maxDetails).map(({ productId, available, at }) => ({
      in: "body",
      pointer: "/cartId",
      rule: "stock",
      message: `line ${at + 1} of the cart: ${available} available`,
      productId,
      available,
    })),
  });
}

/**
 * How many of a product there are after a change.
 * @throws CONFLICT if the product isn't counted, or fewer are there than are taken away
 */
export function quantityAfter(
  change: number,
  { productId, quantity }: { productId: string; quantity: number | undefined },
): number {
  if (quantity === undefined || quantity + change < 0) throw notSubtractable(productId, quantity);
  return quantity + change;
}

/** 409 CONFLICT for a change that would leave less than nothing, or that counts from no number. */
function notSubtractable(productId: string, quantity: number | undefined): ApiError {
  if (quantity === undefined) return conflict("This product isn't counted. Set its `quantity` first.");
  const available = Math.max(0, quantity);
  const detail = {
    in: "body" as const,
    ...{ pointer: "/change", rule: "stock", message: `${available} available` },
    ...{ productId, available },
  };
  return conflict(`Only ${quantity} of this product are there. Nothing was changed.`, { details: [detail] });
}

/** As many as the contract's error body has. */
const maxDetails = 20;
