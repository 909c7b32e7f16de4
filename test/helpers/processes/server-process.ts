import { spawn } from "node:child_process";
import { onTestFinished } from "vitest";
import { startCommand } from "./start-command.ts";

/** The program's folder, and the command that runs there. */
export interface Place {
  folder: string;
  start: string[];
}

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Its output until then. */
  output: string;
}

export interface ServerProcess {
  url: string;
  pid: number;
  /** Its output so far, from both streams. */
  output(): string;
  ended: Promise<Ended>;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ended>;
}

/** A production environment for tests, with the address of a payment provider. */
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

/** Rate limits that no test or benchmark reaches. */
export const noLimits = {
  RATE_LIMITS: ["global", "product-reads", "cart-writes", "checkout", "portal"]
    .map((scope) => `${scope}=100000000`)
    .join(","),
};

/** Runs the server as a separate process and waits until it exits. */
export function runServer(env: Record<string, string>, command: string[] = []): Promise<Ended> {
  return spawnServer(env, command).ended;
}

/** Starts the server as a separate process, whether it will listen or not. It is killed after the test. */
export function launchServer(env: Record<string, string>): Omit<ServerProcess, "url"> {
  const { child, output, ended } = spawnServer(env);
  return {
    pid: child.pid ?? 0,
    output,
    ended,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

/**
 * Starts the server as a separate process and waits until it listens. It is killed after the test.
 * @param command the command that starts Node, if not the default
 * @param place by default, the project and its `npm start`
 */
export async function startServer(
  env: Record<string, string>,
  command: string[] = [],
  place?: Place,
): Promise<ServerProcess> {
  const { child, output, ended, listening } = spawnServer(env, command, place);
  const port = await Promise.race([
    listening,
    ended.then(({ code, output }) => {
      throw new Error(`The server ended with ${code} before it listened:\n${output}`);
    }),
  ]);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    output,
    ended,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

function spawnServer(env: Record<string, string>, command: string[] = [], place?: Place) {
  const { folder, start } = place ?? { folder: ".", start: startCommand() };
  const [program = "", ...args] = [...command, ...start];
  const child = spawn(program, args, { cwd: folder, env: { PATH: process.env.PATH, ...env } });
  const listening = Promise.withResolvers<number>();
  let text = "";
  let isListening = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      if (isListening) return;
      const port = /"port":(\d+),.*"msg":"listening"/.exec(text)?.[1];
      isListening = port !== undefined;
      if (isListening) listening.resolve(Number(port));
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
