import pg from "pg";
import { expect, onTestFinished, vi } from "vitest";

/**
 * Runs `work` while `change` is uncommitted on another connection to PostgreSQL, and commits `change` as soon as `work` waits
 * for it and the rest is done.
 */
export async function duringTransaction<T>(
  url: string,
  change: [text: string, values: unknown[]][],
  work: () => Promise<T>,
  whileItWaits: (other: pg.Client) => Promise<unknown> = async () => {},
): Promise<T> {
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  onTestFinished(() => other.end());
  await other.query("begin");
  for (const [text, values] of change) await other.query(text, values);
  const working = work();
  await vi.waitFor(
    async () => {
      const { rows } = await other.query(
        "select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))",
      );
      expect(rows).not.toEqual([]);
    },
    { timeout: 20_000, interval: 5 },
  );
  await whileItWaits(other);
  await other.query("commit");
  return working;
}
