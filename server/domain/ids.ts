import { customAlphabet } from "nanoid";

const random = customAlphabet("0123456789abcdefghijklmnopqrstuvwxyz", 26);

export type IdPrefix = "store" | "key" | "prod" | "cart" | "chk" | "order" | "msess" | "evt" | "ep" | "dlv";

/** `cart_` and 26 characters: 134 random bits, so that an id can't be guessed. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${random()}`;
}
