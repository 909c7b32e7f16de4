import { subscribe } from "node:diagnostics_channel";
import type { AddressInfo, Server } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { turnTelemetry } from "./telemetry/switch.ts";

// Loaded into every measured server beforehand, so that the benches can ask it; the servers know nothing of it.
// It reports the port of the first socket that listens, and then answers questions.

export type Question = "cpu" | "memory" | "watch delay" | "delay" | "telemetry on" | "telemetry off";

let delays: ReturnType<typeof monitorEventLoopDelay> | undefined;

const answers: Record<Question, () => number> = {
  /** Seconds of processor time, of all threads. */
  cpu() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  },
  /** Resident MB. */
  memory: () => process.memoryUsage.rss() / 2 ** 20,
  "watch delay"() {
    delays = monitorEventLoopDelay({ resolution: 1 });
    delays.enable();
    return 0;
  },
  /** The longest delay of the event loop in ms since it has been watched. */
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
// No server outlives the bench, whatever error or signal ends it.
process.once("disconnect", () => process.exit());
