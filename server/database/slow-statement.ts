/** A query that PostgreSQL cancelled because it took too long. The database works. */
export class SlowStatement extends Error {
  /** SQLSTATE: query_canceled. */
  readonly code = "57014";
  /** The query's name in `Database`: `orders.list`. */
  readonly query: string;
  readonly storeId: string | undefined;

  constructor(query: string, storeId: string | undefined, cause: unknown) {
    super(`${query} took too long`, { cause });
    this.query = query;
    this.storeId = storeId;
  }
}

/** For the log, which names the call once a minute. */
export function slowCallOf(error: unknown): { call: string; store?: string } | undefined {
  if (!(error instanceof SlowStatement)) return undefined;
  const { query, storeId } = error;
  return { call: query, ...(storeId !== undefined && { store: storeId }) };
}
