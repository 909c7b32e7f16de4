import { ApiError } from "@counterpart/server/errors";
import { sql } from "kysely";
import { isMissing, openEngine } from "../../database/database.ts";
import { filePath, postgresAddress } from "../../database/engines/database-url.ts";
import type { DatabaseOptions, Engine } from "../../database/engines/engine.ts";
import { openingFailure } from "../../database/engines/opening-failure.ts";
import { ReadOnlyServer } from "../../database/engines/read-only-server.ts";
import { migrationStatus } from "../../database/migrate.ts";
import type { ClockDifference, Report } from "./check-clock.ts";
import { checkReplication } from "./check-replication.ts";
import { type Finding, findingsOf } from "./finding.ts";

const database = findingsOf("database");
const migrations = findingsOf("migrations");

/** Connections that a process uses besides its pool: six reserved ones, and one while it migrates. */
const furtherConnections = 7;
const oldestPostgres = 14;

/** Read-only: creates and migrates nothing. */
export async function checkDatabase(url: string, options: DatabaseOptions = {}): Promise<Report> {
  const file = filePath(url);
  if (file !== undefined && isMissing(file)) {
    const message = `The database ${file} doesn't exist yet.`;
    return {
      findings: [database.warning(message, "The server creates it at startup, and so does `migrate`.")],
      clocks: [],
    };
  }
  let engine: Engine | undefined;
  try {
    engine = await openEngine(url, options);
    const clocks = engine.isRemote ? [await clockOf(engine)] : [];
    const server = engine.isRemote
      ? [...(await checkServer(engine, options)), ...(await checkHosts(url, options))]
      : [await checkFile(engine)];
    return { findings: [...server, await checkMigrations(engine)], clocks };
  } catch (error) {
    if (error instanceof ApiError) {
      return { findings: [migrations.failed(error.message, "Then run `doctor` again.")], clocks: [] };
    }
    const why = openingFailure(error) ?? (error instanceof Error ? error.message : String(error));
    const advice =
      "Check that it is running and reachable from here, and that DATABASE_URL has the right user.";
    return { findings: [database.failed(`It can't be opened: ${why}.`, advice)], clocks: [] };
  } finally {
    await engine?.close();
  }
}

async function checkFile({ read }: Engine): Promise<Finding> {
  const { rows } = await sql<{ version: string; found: string }>`
    select sqlite_version() as version, (select quick_check from pragma_quick_check limit 1) as found`.execute(
    read,
  );
  const [{ version = "", found = "" } = {}] = rows;
  if (found === "ok") return database.ok(`SQLite ${version}. The file passed its integrity check.`);
  return database.failed(
    `The database file is damaged: ${found}.`,
    "Restore a backup (docs/operating/backup.md).",
  );
}

async function checkServer({ read }: Engine, { poolSize = 20 }: DatabaseOptions): Promise<Finding[]> {
  const { rows } = await sql<{ version: string; connections: string; durable: string }>`
    select current_setting('server_version') as version, current_setting('max_connections') as connections,
      current_setting('synchronous_commit') as durable`.execute(read);
  const [{ version = "", connections = "", durable = "" } = {}] = rows;
  const needed = poolSize + furtherConnections;
  const findings = [
    Number.parseInt(version, 10) < oldestPostgres
      ? database.failed(`This is PostgreSQL ${version}.`, `Upgrade to PostgreSQL ${oldestPostgres} or newer.`)
      : database.ok(`PostgreSQL ${version}`),
  ];
  if (Number(connections) < needed) {
    findings.push(
      database.warning(
        `The server allows ${connections} connections, and one process may open ${needed}.`,
        "Raise max_connections, lower DATABASE_POOL_SIZE, or put PgBouncer in front.",
      ),
    );
  }
  if (durable === "off") {
    findings.push(
      database.warning(
        "synchronous_commit is off: a crash of the database server loses acknowledged orders.",
        "Switch it on for this database.",
      ),
    );
  }
  return [...findings, ...(await checkReplication({ read }))];
}

async function checkMigrations(engine: Engine): Promise<Finding> {
  const { applied, pending, newer } = await migrationStatus(engine.read, engine.schema);
  if (applied.length === 0) {
    return migrations.warning(
      "The database has no tables yet.",
      "The server creates them at startup, and so does `migrate`.",
    );
  }
  if (pending.length > 0) {
    return migrations.warning(
      `Not applied yet: ${pending.join(", ")}.`,
      "Run `migrate`. The server also applies them at startup, unless MIGRATE_AT_START is false.",
    );
  }
  if (newer.length === 0) return migrations.ok(`All ${applied.length} are applied.`);
  return migrations.warning(
    `A newer version has applied migrations that this version doesn't know: ${newer.join(", ")}.`,
    "This version still works. Upgrade it to finish the rollout.",
  );
}

/** Compares with the midpoint between request and response. */
async function clockOf({ read }: Engine): Promise<ClockDifference> {
  const before = Date.now();
  const { rows } = await sql<{
    now: string;
  }>`select extract(epoch from clock_timestamp()) * 1000 as now`.execute(read);
  return { of: "the database", ms: Number(rows[0]?.now) - (before + Date.now()) / 2 };
}

const { ok, warning } = findingsOf("hosts");

/** Reports the role of each host in the address, if there are several. */
async function checkHosts(databaseUrl: string, options: DatabaseOptions): Promise<Finding[]> {
  const { hosts } = postgresAddress(databaseUrl);
  if (hosts.length === 1) return [];
  const states = await Promise.all(
    hosts.map(async ({ name, connectionString }) => {
      const error = await tryHost(connectionString, options);
      const isAway = error !== undefined && !(error instanceof ReadOnlyServer);
      return { isAway, text: `${name} ${isAway ? `can't be used: ${reasonOf(error)}` : roleOf(error)}` };
    }),
  );
  const message = `${states.map(({ text }) => text).join("; ")}.`;
  if (!states.some(({ isAway }) => isAway)) return [ok(message)];
  return [warning(message, "Bring the host back up. Until then it can't take over.")];
}

/** @returns why the host can't be written to; undefined if it can */
async function tryHost(url: string, options: DatabaseOptions): Promise<unknown> {
  const engine = await openEngine(url, options);
  try {
    await sql`select 1`.execute(engine.read);
    return undefined;
  } catch (error) {
    return error;
  } finally {
    await engine.close();
  }
}

function roleOf(error: ReadOnlyServer | undefined): string {
  if (error === undefined) return "accepts writes";
  return error.isStandby ? "is a standby" : "is read-only";
}

function reasonOf(error: unknown): string {
  return openingFailure(error) ?? (error instanceof Error ? error.message : String(error));
}
