import { type RawBuilder, sql } from "kysely";
import { closedStoreCode, closedStoreMessage } from "../engines/closed-store.ts";
import type { Engine } from "../engines/engine.ts";
import type { Queries } from "../engines/queries.ts";
import { ownTables } from "../migrate.ts";
import type { Tables } from "../schema.ts";
import { belongs, type StoreRows, tableIn, tablesOfStores } from "./store-rows.ts";

// During a move, triggers refuse writes to the store's rows, from any process and version.

/** Rows that only retention deletes, in statements across stores. They are due for deletion, so they may disappear. */
const deletedByRetention = new Set<keyof Tables>([
  "carts",
  "member_sessions",
  "checkout_sessions",
  "events",
  "event_deliveries",
  "idempotency_keys",
  "refund_requests",
]);

/** Columns that statements across stores write. A lost update of them doesn't matter. */
const notedColumns = new Set([
  "api_keys.last_used_at",
  "checkout_sessions.checked_at",
  "duplicate_subscriptions.due_at",
  "duplicate_subscriptions.attempts",
]);

/** The transaction setting that permits the move's own writes. */
const setting = "counterpart.moves";

/** Refuses writes to the store's rows from now on and waits for running ones. Safe to repeat. */
export async function raiseBarrier(engine: Engine, storeId: string): Promise<void> {
  if (!engine.isRemote) return engine.write((db) => raiseInSqlite(db, engine, storeId));
  const columns = await columnsOf(engine);
  await onEachTable(engine, storeId, (db, one) => raiseInPostgres(db, { ...one, columns }));
}

/** Accepts writes again. */
export async function lowerBarrier(engine: Engine, storeId: string): Promise<void> {
  if (!engine.isRemote) return engine.write((db) => lowerInSqlite(db, storeId));
  await onEachTable(engine, storeId, lowerInPostgres);
}

/** One transaction per table, so that waiting for one table doesn't block the others. */
async function onEachTable(engine: Engine, storeId: string, job: typeof lowerInPostgres): Promise<void> {
  for (const table of tablesOfStores) {
    const one = { ...rowsOf(engine, storeId), table };
    await withPatience(() => engine.writeAtLength((db) => job(db, one)));
  }
}

/** Runs the move's own writes to a store's rows, and restores the barrier afterwards. */
export async function behindBarrier<T>(
  engine: Engine,
  db: Queries,
  storeId: string,
  work: () => Promise<T>,
): Promise<T> {
  if (engine.isRemote) {
    await sql`select set_config(${setting}, ${storeId}, true)`.execute(db);
    return work();
  }
  await lowerInSqlite(db, storeId);
  const result = await work();
  await raiseInSqlite(db, engine, storeId);
  return result;
}

export function rowsOf({ schema }: Pick<Engine, "schema">, storeId: string): StoreRows {
  return { storeId, schema };
}

type Columns = Map<string, string[]>;

async function columnsOf({ read, schema }: Engine): Promise<Columns> {
  const tables = await ownTables(read, schema);
  return new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]));
}

/** SQL: the events of a trigger, excluding updates of only noted columns. */
function updateOf(table: keyof Tables, columns: Columns): RawBuilder<unknown> {
  const all = columns.get(table) ?? [];
  const heeded = all.filter((name) => !notedColumns.has(`${table}.${name}`));
  if (heeded.length === all.length) return sql`update`;
  return sql`update of ${sql.join(heeded.map((name) => sql.id(name)))}`;
}

interface OneTable extends StoreRows {
  table: keyof Tables;
}

const nameOf = ({ storeId, table }: OneTable) => `moved_${storeId}_${table}`;

function functionOf(one: OneTable): RawBuilder<unknown> {
  return one.schema === undefined ? sql.id(nameOf(one)) : sql.id(one.schema, nameOf(one));
}

async function raiseInPostgres(db: Queries, one: OneTable & { columns: Columns }): Promise<void> {
  const { table, columns } = one;
  await lowerInPostgres(db, one);
  await sql`
    create function ${functionOf(one)}() returns trigger language plpgsql as $$ begin
      if current_setting(${sql.lit(setting)}, true) is distinct from ${sql.lit(one.storeId)}
        and (coalesce(${belongs(table, one, "new")}, false) or coalesce(${belongs(table, one, "old")}, false))
      then
        raise exception using errcode = ${sql.lit(closedStoreCode)}, message = ${sql.lit(closedStoreMessage)};
      end if;
      return coalesce(new, old);
    end $$
  `.execute(db);
  const events = [
    sql`insert`,
    updateOf(table, columns),
    ...(deletedByRetention.has(table) ? [] : [sql`delete`]),
  ];
  await sql`
    create trigger ${sql.id(nameOf(one))} before ${sql.join(events, sql` or `)} on ${tableIn(one, table)}
    for each row execute function ${functionOf(one)}()
  `.execute(db);
}

async function lowerInPostgres(db: Queries, one: OneTable): Promise<void> {
  await sql`drop trigger if exists ${sql.id(nameOf(one))} on ${tableIn(one, one.table)}`.execute(db);
  await sql`drop function if exists ${functionOf(one)}()`.execute(db);
}

async function raiseInSqlite(db: Queries, engine: Engine, storeId: string): Promise<void> {
  const columns = await columnsOf(engine);
  for (const table of tablesOfStores) {
    const one = { ...rowsOf(engine, storeId), table };
    const [added, removed] = [belongs(table, one, "new"), belongs(table, one, "old")];
    const triggers = [
      { event: sql`insert`, name: "insert", when: added },
      { event: updateOf(table, columns), name: "update", when: sql`${added} or ${removed}` },
      ...(deletedByRetention.has(table) ? [] : [{ event: sql`delete`, name: "delete", when: removed }]),
    ];
    for (const { event, name, when } of triggers) {
      await sql`
        create trigger if not exists ${sql.id(`${nameOf(one)}_${name}`)} before ${event} on ${sql.table(table)}
        when ${when} begin select raise(abort, ${sql.lit(closedStoreMessage)}); end
      `.execute(db);
    }
  }
}

async function lowerInSqlite(db: Queries, storeId: string): Promise<void> {
  for (const table of tablesOfStores) {
    for (const event of ["insert", "update", "delete"]) {
      const name = `${nameOf({ storeId, table, schema: undefined })}_${event}`;
      await sql`drop trigger if exists ${sql.id(name)}`.execute(db);
    }
  }
}

const lockNotAvailable = "55P03";
const maxAttempts = 30;

/** Retries a statement that gave up waiting for a table in use. Others would queue behind a longer wait. */
async function withPatience(attempt: () => Promise<void>): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt();
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable || tried >= maxAttempts) throw error;
    }
  }
}
