import { expect, vi } from "vitest";
import type { SeededShop } from "../../helpers/data/seed-shop.ts";
import { type Ask, type Contents, changeOf, contentsIn } from "../faults/helpers/load.ts";

/** Carts that are being changed, one change after the other in each. */
export interface Filling {
  /** Changes answered with 200 so far. */
  answered(): number;
  /** Changes without a server's response so far. Each may or may not have been made. */
  unanswered(): number;
  /** Resolves when this many more have been answered. */
  more(changes: number): Promise<void>;
  /** Ends it, and compares every cart with the responses. Throws on the first that differs. */
  stop(): Promise<void>;
}

/** Whether an overloaded server refused the request, for example while the other one is down. */
function isBusy({ status, body }: Awaited<ReturnType<Ask>>): boolean {
  return status === 500 && /Try again/.test(body?.error);
}

/**
 * Changes this many carts at once until it is stopped. After a change without a response, the cart is read at once.
 * @param mayBeBusy whether a server may answer that it is busy; otherwise that is a failure
 */
export async function fillCarts(
  ask: Ask,
  { products }: SeededShop,
  { carts, mayBeBusy = false }: { carts: number; mayBeBusy?: boolean },
): Promise<Filling> {
  const productIds = ["poster", "notebook", "font"].map((reference) => products[reference] ?? "");
  let answered = 0;
  let unanswered = 0;
  let isStopping = false;

  async function fill(cartId: string, from: number): Promise<void> {
    let contents: Contents = {};
    for (let n = from; !isStopping; n++) {
      const { method, path, body, after } = changeOf(cartId, contents, productIds, n);
      const answer = await ask(method, path, body);
      const { status } = answer;
      if (status === 200) {
        answered++;
        contents = after;
        continue;
      }
      if (!(mayBeBusy && isBusy(answer))) {
        expect(status, `${method} ${path}`).toBe(502);
        unanswered++;
      }
      const found = await look(cartId);
      expect([contents, after]).toContainEqual(found);
      contents = found;
    }
    expect(await look(cartId)).toEqual(contents);
  }

  /** A read is safe to retry, so it is retried until there is a response. */
  async function look(cartId: string): Promise<Contents> {
    for (;;) {
      const answer = await ask("GET", `/v1/cart/${cartId}`);
      if (answer.status === 200) return contentsIn(answer.body.data);
      if (!(mayBeBusy && isBusy(answer))) expect(answer.status).toBe(502);
    }
  }

  const filling = Promise.all(
    Array.from({ length: carts }, async (_, n) => fill((await ask("POST", "/v1/cart")).body.data.id, n)),
  );
  // Its failure is reported where it is awaited. Until then, it must not end the test run.
  filling.catch(() => {});
  return {
    answered: () => answered,
    unanswered: () => unanswered,
    async more(changes) {
      const target = answered + changes;
      const reached = vi.waitFor(() => expect(answered).toBeGreaterThanOrEqual(target), 60_000);
      await Promise.race([reached, filling]);
    },
    async stop() {
      isStopping = true;
      await filling;
    },
  };
}
