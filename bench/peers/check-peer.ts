import { whileRunning } from "../bench.ts";
import type { BenchData } from "../data.ts";
import type { Running } from "../servers/start.ts";
import { type Peer, startPeer } from "./peers.ts";

/** Throws if a peer omits a feature that it is measured with. @param onlyChecks without security headers and limits */
export async function checkPeer(
  peer: Peer,
  shopFile: string,
  data: BenchData,
  { onlyChecks = false } = {},
): Promise<void> {
  const authorization = `Bearer ${data.key}`;
  const product = `/v1/products/${data.productIds[0]}`;
  const line = `/v1/cart/${data.cartIds[0]}/lines/${data.productIds[0]}`;
  const write = (body: unknown): RequestInit => ({
    method: "PATCH",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify(body),
  });

  await withPeer(await startPeer(peer, shopFile), async (ask) => {
    const headers = await ask(200, product, { headers: { authorization } });
    if (!onlyChecks && headers.get("x-content-type-options") !== "nosniff")
      throw new Error(`${peer.name}: no headers.`);
    await ask(200, "/v1/products", { headers: { authorization } });
    await ask(200, line, write({ quantity: 3 }));
    await ask(401, product, {});
    await ask(401, product, { headers: { authorization: "Bearer wrong" } });
    await ask(400, line, write({ quantity: -1 }));
    await ask(400, line, write({ quantity: "3" }));
    await ask(400, line, write({}));
  });
  await withPeer(await startPeer(peer, shopFile, { isFaulty: true }), async (ask) => {
    await ask(500, product, { headers: { authorization } });
  });
  if (onlyChecks) return;
  await withPeer(await startPeer(peer, shopFile, { limit: 2 }), async (ask) => {
    for (const status of [200, 200, 429]) await ask(status, product, { headers: { authorization } });
  });

  async function withPeer(
    server: Running,
    work: (ask: (status: number, path: string, init: RequestInit) => Promise<Headers>) => Promise<void>,
  ): Promise<void> {
    await whileRunning([{ server }], () =>
      work(async (expected, path, init) => {
        const { status, headers } = await fetch(`http://127.0.0.1:${server.port}${path}`, init);
        if (status !== expected) {
          throw new Error(`${peer.name}: ${init.method ?? "GET"} ${path} is ${status}, not ${expected}.`);
        }
        return headers;
      }),
    );
  }
}
