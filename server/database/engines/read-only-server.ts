import { ReadOnly } from "@counterpart/server/errors";

/** A server that answers but refuses writes, for example because it has become a standby. Connections to it aren't used. */
export class ReadOnlyServer extends ReadOnly {
  /** SQLSTATE: read_only_sql_transaction. */
  readonly code = "25006";
  readonly isStandby: boolean;

  constructor(isStandby: boolean) {
    super(
      isStandby
        ? "the server is a standby, which accepts no writes"
        : "the database is read-only at the moment",
      { isReadable: false },
    );
    this.isStandby = isStandby;
  }
}

type Run = (sql: string) => Promise<{ rows: unknown[] }>;

/** Throws ReadOnlyServer unless the connection's server accepts writes. */
export async function requireWritable(run: Run): Promise<void> {
  const { rows } = await run(
    "select pg_is_in_recovery() as is_standby, current_setting('transaction_read_only') as read_only",
  );
  const [{ is_standby: isStandby, read_only: readOnly }] = rows as [
    { is_standby: boolean; read_only: string },
  ];
  if (isStandby || readOnly === "on") throw new ReadOnlyServer(isStandby);
}
