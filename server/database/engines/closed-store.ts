/** What `db copy --store` lets triggers say of a store whose rows it moves to another database. */
export const closedStoreMessage = "The store is being moved to another database, or was.";

/** PostgreSQL's `object_in_use`, which it uses for databases and tables itself, never for rows. */
export const closedStoreCode = "55006";

/** SQLITE_CONSTRAINT_TRIGGER */
const refusedByTrigger = 1811;

/** Whether a write was refused because its store is being moved. It passes, as an outage does, for this store alone. */
export function isStoreClosed(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return code === closedStoreCode || (errcode === refusedByTrigger && error.message === closedStoreMessage);
}
