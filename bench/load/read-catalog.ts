import { parentPort, workerData } from "node:worker_threads";

// A worker, so that the bench measures the server and not itself. Reads a catalog, then changes a product and reads it
// again, until it is ended. Reports how long each reading took, in ms.

export interface CatalogReading {
  port: number;
  /** With the scope for changes. */
  key: string;
  productIds: string[];
}

const { port, key, productIds }: CatalogReading = workerData;
const url = `http://127.0.0.1:${port}`;
const headers = { authorization: `Bearer ${key}` };

async function readCatalog(): Promise<void> {
  const startedAt = performance.now();
  const response = await fetch(`${url}/v1/catalog`, {
    headers: { ...headers, "accept-encoding": "identity" },
  });
  if (!response.ok) throw new Error(`The catalog is ${response.status}.`);
  for await (const _ of response.body ?? []);
  parentPort?.postMessage(performance.now() - startedAt);
}

await readCatalog();
for (let n = 0; ; n++) {
  const response = await fetch(`${url}/v1/products/${productIds[(n * 7919) % productIds.length]}`, {
    method: "PATCH",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ priceInCents: 1000 + n }),
  });
  if (!response.ok) throw new Error(`The change is ${response.status}.`);
  await readCatalog();
}
