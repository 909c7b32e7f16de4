import { StatementSync } from "node:sqlite";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { components } from "../../generated/types.ts";
import { emptyPostgres, emptySqlite, type TestDatabase } from "../helpers/data/test-database.ts";
import { withPostgres } from "../helpers/outside.ts";
import {
  addLine,
  clear,
  dataOf,
  getCart,
  newCart,
  productId,
  removeLine,
  setLine,
} from "../helpers/shopping.ts";
import { type Merchant, startWorld } from "../helpers/world.ts";

interface Asked {
  merchant: Merchant;
  cartId: string;
}

const listPage = ({ client }: Merchant, query: { limit: number; q?: string }) =>
  client.GET("/v1/products", { params: { query } });

const reads: [string, (asked: Asked) => Promise<unknown>, number][] = [
  ["getStore", ({ merchant }) => merchant.client.GET("/v1/products/store"), 0],
  ["getCatalog", ({ merchant }) => merchant.client.GET("/v1/catalog"), 0],
  ["listProducts", ({ merchant }) => merchant.client.GET("/v1/products"), 0],
  [
    "getProduct",
    ({ merchant }) =>
      merchant.client.GET("/v1/products/{productId}", {
        params: { path: { productId: productId(merchant, "poster") } },
      }),
    0,
  ],
  ["listProducts, by page", ({ merchant }) => listPage(merchant, { limit: 2 }), 2],
  // One of them looks for the words as a SKU.
  ["listProducts, by words", ({ merchant }) => listPage(merchant, { limit: 2, q: "print" }), 4],
  ["getCart", ({ merchant, cartId }) => getCart(merchant, cartId), 1],
];

const writes: [string, (asked: Asked) => Promise<unknown>][] = [
  ["createCart", ({ merchant }) => newCart(merchant)],
  ["addCartLine", ({ merchant, cartId }) => addLine(merchant, cartId, "poster")],
  ["updateCartLine", ({ merchant, cartId }) => setLine(merchant, cartId, "poster", 7)],
  ["removeCartLine", ({ merchant, cartId }) => removeLine(merchant, cartId, "poster")],
  ["clearCart", ({ merchant, cartId }) => clear(merchant, cartId)],
];

/** The statements of the operation itself, without transactions and the background reads of the revisions. */
async function statementsOf(listen: () => string[], work: () => Promise<unknown>): Promise<string[]> {
  const statements = listen();
  await work();
  vi.restoreAllMocks();
  return statements.filter(
    (sql) => !/^(select .* from "(store_)?revisions?"|begin|commit|savepoint|release)/i.test(sql),
  );
}

function suite(newDatabase: () => Promise<TestDatabase>, listen: () => string[]): void {
  let testDatabase: TestDatabase;
  let world: Awaited<ReturnType<typeof startWorld>>;
  let asked: Asked;
  beforeAll(async () => {
    testDatabase = await newDatabase();
    world = await startWorld({ databaseUrl: testDatabase.url });
    const merchant = await world.merchant();
    // The client sends an Idempotency-Key with each POST.
    merchant.client.use({
      onRequest({ request }) {
        request.headers.delete("Idempotency-Key");
      },
    });
    const cartId = await newCart(merchant);
    asked = { merchant, cartId };
    await addLine(merchant, cartId, "poster");
    for (const [, read] of reads) await read(asked);
  });
  afterAll(async () => {
    await world.close();
    await testDatabase.drop();
  });

  test.each(reads)("a second %s reads the database at most so often", async (_, read, most) => {
    // A second after the writes above, their revisions are read, which empties the cache once more.
    await vi.waitFor(async () => {
      const statements = await statementsOf(listen, () => read(asked));
      expect(statements.length, statements.join("\n")).toBeLessThanOrEqual(most);
    });
  });

  test.each(writes)("%s takes at most three statements", async (_, write) => {
    await addLine(asked.merchant, asked.cartId, "poster");
    const statements = await statementsOf(listen, () => write(asked));
    expect(statements.length, statements.join("\n")).toBeGreaterThan(0);
    expect(statements.length, statements.join("\n")).toBeLessThanOrEqual(3);
    expect(statements.filter((sql) => sql.includes("idempotency_keys"))).toEqual([]);
  });

  test("100 changes of products take as many statements as five, in one transaction", async () => {
    const of = (reference: string) => productId(asked.merchant, reference);
    const kinds: components["schemas"]["ProductChange"][] = [
      { action: "create", product: { name: "Print", priceInCents: 900, type: "digital", stock: 9 } },
      { action: "update", productId: of("poster"), product: { slug: "poster", stock: 8 } },
      {
        action: "replace",
        productId: of("font"),
        product: { name: "Font", priceInCents: 900, type: "digital" },
      },
      { action: "changeStock", productId: of("poster"), change: 1 },
      { action: "update", productId: of("monthly"), product: { isActive: false } },
    ];
    const send = (changes: typeof kinds) =>
      asked.merchant.client.POST("/v1/products/batch", { body: { changes } });
    const few = await statementsOf(listen, () => send(kinds));
    const changes = Array.from({ length: 20 }, () => kinds).flat();
    const many = listen();
    const answer = await send(changes);
    vi.restoreAllMocks();
    expect(new Set(dataOf(answer).map(({ status }) => status))).toEqual(new Set([200]));
    expect(many.filter((sql) => /^commit/i.test(sql)).length, many.join("\n")).toBeLessThanOrEqual(1);
    // The first change emptied the cache, from which the second would have read the key and the store.
    const own = many.filter(
      (sql) =>
        !/^(select .* from "(store_)?revisions?"|begin|commit|savepoint|release)/i.test(sql) &&
        !/from "api_keys"|^select \* from "stores"/.test(sql),
    );
    expect(own.length, own.join("\n")).toBeLessThanOrEqual(few.length);
  });

  test("an Idempotency-Key takes two more statements, or one if it is stored with the effect", async () => {
    const headers = { "Idempotency-Key": "order-17" };
    const client = world.client(asked.merchant.key);
    const created = await statementsOf(listen, () => client.POST("/v1/cart", { headers }));
    expect(created.filter((sql) => sql.includes("idempotency_keys"))).toHaveLength(2);
    const added = await statementsOf(listen, () =>
      client.POST("/v1/cart/{cartId}/lines", {
        params: { path: { cartId: asked.cartId } },
        body: { productId: productId(asked.merchant, "poster"), quantity: 1 },
        headers: { "Idempotency-Key": "order-18" },
      }),
    );
    expect(
      added.filter((sql) => sql.includes("idempotency_keys")),
      added.join("\n"),
    ).toHaveLength(3);
  });
}

describe("SQLite", () =>
  suite(emptySqlite, () => {
    const statements: string[] = [];
    for (const method of ["all", "run", "get", "iterate"] as const) {
      const real = StatementSync.prototype[method] as (...values: unknown[]) => unknown;
      vi.spyOn(StatementSync.prototype, method).mockImplementation(function (this: StatementSync, ...values) {
        statements.push(this.sourceSQL);
        return real.apply(this, values) as never;
      });
    }
    return statements;
  }));

withPostgres("PostgreSQL", (server) =>
  suite(
    () => emptyPostgres(server),
    () => {
      const statements: string[] = [];
      const real = pg.Client.prototype.query as (...values: unknown[]) => unknown;
      vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
        this: pg.Client,
        ...values: unknown[]
      ) {
        statements.push(String(values[0]));
        return real.apply(this, values) as never;
      });
      return statements;
    },
  ),
);
