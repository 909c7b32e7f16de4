import { type ChildProcess, spawn } from "node:child_process";

/** How long a stopping server may take to finish open requests, in milliseconds, before it is killed. */
const stopMs = 5000;

/**
 * Runs a server in a child process that shares this one's output.
 * @param args for Node, ending with the server's module
 * @param onEnd called with the exit code of a server that ended by itself
 */
export function createServerProcess(args: string[], onEnd: (code: number | null) => void) {
  let child: ChildProcess | undefined;
  /** Resolves when a server that is being stopped has ended. */
  let ending: Promise<void> | undefined;
  let isWanted = false;

  function start(): void {
    const started = spawn(process.execPath, args, { stdio: "inherit" });
    child = started;
    started.once("close", (code) => {
      if (child !== started) return;
      child = undefined;
      if (!ending) onEnd(code);
    });
  }

  function end(): Promise<void> {
    const running = child;
    if (running === undefined) return Promise.resolve();
    ending ??= new Promise<void>((resolve) => {
      const timer = setTimeout(() => running.kill("SIGKILL"), stopMs);
      running.once("close", () => {
        clearTimeout(timer);
        ending = undefined;
        resolve();
      });
      running.kill("SIGTERM");
    });
    return ending;
  }

  return {
    /** Starts the server; a running server is stopped first. */
    restart: () => {
      isWanted = true;
      if (ending) return;
      void end().then(() => {
        if (isWanted && child === undefined) start();
      });
    },
    /** Resolves when the server has ended. */
    stop: () => {
      isWanted = false;
      return end();
    },
  };
}
