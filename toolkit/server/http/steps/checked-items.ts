import { isTooDeep, tooDeep } from "../../validation/nesting.ts";
import type { CheckedItem, OperationValidator } from "../../validation/operation-validator.ts";
import { InvalidBody } from "../errors/invalid-body.ts";
import { inOneSentence } from "./one-sentence.ts";

/**
 * Validates a body's items as they arrive and fills in defaults.
 * @throws InvalidBody for the first invalid item
 */
export async function* checkedItems(
  items: AsyncIterable<unknown>,
  check: NonNullable<ReturnType<OperationValidator["requestItemCheck"]>>,
): AsyncGenerator<unknown> {
  const checkedItem = (item: unknown, at: number): CheckedItem => {
    try {
      return check(item, at);
    } catch (error) {
      throw isTooDeep(error) ? new InvalidBody(tooDeep, { code: "VALIDATION_ERROR" }) : error;
    }
  };
  let index = 0;
  for await (const item of items) {
    const checked = checkedItem(item, index);
    if (checked.phrases) {
      const { phrases, faults } = checked;
      throw new InvalidBody(inOneSentence(phrases), { code: "VALIDATION_ERROR", details: faults });
    }
    yield checked.item;
    index++;
  }
}
