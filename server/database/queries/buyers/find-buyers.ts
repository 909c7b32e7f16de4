import { expressionBuilder, sql } from "kysely";
import type { Engine } from "../../engines/engine.ts";
import type { Tables } from "../../schema.ts";

/** A buyer, as a store knows them by their orders. */
export interface FoundBuyer {
  /** In lower case. */
  email: string;
  /** Of one of the orders; null if none has one. */
  name: string | null;
  orders: number;
  /** When the latest order was recorded; milliseconds since 1970. */
  lastOrderAt: number;
}

const eb = expressionBuilder<Tables, "orders">();

/** The buyers whose name or email address contains a text, those with the latest orders first. */
export async function findBuyers(
  { read }: Pick<Engine, "read">,
  { storeId, text, limit }: { storeId: string; text: string; limit: number },
): Promise<FoundBuyer[]> {
  const email = sql<string>`lower(customer_email)`;
  return read
    .selectFrom("orders")
    .where("store_id", "=", storeId)
    .where("customer_email", "is not", null)
    .where(eb.or([containsText("customer_email", text), containsText("customer_name", text)]))
    .select([
      email.as("email"),
      sql<string | null>`max(customer_name)`.as("name"),
      sql<number>`count(*)`.as("orders"),
      sql<number>`max(created_at)`.as("lastOrderAt"),
    ])
    .groupBy(email)
    .orderBy("lastOrderAt", "desc")
    .limit(limit)
    .execute();
}

/** Whether a column of an order contains a text, in any case. */
function containsText(column: "customer_name" | "customer_email", text: string) {
  const pattern = `%${text.replaceAll(/[!%_]/g, "!$&")}%`;
  return sql<boolean>`lower(${sql.ref(column)}) like lower(${pattern}) escape '!'`;
}
