import { describe, expect, onTestFinished, test } from "vitest";
import { seedShop } from "../../helpers/data/seed-shop.ts";
import { emptyPostgres, emptySqlite, type TestDatabase } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";
import { startServer } from "../../helpers/processes/server-process.ts";
import { report } from "./helpers/figures.ts";
import { type Answer, asker } from "./helpers/load.ts";

/** What a client without a response may see: no listener, or a connection that was closed before a response began. */
const cleanEnds = new Set(["ECONNREFUSED", "ECONNRESET", "UND_ERR_SOCKET"]);
const clients = 32;

async function stopsUnderLoad(name: string, testDatabase: TestDatabase): Promise<void> {
  onTestFinished(() => testDatabase.drop());
  const shop = await seedShop(testDatabase.url, "http://127.0.0.1:9");
  const server = await startServer(shop.env);
  const ask = asker(server.url, shop.key);
  const carts = await Promise.all(
    Array.from({ length: clients }, async () => (await ask("POST", "/v1/cart")).body.data.id as string),
  );
  const answeredAdds = new Map<string, number>(carts.map((id) => [id, 0]));
  const ends: Answer[] = [];
  let answered = 0;
  let stoppedAt = Number.POSITIVE_INFINITY;
  let answeredAfter = 0;
  const working = carts.map(async (cartId, n) => {
    for (;;) {
      const isRead = n % 2 === 1;
      const answer = isRead
        ? await ask("GET", `/v1/cart/${cartId}`)
        : await ask("POST", `/v1/cart/${cartId}/lines`, { productId: shop.products.poster, quantity: 1 });
      if (answer.status === 0) {
        ends.push(answer);
        return;
      }
      // A line can have at most 999 posters.
      expect([200, 409]).toContain(answer.status);
      answered++;
      if (performance.now() > stoppedAt) answeredAfter++;
      if (!isRead && answer.status === 200) answeredAdds.set(cartId, (answeredAdds.get(cartId) ?? 0) + 1);
    }
  });
  await new Promise((resolve) => setTimeout(resolve, 4000));
  stoppedAt = performance.now();
  const { code, output } = await server.end("SIGTERM");
  const tookMs = performance.now() - stoppedAt;
  await Promise.all(working);

  expect(code).toBe(0);
  expect(output).not.toContain('"level":50');
  expect(output).not.toContain('"status":"aborted"');
  for (const { reason = "" } of ends) expect(cleanEnds).toContain(reason);
  expect(answered).toBeGreaterThan(clients * 2);

  const again = await startServer(shop.env);
  const askAgain = asker(again.url, shop.key);
  for (const [cartId, adds] of answeredAdds) {
    const { body } = await askAgain("GET", `/v1/cart/${cartId}`);
    // And none that was carried out without its response arriving.
    expect(body.data.lines[0]?.quantity ?? 0).toBe(adds);
  }
  const reasons = Object.fromEntries(
    Object.entries(Object.groupBy(ends, ({ reason = "" }) => reason)).map(([reason, all]) => [
      `then ${reason}`,
      all?.length ?? 0,
    ]),
  );
  report(`SIGTERM under load, ${name}`, {
    clients,
    answered,
    "answered after the signal": answeredAfter,
    "failed answers": 0,
    "carried out without an answer": 0,
    ...reasons,
    "ended after": `${Math.round(tookMs)} ms`,
  });
}

describe("SIGTERM under load: responses are right, unanswered requests were not begun, and the process exits with 0", () => {
  test("embedded", async () => stopsUnderLoad("embedded", await emptySqlite()));

  withPostgres("PostgreSQL", (url) => {
    test("the same", async () => stopsUnderLoad("PostgreSQL", await emptyPostgres(url)));
  });
});
