import type { Telemetry } from "@counterpart/server";
import type { Database } from "./database.ts";
import { isStatementTimeout } from "./engines/database-errors.ts";
import { SlowStatement } from "./slow-statement.ts";

/** Measured and traced: these always reach the database. Stores, keys and products are mostly cached. */
const measured = new Set([
  "productPages",
  "carts",
  "checkoutSessions",
  "subscriptions",
  "customers",
  "orders",
  "providerEvents",
  "idempotencyKeys",
  "memberSessions",
]);

/** Measures and traces queries, and names and counts those that take too long. */
export function instrumentDatabase(
  database: Database,
  { call, counter }: Pick<Telemetry, "call" | "counter">,
): Database {
  const count = counter({
    name: "slow_statements_total",
    help: "Statements that PostgreSQL cancelled because they took too long, by query.",
    label: "query",
  });

  function instrumented(group: string, queries: object): object {
    const entries = Object.entries(queries).map(([name, query]) => {
      if (typeof query !== "function") return [name, query];
      const fullName = `${group}.${name}`;
      const run = measured.has(group)
        ? (args: unknown[]) => call("database", fullName, () => query(...args))
        : (args: unknown[]) => query(...args);
      const failed = (error: unknown, args: unknown[]): never => {
        if (!isStatementTimeout(error) || error instanceof SlowStatement) throw error;
        count(fullName);
        throw new SlowStatement(fullName, storeIn(args), error);
      };
      return [
        name,
        (...args: unknown[]) => {
          const result: unknown = run(args);
          return result instanceof Promise ? result.catch((error) => failed(error, args)) : result;
        },
      ];
    });
    return Object.fromEntries(entries);
  }
  const groups = Object.entries(database).map(([name, value]) => [
    name,
    typeof value === "object" && name !== "maxConnections" ? instrumented(name, value) : value,
  ]);
  return Object.fromEntries(groups);
}

/** Most queries take the store's id in their first argument, or as it. */
function storeIn([first]: unknown[]): string | undefined {
  const id = first instanceof Object ? (first as { storeId?: unknown }).storeId : first;
  return typeof id === "string" && id.startsWith("store_") ? id : undefined;
}
