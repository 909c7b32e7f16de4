import { templateOf } from "./template-of.ts";

/** The place of a part of a body. Items of a list, and members named after an id, are the same place. */
export function bodyPlace(pointer: string): string {
  return `body${templateOf(pointer)}`;
}
