import { fork } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import autocannon from "autocannon";
import { openStore } from "../server/store/store.ts";

const folder = await mkdtemp("/tmp/bench-");
const databaseUrl = `file:${folder}/b.db`;
const store = await openStore(databaseUrl, Date.now);
const shop = await store.stores.create({
  slug: `s${Date.now()}`,
  name: "Bench",
  currency: "eur",
  plan: "pro",
  isPublished: true,
  paymentsConfigured: true,
});
const { key } = await store.keys.create(shop!.id, null);
await store.products.import(
  shop!.id,
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
const products = await store.products.listActive(shop!.id);
const child = fork(new URL("./ours.ts", import.meta.url), [JSON.stringify({ databaseUrl })], {
  execArgv: ["--cpu-prof", "--cpu-prof-dir=/tmp/prof"],
  stdio: ["ignore", "inherit", "inherit", "ipc"],
});
const { port } = await new Promise<{ port: number }>((r) => child.once("message", r as never));
const headers = { authorization: `Bearer ${key}` };
const path = process.argv[2] === "list" ? "/v1/products" : `/v1/products/${products[0]!._id}`;
const r = await autocannon({ url: `http://127.0.0.1:${port}${path}`, headers, connections: 50, duration: 6 });
console.log(r.requests.average);
child.kill("SIGTERM");
await new Promise((r) => child.once("exit", r));
await store.close();
