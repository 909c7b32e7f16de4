import { sql } from "kysely";
import { openEngine } from "../../database/database.ts";
import { postgresAddress } from "../../database/engines/database-url.ts";
import type { DatabaseOptions } from "../../database/engines/engine.ts";
import { openingFailure } from "../../database/engines/opening-failure.ts";
import { ReadOnlyServer } from "../../database/engines/read-only-server.ts";
import { type Finding, findingsOf } from "./finding.ts";

const { ok, warning } = findingsOf("hosts");

/** Reports the role of each host in the address, if there are several. */
export async function checkHosts(databaseUrl: string, options: DatabaseOptions): Promise<Finding[]> {
  const { hosts } = postgresAddress(databaseUrl);
  if (hosts.length === 1) return [];
  const states = await Promise.all(
    hosts.map(async ({ name, connectionString }) => {
      const error = await tryHost(connectionString, options);
      const isAway = error !== undefined && !(error instanceof ReadOnlyServer);
      return { isAway, text: `${name} ${isAway ? `can't be used: ${reasonOf(error)}` : roleOf(error)}` };
    }),
  );
  const message = `${states.map(({ text }) => text).join("; ")}.`;
  if (!states.some(({ isAway }) => isAway)) return [ok(message)];
  return [warning(message, "Bring the host back up. Until then it can't take over.")];
}

/** @returns why the host can't be written to; undefined if it can */
async function tryHost(url: string, options: DatabaseOptions): Promise<unknown> {
  const engine = await openEngine(url, options);
  try {
    await sql`select 1`.execute(engine.read);
    return undefined;
  } catch (error) {
    return error;
  } finally {
    await engine.close();
  }
}

function roleOf(error: ReadOnlyServer | undefined): string {
  if (error === undefined) return "accepts writes";
  return error.isStandby ? "is a standby" : "is read-only";
}

function reasonOf(error: unknown): string {
  return openingFailure(error) ?? (error instanceof Error ? error.message : String(error));
}
