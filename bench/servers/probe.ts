import { subscribe } from "node:diagnostics_channel";
import type { AddressInfo, Server } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { turnTelemetry } from "./telemetry/switch.ts";

// Preloaded into every measured server, so that benches can query it; the servers don't know about it.
// It reports the port of the first listening socket, then answers questions.

export type Question =
  | "cpu"
  | "memory"
  | "watch delay"
  | "delay"
  | "watch holds"
  | "hold"
  | "telemetry on"
  | "telemetry off";

let delays: ReturnType<typeof monitorEventLoopDelay> | undefined;

const answers: Record<Question, () => number> = {
  /** Processor time in seconds, across all threads. */
  cpu() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  },
  /** Resident memory in MB. */
  memory: () => process.memoryUsage.rss() / 2 ** 20,
  "watch delay"() {
    delays = monitorEventLoopDelay({ resolution: 1 });
    delays.enable();
    return 0;
  },
  /** The longest event loop delay in ms since "watch delay". */
  delay: () => (delays?.max ?? Number.NaN) / 1e6,
  "watch holds"() {
    longestHold = 0;
    watchHold();
    return 0;
  },
  /** The most processor time between two turns of the event loop in ms since "watch holds", which ends. */
  hold() {
    clearImmediate(watching);
    return longestHold;
  },
  "telemetry on": () => turned(true),
  "telemetry off": () => turned(false),
};

let longestHold = 0;
let watching: NodeJS.Immediate | undefined;

/** Keeps the loop turning, so it takes all of a core. */
function watchHold(before = process.threadCpuUsage()): void {
  watching = setImmediate(() => {
    const { user, system } = process.threadCpuUsage(before);
    longestHold = Math.max(longestHold, (user + system) / 1000);
    watchHold();
  });
}

function turned(isOn: boolean): number {
  turnTelemetry(isOn);
  return 0;
}

let isReported = false;
subscribe("tracing:net.server.listen:asyncEnd", (message) => {
  if (isReported) return;
  isReported = true;
  const { server } = message as { server: Server };
  process.send?.((server.address() as AddressInfo).port);
});

process.on("message", (question: Question) => process.send?.(answers[question]()));
process.channel?.unref();
// Stops the server with the bench, whatever error or signal ends that.
process.once("disconnect", () => process.exit());
