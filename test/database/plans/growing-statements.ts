import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import pg from "pg";
import { openEngine } from "../../../server/database/database.ts";
import { filePath } from "../../../server/database/engines/database-url.ts";
import { fillTables } from "../../helpers/data/many-rows.ts";
import { emptyPostgres, emptySqlite, type TestDatabase } from "../../helpers/data/test-database.ts";
import type { RecordedStatement } from "./record-statements.ts";

type Statement = Pick<RecordedStatement, "sql" | "values">;

/** Judges a statement: the steps of its plan that read more the more stores there are. */
export interface PlanJudge {
  growingSteps(statement: Statement): Promise<string[]>;
  close(): Promise<void>;
}

const rowsOfStore = 20;
/** A step that reads more rows than five stores have reads those of others. */
const mostRows = 5 * rowsOfStore;

async function filled(newDatabase: () => Promise<TestDatabase>, stores: number): Promise<TestDatabase> {
  const testDatabase = await newDatabase();
  const engine = await openEngine(testDatabase.url);
  await engine.migrate();
  await engine.writeAtLength((db) => fillTables(db, { stores, rows: stores * rowsOfStore, now: Date.now() }));
  await engine.writeAtLength(async (db) => {
    if (engine.isRemote) await sql`set local default_statistics_target to 10`.execute(db);
    await sql`analyze`.execute(db);
  });
  await engine.close();
  return testDatabase;
}

/** By SQLite's plans, and how many rows its indexes have for a value of their first columns. */
export async function sqliteJudge(): Promise<PlanJudge> {
  const testDatabase = await filled(emptySqlite, 300);
  const file = filePath(testDatabase.url) ?? "";
  const statistics = new DatabaseSync(file);
  const rowsOf = new Map<string, number>();
  /** How many rows an index has, and then for a value of its first column, its first two, and so on. */
  const perPrefix = new Map<string, number[]>();
  for (const { tbl, idx, stat } of statistics.prepare("select tbl, idx, stat from sqlite_stat1").all()) {
    const counts = String(stat).split(" ").map(Number);
    rowsOf.set(String(tbl), Math.max(counts[0] ?? 0, rowsOf.get(String(tbl)) ?? 0));
    if (idx !== null) perPrefix.set(String(idx), counts);
  }
  // The shop's databases have no statistics, and plans are made without them.
  statistics.exec("delete from sqlite_stat1");
  statistics.close();
  const database = new DatabaseSync(file);

  /** How many rows a step reads; undefined for a step that reads no table. */
  function rowsRead(detail: string, tableOf: (name: string) => string): number | undefined {
    const [, verb, name = ""] = /^(SCAN|SEARCH) (\w+)/.exec(detail) ?? [];
    const all = rowsOf.get(tableOf(name));
    if (verb === undefined || all === undefined) return undefined;
    const [, index = "", conditions = ""] = /INDEX (\w+)(?: \((.*)\))?/.exec(detail) ?? [];
    if (detail.includes("AUTOMATIC")) return all;
    // An index of few rows may have none, and then no statistics.
    if (verb === "SCAN") return index === "" ? all : (perPrefix.get(index)?.[0] ?? 0);
    const equal = conditions.split(" AND ").filter((one) => /[^<>]=\?$/.test(one)).length;
    return perPrefix.get(index)?.[equal] ?? (equal > 0 ? 1 : all);
  }

  return {
    async growingSteps(statement) {
      const aliases = new Map(
        [...statement.sql.matchAll(/"?(\w+)"? as "?(\w+)"?/g)].map(([, table = "", alias = ""]) => [
          alias,
          table,
        ]),
      );
      const subqueries = new Set(
        Array.from(statement.sql.matchAll(/\) as "(\w+)"/g), ([, alias]) => `SCAN ${alias}`),
      );
      const steps = database.prepare(`explain query plan ${statement.sql}`).all();
      return steps
        .map(({ detail }) => String(detail))
        .filter((detail) => !subqueries.has(detail))
        .filter(
          (detail) =>
            (rowsRead(detail, (name) => (rowsOf.has(name) ? name : (aliases.get(name) ?? name))) ?? 0) >
            mostRows,
        );
    },
    async close() {
      database.close();
      await testDatabase.drop();
    },
  };
}

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Total Cost": number;
  Plans?: Plan[];
}

/** So many stores that the server's statistics, with ten values per column, can't list them all. */
const fewStores = 50;

/** By what PostgreSQL estimates a statement to cost with few and with four times as many stores. */
export async function postgresJudge(server: string): Promise<PlanJudge> {
  const databases = [
    await filled(() => emptyPostgres(server), fewStores),
    await filled(() => emptyPostgres(server), 4 * fewStores),
  ];
  const clients = databases.map(({ url }) => new pg.Client({ connectionString: url }));
  for (const client of clients) {
    await client.connect();
    // A table that is still read whole then has no index for the statement, however small it is.
    await client.query("set enable_seqscan to off");
  }

  return {
    async growingSteps({ sql: text, values }) {
      const plans: Plan[] = [];
      for (const client of clients) {
        const { rows } = await client.query(`explain (format json) ${text}`, values);
        plans.push(rows[0]["QUERY PLAN"][0].Plan);
      }
      const [few, many] = plans as [Plan, Plan];
      const steps = stepsOf(many);
      const scans = steps.filter((step) => step.startsWith("Seq Scan") && !smallTables.test(step));
      if (scans.length > 0) return scans;
      const costs = [few["Total Cost"], many["Total Cost"]] as const;
      // In the server's units: a look-up by an index costs less than twenty, also of each value of an array, and reading a
      // tenth of a table more than sixty.
      const dear = 60 + 20 * values.flat().length;
      return costs[1] > dear && costs[1] > 2 * costs[0]
        ? [`${steps.join(", ")}: costs ${costs.join(", then ")}`]
        : [];
    },
    async close() {
      for (const client of clients) await client.end();
      for (const database of databases) await database.drop();
    },
  };
}

/** They have one row in all, or one per kind of work. */
const smallTables = /Scan (?:revision|leases)/;

function stepsOf(plan: Plan): string[] {
  const { "Node Type": kind, "Relation Name": table, "Index Name": index } = plan;
  const own = [kind, table, index].filter((part) => part !== undefined).join(" ");
  return [...(table || index ? [own] : []), ...(plan.Plans ?? []).flatMap(stepsOf)];
}
