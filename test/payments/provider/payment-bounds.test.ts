import { expect, test } from "vitest";
import { boundPayments } from "../../../server/payments/provider/payment-bounds.ts";

// test/system/faults/neighbours.faults.ts sends such a burst to a server.

test.each(["checkouts", "reads", "events"] as const)(
  "a burst of one store's %s refuses none of another's, which is next",
  async (kind) => {
    const inTurn = boundPayments()[kind];
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const call = (store: string) =>
      inTurn(store, () => {
        begun.push(store);
        return new Promise<void>((resolve) => ends.push(resolve));
      });
    const burst = Promise.allSettled(Array.from({ length: 500 }, () => call("busy")));
    const atOnce = begun.length;
    const others = Promise.all([call("quiet"), call("quiet"), call("calm")]);
    for (let n = 0; n < 500; n++) {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await others;
    expect(begun.slice(atOnce, atOnce + 5)).toEqual(["busy", "quiet", "calm", "busy", "quiet"]);
    const refused = (await burst).filter(({ status }) => status === "rejected");
    expect(refused.length).toBe(500 - begun.length + 3);
    expect(refused.length).toBeGreaterThan(0);
  },
);
