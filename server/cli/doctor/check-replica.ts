import { sql } from "kysely";
import type { DatabaseOptions } from "../../database/engines/engine.ts";
import { openingFailure } from "../../database/engines/opening-failure.ts";
import { type Finding, findingsOf } from "./finding.ts";

const { ok, warning } = findingsOf("replica");

/** Never reports a failure, because catalogs are read from the primary if the replica is unusable. */
export async function checkReplica(url: string, options?: DatabaseOptions): Promise<Finding> {
  const { openReplica } = await import("../../database/engines/postgres.ts");
  const replica = openReplica(url, options);
  try {
    const { rows } = await replica.onConnection((db) =>
      sql<{ standby: boolean }>`select pg_is_in_recovery() as standby, (select n from revision)`.execute(db),
    );
    return rows[0]?.standby
      ? ok("A standby responds and has the tables.")
      : warning(
          "DATABASE_READ_URL points to a primary, so it takes no load off the primary.",
          "Set it to the address of a standby of the DATABASE_URL database.",
        );
  } catch (error) {
    const why = openingFailure(error) ?? (error instanceof Error ? error.message : String(error));
    return warning(
      `Catalogs are read from the primary, because the replica can't be read: ${why}.`,
      "Check that it is running and reachable from here, and that DATABASE_READ_URL has the right user.",
    );
  } finally {
    await replica.close();
  }
}
