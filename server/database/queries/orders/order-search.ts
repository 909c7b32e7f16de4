import { expressionBuilder, sql } from "kysely";
import type { Tables } from "../../schema.ts";
import { hasEmail } from "../has-email.ts";

const eb = expressionBuilder<Tables, "orders">();
const highestNumber = 2 ** 31 - 1;

/**
 * Orders that a merchant may mean: with this number (`1042` or `#1042`), by a buyer with this e-mail address or a name
 * that contains the text, or with this tracking number. Case-insensitive.
 */
export function isMeantBy(text: string) {
  if (text.includes("@")) return hasEmail(text);
  const number = Number(/^#?(\d{1,10})$/.exec(text)?.[1]);
  const hasNumber = eb("number", "=", number);
  if (text.startsWith("#") && !Number.isNaN(number))
    return number <= highestNumber ? hasNumber : sql<boolean>`1 = 0`;
  const others = eb.or([
    isLike("customer_name", `%${escaped(text)}%`),
    // As JSON.stringify writes it.
    isLike("tracking", `%"number":${escaped(JSON.stringify(text))}%`),
  ]);
  return number <= highestNumber ? eb.or([hasNumber, others]) : others;
}

function isLike(column: "customer_name" | "tracking", pattern: string) {
  return sql<boolean>`lower(${sql.ref(column)}) like lower(${pattern}) escape '!'`;
}

function escaped(text: string): string {
  return text.replaceAll(/[!%_]/g, "!$&");
}
