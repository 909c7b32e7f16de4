import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { password, startCluster } from "./helpers/cluster.ts";
import { missingPackages } from "./helpers/programs.ts";

const written = 8 * 1024 ** 2;

test("a standby becomes the leader although the last one had written megabytes that no standby has", async () => {
  const missing = missingPackages();
  if (missing.length > 0) throw new Error(`Install Debian's packages ${missing.join(", ")}.`);
  const cluster = await startCluster();
  const leader = await cluster.whole();
  const client = new pg.Client({
    connectionString: `postgres://postgres:${password}@127.0.0.1:${leader.port}/postgres`,
  });
  await client.connect();
  onTestFinished(() => client.end().catch(() => {}));
  client.on("error", () => {});
  const position = async () =>
    Number((await client.query("select pg_current_wal_flush_lsn() - '0/0' as bytes")).rows[0].bytes);

  const goOn = await cluster.stall(leader);
  const before = await position();
  // Its commit waits for the synchronous standby, and its client never gets a response.
  const writer = new pg.Client({
    connectionString: `postgres://postgres:${password}@127.0.0.1:${leader.port}/postgres`,
  });
  writer.on("error", () => {});
  await writer.connect();
  const commit = writer
    .query("select pg_logical_emit_message(true, 'counterpart', repeat('x', $1))", [written])
    .then(
      () => "acknowledged",
      () => "refused",
    );
  await vi.waitUntil(async () => (await position()) >= before + written, { timeout: 10_000, interval: 200 });
  // Patroni publishes the leader's position in each of its rounds, and compares the standbys' with it.
  await vi.waitUntil(async () => (await cluster.publishedPosition()) >= before + written, {
    timeout: 30_000,
    interval: 200,
  });
  await cluster.kill(leader);
  goOn();
  const diedAt = performance.now();
  await vi.waitFor(async () => expect((await cluster.leader()).name).not.toBe(leader.name), {
    timeout: 120_000,
    interval: 500,
  });
  console.log(`a leader again after ${((performance.now() - diedAt) / 1000).toFixed(1)} s`);
  expect(await commit).toBe("refused");
  cluster.start(leader);
  await cluster.whole();
});
