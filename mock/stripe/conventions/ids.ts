import { customAlphabet } from "nanoid";

const random = customAlphabet("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

/** An id like Stripe's: `cus_R1b3…`. Session ids are longer, because an id alone opens the pay page. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${random(length)}`;
}

/** Random letters and digits, for example for a card's fingerprint. */
export function randomText(length: number): string {
  return random(length);
}
