import type { Ask } from "../faults/helpers/load.ts";

/** Requests at a fixed rate, whether or not the earlier ones have been answered. */
export interface SteadyLoad {
  answered(): number;
  /** Requests without the documented response. */
  failed: readonly string[];
  /** Waits for the missing responses. */
  stop(): Promise<void>;
}

/** After a pause of the machine, requests must not pile up. */
const maxUnderWay = 50;

/** Starts this many requests a second: half of them read products, the others change carts and read them. */
export async function startSteadyLoad(ask: Ask, productId: string, perSecond: number): Promise<SteadyLoad> {
  const cart = await ask("POST", "/v1/cart");
  const cartId: string = cart.body.data.id;
  const requests: Parameters<Ask>[] = [
    ["GET", "/v1/products"],
    ["POST", `/v1/cart/${cartId}/lines`, { productId, quantity: 1 }],
    ["GET", `/v1/products/${productId}`],
    ["GET", `/v1/cart/${cartId}`],
  ];
  const failed: string[] = [];
  const underWay = new Set<Promise<void>>();
  let answered = 0;
  let sent = 0;
  const timer = setInterval(() => {
    if (underWay.size >= maxUnderWay) return;
    const request = requests[sent++ % requests.length] as Parameters<Ask>;
    const [method, path] = request;
    const asked = ask(...request).then(({ status, reason, body }) => {
      answered++;
      if (status !== 200) failed.push(`${method} ${path}: ${status || reason} ${JSON.stringify(body ?? "")}`);
      underWay.delete(asked);
    });
    underWay.add(asked);
  }, 1000 / perSecond);
  return {
    answered: () => answered,
    failed,
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
    },
  };
}
