import { customAlphabet } from "nanoid";

const random = customAlphabet("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

/** An id as Stripe writes them: `cus_R1b3…`. Sessions are longer, because their id alone opens the pay page. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${random(length)}`;
}

/** Letters and digits without a meaning, such as a card's fingerprint. */
export function randomText(length: number): string {
  return random(length);
}
