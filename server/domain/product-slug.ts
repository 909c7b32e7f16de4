import { slugOf } from "./words.ts";

/** Whether a text can be a part of a path as it is, with letters and digits of any script. */
export function isProductSlug(text: string): boolean {
  return /^[\p{L}\p{M}\p{N}._~-]+$/u.test(text) && !/^\.+$/.test(text);
}

/** A text as a slug: `a b` as `a-b`; null if nothing is left of it. */
export function productSlug(text: string): string | null {
  return isProductSlug(text) ? text : slugOf(text);
}
