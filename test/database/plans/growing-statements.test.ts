import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withPostgres } from "../../helpers/outside.ts";
import { type PlanJudge, postgresJudge, sqliteJudge } from "./growing-statements.ts";

const page = `order by "created_at" desc limit 25`;
const growing = [
  [`select * from "orders" where "total" = 2400`, "orders"],
  [`select * from "orders" where lower("customer_name") = 'ada' ${page}`, "orders"],
  [`select * from "disputes" where "status" = 'needs_response'`, "disputes"],
  [`select "id" from "mails" where "store_id" is not null and "last_outcome" = '550'`, "mails"],
  [`select * from "orders" as "sold" where "sold"."total" = 2400`, "orders|sold"],
  [`select "payment_id" from "refunds" where "refunded" > 0`, "refunds"],
  [`update "carts" set "currency" = 'usd' where "currency" = 'eur'`, "carts"],
  [`delete from "events" where "type" = 'order.paid'`, "events"],
] as const;
const steady = [
  `select * from "orders" where "id" = 'orders_500'`,
  `select * from "orders" where "store_id" = 'stores_7' ${page}`,
  `select count(*) from "orders" where "store_id" = 'stores_7' and "payment_status" = 'paid'`,
  `select * from (select * from "orders" where "store_id" = 'stores_7' ${page}) as "orders" where "total" = 2400`,
  `select * from "order_payments" where "order_id" in ('orders_1', 'orders_2')`,
  `update "carts" set "currency" = 'usd' where "id" = 'carts_500'`,
];

function suite(open: () => Promise<PlanJudge>): () => PlanJudge {
  let judge: PlanJudge;
  beforeAll(async () => {
    judge = await open();
  }, 300_000);
  afterAll(() => judge.close());

  test.each(growing)("finds the step that reads other stores' rows: %s", async (sql, table) => {
    const steps = await judge.growingSteps({ sql, values: [] });
    expect(steps.join()).toMatch(new RegExp(table));
  });

  test.each(steady)("finds none: %s", async (sql) => {
    expect(await judge.growingSteps({ sql, values: [] })).toEqual([]);
  });

  return () => judge;
}

describe("SQLite", () => {
  suite(sqliteJudge);
});

withPostgres("PostgreSQL", (server) => {
  const judge = suite(() => postgresJudge(server));

  test("finds none in looking up each value of an array", async () => {
    const ids = Array.from({ length: 100 }, (_, n) => `carts_${n}`);
    const sql = 'select * from "carts" where "id" = any($1::text[])';
    expect(await judge().growingSteps({ sql, values: [ids] })).toEqual([]);
  });
});
