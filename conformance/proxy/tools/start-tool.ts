import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";

export const documentFile = fileURLToPath(new URL("../openapi.yaml", import.meta.url));

export interface RunningTool {
  /** Called with each line that the tool prints. */
  onLine(listener: (line: string) => void): void;
  stop(): Promise<void>;
}

/** Starts a program of node_modules/.bin, and waits until it prints that it listens. */
export async function startTool(program: string, args: string[], isReady: RegExp): Promise<RunningTool> {
  const file = fileURLToPath(new URL(`../../../node_modules/.bin/${program}`, import.meta.url));
  const env = {
    ...process.env,
    NO_COLOR: "1",
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  };
  const child = spawn(file, args, { stdio: ["ignore", "pipe", "pipe"], env });
  const closed = once(child, "close");
  const listeners: ((line: string) => void)[] = [];
  let printed = "";
  await new Promise<void>((resolve, reject) => {
    closed.then(() => reject(new Error(`${program} has ended:\n${printed}`)), reject);
    listeners.push((line) => {
      printed += `${line}\n`;
      if (isReady.test(line)) resolve();
    });
    for (const stream of [child.stdout, child.stderr])
      forEachLine(stream, (line) => {
        for (const listener of listeners) listener(line);
      });
  });
  listeners.length = 0;
  return { onLine: (listener) => void listeners.push(listener), stop: () => end(child, closed) };
}

function forEachLine(stream: NodeJS.ReadableStream, onLine: (line: string) => void): void {
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    lines.forEach(onLine);
  });
}

async function end(child: ChildProcess, closed: Promise<unknown>): Promise<void> {
  child.kill("SIGKILL");
  await closed;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
