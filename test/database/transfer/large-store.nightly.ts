import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { fillForGrowth } from "../../../bench/growth.ts";
import { openEngine } from "../../../server/database/database.ts";
import { copyDatabase } from "../../../server/database/transfer/copy.ts";
import { moveStore } from "../../../server/database/transfer/move-store.ts";
import { longTimeouts } from "../../helpers/data/filled-database.ts";
import { emptyPostgres } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";

withPostgres("20,000 orders:", (server) => {
  test.each(["a move of a store", "a copy of all"])(
    "%s reads a payment's refunds and disputes, not those of all payments",
    { timeout: 600_000 },
    async (which) => {
      const [source, target] = [await emptyPostgres(server), await emptyPostgres(server)];
      onTestFinished(async () => void (await Promise.all([source.drop(), target.drop()])));
      await fillForGrowth(source.url, { stores: 10, rows: 20_000 }, Date.now());
      const [from, to] = [
        await openEngine(source.url, longTimeouts),
        await openEngine(target.url, longTimeouts),
      ];
      onTestFinished(async () => void (await Promise.all([from.close(), to.close()])));
      await to.migrate();
      if (which === "a copy of all") await copyDatabase(from, to);
      else await moveStore(from, to, "slug-0");
      const read = async () => {
        const { rows } = await sql<{ read: number }>`
          select coalesce(sum(idx_tup_read), 0)::integer as read from pg_stat_user_indexes
          where relname in ('refunds', 'payment_refunds', 'disputes')
        `.execute(to.read);
        return rows[0]?.read ?? 0;
      };
      // PostgreSQL counts after the transaction. Without statistics, the 5,000 rows are read ten million times.
      await expect.poll(read, { timeout: 20_000 }).toBeGreaterThan(2000);
      expect(await read()).toBeLessThan(200_000);
    },
  );
});
