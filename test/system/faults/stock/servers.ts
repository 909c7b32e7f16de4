import type { Control } from "@counterpart/stripe-stand-in";
import { openBalancer } from "../../../helpers/processes/balancer.ts";
import { freePort } from "../../../helpers/processes/free-port.ts";
import { type ServerProcess, startServer } from "../../../helpers/processes/server-process.ts";
import { type Ask, asker } from "../helpers/load.ts";
import type { FastClock } from "../soak/fast-clock.ts";

interface Shop {
  env: Record<string, string>;
  key: string;
  clock: FastClock;
  /** The origin of the clock, which the servers have too. */
  origin: number;
  stripe: Control;
}

/** Several servers behind a proxy. */
export interface Servers {
  start(count: number): Promise<void>;
  /** Ends one of them, and starts it again at its address. */
  replace(n: number, signal: NodeJS.Signals): Promise<void>;
  /** Restarts all of them, this much later for them and the provider. */
  restartLater(laterMs: number): Promise<void>;
  /** Through the proxy. */
  ask: Ask;
  output(): string;
}

export function createServers({ env, key, clock, origin, stripe }: Shop): Servers {
  const running: ServerProcess[] = [];
  const ended: ServerProcess[] = [];
  const ports: number[] = [];
  let ask: Ask = async () => ({ status: 0, ms: 0 });

  async function startOne(n: number): Promise<void> {
    running[n] = await startServer({
      ...env,
      PORT: `${ports[n]}`,
      NODE_OPTIONS: "--import ./test/system/faults/soak/preload-fast-clock.js",
      CLOCK_ORIGIN: `${origin}`,
      CLOCK_SHIFT_MS: `${clock.shiftMs}`,
    });
  }

  async function end(n: number, signal: NodeJS.Signals): Promise<void> {
    const server = running[n];
    if (!server) return;
    ended.push(server);
    await server.end(signal);
  }

  return {
    async start(count) {
      for (let n = 0; n < count; n++) ports.push(await freePort());
      // The first one migrates.
      for (const n of ports.keys()) await startOne(n);
      const balancer = await openBalancer(running.map(({ url }) => url));
      const endpoint = { url: `${balancer.url}/webhooks/stripe`, secret: "whsec_process" };
      stripe.setWebhooks({ mode: "held", endpoints: [endpoint] });
      ask = asker(balancer.url, key);
    },
    async replace(n, signal) {
      await end(n, signal);
      await startOne(n);
    },
    async restartLater(laterMs) {
      await Promise.all(running.map((_, n) => end(n, "SIGTERM")));
      clock.shiftMs += laterMs;
      await stripe.advance(0);
      for (const n of ports.keys()) await startOne(n);
    },
    ask: (...request) => ask(...request),
    output: () => [...ended, ...running].map((server) => server.output()).join("\n"),
  };
}
