import { against, auth, type Bench, cartWrites, productReads, type Result, ratioOf, small } from "./bench.ts";
import { type BenchData, prepare } from "./data.ts";
import { type BenchRequest, type Side, start } from "./sides.ts";

/** The server in one process, on the embedded database. */
export const httpBenches: Record<string, (bench: Bench) => Promise<Result>> = {
  product: async (bench) => {
    const data = await prepare(`file:${bench.folder}/product.db`, small);
    const what = "one product ÷ bare Express";
    const requests = productReads(data).slice(0, 1);
    return against({ data, what, atLeast: 0.6, requests, kind: "express" }, bench);
  },

  list: async (bench) => {
    const data = await prepare(`file:${bench.folder}/list.db`, small);
    const what = "a list of 100 ÷ bare Express";
    const requests: BenchRequest[] = [{ method: "GET", path: "/v1/products", ...auth(data) }];
    return against({ data, what, atLeast: 1.5, requests, kind: "express" }, bench);
  },

  cartWrite: async (bench) => {
    const data = await prepare(`file:${bench.folder}/write.db`, small);
    const what = "a durable cart write ÷ Express echo";
    return against({ data, what, atLeast: 0.4, requests: cartWrites(data), kind: "echo" }, bench);
  },

  paths400: async (bench) => {
    const data = await prepare(`file:${bench.folder}/paths.db`, small);
    const requests: BenchRequest[] = [{ method: "GET", path: `/v1/cart/${data.cartIds[0]}`, ...auth(data) }];
    const few = await start("./ours.ts", { databaseUrl: data.databaseUrl });
    const many = await start("./ours.ts", { databaseUrl: data.databaseUrl, paths: 400 });
    const sides: Side[] = [
      { name: "400 paths", port: many.port, requests },
      { name: "our paths", port: few.port, requests },
    ];
    const { ratio, details } = await ratioOf(sides, [few, many], bench);
    const what = "in a document of 400 paths ÷ in ours";
    return { what, figure: ratio, bound: { atLeast: 1 / 1.1 }, details };
  },

  data: async (bench) => {
    const { folder, progress } = bench;
    progress("filling a database with 100,000 products and 1,000,000 carts");
    const large = await prepare(`file:${folder}/large.db`, { products: 100_000, carts: 1_000_000 });
    const little = await prepare(`file:${folder}/little.db`, small);
    const onLarge = await start("./ours.ts", { databaseUrl: large.databaseUrl });
    const onLittle = await start("./ours.ts", { databaseUrl: little.databaseUrl });
    const sides = (requests: (data: BenchData) => BenchRequest[]): Side[] => [
      { name: "large", port: onLarge.port, requests: requests(large) },
      { name: "small", port: onLittle.port, requests: requests(little) },
    ];
    const read = await ratioOf(sides(productReads), [], bench);
    const write = await ratioOf(sides(cartWrites), [onLarge, onLittle], bench);
    return {
      what: "at 100,000 products and 1,000,000 carts ÷ at 100 (the worse of read and write)",
      figure: Math.min(read.ratio, write.ratio),
      bound: { atLeast: 1 / 1.2 },
      details: { read: read.ratio.toFixed(2), write: write.ratio.toFixed(2) },
    };
  },
};
