import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, onTestFinished, test, vi } from "vitest";
import { temporaryFolder } from "../temporary-folder.ts";
import { freePort } from "./free-port.ts";

const program = "/usr/sbin/nginx";

/** Tests that need nginx. Without it, a test that is skipped says so. */
export function withNginx(title: string, tests: () => void): void {
  if (existsSync(program)) describe(title, tests);
  else test.skip(`${title}: not run, ${program} is not installed`);
}

export interface NginxOptions {
  /** Addresses of the two servers behind it. */
  servers: [string, string];
  /** Proxies that it trusts about client addresses. */
  trusted?: string[];
  /** Replacements in deploy/nginx.conf, such as a time-out that a test can wait for. */
  changes?: Record<string, string>;
}

/** Starts nginx with deploy/nginx.conf; only names, folders and ports are those of this machine. Ends with the test. */
export async function startNginx({ servers, trusted = [], changes = {} }: NginxOptions): Promise<string> {
  const folder = await temporaryFolder();
  await chmod(folder, 0o777);
  const port = await freePort();
  const places: Record<string, string> = {
    "/var/tmp/": `${folder}/temp/`,
    "/tmp/nginx.pid": `${folder}/nginx.pid`,
    "listen 8080 ": `listen 127.0.0.1:${port} `,
    // Resolving names at run time needs nginx 1.27; addresses need no resolving.
    "resolver 127.0.0.11 valid=2s;": "",
    "server-1:3000 resolve": new URL(servers[0]).host,
    "server-2:3000 resolve": new URL(servers[1]).host,
    ...changes,
  };
  let config = await readFile("deploy/nginx.conf", "utf8");
  for (const [from, to] of Object.entries(places)) {
    if (!config.includes(from)) throw new Error(`deploy/nginx.conf has no ${from}`);
    config = config.replaceAll(from, to);
  }
  await mkdir(path.join(folder, "temp"));
  await chmod(path.join(folder, "temp"), 0o777);
  await writeFile(path.join(folder, "nginx.conf"), config);
  const list = trusted.map((address) => `set_real_ip_from ${address};\n`).join("");
  await writeFile(path.join(folder, "trusted-proxies.conf"), list);
  const child = spawn(program, ["-c", path.join(folder, "nginx.conf"), "-g", "daemon off;"]);
  let text = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(text);
      await fetch(`${url}/healthz`);
    },
    { timeout: 10_000, interval: 50 },
  );
  return url;
}
