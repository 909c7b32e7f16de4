import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const main = fileURLToPath(new URL("../../server/main.ts", import.meta.url));

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** What it has written until then. */
  output: string;
}

export interface ServerProcess {
  url: string;
  /** What it has written until now, to either stream. */
  output(): string;
  ended: Promise<Ended>;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ended>;
}

/** The settings of a production that a test can run, with an address that takes the payments. */
export function productionSettings(databaseUrl: string, paymentsUrl: string): Record<string, string> {
  return {
    NODE_ENV: "production",
    PORT: "0",
    HOST: "127.0.0.1",
    PUBLIC_URL: "https://shop.example",
    DATABASE_URL: databaseUrl,
    STRIPE_SECRET_KEY: "sk_test_process",
    STRIPE_WEBHOOK_SECRET: "whsec_process",
    STRIPE_API_BASE: paymentsUrl,
  };
}

/** Runs the server as a process of its own and waits until it ends by itself. */
export function runServer(env: Record<string, string>): Promise<Ended> {
  return spawnServer(env).ended;
}

/** Starts the server as a process of its own and waits until it listens. It is killed after the test. */
export async function startServer(env: Record<string, string>): Promise<ServerProcess> {
  const { child, output, ended, listening } = spawnServer(env);
  const port = await Promise.race([
    listening,
    ended.then(({ code, output }) => {
      throw new Error(`The server ended with ${code} before it listened:\n${output}`);
    }),
  ]);
  return {
    url: `http://127.0.0.1:${port}`,
    output,
    ended,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

function spawnServer(env: Record<string, string>) {
  const child = spawn(process.execPath, [main], { env: { PATH: process.env.PATH, ...env } });
  const listening = Promise.withResolvers<number>();
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      const port = /"port":(\d+),.*"msg":"listening"/.exec(text)?.[1];
      if (port !== undefined) listening.resolve(Number(port));
    });
  }
  const ended = new Promise<Ended>((resolve) => {
    child.on("close", (code, signal) => resolve({ code, signal, output: text }));
  });
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
    await ended;
  });
  return { child, output: () => text, ended, listening: listening.promise };
}
