import { expressionBuilder, sql } from "kysely";
import type { Tables } from "../../schema.ts";
import { containsText } from "../contains-text.ts";
import { hasEmail } from "../has-email.ts";

const eb = expressionBuilder<Tables, "orders">();
const highestNumber = 2 ** 31 - 1;

/**
 * Orders that a merchant may mean: with this number (`1042` or `#1042`), by a buyer whose name or e-mail address contains
 * the text, or with this tracking number. A text with an `@` is a whole address. Case-insensitive.
 */
export function isMeantBy(text: string) {
  if (text.includes("@")) return hasEmail(text);
  const number = Number(/^#?(\d{1,10})$/.exec(text)?.[1]);
  const hasNumber = eb("number", "=", number);
  if (text.startsWith("#") && !Number.isNaN(number))
    return number <= highestNumber ? hasNumber : sql<boolean>`1 = 0`;
  const others = eb.or([
    containsText("customer_name", text),
    containsText("customer_email", text),
    // As JSON.stringify writes it.
    containsText("tracking", `"number":${JSON.stringify(text)}`),
  ]);
  return number <= highestNumber ? eb.or([hasNumber, others]) : others;
}
