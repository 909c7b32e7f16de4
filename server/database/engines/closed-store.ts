/** The message that `db copy --store` makes triggers raise for a store that it moves to another database. */
export const closedStoreMessage = "The store is being moved, or has been moved, to another database.";

/** PostgreSQL's `object_in_use`. PostgreSQL itself raises it for databases and tables, never for rows. */
export const closedStoreCode = "55006";

/** SQLITE_CONSTRAINT_TRIGGER */
const refusedByTrigger = 1811;

/** Whether a write was refused because its store is being moved: a temporary error, limited to this store. */
export function isStoreClosed(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return code === closedStoreCode || (errcode === refusedByTrigger && error.message === closedStoreMessage);
}
