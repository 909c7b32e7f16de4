import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { StatementResult } from "./statement.ts";

type RunPrepared = (parameters: SQLInputValue[]) => StatementResult<Record<string, unknown>>;

/**
 * Runs frequent statements on a SQLite connection, prepared once, without Kysely's driver. Together with rows
 * read as arrays, which node:sqlite builds twice as fast as objects, this saves a fifth of a cart read.
 */
export function preparedRunner(database: DatabaseSync) {
  const statements = new Map<string, RunPrepared>();
  return <Row>(sql: string, parameters: readonly unknown[]): StatementResult<Row> => {
    const run = statements.get(sql) ?? prepare(database.prepare(sql));
    statements.set(sql, run);
    return run(parameters as SQLInputValue[]) as StatementResult<Row>;
  };
}

function prepare(prepared: StatementSync): RunPrepared {
  const names = prepared.columns().map(({ name }) => name);
  if (names.length === 0) {
    return (parameters) => ({ rows: [], changes: Number(prepared.run(...parameters).changes) });
  }
  prepared.setReturnArrays(true);
  return (parameters) => {
    const rows = prepared.all(...parameters) as unknown as unknown[][];
    return { rows: rows.map((values) => named(names, values)), changes: 0 };
  };
}

function named(names: string[], values: unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [at, name] of names.entries()) row[name] = values[at];
  return row;
}
