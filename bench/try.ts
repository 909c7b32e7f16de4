import { mkdtemp } from "node:fs/promises";
import { openStore } from "../server/store/store.ts";
import { measure, type Side, startProcess } from "./sides.ts";

const folder = await mkdtemp("/tmp/bench-");
const databaseUrl = process.argv[2] ?? `file:${folder}/b.db`;
const store = await openStore(databaseUrl, Date.now);
const shop = await store.stores.create({
  slug: `s${Date.now()}`,
  name: "Bench",
  currency: "eur",
  plan: "pro",
  isPublished: true,
  paymentsConfigured: true,
});
if (!shop) throw 1;
const { key } = await store.keys.create(shop.id, null);
await store.products.import(
  shop.id,
  Array.from({ length: 100 }, (_, i) => ({
    reference: `r${i}`,
    name: `Product ${i}`,
    description: "A thing worth having in every home, made with care.".repeat(3),
    priceInCents: 100 + i,
    currency: "eur",
    type: "physical" as const,
    billingInterval: null,
    imageUrl: "https://cdn.example.com/image.jpg",
    isActive: true,
    category: "Things",
    details: ["Size: M"],
  })),
);
const products = await store.products.listActive(shop.id);
const cart = await store.carts.create(shop.id, "eur");
const body = JSON.stringify({ data: products[0] });
const list = JSON.stringify({ data: products });
const headers = { authorization: `Bearer ${key}` };
const ours = await startProcess("./ours.ts", { databaseUrl });
const url = (p: number) => `http://127.0.0.1:${p}`;
const side = (name: string, port: number, request: Side["request"]): Side => ({
  name,
  url: url(port),
  request,
  stop: async () => {},
});
const exp = await startProcess("./bare.ts", { kind: "express", body });
const expList = await startProcess("./bare.ts", { kind: "express", body: list });
const httpList = await startProcess("./bare.ts", { kind: "http", body: list });
const echo = await startProcess("./bare.ts", { kind: "echo" });
const get = (path: string) => ({ method: "GET" as const, path, headers });
const add = JSON.stringify({ productId: products[0]?._id, quantity: 1 });
const patch = {
  method: "PATCH" as never,
  path: `/v1/cart/${cart.id}/lines/${products[0]?._id}`,
  headers: { ...headers, "content-type": "application/json" },
  body: JSON.stringify({ quantity: 3 }),
};
await store.carts.change({ storeId: shop.id, cartId: cart.id }, () => [
  { productId: products[0]?._id ?? "", quantity: 1 },
]);
void add;
const opts = { rounds: 2, seconds: 2 };
const [a, b] = await measure(
  [side("ours", ours.port, get(`/v1/products/${products[0]?._id}`)), side("express", exp.port, get("/x"))],
  opts,
);
console.log("product", a, b, (a ?? 0) / (b ?? 1));
const [c, d, e] = await measure(
  [
    side("ours", ours.port, get("/v1/products")),
    side("express", expList.port, get("/x")),
    side("http", httpList.port, get("/x")),
  ],
  opts,
);
console.log("list", c, d, e, (c ?? 0) / (d ?? 1), "http/express", (e ?? 0) / (d ?? 1));
const [f, g] = await measure(
  [side("ours", ours.port, patch), side("echo", echo.port, { ...patch, method: "POST" })],
  opts,
);
console.log("cartWrite", f, g, (f ?? 0) / (g ?? 1));
for (const s of [ours, exp, expList, httpList, echo]) await s.stop();
await store.close();
