import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { onTestFinished, vi } from "vitest";
import { temporaryFolder } from "../temporary-folder.ts";
import { asUnprivileged } from "./as-unprivileged.ts";
import { freePort } from "./free-port.ts";
import { postgresPrograms } from "./own-postgres.ts";

const run = promisify(execFile);
const standbyName = "standby";

/** A PostgreSQL that its test can stop, start again and promote. */
export interface PostgresServer {
  port: number;
  /** As its superuser, without a password. */
  url: string;
  /** Resolves once it accepts connections. */
  start(): Promise<void>;
  /** Ends it like a crash. */
  kill(): Promise<void>;
  /** Runs SQL as the superuser. */
  run(sql: string): Promise<unknown[]>;
}

export interface ReplicatedPostgres {
  primary: PostgresServer;
  /** Synchronous: a commit on the primary waits for it. */
  standby: PostgresServer;
}

/** Starts a separate primary and a synchronous standby. Both end with the test. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const folder = await temporaryFolder();
  await chmod(folder, 0o777);
  const [first, second] = [path.join(folder, "primary"), path.join(folder, "standby")];
  await runProgram("initdb", ["-D", first, "-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8"]);
  const primary = await createServer(first, folder);
  await primary.start();
  const from = `host=127.0.0.1 port=${primary.port} user=postgres application_name=${standbyName}`;
  await runProgram("pg_basebackup", ["-D", second, "-d", from, "-R", "-c", "fast", "--no-sync"]);
  const standby = await createServer(second, folder);
  await standby.start();
  await primary.run(`alter system set synchronous_standby_names = '${standbyName}'`);
  await primary.run("select pg_reload_conf()");
  await vi.waitFor(
    async () => {
      const rows = await primary.run("select 1 from pg_stat_replication where sync_state = 'sync'");
      if (rows.length === 0) throw new Error("The standby isn't synchronous yet.");
    },
    { timeout: 30_000 },
  );
  return { primary, standby };
}

async function createServer(cluster: string, socketFolder: string): Promise<PostgresServer> {
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let stop = async (): Promise<void> => {};
  onTestFinished(() => stop());
  const runSql = async (sql: string): Promise<unknown[]> => {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => {});
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  };
  return {
    port,
    url,
    run: runSql,
    async start() {
      const settings = [
        `port=${port}`,
        `unix_socket_directories=${socketFolder}`,
        "listen_addresses=127.0.0.1",
        "fsync=off",
        "wal_level=replica",
        "shared_buffers=16MB",
      ];
      const [command = "", ...args] = [...asUnprivileged, `${postgresPrograms}/postgres`];
      const child = spawn(command, [...args, "-D", cluster, ...settings.flatMap((one) => ["-c", one])], {
        stdio: "ignore",
      });
      const ended = once(child, "close");
      stop = async () => {
        child.kill("SIGQUIT");
        await ended;
      };
      await vi.waitFor(() => runSql("select 1"), { timeout: 30_000, interval: 50 });
    },
    kill: () => stop(),
  };
}

async function runProgram(name: string, args: string[]): Promise<void> {
  const [command = "", ...before] = [...asUnprivileged, `${postgresPrograms}/${name}`];
  await run(command, [...before, ...args]);
}
