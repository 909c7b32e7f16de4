import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Control } from "@counterpart/stripe-stand-in";
import { createVisitor, type Visitor } from "../../../dashboard/dashboard-visitor.ts";
import type { SeededShop } from "../../../helpers/data/seed-shop.ts";
import { type ServerProcess, startServer } from "../../../helpers/processes/server-process.ts";
import { type Ask, asker } from "../helpers/load.ts";
import type { FastClock } from "./fast-clock.ts";

const minuteMs = 60_000;

/** A server that is killed and restarted while its clients continue. Every start is some time later. */
export interface UnreliableServer {
  /** @param laterMs how much later the restart is, for the server and the provider; six minutes by default */
  start(laterMs?: number): Promise<ServerProcess>;
  end(signal: NodeJS.Signals): Promise<void>;
  /** Status 0 while no server runs. */
  ask: Ask;
  /** Runs a command of an operator, with the server's clock. Rejects if it fails or is killed. */
  command(args: string[], killAfterMs?: number): Promise<void>;
  /** What all processes of the server have logged until now. */
  output(): string;
  /** A browser at the running server's dashboard; undefined while there is none. */
  visitor(): Visitor | undefined;
}

/** @param origin of the clock, which the server has too */
export function createUnreliableServer(
  shop: SeededShop,
  stripe: Control,
  { clock, origin }: { clock: FastClock; origin: number },
): UnreliableServer {
  let running: ServerProcess | undefined;
  let isUp = false;
  const started: ServerProcess[] = [];
  const environment = () => ({
    ...shop.env,
    NODE_OPTIONS: "--import ./test/system/faults/soak/preload-fast-clock.js",
    CLOCK_ORIGIN: String(origin),
    CLOCK_SHIFT_MS: String(clock.shiftMs),
  });

  return {
    async start(laterMs = 6 * minuteMs) {
      clock.shiftMs += laterMs;
      await stripe.advance(0);
      running = await startServer(environment());
      started.push(running);
      const endpoint = { url: `${running.url}/webhooks/stripe`, secret: "whsec_process" };
      stripe.setWebhooks({ mode: "held", endpoints: [endpoint] });
      isUp = true;
      return running;
    },
    async end(signal) {
      isUp = false;
      await running?.end(signal);
    },
    ask: async (...request) =>
      running && isUp ? asker(running.url, shop.key)(...request) : { status: 0, ms: 0 },
    command: async (args, killAfterMs) => {
      await promisify(execFile)(process.execPath, ["server/cli/main.ts", ...args], {
        env: { ...process.env, ...environment() },
        ...(killAfterMs !== undefined && { timeout: killAfterMs, killSignal: "SIGKILL" }),
      });
    },
    output: () => started.map((one) => one.output()).join(""),
    visitor: () => (running && isUp ? createVisitor(running, "https://shop.example") : undefined),
  };
}
