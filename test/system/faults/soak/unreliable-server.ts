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

  return {
    async start(laterMs = 6 * minuteMs) {
      clock.shiftMs += laterMs;
      await stripe.advance(0);
      running = await startServer({
        ...shop.env,
        NODE_OPTIONS: "--import ./test/system/faults/soak/preload-fast-clock.js",
        CLOCK_ORIGIN: String(origin),
        CLOCK_SHIFT_MS: String(clock.shiftMs),
      });
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
    visitor: () => (running && isUp ? createVisitor(running, "https://shop.example") : undefined),
  };
}
