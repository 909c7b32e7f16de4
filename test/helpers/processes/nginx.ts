import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, onTestFinished, test, vi } from "vitest";
import { temporaryFolder } from "../temporary-folder.ts";
import { freePort } from "./free-port.ts";

const program = "/usr/sbin/nginx";

/** Whether nginx is installed, from Debian's package. */
export const hasNginx = existsSync(program);

/** Tests that need nginx. Without it, a test that is skipped says so. */
export function withNginx(title: string, tests: () => void): void {
  if (hasNginx) describe(title, tests);
  else test.skip(`${title}: not run, ${program} is not installed`);
}

export interface NginxOptions {
  /** Addresses of the two servers behind it. */
  servers: [string, string];
  /** Proxies whose client addresses it trusts. */
  trusted?: string[];
  /** Replacements in its configuration, such as a time-out that a test can wait for. */
  changes?: Record<string, string>;
}

/**
 * Starts nginx with deploy/nginx/nginx.conf; only addresses, folders and ports are adapted. Ends with the test.
 */
export async function startNginx({ servers, trusted = [], changes = {} }: NginxOptions): Promise<string> {
  const folder = await temporaryFolder();
  const port = await freePort();
  const files: Record<string, string> = {
    "nginx.conf": await readFile("deploy/nginx/nginx.conf", "utf8"),
    "servers.conf": servers
      .map((url) => `server ${new URL(url).host} max_fails=1 fail_timeout=5s;\n`)
      .join(""),
    "listen.conf": `listen 127.0.0.1:${port} backlog=4096;\n`,
    "trusted-proxies.conf": trusted.map((address) => `set_real_ip_from ${address};\n`).join(""),
  };
  for (const [from, to] of Object.entries(changes)) {
    const name = Object.keys(files).find((one) => files[one]?.includes(from));
    if (name === undefined) throw new Error(`nginx's configuration has no ${from}`);
    files[name] = files[name]?.replaceAll(from, to) ?? "";
  }
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content);
  await runNginx(folder, `http://127.0.0.1:${port}/healthz`);
  return `http://127.0.0.1:${port}`;
}

/**
 * Runs nginx with the nginx.conf of a folder, to which it also writes, until the test ends.
 * @param answersAt a URL that it answers once it has started
 */
export async function runNginx(folder: string, answersAt: string): Promise<void> {
  const file = path.join(folder, "nginx.conf");
  const temporary = path.join(folder, "temp");
  await mkdir(temporary);
  // Its workers run as other users than the one who starts it.
  await chmod(folder, 0o777);
  await chmod(temporary, 0o777);
  await writeFile(file, (await readFile(file, "utf8")).replaceAll("/var/tmp/", `${temporary}/`));
  const child = spawn(program, ["-c", file, "-g", `daemon off; pid ${folder}/nginx.pid;`]);
  let text = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  await vi.waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(text);
      await fetch(answersAt);
    },
    { timeout: 10_000, interval: 50 },
  );
}
