import { describe, expect, test } from "vitest";
import { newId, type TwoProcesses } from "./two-processes.ts";

export function providerEvents({ here, elsewhere, either }: TwoProcesses): void {
  describe("the provider's events", () => {
    test("take effect once, however often and wherever they arrive", async () => {
      const event = { id: newId("evt"), type: "charge.refunded" };
      expect(await here.providerEvents.isKnown(event.id)).toBe(false);
      let effects = 0;
      await Promise.all(
        Array.from({ length: 6 }, (_, n) =>
          either(n).providerEvents.accept(event, async () => {
            effects++;
          }),
        ),
      );
      expect(effects).toBe(1);
      expect(await elsewhere.providerEvents.isKnown(event.id)).toBe(true);
    });

    test("stay unknown if their effect fails, and leave nothing behind", async () => {
      const event = { id: newId("evt"), type: "charge.refunded" };
      const paymentId = newId("pi");
      const failing = here.providerEvents.accept(event, async (db) => {
        await db.insertInto("refunds").values({ payment_id: paymentId, refunded: 5 }).execute();
        throw new Error("The power failed.");
      });
      await expect(failing).rejects.toThrow("The power failed.");
      expect(await here.providerEvents.isKnown(event.id)).toBe(false);
      await here.providerEvents.accept(event, async (db) => {
        await db.insertInto("refunds").values({ payment_id: paymentId, refunded: 5 }).execute();
      });
    });
  });
}
