import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import { describe, onTestFinished, test, vi } from "vitest";
import { postgresUrl } from "../outside.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { asUnprivileged } from "./as-unprivileged.ts";
import { freePort } from "./free-port.ts";

const program = "/usr/sbin/pgbouncer";

/** Tests that need PostgreSQL behind pgbouncer. Without them, a test that is skipped says so. */
export function withPgbouncer(title: string, tests: (url: string) => void): void {
  if (postgresUrl === undefined) test.skip(`${title}: not run, TEST_POSTGRES_URL is not set`);
  else if (!existsSync(program)) test.skip(`${title}: not run, ${program} is not installed`);
  else describe(title, () => tests(postgresUrl as string));
}

/**
 * Starts pgbouncer with Debian's configuration, but in transaction mode: each transaction may get another of a few
 * server connections. Ends with the test.
 * @param url a database on the server behind it
 * @returns the same database through pgbouncer
 */
export async function startPgbouncer(url: string, poolSize = 4): Promise<string> {
  const { hostname, port, username, password } = new URL(url);
  const folder = await temporaryFolder();
  await chmod(folder, 0o755);
  const own = await freePort();
  const server = [
    `host=${hostname}`,
    `port=${port || 5432}`,
    `user=${decodeURIComponent(username)}`,
    ...(password ? [`password=${decodeURIComponent(password)}`] : []),
  ];
  const settings = [
    "[databases]",
    `* = ${server.join(" ")}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${own}`,
    "unix_socket_dir =",
    "auth_type = any",
    // docs/operating/databases.md
    "pool_mode = transaction",
    "server_login_retry = 1",
    `default_pool_size = ${poolSize}`,
    "max_client_conn = 500",
  ];
  const file = path.join(folder, "pgbouncer.ini");
  await writeFile(file, `${settings.join("\n")}\n`);
  // It refuses to run as root.
  const [command = "", ...args] = [...asUnprivileged, program, file];
  const child = spawn(command, args, { stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  await vi.waitFor(() => answers(own), { timeout: 10_000, interval: 50 });
  const through = new URL(url);
  through.host = `127.0.0.1:${own}`;
  return through.href;
}

function answers(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("error", reject).once("connect", () => {
      socket.destroy();
      resolve();
    });
  });
}
