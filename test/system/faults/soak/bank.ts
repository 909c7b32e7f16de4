import { setTimeout as pause } from "node:timers/promises";
import type { Control } from "@counterpart/stripe-stand-in";
import type { Random } from "./random.ts";

/** The bank decides some of the debits while everything else continues. */
export async function settleSome(
  stripe: Control,
  debits: Set<string>,
  chooser: Random,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    await pause(500);
    for (const id of [...debits]) {
      if (!chooser.chance(0.2)) continue;
      debits.delete(id);
      await stripe.settle(id, chooser.chance(0.6) ? "succeed" : "fail");
    }
  }
}
