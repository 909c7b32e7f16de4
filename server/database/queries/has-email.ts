import { sql } from "kysely";

/** Whether a session's or order's buyer has this address. Case-insensitive, as in mail. */
export function hasEmail(email: string) {
  return sql<boolean>`lower(customer_email) = lower(${email})`;
}
