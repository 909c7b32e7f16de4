import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

interface Started {
  key: string;
  url: string;
  /** Signs in to the dashboard, once. */
  dashboard: string;
}

/** `npm start` as a person types it, on a new database: a file in an empty folder by default. */
export async function startDevelopmentServer(databaseUrl?: string, more: Record<string, string> = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), "counterpart-browser-"));
  const env = {
    PATH: process.env.PATH,
    PORT: "0",
    DATABASE_URL: databaseUrl ?? `file:${path.join(folder, "data.db")}`,
    IMAGES_FOLDER: path.join(folder, "images"),
    ...more,
  };
  const process_: ChildProcess = spawn(process.execPath, ["server/main.ts"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  const { key, url, dashboard } = await new Promise<Started>((resolve, reject) => {
    process_.once("exit", (code) => reject(new Error(`The server ended with ${code}:\n${output}`)));
    process_.stdout?.on("data", (chunk: Buffer) => {
      output += chunk;
      const [, port] = /"port":(\d+)/.exec(output) ?? [];
      const [, key] = /Demo key\s+(\S+)/.exec(output) ?? [];
      const [, path] = /Dashboard\s+http:\/\/localhost:\d+(\S+)/.exec(output) ?? [];
      const url = `http://localhost:${port}`;
      if (port && key && path) resolve({ key, url, dashboard: url + path });
    });
  });
  return {
    key,
    url,
    dashboard,
    databaseUrl: env.DATABASE_URL,
    /** What an operator's command prints, as JSON. */
    async cli(...args: string[]): Promise<Record<string, unknown>> {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ["server/cli/main.ts", ...args, "--json"],
        {
          env,
        },
      );
      return JSON.parse(stdout);
    },
    async stop() {
      process_.removeAllListeners("exit");
      const ended = new Promise((resolve) => process_.once("exit", resolve));
      process_.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
