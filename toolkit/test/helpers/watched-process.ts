import { type ChildProcess, spawn } from "node:child_process";
import { bin } from "./linked-project.ts";

export interface WatchedProcess {
  child: ChildProcess;
  /** Waits for output that contains the text, after the last match. Returns the output in between. */
  until: (text: string | RegExp) => Promise<string>;
  /** The exit code. */
  closed: Promise<number | null>;
  /** Sends SIGINT, and returns the exit code. */
  interrupt: () => Promise<number | null>;
}

/** Starts a command of the toolkit that runs until it is ended. */
export function startCommand(project: string, ...args: string[]): WatchedProcess {
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: project,
    env: { ...process.env, NODE_ENV: "" },
  });
  let output = "";
  let onOutput = () => {};
  let isClosed = false;
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve)).finally(() => {
    isClosed = true;
    onOutput();
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk) => {
      output += chunk;
      onOutput();
    });
  }
  const positionAfter = (text: string | RegExp) => {
    if (typeof text === "string") {
      const at = output.indexOf(text);
      return at < 0 ? -1 : at + text.length;
    }
    const found = text.exec(output);
    return found ? found.index + found[0].length : -1;
  };
  return {
    child,
    closed,
    until: async (text) => {
      while (positionAfter(text) < 0) {
        if (isClosed) throw new Error(`It ended without ${text}:\n${output}`);
        await new Promise<void>((resolve) => {
          onOutput = resolve;
        });
      }
      const end = positionAfter(text);
      const between = output.slice(0, end);
      output = output.slice(end);
      return between;
    },
    interrupt: () => {
      child.kill("SIGINT");
      return closed;
    },
  };
}
