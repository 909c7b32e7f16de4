import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { StatementResult } from "./statement.ts";

type RunPrepared = (parameters: SQLInputValue[]) => StatementResult<Record<string, unknown>>;

/**
 * Runs statements on a connection, each prepared once. Rows are taken from SQLite as lists: to make an object of a row
 * takes node:sqlite longer than to find the row.
 */
export function directRunner(database: DatabaseSync) {
  const statements = new Map<string, RunPrepared>();
  return <Row>(sql: string, parameters: unknown[]): StatementResult<Row> => {
    let run = statements.get(sql);
    if (!run) {
      run = runPrepared(database.prepare(sql));
      statements.set(sql, run);
    }
    return run(parameters as SQLInputValue[]) as StatementResult<Row>;
  };
}

function runPrepared(prepared: StatementSync): RunPrepared {
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
  for (let at = 0; at < names.length; at++) row[names[at] ?? ""] = values[at];
  return row;
}
