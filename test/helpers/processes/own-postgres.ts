import { execFile, spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { chmod, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { onTestFinished, vi } from "vitest";
import { temporaryFolder } from "../temporary-folder.ts";
import { asUnprivileged } from "./as-unprivileged.ts";
import { freePort } from "./free-port.ts";

const run = promisify(execFile);
const versions = existsSync("/usr/lib/postgresql") ? readdirSync("/usr/lib/postgresql") : [];
// Debian doesn't put them on every user's PATH.
export const postgresPrograms = `/usr/lib/postgresql/${versions.sort((a, b) => Number(b) - Number(a))[0]}/bin`;

/** Whether PostgreSQL's server is installed, from Debian's package. */
export const hasPostgresPrograms = versions.length > 0;

export interface OwnPostgres {
  port: number;
  /** Where its superuser, `postgres`, connects without a password. Connections to the port need one. */
  socketFolder: string;
}

/** Starts a separate PostgreSQL, configured as Debian's package installs it. Ends with the test. */
export async function startPostgres(): Promise<OwnPostgres> {
  const folder = await openFolder();
  const cluster = path.join(folder, "cluster");
  await runUnprivileged("initdb", ["-D", cluster, "-U", "postgres", "-A", "trust", "--no-sync"]);
  await writeFile(
    path.join(cluster, "pg_hba.conf"),
    "local all,replication postgres trust\nhost all all 127.0.0.1/32 scram-sha-256\n",
  );
  return serve(folder, cluster);
}

/** Starts its standby, which the test can pause with `pg_wal_replay_pause`. Ends with the test. */
export async function startStandby({ port, socketFolder }: OwnPostgres): Promise<OwnPostgres> {
  const folder = await openFolder();
  const cluster = path.join(folder, "cluster");
  const source = ["-h", socketFolder, "-p", `${port}`, "-U", "postgres"];
  await runUnprivileged("pg_basebackup", ["-D", cluster, ...source, "-R", "-c", "fast", "--no-sync"]);
  return serve(folder, cluster);
}

/** The address of the database `postgres`, for its superuser. */
export function superuserUrl({ port, socketFolder }: OwnPostgres): string {
  return `postgres://postgres@localhost:${port}/postgres?host=${encodeURIComponent(socketFolder)}`;
}

async function openFolder(): Promise<string> {
  const folder = await temporaryFolder();
  await chmod(folder, 0o777);
  return folder;
}

async function runUnprivileged(program: string, args: string[]): Promise<void> {
  const [command = "", ...before] = [...asUnprivileged, `${postgresPrograms}/${program}`];
  await run(command, [...before, ...args]);
}

async function serve(folder: string, cluster: string): Promise<OwnPostgres> {
  const port = await freePort();
  const [start = "", ...args] = [...asUnprivileged, `${postgresPrograms}/postgres`];
  const settings = [
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    "listen_addresses=127.0.0.1",
    "fsync=off",
  ];
  const child = spawn(start, [...args, "-D", cluster, ...settings.flatMap((one) => ["-c", one])], {
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGQUIT");
    await ended;
  });
  const env = { PATH: process.env.PATH, PGHOST: folder, PGPORT: `${port}` };
  await vi.waitFor(() => run("psql", ["-U", "postgres", "-c", "select 1"], { env }), { timeout: 20_000 });
  return { port, socketFolder: folder };
}
