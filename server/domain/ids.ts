import { hash } from "node:crypto";
import { customAlphabet } from "nanoid";

/** 134 random bits, so that ids can't be guessed. */
export const randomPart = customAlphabet("0123456789abcdefghijklmnopqrstuvwxyz", 26);

/** Like `randomPart`, but the same texts give the same part. It is as secret as they are. */
export function derivedPart(...texts: string[]): string {
  const digest = hash("sha256", JSON.stringify(texts));
  return BigInt(`0x${digest}`).toString(36).padStart(26, "0").slice(-26);
}

export type IdPrefix =
  | "store"
  | "key"
  | "prod"
  | "file"
  | "ship"
  | "code"
  | "cart"
  | "chk"
  | "order"
  | "parcel"
  | "return"
  | "refund"
  | "msess"
  | "evt"
  | "ep"
  | "dlv"
  | "mail"
  | "aud"
  | "person"
  | "inv";

/**
 * `cart_` and 26 characters.
 * @param part the same part gives the same id
 */
export function newId(prefix: IdPrefix, part = randomPart()): string {
  return `${prefix}_${part}`;
}

const countLength = 5;
let count = 0;

/** Like `newId`, but ids of one process sort in creation order, which orders records with equal times. */
export function newSortedId(prefix: IdPrefix): string {
  count = (count + 1) % 36 ** countLength;
  return newId(prefix, count.toString(36).padStart(countLength, "0") + randomPart().slice(countLength));
}
