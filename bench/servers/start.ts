import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { noLimits, productionSettings } from "../../test/helpers/processes/server-process.ts";
import { startCommand } from "../../test/helpers/processes/start-command.ts";
import { firstAnswer } from "../launch.ts";
import type { Question } from "./probe.ts";

export interface Running {
  port: number;
  /** Processor time used so far, across all threads. */
  cpuSeconds(): Promise<number>;
  /** Resident memory. */
  memoryMb(): Promise<number>;
  /** The longest event loop delay since `watchDelay`. */
  delayMs(): Promise<number>;
  watchDelay(): Promise<void>;
  /** The most processor time between two turns of the event loop since `watchHolds`, which takes all of a core. */
  holdMs(): Promise<number>;
  watchHolds(): Promise<void>;
  /** Turns telemetry on or off in a shop started by `startObservedShop`. */
  observe(isOn: boolean): Promise<void>;
  stop(): Promise<void>;
}

export interface Starting {
  /** The program. It must listen on PORT. */
  module: string | URL;
  args?: string[];
  env?: Record<string, string>;
  /** Modules loaded before it. */
  preload?: URL[];
}

const probe = new URL("probe.ts", import.meta.url);

/** Starts a server in its own process with Node's flags from `npm start`, and waits for its first response. */
export async function start({ module, args = [], env = {}, preload = [] }: Starting): Promise<Running> {
  const file = typeof module === "string" ? module : fileURLToPath(module);
  const child = fork(file, args, {
    env: { PATH: process.env.PATH, ...env, PORT: "0" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    execArgv: [
      ...startCommand().slice(1, -1),
      ...[probe, ...preload].flatMap(({ href }) => ["--import", href]),
    ],
  });
  const gone = new AbortController();
  child.once("exit", (code) => gone.abort(new Error(`${file} ended with ${code}.`)));
  const reply = async (): Promise<number> => (await once(child, "message", { signal: gone.signal }))[0];
  const query = (question: Question): Promise<number> => {
    const answer = reply();
    child.send(question);
    return answer;
  };
  const port = await reply();
  await firstAnswer(`http://127.0.0.1:${port}/readyz`, {}, ({ status }) => status < 500);
  return {
    port,
    cpuSeconds: () => query("cpu"),
    memoryMb: () => query("memory"),
    delayMs: () => query("delay"),
    async watchDelay() {
      await query("watch delay");
    },
    holdMs: () => query("hold"),
    async watchHolds() {
      await query("watch holds");
    },
    async observe(isOn) {
      await query(isOn ? "telemetry on" : "telemetry off");
    },
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** The shop as in production, with everything on, but with limits that are never reached. */
export function startShop(
  databaseUrl: string,
  more: Pick<Starting, "env" | "preload"> = {},
): Promise<Running> {
  const settings = productionSettings(databaseUrl, "http://127.0.0.1:9");
  return start({
    ...more,
    module: startCommand().at(-1) ?? "",
    env: { ...settings, ...noLimits, METRICS_PORT: "0", ...more.env },
  });
}

/** A shop whose telemetry can be turned off. */
export function startObservedShop(databaseUrl: string, env: Record<string, string>): Promise<Running> {
  const preload = [new URL("telemetry/preload.ts", import.meta.url)];
  return startShop(databaseUrl, { env: { METRICS_PORT: "", ...env }, preload });
}

/** Starts one of the servers in `bare.ts`. @param body the response; echo servers need none */
export function startBare(kind: "express" | "echo" | "http" | "http-echo", body = ""): Promise<Running> {
  return start({ module: new URL("bare.ts", import.meta.url), args: [kind, body] });
}
