import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import { expect, test } from "vitest";
import { migrations } from "../../../server/database/migrate.ts";
import { type Change, stepsOf } from "../../../server/database/migrations/steps.ts";

/** The statements of a change, as they would be sent to PostgreSQL. */
async function statementsOf({ run }: Change): Promise<string[]> {
  const statements: string[] = [];
  const db = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (one) => new PostgresIntrospector(one),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      statements.push(query.sql.trim().replaceAll(/\s+/g, " ").replaceAll('"', ""));
    },
  });
  await run(db);
  return statements;
}

/** What makes a change unsafe beside running servers, given the tables before the migration. */
function faults(statements: string[], existing: Set<string>): string[] {
  const found: string[] = [];
  const locked = new Set<string>();
  for (const statement of statements) {
    const table = /^create (?:unique )?index \S+ on (\w+)|^(?:alter table|update|delete from) (\w+)/.exec(
      statement,
    );
    const name = table?.[1] ?? table?.[2] ?? /^create trigger .*? on (\w+)/.exec(statement)?.[1];
    if (/\b(?:drop|rename)\b/.test(statement)) {
      found.push(`the version before may use what this takes away: ${statement}`);
    }
    if (/^insert into .* select /.test(statement)) found.push(`fill it by backfill(): ${statement}`);
    if (name === undefined || !existing.has(name)) continue;
    locked.add(name);
    if (/^create (?:unique )?index/.test(statement)) found.push(`make it by index(): ${statement}`);
    if (/^(?:update|delete)/.test(statement)) found.push(`change rows by backfill(): ${statement}`);
    if (/ (?:add constraint|add unique|set not null|type|set data type) /.test(`${statement} `)) {
      found.push(`this reads every row: ${statement}`);
    }
    if (/add column .* (?:unique|references|primary key|check)\b/.test(statement)) {
      found.push(`this reads every row: ${statement}`);
    }
  }
  if (locked.size > 1) found.push(`lock one table in a change: ${[...locked].join(", ")}`);
  return found;
}

test("no migration blocks running servers, however full the tables are, or removes what they use", async () => {
  const existing = new Set<string>();
  for (const [name, migration] of Object.entries(migrations)) {
    const created = new Set<string>();
    for (const step of stepsOf(migration)) {
      if (step.kind !== "change") continue;
      const statements = await statementsOf(step);
      const ofNewTables = name === Object.keys(migrations)[0] ? [] : faults(statements, existing);
      expect(ofNewTables, name).toEqual([]);
      for (const statement of statements) {
        const [, table] = /^create table (?:if not exists )?(\w+)/.exec(statement) ?? [];
        if (table !== undefined) created.add(table);
      }
    }
    for (const table of created) existing.add(table);
  }
  expect(existing.size).toBeGreaterThan(20);
});

test.each([
  ["create index a on orders (b)", "make it by index()"],
  ["create unique index a on orders (b)", "make it by index()"],
  ["update orders set a = 1", "change rows by backfill()"],
  ["insert into new_table select id from orders", "fill it by backfill()"],
  ["alter table orders alter column a set not null", "reads every row"],
  ["alter table orders alter column a type bigint", "reads every row"],
  ["alter table orders add constraint a unique (b)", "reads every row"],
  ["alter table orders add column a text references stores (id)", "reads every row"],
  ["alter table orders drop column a", "takes away"],
  ["drop index orders_of_store", "takes away"],
])("the rule refuses: %s", (statement, why) => {
  expect(faults([statement], new Set(["orders"])).join()).toContain(why);
});

test("the rule refuses a change of two tables, and accepts what is new or quick", () => {
  const existing = new Set(["orders", "carts"]);
  const add = (table: string) => `alter table ${table} add column a bigint default 0 not null`;
  expect(faults([add("orders"), add("carts")], existing).join()).toContain("orders, carts");
  expect(faults([add("orders"), add("orders")], existing)).toEqual([]);
  expect(faults(["create table t (a text)", "create index i on t (a)"], existing)).toEqual([]);
});
