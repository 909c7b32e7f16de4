import {
  auth,
  type Bench,
  type Benches,
  cartWrites,
  productReads,
  type Result,
  ratioOf,
  ratioOfTwins,
  small,
} from "./bench.ts";
import { type BenchData, prepare } from "./data.ts";
import type { BenchRequest, Side } from "./load/request.ts";
import { startBare, startShop } from "./servers/start.ts";

/** One server process on the embedded database. */
export const httpBenches: Benches = {
  product: async (bench) => {
    const data = await prepare(`file:${bench.folder}/product.db`, small);
    const requests = productReads(data).slice(0, 1);
    return against(bench, { data, requests, what: "one product ÷ bare Express", atLeast: 0.85 });
  },

  list: async (bench) => {
    const data = await prepare(`file:${bench.folder}/list.db`, small);
    const requests: BenchRequest[] = [{ method: "GET", path: "/v1/products", ...auth(data) }];
    return against(bench, { data, requests, what: "a list of 100 ÷ bare Express", atLeast: 2 });
  },

  notModified: async (bench) => {
    const data = await prepare(`file:${bench.folder}/not-modified.db`, small);
    const server = await startShop(data.databaseUrl);
    // Like the load generator, this requests no compression: compressed responses have another ETag.
    const headers = { ...auth(data).headers, "accept-encoding": "identity" };
    const ask = (path: string, more = {}) =>
      fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { ...headers, ...more } });
    const etag = (await ask("/v1/catalog")).headers.get("ETag");
    if (etag === null) throw new Error("The catalog has no ETag.");
    const ifNoneMatch = { "if-none-match": etag };
    const { status } = await ask("/v1/catalog", ifNoneMatch);
    if (status !== 304) throw new Error(`The catalog that the caller has is ${status}.`);
    const [product] = productReads(data);
    const body = await (await ask(product?.path ?? "")).text();
    const conditional: BenchRequest = {
      method: "GET",
      path: "/v1/catalog",
      headers: { ...headers, ...ifNoneMatch },
    };
    const sides: Side[] = [
      { name: "Counterpart", server, requests: [conditional] },
      { name: "bare Express", server: await startBare("express", body), requests: product ? [product] : [] },
    ];
    const { ratio, details } = await ratioOf(sides, bench);
    const what = "a catalog of 100 that the caller has (304) ÷ bare Express with one product";
    return { what, figure: ratio, details };
  },

  cartRead: async (bench) => {
    const data = await prepare(`file:${bench.folder}/cart-read.db`, small);
    const requests: BenchRequest[] = data.cartIds.map((id) => ({
      method: "GET",
      path: `/v1/cart/${id}`,
      ...auth(data),
    }));
    return against(bench, { data, requests, what: "one cart ÷ bare Express", atLeast: 0.75 });
  },

  cartWrite: async (bench) => {
    const data = await prepare(`file:${bench.folder}/write.db`, small);
    const what = "a durable cart write ÷ Express echo";
    return againstEcho(bench, { data, requests: cartWrites(data), what, atLeast: 0.75 });
  },

  newCart: async (bench) => {
    const data = await prepare(`file:${bench.folder}/new-cart.db`, small);
    const line: BenchRequest = {
      method: "POST",
      path: "/v1/cart/{id}/lines",
      headers: { ...auth(data).headers, "content-type": "application/json" },
      body: JSON.stringify({ productId: data.productIds[0], quantity: 2 }),
    };
    const requests: BenchRequest[] = [{ method: "POST", path: "/v1/cart", ...auth(data), followedBy: line }];
    const what = "a new cart with a line, two durable requests ÷ two Express echoes";
    return againstEcho(bench, { data, requests, echoed: [line], what });
  },

  nonAscii: async (bench) => {
    const [other, ascii] = [
      await prepare(`file:${bench.folder}/non-ascii.db`, { ...small, isAscii: false }),
      await prepare(`file:${bench.folder}/ascii.db`, small),
    ];
    const { ratio, details } = await ratioOfTwins(
      async () => [
        await shopSide("with é, 木 and 🌊", other, productReads(other).slice(0, 1)),
        await shopSide("ASCII", ascii, productReads(ascii).slice(0, 1)),
      ],
      bench,
    );
    return {
      what: "a product whose text isn't ASCII ÷ one whose is",
      figure: ratio,
      details,
    };
  },

  data: async (bench) => {
    const { folder, progress } = bench;
    progress("filling a database with 100,000 products and 1,000,000 carts");
    const large = await prepare(`file:${folder}/large.db`, { products: 100_000, carts: 1_000_000 });
    const little = await prepare(`file:${folder}/little.db`, small);
    const ratios: Record<string, number> = {};
    for (const [name, requests] of Object.entries({ read: productReads, write: cartWrites })) {
      const { ratio } = await ratioOfTwins(
        async () => [
          await shopSide("large", large, requests(large)),
          await shopSide("small", little, requests(little)),
        ],
        bench,
      );
      ratios[name] = ratio;
    }
    return {
      what: "at 100,000 products and 1,000,000 carts ÷ at 100 (the worse of read and write)",
      figure: Math.min(...Object.values(ratios)),
      details: Object.fromEntries(Object.entries(ratios).map(([name, ratio]) => [name, ratio.toFixed(2)])),
    };
  },
};

async function shopSide(name: string, data: BenchData, requests: BenchRequest[]): Promise<Side> {
  return { name, server: await startShop(data.databaseUrl), requests };
}

interface Against {
  data: BenchData;
  what: string;
  atLeast?: number;
  requests: BenchRequest[];
}

/** Compares ours with bare Express, and with bare node:http for scale. All send the response to the first request. */
async function against(bench: Bench, { data, what, atLeast, requests }: Against): Promise<Result> {
  const server = await startShop(data.databaseUrl);
  const [{ path, headers = {} } = { path: "/" }] = requests;
  const body = await (await fetch(`http://127.0.0.1:${server.port}${path}`, { headers })).text();
  const sides: Side[] = [
    { name: "Counterpart", server, requests },
    { name: "bare Express", server: await startBare("express", body), requests },
    { name: "bare node:http", server: await startBare("http", body), requests },
  ];
  const { ratio, details } = await ratioOf(sides, bench);
  return { what, figure: ratio, ...(atLeast !== undefined && { bound: { atLeast } }), details };
}

/**
 * Compares ours with an Express echo, and with bare node:http for scale.
 * @param echoed the requests to them, if different
 */
async function againstEcho(
  bench: Bench,
  { data, what, atLeast, requests, echoed = requests }: Against & { echoed?: BenchRequest[] },
): Promise<Result> {
  const sides: Side[] = [
    await shopSide("Counterpart", data, requests),
    { name: "Express echo", server: await startBare("echo"), requests: echoed },
    { name: "bare node:http", server: await startBare("http-echo"), requests: echoed },
  ];
  const { ratio, details } = await ratioOf(sides, bench);
  return { what, figure: ratio, ...(atLeast !== undefined && { bound: { atLeast } }), details };
}
