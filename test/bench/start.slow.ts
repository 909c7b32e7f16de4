import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";

const module = new URL("../../bench/servers/start.ts", import.meta.url).href;

test.each(["exit", "SIGTERM", "SIGKILL"] as const)(
  "a measured server exits with a bench that ends by %s",
  async (how) => {
    const ending = how === "exit" ? "process.exit()" : `process.kill(process.pid, "${how}")`;
    const script = `
    const { startBare } = await import(${JSON.stringify(module)});
    const { port } = await startBare("http", "{}");
    console.log(port);
    setTimeout(() => ${ending}, 100);
  `;
    const bench = spawn(process.execPath, ["--input-type=module", "--eval", script], {
      stdio: ["ignore", "pipe", "inherit"],
      detached: true,
    });
    onTestFinished(() => endGroup(bench.pid ?? 0));
    const [port] = await Promise.all([text(bench.stdout), once(bench, "exit")]);
    expect(Number(port)).toBeGreaterThan(0);
    await vi.waitFor(async () => expect(await isOpen(Number(port))).toBe(false), 10_000);
  },
);

/** Also ends a server that would otherwise be left running. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    // Its process is gone.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Whether a process listens. */
async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
