import { subscribe } from "node:diagnostics_channel";
import type { AddressInfo, Server } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { turnTelemetry } from "./telemetry/switch.ts";

// Preloaded into every measured server, so that benches can query it; the servers don't know about it.
// It reports the port of the first listening socket, then answers questions.

export type Question = "cpu" | "memory" | "watch delay" | "delay" | "telemetry on" | "telemetry off";

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
  "telemetry on": () => turned(true),
  "telemetry off": () => turned(false),
};

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
