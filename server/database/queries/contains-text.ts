import { sql } from "kysely";

/** Whether a column of an order contains a text, in any case. */
export function containsText(column: "customer_name" | "customer_email", text: string) {
  const pattern = `%${text.replaceAll(/[!%_]/g, "!$&")}%`;
  return sql<boolean>`lower(${sql.ref(column)}) like lower(${pattern}) escape '!'`;
}
