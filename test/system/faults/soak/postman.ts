import { setTimeout as pause } from "node:timers/promises";
import type { Control } from "@counterpart/stripe-stand-in";
import { count } from "./purchase.ts";
import type { Random } from "./random.ts";

/** Delivers the provider's events badly: some never, some twice, some late, some in the wrong order. */
export async function deliverBadly(
  stripe: Control,
  random: Random,
  figures: Record<string, number>,
  isOver: () => boolean,
): Promise<void> {
  const late: Promise<void>[] = [];
  for (let seen = 0; !isOver(); await pause(100)) {
    const ids = stripe.events().map(({ id }) => id);
    const fresh = ids.slice(seen);
    seen = ids.length;
    const onTime: string[] = [];
    for (const id of fresh) {
      if (random.chance(0.2)) count(figures, "events dropped");
      else if (random.chance(0.3)) late.push(deliverLate(id));
      else onTime.push(id);
    }
    const order = random.chance(0.5) ? "reverse" : "as_happened";
    const times = random.chance(0.3) ? 2 : 1;
    count(figures, "events delivered", onTime.length);
    if (times > 1) count(figures, "of these twice", onTime.length);
    await stripe.deliver({ ids: onTime, order, times });
  }
  await Promise.all(late);

  async function deliverLate(id: string): Promise<void> {
    count(figures, "events late");
    await pause(random.between(500, 5000));
    await stripe.deliver({ ids: [id] });
  }
}
